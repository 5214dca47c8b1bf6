"""The pages of a tournament for players and guests: programme, own table, draws."""

from typing import Any

from django.core.paginator import Page, Paginator
from django.utils import timezone

from league import formats
from league.access.queries.rights import DIRECTS, RUNS_EVENINGS, roles_of
from league.access.tokens import sign_registration
from league.events.models import Participation
from league.push.queries import public_key
from league.tournaments.core.labels import draws as words
from league.tournaments.core.labels import formats as format_words
from league.tournaments.core.labels import state as state_labels
from league.tournaments.core.queries import draws
from league.tournaments.core.queries.block_state import BlockState
from league.tournaments.models.tournaments import Prize
from league.tournaments.public import labels
from league.tournaments.public.queries import public, versions
from league.tournaments.public.views.standings import LINES, placed_row
from league.tournaments.public.views.tournament_page import Context, Visit, tournament_page
from league.tournaments.registration.queries import registrations
from league.web.asked import asked_text
from league.web.views import typed_number

# Beyond this number of people a matrix is unreadable; then a player looks at one row.
MOST_IN_A_MATRIX = 40
# Tables of a draw on one page.
TABLES = 40
AWARDS = Prize.Award.values
# Lines of the standings on the programme.
TOP = 5


@tournament_page("league/tournament/programme.html", "league/tournament/_now.html")
def programme(visit: Visit) -> Context:
    """Show the programme, the visitor's next table and the prizes."""
    event, state, now = visit.event, visit.state, timezone.now()
    roles = roles_of(visit.request.user, timezone.localdate(now))
    closed = registrations.against_registering(event, now)
    return {
        **_now(visit),
        "schedule": [
            {
                "block_state": block,
                "tag": labels.step_of(block),
                "lines": format_words.block_lines(state.format, number),
            }
            for number, block in state.blocks.items()
        ],
        "top": [placed_row(state, placed) for placed in state.ranking[:TOP]],
        "is_final": state.is_over,
        "prizes": sorted(event.prizes.all(), key=lambda prize: AWARDS.index(prize.award)),
        "places": closed or labels.places(registrations.counts(event)),
        "closed": closed,
        "directs": not roles.isdisjoint(DIRECTS),
        "runs": not roles.isdisjoint(RUNS_EVENINGS),
    }


@tournament_page("league/tournament/my_table.html", "league/tournament/_my_table.html")
def my_table(visit: Visit) -> Context:
    """Answer „An welchen Tisch muss ich?“ by number, by name, or for the visitor."""
    typed = " ".join(asked_text(visit.request, "search").split())[:80]
    chosen = asked_text(visit.request, "person")
    if (person := typed_number(chosen)) is not None:
        participations = [
            participation for participation in [visit.state.people.get(person)] if participation
        ]
    elif typed:
        participations = public.search(visit.state, typed)
    else:
        participations = [visit.me] if visit.me else []
    context: Context = {"typed": typed, "participations": participations, "seek": True}
    if visit.me and "part" not in visit.request.GET:
        context["push_key"] = public_key()
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
        ranking = visit.state.ranking
        at = next((n for n, placed in enumerate(ranking) if placed.person == who.pk), None)
        if place.where == "over" and at is not None:
            place_words = state_labels.final_place(ranking[at].rank, len(ranking))
            context["table_page"] = at // LINES + 1
        return {**context, "place_words": place_words}
    seats = [_seat(seat.participation, who) for seat in place.table.seats]
    return {
        **context,
        "ring": _ring(place.table.table.number, seats, place.block.setting),
        "sharp": words.OVERTIME[place.block.setting.overtime],
    }


def _own_address(me: Participation) -> str:
    """Return the token of the visitor's own registration while it is valid."""
    own = registrations.registration_of(me.event, me.person)
    if own is None or registrations.is_link_over(own, timezone.localdate()):
        return ""
    return sign_registration(own.pk)


def _seat(participation: Participation, me: Participation | None) -> dict[str, object]:
    return {"who": participation, "is_me": participation == me}


def _ring(number: int, seats: list[dict[str, object]], setting: formats.Block) -> Context:
    """Return a table for drawing: the seats around it clockwise, the first throws first."""
    return {
        "number": number,
        "seats": seats,
        "size": len(seats),
        "deckel": range(setting.deckel.get(len(seats), 0)),
    }


# --- draws ----------------------------------------------------------------------------------
@tournament_page("league/tournament/draw.html")
def draw(visit: Visit, number: int) -> Context:
    """Show a released draw: seats, origin, repeated meetings and their reasons."""
    state = visit.state
    drawn = public.get_released_draw(visit.event, number)
    block = state.blocks[number]
    people = [state.people[pk] for table in drawn.tables for pk in table["people"]]
    figures = draws.quality(visit.event, number)
    page = _page_of_tables(visit, drawn)
    return {
        "draw": drawn,
        "shown": block,
        "rings": [
            _ring(
                table["number"],
                [_seat(state.people[pk], visit.me) for pk in table["people"]],
                block.setting,
            )
            for table in page
        ],
        "page": page,
        "springers": [state.people[pk] for pk in drawn.springers],
        "seed": draws.seed_of(drawn),
        "by_hand": drawn.is_by_hand,
        "quality": words.quality(figures, separate_teams=block.setting.separate_teams)
        if figures
        else [],
        "versions": list(draws.released_draws(drawn.block)),
        "people": sorted(people, key=lambda participation: participation.name.lower()),
        **_meetings(visit, number, people),
        **_again(visit, drawn, block, people),
    }


def _page_of_tables(visit: Visit, drawn: draws.Draw) -> Page[dict[str, Any]]:
    """Return the page asked for, else the one with the visitor's table, else the first."""
    own = visit.me.pk if visit.me else None
    at = next((at for at, table in enumerate(drawn.tables) if own in table["people"]), 0)
    asked = asked_text(visit.request, "page") or at // TABLES + 1
    return Paginator(drawn.tables, TABLES).get_page(asked)


def _meetings(visit: Visit, number: int, people: list[Participation]) -> Context:
    """Return how often each met each: the whole matrix, or one row for a large field."""
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
    wanted = typed_number(asked_text(visit.request, "person"))
    return next((participation for participation in people if participation.pk == wanted), None)


def _again(
    visit: Visit, drawn: draws.Draw, block: BlockState, people: list[Participation]
) -> Context:
    """Answer „Warum wieder zusammen?“ for the chosen player."""
    chosen = _chosen(visit, people)
    if chosen is None:
        return {"chosen": None}
    if block.setting.draw != "meetings":
        return {"chosen": chosen, "instead": words.NOT_BY_MEETINGS[block.setting.draw]}
    answers = versions.again(visit.state, block, drawn, chosen.pk)
    return {"chosen": chosen, "again": [texts for _other, texts in answers]}
