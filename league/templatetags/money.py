"""`{{ cents|euro }}` on every page that shows an amount."""

from django import template

from league.web.money import euro

register = template.Library()
register.filter("euro", euro)
