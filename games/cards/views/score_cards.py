"""A tournament's paper cards: typed in whole by the access, overruled by the direction."""

from uuid import uuid4

from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache

from games.cards.phone import sheet_json, sheet_words
from games.cards.score_card_forms import DecisionForm, ScoreCardForm
from games.cards.services.deciding import decide_result
from games.cards.services.score_cards import enter_score_card
from games.cards.sheet_reading import Reading
from games.cards.sheets import Sheet, sheet_of
from games.scoring.queries import next_number, running_game
from league.access.permissions import TableAccess, at_table
from league.access.queries.rights import may_run_evenings
from league.access.queries.tables import against_scoring, may_decide
from league.errors import StaleError
from league.evenings.services.answers import cancelled
from league.events.models import Event
from league.results.models.results import Result
from league.results.queries.results import current_result, versions
from league.tournaments.core.labels.formats import block_name
from league.tournaments.core.queries.card_photos import photos_of
from league.tournaments.core.queries.playing import cards_out
from league.web.submit import OF_THE_FORM, submit
from league.web.views import may_be_kept, takes_a_form


def _at_a_tournament(access: TableAccess) -> None:
    event = access.table.block.event
    if event.kind != Event.Kind.TOURNAMENT or not access.rights.inside:
        raise Http404
    if event.is_cancelled:
        raise cancelled()


@takes_a_form
@may_be_kept("without-network")
@never_cache
@at_table
def score_card(request: HttpRequest, access: TableAccess) -> HttpResponse:
    """Show the whole card of a table. The page reads what is typed as well, by the same rules."""
    _at_a_tournament(access)
    if refusal := against_scoring(access.rights):
        raise refusal
    if not may_run_evenings(request.user, timezone.localdate()):
        raise PermissionDenied
    sheet = sheet_of(access.table)
    form = ScoreCardForm(request.POST or None, sheet=sheet)
    return submit(
        request,
        form,
        lambda data: enter_score_card(
            table=access.table,
            client_id=data["client_id"],
            games=form.reading.games,
            seen=form.seen(),
            reason=data["reason"],
            doubt=form.doubt_in_words(),
            complete=data["complete"],
            actor=access.actor,
            rights=access.rights,
            now=timezone.now(),
        ),
        "",
        lambda stored: _go_on(request, sheet, stored),
        refusals=OF_THE_FORM,
        refused=lambda error: _page(
            request, access, form, 409 if isinstance(error, StaleError) else 422
        ),
    ) or _page(request, access, form, 422 if form.is_bound else 200)


def _page(
    request: HttpRequest, access: TableAccess, form: ScoreCardForm, status: int
) -> HttpResponse:
    sheet, reading = form.sheet, form.reading
    focus = _focus(form, reading)
    if focus in form.fields:
        # On a phone the keyboard would open over the ticks: there the script focuses nothing.
        begins = "autofocus" if form.is_bound else "data-begin"
        form.fields[focus].widget.attrs[begins] = True
    for cell in reading.cells:
        if cell.error:
            form.fields[f"game_{cell.column.number}"].widget.attrs["aria-invalid"] = "true"
    context = {
        "table": access.table,
        "event": access.table.block.event,
        "sheet": sheet,
        "sheet_json": sheet_json(sheet),
        "words": sheet_words(),
        "form": form,
        "reading": reading,
        "lines": [
            (
                cell,
                _field(form, f"game_{cell.column.number}"),
                _field(form, f"seen_{cell.column.number}"),
            )
            for cell in reading.cells
        ],
        "sums": [(total, form[f"sum_{total.seat.pk}"]) for total in reading.sums],
        "is_complete": form.ticks_complete(reading),
        "photos": list(photos_of(access.table)),
        "photo_id": uuid4().hex,
        "corrects": any(column.text for column in sheet.columns),
    }
    return render(request, "games/score_card.html", context, status=status)


def _focus(form: ScoreCardForm, reading: Reading) -> str:
    """Return the field to begin in: the first that is wrong, else the first that is empty."""
    open_cells = [cell for cell in reading.cells if not cell.column.closed]
    wrong = [cell for cell in open_cells if cell.error]
    empty = [cell for cell in open_cells if not cell.text]
    doubtful = [f"sum_{total.seat.pk}" for total in reading.sums if total.error]
    refused = [name for name in form.fields if form.is_bound and name in form.errors]
    names = [f"game_{cell.column.number}" for cell in wrong] + refused + doubtful
    names += [f"game_{cell.column.number}" for cell in [*empty, *open_cells]]
    return names[0] if names else ""


def _field(form: ScoreCardForm, name: str) -> object:
    return form[name] if name in form.fields else None


def _go_on(request: HttpRequest, sheet: Sheet, stored: list[Result]) -> HttpResponse:
    """Go to the next table whose card is out, the first after this one; after the last, back.

    A writer who corrected a card did not come to enter others.
    """
    table = sheet.table
    if table.block.locked_at is not None or any(result.version > 1 for result in stored):
        messages.success(
            request,
            _("Card of table %(number)s (%(block)s) corrected.")
            % {"number": table.number, "block": block_name(sheet.setting.name)},
        )
        return redirect("league:direction", table.block.event_id)
    messages.success(
        request, _("The card of table %(number)s is saved.") % {"number": table.number}
    )
    out = cards_out(table.block)
    others = [other_table for other_table in out if other_table.pk != table.pk]
    after = [other_table for other_table in others if other_table.number > table.number] or others
    if table in out:
        messages.warning(
            request,
            _("Games are still missing on the card of table %(number)s.")
            % {"number": table.number},
        )
    elif not after:
        messages.success(request, _("That was the last card of this round."))
    if not after:
        return redirect("league:direction", table.block.event_id)
    return redirect("games:score_card", after[0].pk)


@takes_a_form
@never_cache
@at_table
def decide(request: HttpRequest, access: TableAccess, number: int) -> HttpResponse:
    """Let the direction overrule a game's result, or set one if the game has none."""
    _at_a_tournament(access)
    if not may_decide(request.user, access.table, timezone.localdate()):
        raise PermissionDenied
    current = current_result(access.table, number)
    running = running_game(access.table)
    if current is None and number not in {next_number(access.table), running and running.number}:
        raise Http404
    sheet = sheet_of(access.table)
    seen = current.version if current else None
    form = DecisionForm(request.POST or None, sheet=sheet, number=number, initial={"seen": seen})

    def back(_done: object) -> HttpResponse:
        current = current_result(access.table, number)
        assert current is not None
        return redirect("league:result", current.pk)

    if answer := submit(
        request,
        form,
        lambda data: decide_result(
            table=access.table,
            number=number,
            seen=data["seen"],
            client_id=data["client_id"],
            card=data["game"],
            reason=data["reason"],
            actor=access.actor,
            now=timezone.now(),
        ),
        _("The decision holds."),
        back,
    ):
        return answer
    context = {
        "table": access.table,
        "event": access.table.block.event,
        "number": number,
        "sheet": sheet,
        "form": form,
        "versions": list(versions(access.table, number)),
    }
    return render(request, "games/decide.html", context, status=422 if form.errors else 200)
