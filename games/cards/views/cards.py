"""Cards: entering one, looking at one with all its versions, correcting it."""

from typing import Any

from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache

from games.cards import labels as words
from games.cards.forms import CardForm
from games.cards.services.cards import enter_card
from games.engine import card as card_of
from games.rules import rulebooks as books
from games.rules.labels import stake_in_words
from games.rules.outcomes import MIN_SEATS
from games.scoring import queries as scorer
from games.scoring.models import Game, charges_players
from league.access.permissions import TableAccess, at_table
from league.access.queries.rights import may_run_evenings, person_of
from league.access.queries.tables import against_scoring, may_correct, may_decide
from league.club.queries import stakes_on
from league.errors import LeagueError, StaleError
from league.evenings.services.answers import cancelled
from league.events.models import Event, Seat, Table
from league.events.queries import seats_of
from league.results.models.results import Result
from league.results.queries.confirming import signature
from league.results.queries.results import charges_of, current_result, versions
from league.tournaments.core.queries.draws import circles_of
from league.tournaments.core.queries.reading import out_of_lives
from league.web.submit import OF_THE_FORM, submit
from league.web.views import is_not_kept, may_be_kept, takes_a_form


@takes_a_form
@may_be_kept("without-network")
@never_cache
@at_table
def new_card(request: HttpRequest, access: TableAccess) -> HttpResponse:
    """Show the card of the table's next game, or of the one being scored throw by throw."""
    _inside(access, write=True)
    if charges_players(access.table.block.event):
        is_not_kept(request)  # it says what the game costs
    if access.table.block.event.is_cancelled:
        raise cancelled()
    running = scorer.running_game(access.table)
    number = running.number if running else scorer.next_number(access.table)
    seats = list(seats_of(access.table))
    return _card_page(request, access, number, seats, None, running)


@takes_a_form
@never_cache
@at_table
def card(request: HttpRequest, access: TableAccess, number: int) -> HttpResponse:
    """Show one game's card: what counts, every version, and the correction of it."""
    _inside(access, write=request.method == "POST")
    current = current_result(access.table, number)
    if current is None:
        raise Http404
    seats = [line.seat for line in current.lines.all()]
    return _card_page(request, access, number, seats, current)


def _inside(access: TableAccess, *, write: bool) -> None:
    """Refuse outsiders: a card tells of fines, so even a public evening shows it only to its
    people.
    """
    if not access.rights.inside:
        raise Http404
    if write and (refusal := against_scoring(access.rights)):
        raise refusal
    if write and not access.rights.score:
        raise PermissionDenied


def _card_page(
    request: HttpRequest,
    access: TableAccess,
    number: int,
    seats: list[Seat],
    current: Result | None,
    running: Game | None = None,
) -> HttpResponse:
    table = access.table
    rulebook = books.for_table(*scorer.rules_of(table, current))
    written = _written(current) if current else CardForm.fresh(number)
    if not current:
        written["sat_out"] = [str(pk) for pk in out_of_lives(table)]
    if running:
        written |= _scored_so_far(running)
    is_tournament = table.block.event.kind == Event.Kind.TOURNAMENT
    circle = circles_of(table.block).get(table.pk) if is_tournament else None
    form = CardForm(
        request.POST or None,
        seats=seats,
        places=circle.places if circle else {},
        may_exclude=books.card_table(rulebook).excludes,
        may_agree="aus_round" in rulebook.options and charges_players(table.block.event),
        initial=written,
    )
    if answer := submit(
        request,
        form,
        lambda _data: _save(request, form, access, current),
        _saved,
        lambda saved: (
            redirect("games:card", table.pk, saved.number)
            if current
            else redirect("games:new_card", table.pk)
        ),
        refusals=OF_THE_FORM,
    ):
        return answer
    over = None if current or running else scorer.against_another_game(table)
    scored = scorer.game_of(table, number) if current else None
    directs = is_tournament and may_run_evenings(request.user, timezone.localdate())
    notice = words.instead(
        table,
        number,
        players=len(seats),
        # A refused entry stays in the form, so that it is not lost.
        over=str(over) if over and not form.errors else "",
        is_scored=scored is not None and scored.status == Game.Status.FINISHED,
    )
    may_enter = access.rights.score and (current is None or may_correct(access.rights, current))
    return render(
        request,
        "games/card.html",
        {
            "back": words.back_from(
                table, directs=directs, has_login=person_of(request.user) is not None
            ),
            "heading": words.heading(table, number, is_over=over is not None),
            "notice": notice,
            "shows_form": notice is None and may_enter,
            "save": words.save_button(is_correction=current is not None),
            "table": table,
            "event": table.block.event,
            "number": number,
            "form": form,
            "current": current,
            "versions": list(versions(table, number)) if current else [],
            "rulebook": rulebook,
            "stake": stake_in_words(
                rulebook,
                table.block.event.venue,
                _players(form, bool(current or running)),
                stakes_on(table.block.event.business_date),
            )
            if charges_players(table.block.event)
            else "",
            "aus_round": rulebook.options.get("aus_round"),
            "may_decide": may_decide(request.user, table, timezone.localdate()),
            "waits": is_tournament and current is None,
            "owner": f"table-{table.pk}" if access.actor.holder_id else request.user.pk,
            "whole": directs,
            "running": running,
            "scanned": scorer.scanned_result(table, number) if current else None,
            "good_seats": rulebook.ideal_players[1],
        },
        status=422 if form.errors else 200,
    )


def _save(
    request: HttpRequest, form: CardForm, access: TableAccess, current: Result | None
) -> Result:
    """Save the card; a refusal says what it means at this table."""
    table = access.table
    try:
        return enter_card(
            table=table,
            number=form.cleaned_data["number"],
            replaces=current,
            seen=form.cleaned_data["seen"],
            client_id=form.cleaned_data["client_id"],
            card=form.card(),
            reason=form.cleaned_data["reason"],
            actor=access.actor,
            rights=access.rights,
            now=timezone.now(),
        )
    except StaleError as error:
        # The typed text stays; saved once more it is the table's next game, or a fresh correction.
        fresh = request.POST.copy()
        fresh["number"] = str(current.number if current else scorer.next_number(table))
        fresh["seen"] = str(current.version) if current else ""
        form.data = fresh
        error.sentence = _stale(table, form.cleaned_data["number"], current)
        raise
    except LeagueError as error:
        error.sentence = _sat_out(form, error) or error.sentence
        raise


def _sat_out(form: CardForm, error: LeagueError) -> str:
    """Name a player who is on the card and sat out: the rules know seats only. Empty if none is."""
    card = form.card()
    names = {seat.pk: seat.participation.name for seat in form.seats}
    if error.code == "loser_did_not_play":
        sentence = _("%(name)s sat out and cannot have lost anything.")
        seats = [card.lost_first, card.lost_second, card.lost_game]
    elif error.code == "stroke_did_not_play":
        sentence = _("%(name)s sat out and cannot have a Schock-Aus.")
        seats = list(card.schock_aus)
    else:
        return ""
    name = next((names[seat] for seat in seats if seat and seat not in card.seats), "?")
    return sentence % {"name": name}


def _players(form: CardForm, known: bool) -> range:
    """Return how many may have played: the exact number once it is said, else any number of those
    who sit.
    """
    number = len(form.seats)
    if known or form.is_bound:
        number -= len(form["sat_out"].value() or [])
        return range(number, number + 1)
    return range(MIN_SEATS, number + 1)


def _stale(table: Table, number: int, current: Result | None) -> str:
    """Say who was faster, with what, and what to do now."""
    there = current or current_result(table, number)
    if there is None:
        return _("This card is out of date. Look at what has been entered meanwhile.")
    by = signature(there).entered
    values = {
        "number": number,
        "name": by.name if by else "?",
        "outcome": _outcome(there),
        "next": scorer.next_number(table),
    }
    if current:
        sentence = _(
            "%(name)s has just corrected game %(number)s: %(outcome)s. If that is "
            "still not right, save your version once more."
        )
    else:
        sentence = _(
            "%(name)s has already entered game %(number)s: %(outcome)s. If it is the "
            "same game, you are done. If it is another one, save it as game %(next)s."
        )
    return sentence % values


def _outcome(result: Result) -> str:
    loser = next((line for line in result.lines.all() if line.lost_game), None)
    if loser is None:
        return _("abandoned")
    return _("%(name)s lost") % {"name": loser.seat.participation.name}


def _written(result: Result) -> dict[str, Any]:
    """Return a stored result as the form shows it."""
    written = {
        **CardForm.fresh(result.number),
        "seen": result.version,
        "ending": CardForm.ending_of(result.ended_by),
    }
    for line in result.lines.all():
        for part in ("lost_first", "lost_second", "lost_game"):
            if getattr(line, part):
                written[part] = str(line.seat_id)
        written[f"aus_{line.seat_id}"] = [str(n) for n in range(1, (line.schock_aus or 0) + 1)]
    seats = {line.seat.participation.person_id: line.seat_id for line in result.lines.all()}
    for charge in charges_of(result):
        if charge.code == "aus_round":
            rounds = [str(n) for n in range(1, charge.count + 1)]
            written[f"rohr_{seats[charge.person_id]}"] = rounds
            written["drink"] = charge.drink
    return written


def _scored_so_far(game: Game) -> dict[str, Any]:
    """Fill the card with what the log knows already: halves that are lost, and Schock-Aus."""
    live = scorer.live_game(game.key)
    live.refresh()
    part = live.state.table.part
    written: dict[str, Any] = {}
    if part.first_half_loser:
        written["lost_first"] = part.first_half_loser
    if part.second_half_loser:
        written["lost_second"] = part.second_half_loser
    for seat, line in card_of(live.state)["seats"].items():
        if line["schock_aus"] is not None:  # unknown where a round was one entry
            written[f"aus_{seat}"] = [str(n) for n in range(1, line["schock_aus"] + 1)]
    playing = set(live.header["players"])
    seats = seats_of(game.table).values_list("pk", flat=True)
    written["sat_out"] = [str(pk) for pk in seats if str(pk) not in playing]
    return written


def _saved(result: Result) -> str:
    return _("Game %(number)s is saved: %(outcome)s.") % {
        "number": result.number,
        "outcome": _outcome(result),
    }
