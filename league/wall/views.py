"""Setting up a screen on the wall: its secret link, its hidden results, the steps of a ceremony."""

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST

from league.access.permissions import acting, require_run
from league.access.queries.rights import may_rule
from league.access.tokens import sign_wall, wall_code
from league.events.models import Event
from league.people.queries.names import public_naming
from league.security.queries import MOST_CHANGES
from league.tournaments.core.queries.live import state_of, version_key
from league.wall import queries, services
from league.wall.models import WallLink
from league.web.asked import posted_text
from league.web.submit import attempt
from league.web.views import takes_a_form, typed_number


@takes_a_form
@login_required
@never_cache
def club_wall(request: HttpRequest) -> HttpResponse:
    """Set up the club's own screen: it shows the event that is on."""
    require_run(request)
    if request.method == "POST":
        _change_link(request, None)
        return redirect("league:club_wall")
    return render(request, "league/wall.html", _link_context(request, None))


@takes_a_form
@login_required
@never_cache
def event_wall(request: HttpRequest, pk: int) -> HttpResponse:
    """Set up the screen of one evening or tournament, and the results it keeps for the ceremony."""
    today = timezone.localdate()
    event = queries.get_event_to_show(request.user, pk, today)
    if request.method == "POST":
        _change_link(request, event)
        return redirect("league:event_wall", pk)
    context = _link_context(request, event)
    if may_rule(request.user, today):
        context |= _ceremony_context(event)
    return render(request, "league/wall.html", context)


@login_required
@require_POST
def ceremony(request: HttpRequest, pk: int) -> HttpResponse:
    """Switch the hiding of the results, or take a step of the ceremony."""
    event = queries.get_event_to_rule(request.user, pk, timezone.localdate())

    def do() -> None:
        if (revealed := typed_number(posted_text(request, "revealed"))) is not None:
            services.reveal(event=event, revealed=min(revealed, len(_places(event))))
        else:
            services.hide_results(event=event, hides=posted_text(request, "hides") == "1")

    attempt(request, do, "")
    response = redirect("league:event_wall", pk)
    response["Location"] += "#siegerehrung"
    return response


def _change_link(request: HttpRequest, event: Event | None) -> None:
    seen = typed_number(posted_text(request, "seen"))
    link = queries.link_in_force(event)
    if "revoke" not in request.POST:
        services.renew_link(event=event, seen=seen, **acting(request))
    elif link is not None and link.pk == seen:
        services.revoke_link(link=link, **acting(request))
        messages.success(request, _("The link is switched off."))


def _link_context(request: HttpRequest, event: Event | None) -> dict[str, object]:
    link = queries.link_in_force(event)
    return {
        "event": event,
        "link": link,
        "address": _address(request, link) if link else "",
        "entrance": f"{request.get_host()}{reverse('games:wall')}",
        "code_entrance": f"{request.get_host()}{reverse('games:wall_code')}",
        "code": wall_code(link.pk) if link else "",
        "changes": queries.changes_of_links(event)[:MOST_CHANGES],
        "is_tournament": event is not None and event.kind == Event.Kind.TOURNAMENT,
    }


def _address(request: HttpRequest, link: WallLink) -> str:
    return request.build_absolute_uri(reverse("games:wall_by_link", args=[sign_wall(link.pk)]))


def _ceremony_context(event: Event) -> dict[str, object]:
    state, ranking = queries.ceremony_of(event), _places(event)
    revealed = min(state.revealed or 0, len(ranking))
    steps = queries.steps(ranking)
    coming = next((step for step in steps if state.revealed is None or step > revealed), None)
    return {
        "may_rule": True,
        "ceremony": state,
        "places": ranking,
        "latest": queries.newest(ranking, revealed),
        "next": coming,
        "next_places": queries.newest(ranking, coming) if coming else [],
        "before": max((step for step in steps if step < revealed), default=None),
    }


def _places(event: Event) -> list[queries.Place]:
    if event.kind != Event.Kind.TOURNAMENT:
        return queries.places(event, public_naming())
    state = state_of(event, version_key(event), public_naming())
    return queries.places(event, public_naming(), state)
