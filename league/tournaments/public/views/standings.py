"""The standings of a tournament for players and guests: rankings, one player, the teams."""

from collections.abc import Sequence

from django.core.paginator import Page, Paginator
from django.http import Http404
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.clickjacking import xframe_options_exempt

from league import formats
from league.access.queries.rights import is_member
from league.seasons.past_forms import PastMomentForm
from league.tournaments.core import lists
from league.tournaments.core.labels import formats as format_words
from league.tournaments.core.labels import rankings as ranking
from league.tournaments.core.labels.scoring import scoring
from league.tournaments.core.queries import draws
from league.tournaments.core.queries.block_state import BlockState
from league.tournaments.core.queries.past import PastState
from league.tournaments.core.queries.state import TournamentState
from league.tournaments.public import labels
from league.tournaments.public.queries import public
from league.tournaments.public.views.tournament_page import Context, Visit, tournament_page
from league.tournaments.ranking.queries import moves
from league.web.asked import asked_text
from league.web.views import typed_number

# Of a larger tie only the number of players is shown.
MOST_NAMED = 3
# The line of a player or a team on a page.
Line = dict[str, object]
# Lines and teams on one page; the sheets have them all.
LINES, TEAMS = 100, 40
# The list of Schock-Aus shows the best; each player's own are in the ranking.
MOST_STROKES = 50


@tournament_page(
    "league/tournament/standings.html", "league/tournament/_standings.html", lists.ranking
)
def standings(visit: Visit) -> Context:
    """Show the ranking of one block, or of the day; to members also that of a past moment."""
    return _standings(visit)


@xframe_options_exempt
@tournament_page("league/tournament/embedded.html")
def embedded(visit: Visit) -> Context:
    """Show the same for the page of another site, which brings no login along."""
    return _standings(visit)


def _standings(visit: Visit) -> Context:
    past = _past(visit)
    state = visit.state if past.moment is None else PastState(visit.event, past.moment)
    wanted = asked_text(visit.request, "block")
    ranked = {
        number: block_state for number, block_state in state.blocks.items() if block_state.rows
    }
    block = ranked.get(typed_number(wanted) or 0)
    if not wanted and not state.is_over and state.current is not None:
        block = ranked.get(state.current.block.number)
    rows = block_rows(state, block, is_past=past.moment is not None) if block else []
    placed = [] if block else [_placed_line(state, placed) for placed in state.ranking]
    page = _page(visit, rows or placed, LINES)
    return {
        "state": state,
        "past": past,
        "inside": _is_inside(visit),
        "rounds": [
            ("all", _("Overall")),
            *((block_state.block.number, block_state.name) for block_state in ranked.values()),
        ],
        "rounds_title": _("Overall and other rounds") if block else _("The single rounds"),
        "block_key": block.block.number if block else "all",
        "title": block.name if block else _("Standings"),
        "shown": block,
        "rows": rows,
        "placed": placed,
        "page": page,
        "own_page": _own_page(visit, rows or placed, page),
        "tag": labels.standing_of(block) if block else None,
        "notes": list(labels.notes(block)) if block else [],
        "nothing_yet": labels.nothing_yet(
            is_past=past.moment is not None, is_stale=visit.state.is_stale
        ),
        "ties": _ties(state, block) if block else [],
        "is_final": state.is_over,
        "specials": _specials(state),
        "strokes": [
            {"rank": honour.rank, "who": state.people[honour.person], "number": honour.value}
            for honour in state.honours["schock_aus_king"][:MOST_STROKES]
        ],
        "how": _how(block.setting) if block else None,
        "corrected": [] if past.moment else _corrected(visit, block),
    }


def _page(visit: Visit, lines: Sequence[Line], size: int) -> Page[Line]:
    return Paginator(lines, size).get_page(asked_text(visit.request, "page"))


def _own_page(
    visit: Visit, lines: Sequence[dict[str, object]], page: Page[dict[str, object]]
) -> int:
    """Return the other page of these lines that holds the visitor's own; 0 if it is this one."""
    at = next((at for at, line in enumerate(lines) if line["who"] == visit.me), None)
    number = 0 if at is None else at // LINES + 1
    return 0 if number == page.number else number


def _past(visit: Visit) -> PastMomentForm:
    """Return the form of the asked moment; only members may ask."""
    asked = visit.request.GET if _is_inside(visit) else None
    return PastMomentForm(asked or None, now=timezone.now())


def _is_inside(visit: Visit) -> bool:
    return is_member(visit.request.user, timezone.localdate())


def _corrected(visit: Visit, block: BlockState | None) -> list[dict[str, object]]:
    """Return the corrections that moved players.

    Members alone see the reason: it may name people.
    """
    people = {
        participation.person_id: participation for participation in visit.state.people.values()
    }
    inside = _is_inside(visit)
    return [
        {
            "result": correction.result,
            "reason": correction.result.why if inside else "",
            "moves": [
                (people[move.person_id], labels.moved(move.was, move.now))
                for move in correction.moves.all()
                if move.person_id in people
            ],
        }
        for correction in moves.corrections_in(visit.state, block.block.pk if block else None)
    ]


def _how(setting: formats.Block) -> dict[str, object]:
    """Describe the scoring and the criteria of a block."""
    return {
        "scoring": scoring(setting),
        "criteria": [format_words.CRITERIA[code] for code in setting.ties],
    }


def block_rows(
    state: TournamentState, block: BlockState, *, is_past: bool
) -> list[dict[str, object]]:
    """Return the lines of a block's ranking; `is_past` leaves later departures unmarked."""
    names = {pk: participation.name for pk, participation in state.people.items()}
    numbers = {
        t.table.pk: t.table.number
        for block_state in state.blocks.values()
        for t in block_state.tables
    }
    goes_on = set(block.advancing.people) if block.advancing else set()
    last = max((row.position for row in block.rows if row.person in goes_on), default=0)
    lots = draws.lots(block.block)
    return [
        {
            "row": row,
            "who": state.people[row.person],
            "goes_on": row.person in goes_on,
            "tags": list(
                labels.tags(
                    row,
                    goes_on=row.person in goes_on,
                    is_locked=block.block.locked_at is not None,
                    has_left=not is_past and not state.people[row.person].is_here,
                )
            ),
            "is_cut": row.position == last == len(goes_on) and last < len(block.rows),
            "why": _why_below(row, names, lots.get(row.person, "")),
            "lacks": [ranking.lack(lack, numbers) for lack in row.incomplete],
            "lives": [at < (row.lives or 0) for at in range(block.setting.scoring.lives)],
        }
        for row in block.rows
    ]


def _code(row: formats.Row) -> str:
    return row.decided.code if row.decided else ""


def _why_below(row: formats.Row, names: dict[int, str], seed: str) -> str:
    """Return the reason unless the figures beside the name show it; a lot with its `seed`."""
    why = _tied_or_decided(row, names)
    if why and seed and _code(row) == "lot":
        number = _("Number of the lot: %(seed)s") % {"seed": seed}
        return f"{why} {number}"
    return why


def _tied_or_decided(row: formats.Row, names: dict[int, str]) -> str:
    if len(row.tied_with) > MOST_NAMED:
        return _("tied with %(n)s others") % {"n": len(row.tied_with)}
    if row.tied_with:
        return _("tied with %(names)s") % {
            "names": ranking.listed([names[player] for player in row.tied_with])
        }
    return "" if _code(row) in {"", "points", "lives"} else ranking.decided(row, names)


def _ties(state: TournamentState, block: BlockState) -> list[str]:
    names = {pk: participation.name for pk, participation in state.people.items()}
    open_ties = [*(block.advancing.ties if block.advancing else ()), *block.podium_ties]
    return [ranking.open_tie(tie, names) for tie in open_ties] if block.block.locked_at else []


def placed_row(state: TournamentState, placed: formats.Placed) -> dict[str, object]:
    block, row = state.blocks[placed.block], placed.row
    return {
        "placed": placed,
        "who": state.people[placed.person],
        "block": block,
        "reached": block.name if row.lives is not None else ranking.points(row.points),
    }


def _placed_line(state: TournamentState, placed: formats.Placed) -> dict[str, object]:
    return {
        **placed_row(state, placed),
        "reached": labels.reached(placed.row),
        "day": state.day[placed.person],
    }


def _specials(state: TournamentState) -> list[dict[str, object]]:
    return [
        {
            "word": ranking.special(special, state.event.tournament.group),
            "names": [state.people[pk].name for pk in special.people],
        }
        for special in state.specials
    ]


@tournament_page("league/tournament/player.html", "league/tournament/_player.html")
def player(visit: Visit, participation: int) -> Context:
    """Show the games behind a player's figures, block by block."""
    state = visit.state
    who = state.people.get(participation)
    if who is None:
        raise Http404
    return {
        "who": who,
        "place": next((placed for placed in state.ranking if placed.person == who.pk), None),
        "is_final": state.is_over,
        "blocks": public.games_behind(state, who.pk),
        "people": state.people,
    }


@tournament_page("league/tournament/teams.html", "league/tournament/_teams.html", lists.teams)
def teams(visit: Visit) -> Context:
    state = visit.state
    named = {
        participation.team_id: participation.team.name
        for participation in state.people.values()
        if participation.team is not None
    }
    ranked: list[Line] = [
        {
            "row": row,
            "name": named.get(row.team, "?"),
            "members": [
                {"row": member, "who": state.people[member.person]} for member in row.members
            ],
        }
        for row in state.teams
    ]
    return {
        "teams": ranked,
        "page": _page(visit, ranked, TEAMS),
        "sizes": state.format.team,
        "differ": _sizes(public.team_sizes(state)),
        "is_final": state.is_over,
    }


def _sizes(sizes: list[int]) -> str:
    """Return „zu 3 und zu 4“ for teams of several sizes, else an empty string."""
    if len(sizes) < 2:
        return ""
    return ranking.listed([_("of %(n)s") % {"n": size} for size in sizes])
