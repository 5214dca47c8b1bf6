"""A match: its sheet, its players, the tables, the captains' signatures, its date."""

from datetime import date
from typing import Any
from uuid import uuid4

from django.contrib.auth.decorators import login_required
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.text import slugify
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from league.access.permissions import acting, public_or_login
from league.access.phones import actor_of
from league.access.queries.rights import may_direct
from league.errors import IllegalError, StaleError
from league.matches import papers, rules
from league.matches.forms import AwardForm, FineForm, LineUpForm, MoveForm, SubstituteForm
from league.matches.models import Match
from league.matches.queries import access
from league.matches.queries import sheets as sheets_queries
from league.matches.queries.verdicts import verdict
from league.matches.services import days, sheets
from league.people.queries.names import inside_naming, naming
from league.web.asked import posted_client_id, posted_text
from league.web.submit import attempt, submit
from league.web.views import takes_a_form, typed_number


@require_safe
@public_or_login(access.PAGE)
def match(request: HttpRequest, pk: int) -> HttpResponse:
    """Show the sheet. Its costs are read by those inside alone."""
    today = timezone.localdate()
    match = access.get_match_for(request.user, pk, today)
    return render(request, "league/match/match.html", _match_context(request, match, today))


def _match_context(request: HttpRequest, match: Match, today: date) -> dict[str, Any]:
    inside = access.is_inside(request.user, match.league, today)
    sheet = sheets_queries.sheet_of(match, fines=inside)
    names = inside_naming() if inside else naming(request.user, today)
    names.call(seat.participation for seat in sheet.seats)
    is_decided = bool(sheet.standing.awarded_to) or sheet.standing.is_off
    may_write = access.may_write(request.user, match, today) and not is_decided
    award = match.awards.last() if sheet.standing.awarded_to else None
    sides = ((rules.HOME, match.home), (rules.AWAY, match.away))
    captain_of, directs = access.captain_side(request.user, match), may_direct(request.user, today)
    return {
        "match": match,
        "sheet": sheet,
        "standing": sheet.standing,
        "inside": inside,
        "may_write": may_write,
        "next_table": sheet.next_table if may_write else None,
        "may_direct": directs,
        "may_sign": sheet.standing.awaits_signatures and (captain_of or directs),
        "address": request.build_absolute_uri(reverse("league:match", args=[match.pk])),
        "captain_of": captain_of,
        "moves": list(match.moves.all()) if inside else [],
        "verdict": verdict(sheet.standing, award.reason if award is not None and inside else ""),
        "sides": sides,
        "line_ups": [
            (reverse(f"league:line_up_{side}", args=[match.pk]), team, sheet.side_is_lined_up(side))
            for side, team in sides
        ]
        if may_write and not sheet.standing.has_begun
        else [],
    }


def _to_write(request: HttpRequest, pk: int, today: date) -> Match:
    match = access.get_match_for(request.user, pk, today)
    if not access.may_write(request.user, match, today):
        raise PermissionDenied
    return match


@takes_a_form
@login_required
def line_up(request: HttpRequest, pk: int, side: rules.Side) -> HttpResponse:
    """Line up one of the two teams, before the first set."""
    match = _to_write(request, pk, timezone.localdate())
    team = match.home if side == rules.HOME else match.away
    sheet = sheets_queries.sheet_of(match, fines=False)
    first = (
        [(table.number, seat) for table in sheet.rounds[0].tables for seat in table.seats]
        if (sheet.rounds)
        else []
    )
    form = LineUpForm(
        request.POST or None,
        squad=list(sheets_queries.squad_of(team)),
        initial=LineUpForm.initial_of(first, side),
    )
    if answer := submit(
        request,
        form,
        lambda _data: sheets.line_up(match=match, side=side, pairs=form.pairs),
        _("The line-up stands."),
        redirect("league:match", match.pk),
    ):
        return answer
    context = {"match": match, "team": team, "side": side, "form": form}
    status = 422 if form.errors else 200
    return render(request, "league/match/line_up.html", context, status=status)


@takes_a_form
@login_required
def substitute(request: HttpRequest, pk: int) -> HttpResponse:
    """Put a substitute in a player's place from a round on."""
    match = _to_write(request, pk, timezone.localdate())
    squads = sheets_queries.squad_of(match.home) | sheets_queries.squad_of(match.away)
    form = SubstituteForm(
        request.POST or None,
        playing=sheets_queries.playing_in(match),
        squad=squads.order_by("sort_key"),
    )
    if answer := submit(
        request,
        form,
        lambda data: sheets.substitute(match=match, **data),
        _("The substitute is on the sheet."),
        redirect("league:match", match.pk),
    ):
        return answer
    context = {"match": match, "form": form}
    status = 422 if form.errors else 200
    return render(request, "league/match/substitute.html", context, status=status)


@takes_a_form
@login_required
@never_cache
def match_table(request: HttpRequest, pk: int, number: int, table: int) -> HttpResponse:
    """Show one table of a round: a tap enters the loser of a set. `number` is the round."""
    today = timezone.localdate()
    match = _to_write(request, pk, today)
    sheet = sheets_queries.sheet_of(match)
    state = sheet.table(number, table)
    if state is None:
        raise Http404
    if request.method == "POST":
        attempt(request, lambda: _enter(request, match, state), "")
        return redirect("league:match_table", pk, number, table)
    context = {
        "match": match,
        "state": state,
        "sets": [
            (number, state.sets.get(number), uuid4().hex) for number in range(1, rules.SETS + 1)
        ],
        "open_set": next((n for n in range(1, rules.SETS + 1) if n not in state.sets), None),
        "next": sheets_queries.next_open(sheet, state),
        "league": match.league,
        "form": FineForm(seats=state.seats),
    }
    return render(request, "league/match/table.html", context)


def _enter(request: HttpRequest, match: Match, state: sheets_queries.TableState) -> None:
    now = timezone.now()
    sheets.enter_set(
        match=match,
        table=state.table,
        number=typed_number(posted_text(request, "number")) or 0,
        loser=typed_number(posted_text(request, "loser")) or 0,
        seen=typed_number(posted_text(request, "seen")),
        reason=posted_text(request, "reason"),
        client_id=posted_client_id(request),
        actor=actor_of(request, state.table.pk, now),
        now=now,
    )


@login_required
@require_POST
def fine(request: HttpRequest, pk: int, number: int, table: int) -> HttpResponse:
    """Add a fine for another incident at a table."""
    match = _to_write(request, pk, timezone.localdate())
    state = sheets_queries.sheet_of(match, fines=False).table(number, table)
    if state is None:
        raise Http404
    form = FineForm(request.POST, seats=state.seats)
    if attempt(
        request,
        lambda: sheets.add_fine(
            match=match, table=state.table, **form.cleaned_data, **acting(request)
        ),
        _("The fine is noted."),
        form=form,
    ):
        return redirect("league:match_table", pk, number, table)
    context = {"match": match, "state": state, "form": form}
    return render(request, "league/match/fine.html", context, status=422)


@login_required
@require_POST
def sign(request: HttpRequest, pk: int) -> HttpResponse:
    """Sign as a captain; `paper` is set if the direction has the signed sheet."""
    match = access.get_match_for(request.user, pk, timezone.localdate())
    side = posted_text(request, "side")
    if side not in rules.SIDES:
        raise Http404
    chosen = rules.HOME if side == rules.HOME else rules.AWAY
    attempt(
        request,
        lambda: sheets.sign(
            match=match,
            side=chosen,
            digest=posted_text(request, "digest"),
            on_paper="paper" in request.POST,
            **acting(request),
        ),
        _("Signed."),
        refusals=(IllegalError, StaleError),
    )
    return redirect("league:match", match.pk)


@takes_a_form
@login_required
def direct_match(request: HttpRequest, pk: int) -> HttpResponse:
    """Move a match, or award one that was not played; for the direction."""
    today = timezone.localdate()
    match = access.get_match_for(request.user, pk, today)
    if not may_direct(request.user, today):
        raise PermissionDenied
    awarding = "award" in request.POST
    move = MoveForm(
        request.POST if request.method == "POST" and not awarding else None,
        today=today,
        initial=MoveForm.initial_of(match),
    )
    award = AwardForm(request.POST if awarding else None, match=match, prefix="award")
    back = redirect("league:match", match.pk)
    if answer := submit(
        request,
        move,
        lambda data: days.move_match(match=match, **data, **acting(request)),
        _("The match is moved."),
        back,
    ) or submit(
        request,
        award,
        lambda data: days.award_match(match=match, **data, **acting(request)),
        _("It is entered that way."),
        back,
    ):
        return answer
    context = {"match": match, "move": move, "award": award}
    status = 422 if move.errors or award.errors else 200
    return render(request, "league/match/direct.html", context, status=status)


@require_safe
@login_required
@never_cache
def match_sheet(request: HttpRequest, pk: int) -> HttpResponse:
    """Return the sheet on paper: for those who fill it in, before, during or after the match."""
    match = _to_write(request, pk, timezone.localdate())
    made = papers.match_sheet(
        sheets_queries.sheet_of(match),
        language=get_language() or "de",
        now=timezone.now(),
    )
    answer = HttpResponse(made, content_type="application/pdf")
    name = slugify(_("Match sheet: %(match)s") % {"match": str(match)})
    answer.headers["Content-Disposition"] = f'inline; filename="{name}.pdf"'
    return answer
