"""The figures of a person and of the club, everything their pages show but the drawings."""

from collections.abc import Callable
from typing import Any

from django.core.exceptions import PermissionDenied

from config.site import queries as desk
from config.site.api.choice import REFUSES, ChoiceAsk, chosen, chosen_json
from config.site.api.figure_shapes import ClubFiguresOut, PersonFiguresOut
from config.site.api.thrown import luck_of_all_json, person_luck_json
from config.site.figures import words
from config.site.figures.filter import Chosen
from config.site.figures.throws import records_of
from finance.books.queries.costs import costs_of
from games.luck.queries import throws
from games.luck.queries.throws import Which
from league.access.api.club import club_page
from league.access.api.money import reads_money
from league.access.queries.rights import is_member, person_of
from league.club.queries import is_public
from league.figures import TALLY, Rating, Scope, queries
from league.people.api.fields import named
from league.people.models.people import Person
from league.people.queries.names import Naming, naming
from league.people.queries.people import get_person_for
from league.web.api.described import Json, together
from league.web.api.frame import ReadRequest, reads


@reads(PersonFiguresOut, ChoiceAsk, refuses=REFUSES)
def person_figures(request: ReadRequest, pk: int) -> Json:
    """How somebody plays; what it cost only for his own eyes, and by a token that reads money."""
    person = get_person_for(request.user, pk, request.today)
    choice = chosen(request.query)
    counts = queries.person_figures(person, choice.scope, choice.season)
    own = person_of(request.user) == person
    as_of = queries.as_of(choice.season)
    return {
        "person": {"id": person.pk, "name": person.name},
        "chosen": chosen_json(choice),
        "as_of": as_of.moment,
        "is_stale": as_of.is_stale,
        "counts": _counts(request, choice, counts) if counts else None,
        "hands": throws.hands(_which(choice), person),
        "luck": person_luck_json(_which(choice), person),
        "seasons": [
            {
                "season": season.pk,
                "games": one.games,
                "lost": one.lost,
                "rating": _rating(one.rating),
            }
            for season, one in _unless_chosen(
                choice, lambda scope: queries.person_seasons(person, scope)
            )
        ],
        "costs": _costs(person, choice) if own and reads_money(request) else None,
    }


def _counts(request: ReadRequest, choice: Chosen, counts: queries.Counts) -> Json:
    runs = counts.runs
    names = desk.names_beside(request.user, request.today, counts.beside)
    return {
        **_tally(counts),
        "held": queries.evenings_held(choice.scope, choice.season),
        "most_in_a_game": counts.most_in_a_game,
        "most_at_an_evening": counts.most_at_an_evening,
        "run_now": runs and runs.last,
        "run_kept": runs and runs.kept,
        "run_lost": runs and runs.lost,
        "nights": counts.nights,
        "rating": _rating(counts.rating),
        "company": [
            {"person": {"id": pk, "name": name}, **counts.beside[pk]._asdict()}
            for pk, name in names.items()
        ],
    }


@reads(
    ClubFiguresOut,
    ChoiceAsk,
    who=club_page("statistics"),
    refuses=together({403: ("not_allowed",)}, REFUSES),
)
def club_figures(request: ReadRequest) -> Json:
    """What the club has played; for members, and less of it for everybody where it is public."""
    inside = is_member(request.user, request.today)
    if not inside and not is_public("statistics"):
        raise PermissionDenied
    choice = chosen(request.query)
    found = queries.club_figures(choice.scope, choice.season)
    as_of = queries.as_of(choice.season)
    persons = desk.seen_among(request.user, request.today, found)
    said = naming(request.user, request.today)
    if not said.inside:  # the order of the real names would tell them
        persons.sort(key=lambda one: (one[1].share, -one[1].games))
    people = [person for person, _counts in persons]
    return {
        "chosen": chosen_json(choice),
        "as_of": as_of.moment,
        "is_stale": as_of.is_stale,
        "evenings": found.evenings,
        "games": found.games,
        "phases": words.phases([counts for _one, counts in found.persons], found.games),
        "persons": [_of_person(*one, said) for one in persons],
        "seasons": [
            {"season": season.pk, "evenings": one.evenings, "games": one.games}
            for season, one in _unless_chosen(choice, queries.club_seasons)
        ],
        "others": len(found.persons) - len(persons),
        "records": [
            _record(one, said, inside=inside)
            for one in words.records(persons, found, queries.events_of_records(found))
        ],
        "hands": throws.hands(_which(choice)),
        "luck": luck_of_all_json(_which(choice), people) if inside else [],
        "thrown": records_of(_which(choice), people, said),
    }


def _unless_chosen(choice: Chosen, seasons: Callable[[Scope], Any]) -> Any:
    """Season by season, where not one of them was asked for."""
    return [] if choice.season else seasons(choice.scope)


def _which(choice: Chosen) -> Which:
    return Which(choice.season, *choice.scope)


def _costs(person: Person, choice: Chosen) -> list[Any]:
    season = choice.season
    return costs_of(person, season.start, season.end) if season else costs_of(person)


def _tally(counts: queries.Counts) -> dict[str, Any]:
    return {**{name: getattr(counts, name) for name in TALLY}, "lost": counts.lost}


def _rating(rating: Rating) -> dict[str, Any]:
    return {
        "mean": rating.mean,
        "uncertainty": rating.uncertainty,
        "games": rating.games,
        "is_sure": words.is_sure(rating),
    }


def _of_person(person: Person, counts: queries.Counts, said: Naming) -> dict[str, Any]:
    return {
        "person": named(person, said),
        "counts": _tally(counts),
        "rating": _rating(counts.rating),
    }


def _record(one: words.Record, said: Naming, *, inside: bool) -> dict[str, Any]:
    """Of an event that is not public, everybody reads the day alone."""
    event = one.event
    is_open = event is not None and (inside or event.is_public)
    return {
        "title": one.title,
        "number": one.number,
        "person": named(one.person, said) if one.person else None,
        "equals": one.equals,
        "event": event.pk if event and is_open else None,
        "day": event.business_date if event else None,
        "games": dict(one.games or {}) if inside else {},
    }
