"""Pages of access to a table: its link, the holder of the phone, the cards to print."""

from typing import Any

from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST

from league.access.permissions import acting, require_run, too_often, user_of
from league.access.phones import device_of, holder_of, keep_holder, refuse_ended_link
from league.access.queries.rights import person_of
from league.access.tokens import HolderToken, LinkToken, sign_link, signed_link
from league.errors import LeagueError
from league.events import queries as events_queries
from league.events.models import Event, Table
from league.links import services
from league.links.models import LinkUse, TableLink
from league.links.queries import (
    get_link,
    holders,
    link_in_force,
    link_uses,
    links_in_force,
    links_of,
)
from league.web.asked import asked_text, posted_text
from league.web.views import takes_a_form, typed_number

WRONG_TOKENS_A_MINUTE = 30
LOCAL = {"localhost", "127.0.0.1", "[::1]"}


@takes_a_form
@never_cache
def enter_table(request: HttpRequest, token: str) -> HttpResponse:
    """Open a table from the QR code on it, for a visitor without an account."""
    now = timezone.now()
    signed = signed_link(token)
    link = get_link(signed.link_id) if signed else None
    if link is None:
        return _refused(request, 403)
    device = device_of(request)
    if link.revoked_at is not None or link.ends_at <= now:
        page = _refused(request, 410, link)
        if page.status_code != 429:
            services.log_use(link=link, kind=LinkUse.Kind.REFUSED, device=device, now=now)
        return page
    services.log_use(link=link, kind=LinkUse.Kind.OPENED, device=device, now=now)
    holder_token = holder_of(request, link.table_id, now)
    me = person_of(request.user)
    if me is not None and request.method == "GET":
        seat = next(
            (
                seat
                for seat in events_queries.seats_of(link.table)
                if seat.participation.person_id == me.pk
            ),
            None,
        )
        return _hold(request, link, {"seat": seat, "name": me.name})
    if holder_token is not None and holder_token.link_id == link.pk and request.method == "GET":
        return redirect(_at_the_table(link), link.table_id)
    return _who_holds_the_phone(request, link)


@takes_a_form
@never_cache
def phone(request: HttpRequest, pk: int) -> HttpResponse:
    """Hand the phone over: the same question once more, from the table's page."""
    now = timezone.now()
    refuse_ended_link(request, pk, now)
    holder_token = holder_of(request, pk, now)
    link = get_link(holder_token.link_id) if holder_token else None
    if link is None:
        raise Http404
    return _who_holds_the_phone(request, link)


def _who_holds_the_phone(request: HttpRequest, link: TableLink) -> HttpResponse:
    seats = list(events_queries.seats_of(link.table))
    holder_token = holder_of(request, link.table_id, timezone.now())
    context: dict[str, Any] = {"table": link.table, "event": link.table.block.event, "seats": seats}
    context["holder"] = holder_token
    status = 200
    if request.method == "POST":
        chosen = posted_text(request, "seat")
        seat = next((seat for seat in seats if str(seat.pk) == chosen), None)
        typed = "" if chosen and seat is None else posted_text(request, "name")
        try:
            return _hold(request, link, {"seat": seat, "name": typed})
        except LeagueError as error:
            context |= {"error": str(error), "typed": typed}
            status = 422
    return _unlisted(render(request, "league/phone.html", context, status=status))


def _hold(request: HttpRequest, link: TableLink, who: dict[str, Any]) -> HttpResponse:
    now = timezone.now()
    holder = services.name_holder(link=link, device=device_of(request), now=now, **who)
    response = redirect(_at_the_table(link), link.table_id)
    token = HolderToken(link.pk, link.table_id, link.ends_at, holder.pk, holder.name)
    keep_holder(response, token, now)
    return _unlisted(response)


def _at_the_table(link: TableLink) -> str:
    """Return the page that the code on a table opens: at a tournament the card, else the scorer."""
    is_tournament = link.table.block.event.kind == Event.Kind.TOURNAMENT
    return "games:new_card" if is_tournament else "games:play"


def _refused(request: HttpRequest, status: int, link: TableLink | None = None) -> HttpResponse:
    """Answer a wrong token with advice; too many of them in a minute with a pause."""
    if too_often(request, "wrong-token", WRONG_TOKENS_A_MINUTE):
        status = 429
    context = {
        "status": status,
        "table": link.table if link else None,
        "revoked": link is not None and link.revoked_at is not None,
    }
    return _unlisted(render(request, "league/no_link.html", context, status=status))


def _unlisted(response: HttpResponse) -> HttpResponse:
    response.headers["X-Robots-Tag"] = "noindex, nofollow"
    return response


# --- for those who run the evening -----------------------------------------------------------


def address_of(request: HttpRequest, link: TableLink) -> str:
    token = sign_link(LinkToken(link.pk, link.table_id, link.ends_at))
    return request.build_absolute_uri(reverse("league:enter_table", args=[token]))


def _table(request: HttpRequest, pk: int) -> Table:
    require_run(request)
    return events_queries.get_table_for(request.user, pk, timezone.localdate())


def _is_only_here(request: HttpRequest) -> bool:
    """Return whether an address is of this machine alone: a scanning phone would look at itself."""
    return request.get_host().rsplit(":", 1)[0] in LOCAL


@takes_a_form
@login_required
@never_cache
def table_link(request: HttpRequest, pk: int) -> HttpResponse:
    """Show a table's link and QR code, its log, and the button that revokes it."""
    table = _table(request, pk)
    now = timezone.now()
    if request.method == "POST":
        services.make_link(
            table=table,
            by=user_of(request),
            replaces=_chosen(request, table) if "replaces" in request.POST else None,
            now=now,
        )
        return redirect("league:table_link", table.pk)
    link = link_in_force(table, now)
    return render(
        request,
        "league/table_link.html",
        {
            "table": table,
            "event": table.block.event,
            "link": link,
            "address": address_of(request, link) if link else "",
            "holders": holders([link]) if link else [],
            "uses": list(link_uses(table)[:30]),
            "links": list(links_of(table)[:10]),
            "is_only_here": _is_only_here(request),
            "now": now,
        },
    )


def _chosen(request: HttpRequest, table: Table) -> TableLink:
    """Return the link that the person saw when tapping: one that came later is not meant."""
    chosen = posted_text(request, "link", posted_text(request, "replaces"))
    link = get_link(typed_number(chosen) or 0)
    if link is None or link.table_id != table.pk:
        raise Http404
    return link


@login_required
@require_POST
def revoke_link(request: HttpRequest, pk: int) -> HttpResponse:
    table = _table(request, pk)
    services.revoke_link(link=_chosen(request, table), **acting(request))
    return redirect("league:table_link", table.pk)


@takes_a_form
@login_required
@never_cache
def table_cards(request: HttpRequest, pk: int) -> HttpResponse:
    """Show the cards of an evening's tables to print; POST makes the links that are missing."""
    user = require_run(request)
    now = timezone.now()
    event = events_queries.get_event_for(request.user, pk, timezone.localdate())
    if request.method == "POST":
        for table in events_queries.tables(event):
            services.make_link(table=table, by=user, now=now)
        return redirect("league:table_cards", event.pk)
    only = asked_text(request, "table")
    in_force, circles = links_in_force(event, now), events_queries.circles(event)
    tables = [table for table in events_queries.tables(event) if only in ("", str(table.number))]
    return render(
        request,
        "league/table_cards.html",
        {
            "event": event,
            "only": only,
            "cards": [
                {
                    "table": table,
                    "seats": circles[table.pk],
                    "link": in_force[table.pk],
                    "address": address_of(request, in_force[table.pk]),
                }
                for table in tables
                if table.pk in in_force
            ],
            "missing": [table for table in tables if table.pk not in in_force],
            "is_only_here": _is_only_here(request),
        },
    )
