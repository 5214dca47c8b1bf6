"""The figures of a person and of the club, everything their pages show but the drawings."""

from dataclasses import replace

from config.site.api.choice import REFUSES, ChoiceAsk, chosen, chosen_json
from config.site.api.figure_shapes import ClubFiguresOut, PersonFiguresOut
from config.site.api.thrown import luck_of_all_json, person_luck_json
from config.site.figures import queries as figures
from config.site.figures import words
from config.site.figures.throws import records_of
from games.luck.queries import throws
from league.access.api.club import club_page
from league.access.api.money import reads_money
from league.access.queries.rights import is_member, person_of
from league.figures import TALLY, Rating, queries
from league.people.api.fields import named
from league.people.models.people import Person
from league.people.queries.names import Naming
from league.people.queries.people import get_person_for
from league.web.api.described import Json, together
from league.web.api.frame import ReadRequest, reads


@reads(PersonFiguresOut, ChoiceAsk, refuses=REFUSES)
def person_figures(request: ReadRequest, pk: int) -> Json:
    """How somebody plays; what it cost only for his own eyes, and by a token that reads money."""
    person = get_person_for(request.user, pk, request.today)
    choice = chosen(request.query)
    found = figures.of_person(request.user, request.today, person, choice)
    own = person_of(request.user) == person
    as_of = queries.as_of(choice.season)
    return {
        "person": {"id": person.pk, "name": person.name},
        "chosen": chosen_json(choice),
        "as_of": as_of.moment,
        "is_stale": as_of.is_stale,
        "counts": _counts(found) if found else None,
        "hands": throws.hands(choice.which, person),
        "luck": person_luck_json(choice.which, person),
        "seasons": [
            {
                "season": season.pk,
                "games": one.games,
                "lost": one.lost,
                "rating": _rating(one.rating),
            }
            for season, one in figures.seasons_of_person(person, choice)
        ],
        "costs": figures.costs_by(person, choice) if own and reads_money(request) else None,
    }


def _counts(found: figures.OfPerson) -> Json:
    counts, runs = found.counts, found.counts.runs
    return {
        **_tally(counts),
        "held": found.held,
        "most_in_a_game": counts.most_in_a_game,
        "most_at_an_evening": counts.most_at_an_evening,
        "run_now": runs and runs.last,
        "run_kept": runs and runs.kept,
        "run_lost": runs and runs.lost,
        "nights": counts.nights,
        "rating": _rating(counts.rating),
        "company": [
            {"person": {"id": pk, "name": name}, **counts.beside[pk]._asdict()}
            for pk, name in found.names.items()
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
    figures.require_club_figures(request.user, request.today)
    inside = is_member(request.user, request.today)
    choice = chosen(request.query)
    found = figures.of_club(request.user, request.today, choice)
    as_of = queries.as_of(choice.season)
    said = found.naming
    if not said.inside:  # the order of the real names would tell them
        by_share = sorted(found.persons, key=lambda one: (one[1].share, -one[1].games))
        found = replace(found, persons=by_share)
    return {
        "chosen": chosen_json(choice),
        "as_of": as_of.moment,
        "is_stale": as_of.is_stale,
        "evenings": found.found.evenings,
        "games": found.found.games,
        "phases": found.phases,
        "persons": [_of_person(*person, said) for person in found.persons],
        "seasons": [
            {"season": season.pk, "evenings": one.evenings, "games": one.games}
            for season, one in found.seasons
        ],
        "others": found.others,
        "records": [_record(record, said, inside=inside) for record in found.records],
        "hands": throws.hands(choice.which),
        "luck": luck_of_all_json(choice.which, found.people) if inside else [],
        "thrown": records_of(choice.which, found.people, said),
    }


def _tally(counts: queries.Counts) -> Json:
    return {**{name: getattr(counts, name) for name in TALLY}, "lost": counts.lost}


def _rating(rating: Rating) -> Json:
    return {
        "mean": rating.mean,
        "uncertainty": rating.uncertainty,
        "games": rating.games,
        "is_sure": words.is_sure(rating),
    }


def _of_person(person: Person, counts: queries.Counts, said: Naming) -> Json:
    return {
        "person": named(person, said),
        "counts": _tally(counts),
        "rating": _rating(counts.rating),
    }


def _record(one: words.Record, said: Naming, *, inside: bool) -> Json:
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
