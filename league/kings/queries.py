"""Reading the König: Schock-Aus within the official time, crownings, and the Kaiser."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, datetime
from typing import Any

from django.db.models import Exists, OuterRef, QuerySet
from django.http import Http404

from league.access.queries.rights import may_run_evenings
from league.events.models import Event
from league.kings.hints import phone_times
from league.kings.models import GameTime, King
from league.people.models.people import Person
from league.results.models.results import Result
from league.results.queries.results import results
from league.web.rows import row_or_404

# König on so many evenings in a row is Kaiser (RSC 2003).
KAISER = 3


@dataclass(frozen=True)
class LateCard:
    """A game whose result came after the official end, so that its own end is not known.

    A card counts until it is declared late, and so does a game that waited on a phone, unless even
    the clock of the phone was past the end (`phone_time`, a hint).
    """

    result: Result
    counts: bool
    phone_time: datetime | None = None


@dataclass(frozen=True)
class Race:
    """The state of the race between those who had a Schock-Aus, most first."""

    scores: Sequence[tuple[Person, int]]
    late_cards: Sequence[LateCard]
    games: int
    unknown: int  # games whose Schock-Aus were not written down
    too_late: int  # games scored to their end after the official time

    @property
    def most(self) -> int:
        return self.scores[0][1] if self.scores else 0

    @property
    def leaders(self) -> list[Person]:
        return [person for person, number in self.scores if number == self.most]


def race(event: Event, current: Sequence[Result] | None = None) -> Race:
    """Count an evening's Schock-Aus from its results at any depth.

    A game counts if it was over by the official end: for a game that was scored its first closing
    decides, for a card its entry, or else the word of those who run the evening. A game that came
    later than it was played, because it waited on a phone, is like a card. `current` are the
    evening's results with their lines, if the caller has read them already.
    """
    current = list(results(event)) if current is None else current
    counting, late_cards, too_late = _in_time(event, current)
    counts: dict[int, int] = {}
    persons: dict[int, Person] = {}
    unknown = 0
    for result in counting:
        lines = list(result.lines.all())
        unknown += all(line.schock_aus is None for line in lines)
        for line in lines:
            if line.schock_aus:
                person = line.seat.participation.person
                persons[person.pk] = person
                counts[person.pk] = counts.get(person.pk, 0) + line.schock_aus
    order = sorted(
        persons.values(), key=lambda person: (-counts[person.pk], person.sort_key, person.pk)
    )
    return Race(
        scores=[(person, counts[person.pk]) for person in order],
        late_cards=late_cards,
        games=len(current),
        unknown=unknown,
        too_late=too_late,
    )


def _in_time(event: Event, current: Sequence[Result]) -> tuple[list[Result], list[LateCard], int]:
    """Return the results that count, those that came late, and how many games were too late."""
    end = event.ends_at
    if end is None:
        return list(current), [], 0
    first = {
        (result.table_id, result.number): result
        for result in Result.objects.filter(table__block__event=event, version=1)
    }
    is_in_time = {
        (game_time.table_id, game_time.number): game_time.in_time
        for game_time in GameTime.objects.filter(table__block__event=event)
    }
    counting: list[Result] = []
    cards: list[LateCard] = []
    too_late = 0
    hints = None  # asked for where something came late
    for result in current:
        key = (result.table_id, result.number)
        began = first.get(key, result)
        if began.entered_at <= end:
            counting.append(result)
            continue
        hints = phone_times(event) if hints is None else hints
        phone_time = hints.get(key)
        if began.source == Result.Source.GAME and phone_time is None:
            too_late += 1
            continue
        counts = is_in_time.get(key, phone_time is None or phone_time <= end)
        cards.append(LateCard(result, counts, phone_time))
        if counts:
            counting.append(result)
    return counting, cards, too_late


def king_of(event: Event) -> King | None:
    """Return the current crowning of an evening; None while it is not decided."""
    return crowned().filter(event=event).first()


def cards_differ(king: King, race: Race) -> bool:
    """Return whether the cards meanwhile contradict the crowning."""
    return (
        king.schock_aus != race.most
        or (king.person not in race.leaders if king.person else bool(race.leaders))
        or king.by_playoff != (len(race.leaders) > 1)
    )


def crowned() -> QuerySet[King]:
    """Return the current crowning of each evening, including those without a Schock-Aus."""
    return King.objects.filter(is_current=True).select_related(
        "person", "event", "decided_by__person"
    )


def _played() -> QuerySet[Event]:
    """Return the evenings that were held, the last first."""
    queryset = Result.objects.filter(table__block__event=OuterRef("pk"), is_current=True)
    return Event.objects.filter(Exists(queryset), kind=Event.Kind.EVENING, cancelled_at=None)


def last_evening_before(day: date) -> Event | None:
    """Return the last evening before this day on which games were played."""
    return _played().filter(business_date__lt=day).first()


def king_before(event: Event) -> Person | None:
    """Return the person who comes to this evening as König: crowned on the one before.

    Without a crowning it is the person who clearly had most; None if no one had a Schock-Aus, or
    several had equally many and the winner of the play-off was not entered.
    """
    before = last_evening_before(event.business_date)
    if before is None:
        return None
    crowned = king_of(before)
    if crowned is not None:
        return crowned.person
    leaders = race(before).leaders
    return leaders[0] if len(leaders) == 1 else None


def reigning() -> King | None:
    """Return the König of the last evening that was decided; None if it was without one."""
    last = crowned().order_by("-event__business_date", "-event_id").first()
    return last if last is not None and last.person_id is not None else None


def streak(king: King) -> int:
    """Return on how many evenings in a row, up to this one, the same person was König (`KAISER`).

    An evening that was played without a crowning ends the row.
    """
    return streaks().get(king.event_id, 0)


def streaks() -> dict[int, int]:
    """Return for each evening the length of the row that its König completes. Two queries."""
    kings = dict(
        King.objects.filter(is_current=True, person__isnull=False).values_list("event", "person")
    )
    streaks: dict[int, int] = {}
    reigns, number = None, 0
    for pk in _played().order_by("business_date", "pk").values_list("pk", flat=True):
        king = kings.get(pk)
        number = number + 1 if king == reigns else 1
        reigns = king
        if king is not None:
            streaks[pk] = number
    return streaks


def get_result_to_time(user: Any, pk: int, today: date) -> Result:
    """Return a result to a user who runs the evening and may time the game; else 404."""
    result = row_or_404(
        Result.objects.select_related("table__block__event"), pk=pk, is_current=True
    )
    if not may_run_evenings(user, today):
        raise Http404
    return result
