"""The figures of a person and of the club, everything their pages show but the drawings."""

from dataclasses import replace

from config.site.api.choice import REFUSES, ChoiceAsk, chosen, chosen_json
from config.site.api.figure_serializers import ClubFiguresOut, PersonFiguresOut
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
from league.web.api.described import Json, merged_codes
from league.web.api.frame import ReadRequest, reads


@reads(PersonFiguresOut, ChoiceAsk, refuses=REFUSES)
def person_figures(request: ReadRequest, pk: int) -> Json:
    """How somebody plays; what it cost only for his own eyes, and by a token that reads money."""
    person = get_person_for(request.user, pk, request.today)
    choice = chosen(request.query)
    of_person = figures.of_person(request.user, request.today, person, choice)
    own = person_of(request.user) == person
    as_of = queries.as_of(choice.season)
    return {
        "person": {"id": person.pk, "name": person.name},
        "chosen": chosen_json(choice),
        "as_of": as_of.moment,
        "is_stale": as_of.is_stale,
        "counts": _counts(of_person) if of_person else None,
        "hands": throws.hands(choice.which, person),
        "luck": person_luck_json(choice.which, person),
        "seasons": [
            {
                "season": season.pk,
                "games": person.games,
                "lost": person.lost,
                "rating": _rating(person.rating),
            }
            for season, person in figures.seasons_of_person(person, choice)
        ],
        "costs": figures.costs_by(person, choice) if own and reads_money(request) else None,
    }


def _counts(of_person: figures.OfPerson) -> Json:
    counts, runs = of_person.counts, of_person.counts.runs
    return {
        **_tally(counts),
        "events": of_person.events,
        "most_in_a_game": counts.most_in_a_game,
        "most_at_an_evening": counts.most_at_an_evening,
        "run_now": runs and runs.last,
        "run_kept": runs and runs.kept,
        "run_lost": runs and runs.lost,
        "nights": counts.nights,
        "rating": _rating(counts.rating),
        "company": [
            {"person": {"id": pk, "name": name}, **counts.beside[pk]._asdict()}
            for pk, name in of_person.names.items()
        ],
    }


@reads(
    ClubFiguresOut,
    ChoiceAsk,
    who=club_page("statistics"),
    refuses=merged_codes({403: ("not_allowed",)}, REFUSES),
)
def club_figures(request: ReadRequest) -> Json:
    """What the club has played; for members, and less of it for everybody where it is public."""
    figures.require_club_figures(request.user, request.today)
    inside = is_member(request.user, request.today)
    choice = chosen(request.query)
    of_club = figures.of_club(request.user, request.today, choice)
    as_of = queries.as_of(choice.season)
    naming = of_club.naming
    if not naming.inside:  # the order of the real names would tell them
        by_share = sorted(of_club.persons, key=lambda person: (person[1].share, -person[1].games))
        of_club = replace(of_club, persons=by_share)
    return {
        "chosen": chosen_json(choice),
        "as_of": as_of.moment,
        "is_stale": as_of.is_stale,
        "evenings": of_club.figures_of_all.evenings,
        "games": of_club.figures_of_all.games,
        "phases": of_club.phases,
        "persons": [_of_person(*person, naming) for person in of_club.persons],
        "seasons": [
            {"season": season.pk, "evenings": figure_scope.evenings, "games": figure_scope.games}
            for season, figure_scope in of_club.seasons
        ],
        "others": of_club.others,
        "records": [_record(record, naming, inside=inside) for record in of_club.records],
        "hands": throws.hands(choice.which),
        "luck": luck_of_all_json(choice.which, of_club.people) if inside else [],
        "thrown": records_of(choice.which, of_club.people, naming),
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


def _of_person(person: Person, counts: queries.Counts, naming: Naming) -> Json:
    return {
        "person": named(person, naming),
        "counts": _tally(counts),
        "rating": _rating(counts.rating),
    }


def _record(record: words.Record, naming: Naming, *, inside: bool) -> Json:
    """Return a record; of an event that is not public, strangers read the day alone."""
    event = record.event
    is_open = event is not None and (inside or event.is_public)
    return {
        "title": record.title,
        "number": record.number,
        "person": named(record.person, naming) if record.person else None,
        "equals": record.equals,
        "event": event.pk if event and is_open else None,
        "day": event.business_date if event else None,
        "games": dict(record.games or {}) if inside else {},
    }
