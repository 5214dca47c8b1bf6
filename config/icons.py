"""The tag `{% lucide %}` of the package of that name. It takes an icon apart and puts it together
again each time; most icons of a page are on every other page too, so each is drawn once a process.
"""

from functools import cache

from django import template
from lucide.templatetags.lucide import lucide

register = template.Library()
register.simple_tag(cache(lucide))
