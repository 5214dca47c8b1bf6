"""The figures of a person and of the club, everything their pages show but the drawings."""

from typing import Any, ClassVar

from django.core.exceptions import PermissionDenied
from rest_framework.request import Request

from config.desk import figure_words as words
from config.desk import queries as desk
from config.desk.api.choice import REFUSES, ChoiceAsk, chosen, chosen_json
from config.desk.api.figure_shapes import ClubFiguresOut, PersonFiguresOut
from config.desk.api.thrown import luck_of_all_json, person_luck_json
from config.desk.figure_filter import Chosen
from config.desk.figure_throws import _records as records_of
from finance.queries.costs import costs_of
from games.queries import throws
from games.queries.throws import Which
from league import queries as league
from league.api.club import ClubPageAPI
from league.api.described import together
from league.api.fields import named
from league.api.frame import ReadAPI, reads
from league.figures import TALLY, Rating
from league.models import Person, ReadToken
from league.queries import figures as queries


class PersonFiguresAPI(ReadAPI):
    """How somebody plays; what it cost only for his own eyes, and by a token that reads money."""

    does: ClassVar = reads(PersonFiguresOut, ChoiceAsk, refuses=REFUSES)

    def show(self, request: Request, pk: int, **named: Any) -> Any:
        person = league.get_person_for(request.user, pk, self.today)
        choice = chosen(self.asked)
        counts = queries.person_figures(person, choice.scope, choice.season)
        own = league.person_of(request.user) == person
        as_of = queries.as_of(choice.season)
        return PersonFiguresOut(
            {
                "person": {"id": person.pk, "name": person.name},
                "chosen": chosen_json(choice),
                "as_of": as_of.moment,
                "is_stale": as_of.is_stale,
                "counts": self._counts(request, choice, counts) if counts else None,
                "hands": throws.hands(_which(choice), person),
                "luck": person_luck_json(_which(choice), person),
                "costs": _costs(person, choice) if own and reads_money(request) else None,
            }
        ).data

    def _counts(self, request: Request, choice: Chosen, counts: queries.Counts) -> dict[str, Any]:
        runs = counts.runs
        names = desk.names_beside(request.user, self.today, counts.beside)
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


class ClubFiguresAPI(ClubPageAPI):
    """What the club has played; for members, and less of it for everybody where it is public."""

    does: ClassVar = reads(
        ClubFiguresOut, ChoiceAsk, refuses=together({403: ("not_allowed",)}, REFUSES)
    )
    page = "statistics"

    def show(self, request: Request, **named: Any) -> Any:
        inside = league.is_member(request.user, self.today)
        if not inside and not league.is_public(self.page):
            raise PermissionDenied
        choice = chosen(self.asked)
        found = queries.club_figures(choice.scope, choice.season)
        as_of = queries.as_of(choice.season)
        persons = desk.seen_among(request.user, self.today, found)
        said = league.naming(request.user, self.today)
        if not said.inside:  # the order of the real names would tell them
            persons.sort(key=lambda one: (one[1].share, -one[1].games))
        return ClubFiguresOut(
            {
                "chosen": chosen_json(choice),
                "as_of": as_of.moment,
                "is_stale": as_of.is_stale,
                "evenings": found.evenings,
                "games": found.games,
                "phases": words.phases([counts for _one, counts in found.persons], found.games),
                "persons": [_of_person(*one, said, inside=inside) for one in persons],
                **(self._inside(request, choice, found, persons) if inside else NOT_PUBLIC),
            }
        ).data

    def _inside(
        self,
        request: Request,
        choice: Chosen,
        found: queries.ClubFigures,
        persons: list[tuple[Person, queries.Counts]],
    ) -> dict[str, Any]:
        wanted = [found.most_people.event, found.most_games.event]
        events = league.events_for(request.user, self.today).in_bulk(wanted)
        which, people = _which(choice), [person for person, _counts in persons]
        return {
            "others": len(found.persons) - len(persons),
            "records": [
                _record(one)
                for one in words.records(persons, found.most_people, found.most_games, events)
            ],
            "hands": throws.hands(which),
            "luck": luck_of_all_json(which, people),
            "thrown": records_of(which, people),
        }


NOT_PUBLIC: dict[str, Any] = {"others": 0, "records": [], "hands": None, "luck": [], "thrown": []}


def reads_money(request: Request) -> bool:
    """A program only where its access was made for that."""
    return not isinstance(request.auth, ReadToken) or request.auth.with_money


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


def _of_person(
    person: Person, counts: queries.Counts, said: league.Naming, *, inside: bool
) -> dict[str, Any]:
    return {
        "person": named(person, said),
        "counts": _tally(counts),
        "rating": _rating(counts.rating) if inside else None,
    }


def _record(one: words.Record) -> dict[str, Any]:
    person = one.person
    return {
        "title": one.title,
        "number": one.number,
        "person": {"id": person.pk, "name": person.name} if person else None,
        "event": one.event.pk if one.event else None,
        "games": dict(one.games or {}),
    }
