"""The pages of a tournament that players and strangers see: programme, table, games, draws."""

from django.http import Http404
from django.utils import timezone
from django.utils.translation import gettext as _

from league import formats
from league.access.queries.rights import DIRECTS, RUNS_EVENINGS, is_member, roles_of
from league.access.tokens import sign_registration
from league.events.models import Participation
from league.seasons.past_forms import PastMomentForm
from league.tournaments.core import lists
from league.tournaments.core.labels import draws as words
from league.tournaments.core.labels import formats as format_words
from league.tournaments.core.labels import rankings as ranking
from league.tournaments.core.labels import state as state_labels
from league.tournaments.core.queries import draws
from league.tournaments.core.queries.past import PastState
from league.tournaments.core.queries.state import BlockState, TournamentState
from league.tournaments.models.tournaments import Prize
from league.tournaments.public import labels
from league.tournaments.public.queries import public, versions
from league.tournaments.public.views.tournament_page import Context, Visit, tournament_page
from league.tournaments.ranking.queries import moves
from league.tournaments.registration import queries as registrations
from league.web.views import typed_number

# Beyond so many people a matrix is no picture any more; then one looks at one's own row.
MOST_IN_A_MATRIX = 40
AWARDS = Prize.Award.values
# How many of the standings stand on the programme.
TOP = 5
# Of more who are equal only their number is said.
MOST_NAMED = 3


@tournament_page("league/tournament/programme.html", "league/tournament/_now.html")
def programme(visit: Visit) -> Context:
    """What is on, where one has to go, and what there is to win."""
    event, state, now = visit.event, visit.state, timezone.now()
    roles = roles_of(visit.request.user, timezone.localdate(now))
    return {
        **_now(visit),
        "schedule": [
            {"block_state": block, "lines": format_words.block_lines(state.format, number)}
            for number, block in state.blocks.items()
        ],
        "top": [_placed(state, placed) for placed in state.ranking[:TOP]],
        "is_final": state.unfinished is None,
        "prizes": sorted(event.prizes.all(), key=lambda prize: AWARDS.index(prize.award)),
        "counts": registrations.counts(event),
        "closed": registrations.against_registering(event, now),
        "directs": not roles.isdisjoint(DIRECTS),
        "runs": not roles.isdisjoint(RUNS_EVENINGS),
    }


@tournament_page("league/tournament/my_table.html", "league/tournament/_my_table.html")
def my_table(visit: Visit) -> Context:
    """„An welchen Tisch muss ich?“ by number, by name, or by who one is."""
    typed = " ".join(visit.request.GET.get("search", "").split())[:80]
    chosen = visit.request.GET.get("person", "")
    if (person := typed_number(chosen)) is not None:
        participations = [
            participation for participation in [visit.state.people.get(person)] if participation
        ]
    elif typed:
        participations = public.search(visit.state, typed)
    else:
        participations = [visit.me] if visit.me else []
    context = {"typed": typed, "participations": participations, "seek": True}
    return {**context, **_where(visit, participations[0] if len(participations) == 1 else None)}


def _now(visit: Visit) -> Context:
    state = visit.state
    playing = public.now_played(state)
    over = state.event.tournament.finished_at is not None
    return {
        "playing": [
            {
                "block_state": block,
                "sharp": words.OVERTIME[block.setting.overtime],
                "ends_at": block.ends_at(),
            }
            for block in playing
        ],
        "between": None if playing or over else state.current,
        "seek": True,
        **_where(visit, visit.me),
    }


def _where(visit: Visit, who: Participation | None) -> Context:
    if who is None:
        return {"place": None}
    place = public.whereabouts(visit.state, who.pk)
    context: Context = {
        "place": place,
        "registration": _own_address(who) if who == visit.me else "",
    }
    if place.table is None or place.block is None:
        is_ahead = visit.event.business_date > timezone.localdate()
        block = place.block.name if place.block else ""
        place_words = state_labels.place(place.where, is_ahead=is_ahead, block=block)
        return {**context, "place_words": place_words}
    seats = [_seat(seat.participation, who) for seat in place.table.seats]
    return {
        **context,
        "ring": _ring(place.table.table.number, seats, place.block.setting),
        "sharp": words.OVERTIME[place.block.setting.overtime],
    }


def _own_address(me: Participation) -> str:
    """The token of somebody's own registration; of nobody else's."""
    own = registrations.registration_of(me.event, me.person)
    return sign_registration(own.pk) if own is not None else ""


def _seat(participation: Participation, me: Participation | None) -> dict[str, object]:
    return {"who": participation, "is_me": participation == me}


def _ring(number: int, seats: list[dict[str, object]], setting: formats.Block) -> Context:
    """A table as it is drawn: around it the seats clockwise, the first throws first."""
    return {
        "number": number,
        "seats": seats,
        "size": len(seats),
        "deckel": range(setting.deckel.get(len(seats), 0)),
    }


# --- how it stands --------------------------------------------------------------------------
@tournament_page(
    "league/tournament/standings.html", "league/tournament/_standings.html", lists.ranking
)
def standings(visit: Visit) -> Context:
    """The ranking of one block, or of the day; for members also that of a past moment."""
    past = _past(visit)
    state = visit.state if past.moment is None else PastState(visit.event, past.moment)
    wanted = visit.request.GET.get("block", "")
    ranked = {
        number: block_state for number, block_state in state.blocks.items() if block_state.rows
    }
    block = ranked.get(typed_number(wanted) or 0)
    if not wanted and state.unfinished is not None and state.current is not None:
        block = ranked.get(state.current.block.number)
    return {
        "state": state,
        "past": past,
        "inside": _is_inside(visit),
        "ranked": ranked.values(),
        "shown": block,
        "rows": block_rows(state, block, is_past=past.moment is not None) if block else [],
        "tag": labels.standing_of(block) if block else None,
        "notes": list(labels.notes(block)) if block else [],
        "nothing_yet": labels.nothing_yet(
            is_past=past.moment is not None, is_stale=visit.state.is_stale
        ),
        "ties": _ties(state, block) if block else [],
        "placed": []
        if block
        else [
            {
                **_placed(state, placed),
                "reached": labels.reached(placed.row),
                "day": state.day[placed.person],
            }
            for placed in state.ranking
        ],
        "is_final": state.unfinished is None,
        "specials": _specials(state),
        "strokes": [
            {"rank": honour.rank, "who": state.people[honour.person], "number": honour.value}
            for honour in state.honours["schock_aus_king"]
        ],
        "how": _how(block.setting) if block else None,
        "corrected": [] if past.moment else _corrected(visit, block),
    }


def _past(visit: Visit) -> PastMomentForm:
    """Which moment is asked for; strangers may not ask."""
    asked = visit.request.GET if _is_inside(visit) else None
    return PastMomentForm(asked or None, now=timezone.now())


def _is_inside(visit: Visit) -> bool:
    return is_member(visit.request.user, timezone.localdate())


def _corrected(visit: Visit, block: BlockState | None) -> list[dict[str, object]]:
    """Which corrections moved whom. Why is for members: there a name may stand in it."""
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
    """By what a block ranks, in words."""
    return {
        "scoring": format_words.scoring(setting),
        "criteria": [format_words.CRITERIA[code] for code in setting.ties],
    }


def block_rows(
    state: TournamentState, block: BlockState, *, is_past: bool
) -> list[dict[str, object]]:
    """The lines of a block's ranking; where it `is_past`, who has left since is not marked."""
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
    """Only what the figures beside the name do not say by themselves; a lot with its `seed`."""
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


def _placed(state: TournamentState, placed: formats.Placed) -> dict[str, object]:
    return {
        "placed": placed,
        "who": state.people[placed.person],
        "block": state.blocks[placed.block],
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
    """The games behind somebody's numbers, block by block."""
    state = visit.state
    who = state.people.get(participation)
    if who is None:
        raise Http404
    return {
        "who": who,
        "place": next((placed for placed in state.ranking if placed.person == who.pk), None),
        "is_final": state.unfinished is None,
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
    return {
        "teams": [
            {
                "row": row,
                "name": named.get(row.team, "?"),
                "members": [
                    {"row": member, "who": state.people[member.person]} for member in row.members
                ],
            }
            for row in state.teams
        ],
        "sizes": state.format.team,
        "differ": _sizes(public.team_sizes(state)),
        "is_final": state.unfinished is None,
    }


def _sizes(sizes: list[int]) -> str:
    """„zu 3 und zu 4“ where teams are not of one size, else empty."""
    if len(sizes) < 2:
        return ""
    return ranking.listed([_("of %(n)s") % {"n": size} for size in sizes])


# --- draws ----------------------------------------------------------------------------------
@tournament_page("league/tournament/draw.html")
def draw(visit: Visit, number: int) -> Context:
    """A released draw: who sits where, where it came from, who meets whom again and why."""
    state = visit.state
    drawn = public.get_released_draw(visit.event, number)
    block = state.blocks[number]
    people = [state.people[pk] for table in drawn.tables for pk in table["people"]]
    figures = draws.quality(visit.event, number)
    return {
        "draw": drawn,
        "shown": block,
        "rings": [
            _ring(
                table["number"],
                [_seat(state.people[pk], visit.me) for pk in table["people"]],
                block.setting,
            )
            for table in drawn.tables
        ],
        "springers": [state.people[pk] for pk in drawn.springers],
        "seed": draws.seed_of(drawn),
        "quality": words.quality(figures, separate_teams=block.setting.separate_teams)
        if figures
        else [],
        "versions": list(draws.released_draws(drawn.block)),
        "people": sorted(people, key=lambda participation: participation.name.lower()),
        **_meetings(visit, number, people),
        **_again(visit, drawn, block, people),
    }


def _meetings(visit: Visit, number: int, people: list[Participation]) -> Context:
    """How often each met each: the whole of it, or one row where there are many."""
    met = draws.meetings(visit.event, number)
    order = sorted(people, key=lambda participation: participation.name.lower())
    if len(order) <= MOST_IN_A_MATRIX:
        rows = [
            {
                "who": participation,
                "times": [met[participation.pk].get(other.pk, 0) for other in order],
            }
            for participation in order
        ]
        return {"matrix": rows}
    chosen = _chosen(visit, people)
    if chosen is None:
        return {"matrix": None}
    row = met.get(chosen.pk, {})
    others = [
        (participation, row.get(participation.pk, 0))
        for participation in order
        if row.get(participation.pk, 0)
    ]
    return {"matrix": None, "met": sorted(others, key=lambda pair: -pair[1])}


def _chosen(visit: Visit, people: list[Participation]) -> Participation | None:
    wanted = typed_number(visit.request.GET.get("person", ""))
    return next((participation for participation in people if participation.pk == wanted), None)


def _again(
    visit: Visit, drawn: draws.Draw, block: BlockState, people: list[Participation]
) -> Context:
    """„Warum wieder zusammen?“ for the one who was chosen."""
    chosen = _chosen(visit, people)
    if chosen is None:
        return {"chosen": None}
    if block.setting.draw != "meetings":
        return {"chosen": chosen, "instead": words.NOT_BY_MEETINGS[block.setting.draw]}
    answers = versions.again(visit.state, block, drawn, chosen.pk)
    return {"chosen": chosen, "again": [texts for _other, texts in answers]}
