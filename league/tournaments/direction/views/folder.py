"""The emergency folder, and the way from its papers back into the tournament."""

import re
from contextlib import suppress

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils import timezone
from django.utils.text import slugify
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.gzip import gzip_page
from django.views.decorators.http import require_safe

from league import formats
from league.club.queries import paper_head
from league.errors import InvalidError
from league.events.models import Block, Participation, Table
from league.tournaments.core.labels import formats as format_words
from league.tournaments.core.labels.scoring import scoring
from league.tournaments.core.queries import reading
from league.tournaments.core.queries.draws import circles_of, tables_to_come
from league.tournaments.core.queries.state import BlockState, TournamentState
from league.tournaments.core.queries.stored_state import state_now
from league.tournaments.direction import folder, papers
from league.tournaments.direction.views.pages import Directed, directs
from league.tournaments.draws.services.by_hand import propose_by_hand
from league.web.asked import asked_text

_CODE = re.compile(r"\s*(\d{1,3})\s*[-–/. ]\s*(\d{1,3})\s*")
_LINE = re.compile(r"\s*(\d{1,3})\s*[:.)]\s*([\d\s,;]+)")


@require_safe
@login_required
@never_cache
@gzip_page  # hundreds of cards shrink to a fifth, and it holds no secret of a session
def emergency_folder(request: HttpRequest, pk: int) -> HttpResponse:
    """Print everything with one tap, before the start.

    Rounds to come are secret, so the desk may not see it.
    """
    event = reading.get_tournament_to_direct(request.user, pk, timezone.localdate())
    state = state_now(event)
    expected = [person for person in state.people.values() if _may_come(person)]
    heads = _heads(state, len(expected))
    made = folder.emergency_folder(
        papers.Occasion(tournament=event.name, day=event.business_date, head=paper_head()),
        [_block(state, block, heads.get(number)) for number, block in state.blocks.items()],
        [
            folder.FolderPerson(person.name, person.start_number, not _may_come(person))
            for person in sorted(
                _on_sum_sheet(state),
                key=lambda person: (person.start_number or 1000, person.person.sort_key),
            )
        ],
        lives=_carried(state.format),
        language=get_language() or "de",
        now=timezone.now(),
    )
    answer = HttpResponse(made, content_type="application/pdf")
    name = slugify(" ".join([event.name, _("Emergency folder")]))
    answer.headers["Content-Disposition"] = f'inline; filename="{name}.pdf"'
    return answer


def _may_come(person: Participation) -> bool:
    gone = person.attendance == Participation.Attendance.ABSENT
    return not gone and person.answer != Participation.Answer.NO


def _on_sum_sheet(state: TournamentState) -> list[Participation]:
    """Return the people who may come, and those who have gone: their played games count."""
    people = state.people.values()
    return [person for person in people if _may_come(person) or person.start_number is not None]


def _carried(format: formats.Format) -> int:
    """Return the lives everyone begins with that last beyond a round; 0 without such."""
    counts = (block.scoring.lives for block in format.blocks if block.who.kind == "all")
    return max(counts, default=0)


def _heads(state: TournamentState, people: int) -> dict[int, int]:
    """Return the number of players of each block, as far as it can be known."""
    try:
        return formats.headcounts(state.format, people)
    except formats.FormatError:
        blocks = enumerate(state.format.blocks, 1)
        return {number: people for number, block in blocks if block.who.kind == "all"}


def _block(state: TournamentState, block: BlockState, heads: int | None) -> folder.FolderBlock:
    setting, number = block.setting, block.block.number
    tables = _drawn(state, block)
    is_drawn = bool(tables)
    if not tables and heads:
        with suppress(formats.FormatError):
            sizes = setting.tables.sizes(heads)
            tables = {
                at: [papers.CardSeat("", place) for place in range(1, size + 1)]
                for at, size in enumerate(sizes, 1)
            }
    most = max((len(seats) for seats in tables.values()), default=setting.tables.target)
    return folder.FolderBlock(
        name=block.name,
        lines=[
            (line.about, line.sentence) for line in format_words.block_lines(state.format, number)
        ],
        written=papers.Lives(setting.scoring.lives)
        if setting.scoring.lives
        else papers.Games(setting.games.at(most) if setting.games else 1),
        how=scoring(setting),
        cards=[
            papers.TableCard(
                number=table,
                seats=seats,
                deckel=setting.deckel.get(len(seats)),
                code=f"{number}-{table}",
            )
            for table, seats in tables.items()
        ],
        is_drawn=is_drawn,
    )


def _drawn(state: TournamentState, block: BlockState) -> dict[int, list[papers.CardSeat]]:
    """Return the seats by table: released, or drawn already together with a round before."""
    if block.draw is not None:
        circles = circles_of(block.block)
        return {
            table.table.number: [
                papers.CardSeat(seat.participation.name, place, seat.participation.start_number)
                for place, seat in enumerate(circles[table.table.pk].seats, 1)
            ]
            for table in block.played
        }
    return {
        number: [
            papers.CardSeat(state.people[person].name, place, state.people[person].start_number)
            for place, person in enumerate(people, 1)
        ]
        for number, people in tables_to_come(block.block).items()
    }


@require_safe
@login_required
def find_card(request: HttpRequest, pk: int) -> HttpResponse:
    """Redirect from the number on a paper card to its entry page."""
    event = reading.get_tournament_to_run(request.user, pk, timezone.localdate())
    match = _CODE.fullmatch(asked_text(request, "card"))
    table = (
        match
        and Table.objects.filter(
            block__event=event, block__number=int(match[1]), number=int(match[2])
        ).first()
    )
    if table:
        return redirect("games:score_card", table.pk)
    block = match and event.blocks.filter(number=int(match[1]), released_at=None).first()
    messages.error(
        request,
        _("Round %(number)s is not drawn yet. Enter first who sat where.")
        % {"number": block.number}
        if block
        else _("There is no card with this number. It looks like 2-14: round, table."),
    )
    return redirect("league:direction", pk)


@directs
def draw_by_hand(directed: Directed, block: Block) -> HttpResponse:
    propose_by_hand(
        block=block,
        seating=read_seating(directed.text("seating")),
        seen=directed.seen,
        reason=directed.text("reason"),
        by=directed.user,
        now=directed.now,
    )
    return redirect("league:direct_block", directed.event.pk, block.number)


def read_seating(text: str) -> dict[int, list[int]]:
    """Read start numbers by table from lines like „3: 14 2 5 34“.

    Raise InvalidError for any other line.
    """
    seating: dict[int, list[int]] = {}
    for line in filter(str.strip, text.splitlines()):
        match = _LINE.fullmatch(line)
        if match is None or int(match[1]) in seating or int(match[1]) == 0:
            raise InvalidError(
                "seating_unreadable",
                _("“%(line)s” is not clear. One line for each table: 3: 14 2 5 34")
                % {"line": line.strip()[:60]},
                field="seating",
            )
        seating[int(match[1])] = [int(number) for number in re.findall(r"\d+", match[2])]
    if not seating:
        raise InvalidError("seating_missing", _("Write a line for each table."), field="seating")
    return seating
