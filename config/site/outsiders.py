"""Pages for programs from outside: what crawlers may read, and where a hole is reported."""

from datetime import datetime, timedelta
from datetime import time as clock_time

from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.cache import cache_control
from django.views.decorators.http import require_safe

from config.site.navigation import public_links
from league.club.queries import public_pages, the_club
from league.mail.letters import absolute

# RFC 9116 recommends less than a year. Rounded to days, so that the text changes once a day.
HOLDS = timedelta(days=180)
PLAIN = "text/plain; charset=utf-8"
# Open in every club. No secret address is named here: a list of what is closed would be read.
ALWAYS_OPEN = ("games:friends", "league:club", "league:imprint", "league:privacy")


@require_safe
@cache_control(private=True, max_age=3600)
def robots(_request: HttpRequest) -> HttpResponse:
    """Return which pages crawlers may read: those that the club made public, and no other."""
    pages = [reverse(name) for name in ALWAYS_OPEN]
    pages += [address for _word, address in public_links(public_pages())]
    lines = ["User-agent: *", f"Allow: {reverse('home')}$", "Allow: /static/"]
    lines += [f"Allow: {address}$" for address in pages]
    return HttpResponse("\n".join([*lines, "Disallow: /", ""]), content_type=PLAIN)


@require_safe
@cache_control(private=True, max_age=3600)
def security_txt(_request: HttpRequest) -> HttpResponse:
    """Return the club's address for reports of a hole, as RFC 9116 has it: its own, else its
    imprint.
    """
    contact, imprint = the_club().contact, absolute(reverse("league:imprint"))
    midnight = datetime.combine(timezone.localdate() + HOLDS, clock_time.min)
    lines = [
        *([f"Contact: mailto:{contact}"] if contact else []),
        f"Contact: {imprint}",
        f"Expires: {timezone.make_aware(midnight).isoformat()}",
        "Preferred-Languages: de, en",
        f"Canonical: {absolute(reverse('security_txt'))}",
        "",
    ]
    return HttpResponse("\n".join(lines), content_type=PLAIN)
