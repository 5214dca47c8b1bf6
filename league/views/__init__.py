"""The league's pages, split by what they show."""

from django.views.decorators.http import require_http_methods

# A page with a form that is sent to the page's own address.
takes_a_form = require_http_methods(["GET", "HEAD", "POST"])
