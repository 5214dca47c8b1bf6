"""Reading the signatures of a result: entries, confirmations, objections, calls for a referee."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from typing import Any

from django.db.models import Exists, F, OuterRef, Q, QuerySet
from django.http import Http404
from django.utils.translation import gettext_lazy as _

from league.access.actors import Actor
from league.access.queries.rights import may_rule
from league.access.queries.tables import table_rights
from league.errors import IllegalError, LeagueError, NotAllowedError, StaleError
from league.events.models import Event, Seat, Table
from league.links.models import Holder
from league.people.models.people import Person, User
from league.results import labels
from league.results.models.results import Result
from league.results.models.second_look import Objection, RefereeCall
from league.results.queries.results import with_lines
from league.web.rows import row_or_404

MOST_TO_CONFIRM = 20


@dataclass(frozen=True)
class Hand:
    """A person who signed. A login is verified, a name given on a table's link only asserted."""

    name: str
    verified: bool


@dataclass(frozen=True)
class Signature:
    """The person who entered and the one who confirmed a result. None for a command, or not yet."""

    entered: Hand | None
    entered_at: datetime
    confirmed: Hand | None
    confirmed_at: datetime | None


def hand(
    user: User | None, holder: Holder | None, names: Mapping[int, str] | None = None
) -> Hand | None:
    """Return the name behind a login or a table's link; a login without a person has no name.

    `names` are those of the people at the table, by person: as they are named at this event. An
    official who only comes to the table appears with the own name.
    """
    if user is not None:
        person = getattr(user, "person", None)
        own = person.name if person else "?"
        return Hand((names or {}).get(person.pk, own) if person else own, verified=True)
    return Hand(holder.name, verified=False) if holder is not None else None


def names_at(result: Result) -> dict[int, str]:
    """Return the names of the players at this event, by person."""
    people = [line.seat.participation for line in result.lines.all()]
    return {participation.person_id: participation.name for participation in people}


def problem_text(objection: Objection) -> str:
    """Return the problem: in the words of its reporter, or how a log contradicts the result."""
    if objection.log is None:
        return objection.text
    seats = {
        *map(int, objection.log["lines"]),
        *(line.seat_id for line in objection.result.lines.all()),
    }
    people = Seat.objects.filter(pk__in=seats).select_related("participation__person")
    names = {seat.pk: seat.participation.name for seat in people}
    return labels.log_says_otherwise(objection.result, objection.log, names)


def signature(result: Result) -> Signature:
    names = names_at(result)
    return Signature(
        entered=hand(result.entered_by, result.entered_holder, names),
        entered_at=result.entered_at,
        confirmed=hand(result.confirmed_by, result.confirmed_holder, names),
        confirmed_at=result.confirmed_at,
    )


def problem_of(result: Result) -> Objection | None:
    """Return the problem that is not ruled on yet, from prefetched rows (`results`, `versions`)."""
    return next(
        (objection for objection in result.objections.all() if objection.ruled_at is None), None
    )


def state_of(result: Result) -> str:
    """Return `disputed`, `correcting`, `confirmed` or `entered`."""
    if problem_of(result) is not None:
        return "disputed"
    if result.in_correction:
        return "correcting"
    return "entered" if result.confirmed_at is None else "confirmed"


def person_behind(actor: Actor) -> int | None:
    """Return the person of a login, or of the seat that a holder claims; None if unknown."""
    if actor.user_id is not None:
        return Person.objects.filter(user=actor.user_id).values_list("pk", flat=True).first()
    if actor.holder_id is not None:
        seats = Holder.objects.filter(pk=actor.holder_id, seat__isnull=False)
        return seats.values_list("seat__participation__person", flat=True).first()
    return None


def _person_who_entered(result: Result) -> int | None:
    if result.entered_by is not None:
        person = getattr(result.entered_by, "person", None)
        return person.pk if person else None
    holder = result.entered_holder
    return holder.seat.participation.person_id if holder is not None and holder.seat else None


def against_confirming(result: Result, actor: Actor, person: int | None) -> LeagueError | None:
    """Return why `actor` cannot be the second pair of eyes, None if nothing is against it.

    `person` is `person_behind(actor)`, asked once for many results.
    """
    if not result.is_current:
        return StaleError(
            "result_superseded",
            _("There is a newer version by now. Look at it and confirm that one."),
        )
    if problem_of(result) is not None:
        return IllegalError("result_frozen", FROZEN)
    if result.in_correction:
        return IllegalError(
            "result_in_correction",
            _("The game is being corrected. It can be confirmed once that is done."),
        )
    if result.confirmed_at is not None:
        signed = signature(result).confirmed
        return IllegalError(
            "already_confirmed",
            _("%(name)s has confirmed this already. Nothing more is needed.")
            % {"name": signed.name if signed else "?"},
        )
    if actor.user_id is None and (actor.holder_id is None or actor.table_id != result.table_id):
        return NotAllowedError(
            "not_at_this_table",
            _("Only people at this table can confirm. Scan the card on the table."),
        )
    if not actor.device:
        return IllegalError(
            "device_unknown",
            _("Your browser keeps no cookies. Allow them, then confirm again."),
        )
    return _not_another(result, actor, person)


FROZEN = _("A problem has been reported for this game. The referee decides first.")


def _not_another(result: Result, actor: Actor, person: int | None) -> LeagueError | None:
    """Return why `actor` is no second pair of eyes: another person on another device."""
    own = _("You entered this yourself. Somebody else at the table has to confirm it.")
    if actor.user_id is not None and actor.user_id == result.entered_by_id:
        return NotAllowedError("same_user", own)
    if actor.holder_id is not None and actor.holder_id == result.entered_holder_id:
        return NotAllowedError("same_holder", own)
    if actor.device == result.entered_device:
        return NotAllowedError(
            "same_device",
            _("It was entered on this device. Somebody else has to confirm it on another one."),
        )
    if person is not None and person == _person_who_entered(result):
        return NotAllowedError("same_person", own)
    return None


def get_result_at(actor: Actor, user: Any, pk: int, today: date) -> Result:
    """Return a result to a user inside its table (a public page shows no signatures); else 404."""
    result = row_or_404(with_lines(Result.objects.filter(pk=pk)))
    if not table_rights(actor, user, result.table, today).inside:
        raise Http404
    return result


def get_objection_for(user: Any, pk: int, today: date) -> Objection:
    objection = row_or_404(Objection.objects.select_related("result__table__block__event"), pk=pk)
    if not may_rule(user, today):
        raise Http404
    return objection


def open_call(table: Table) -> RefereeCall | None:
    return _calls().filter(table=table, answered_at=None).first()


def last_call(table: Table) -> RefereeCall | None:
    """Return the table's last call, answered or not, with the one who answered it."""
    calls = RefereeCall.objects.filter(table=table).select_related("answered_by__person")
    return calls.order_by("-called_at", "-pk").first()


def open_calls() -> QuerySet[RefereeCall]:
    """Return the open calls for a referee, the longest waiting first."""
    return _calls().filter(answered_at=None).order_by("called_at", "pk")


# The time for which an answered call keeps its place on the referees' page.
ANSWERED_STAYS = timedelta(minutes=1)


def calls_to_show(now: datetime) -> QuerySet[RefereeCall]:
    """Return the open calls, and for a moment those just answered, in the same order."""
    answered = Q(answered_at__gt=now - ANSWERED_STAYS, taken_back=False)
    return (
        _calls()
        .select_related("answered_by__person")
        .filter(Q(answered_at=None) | answered)
        .order_by("called_at", "pk")
    )


def calls_of(event: Event) -> dict[int, RefereeCall]:
    """Return the open calls of an evening, by table."""
    return {call.table_id: call for call in open_calls().filter(table__block__event=event)}


def _calls() -> QuerySet[RefereeCall]:
    return RefereeCall.objects.select_related("table__block__event", "user__person", "holder")


def get_call_for(user: Any, pk: int, today: date) -> RefereeCall:
    referee_call = row_or_404(_calls(), pk=pk)
    if not may_rule(user, today):
        raise Http404
    return referee_call


def open_problems(event: Event | None = None) -> QuerySet[Objection]:
    """Return the problems that are not ruled on yet, of one event or of all, the oldest first."""
    objections = Objection.objects.filter(ruled_at=None)
    if event is not None:
        objections = objections.filter(result__table__block__event=event)
    return objections.select_related(
        "user__person", "holder", "result__table__block__event"
    ).order_by("raised_at", "pk")


def unconfirmed(today: date) -> QuerySet[Result]:
    """Return results of the last days that only one pair of eyes has seen, problems left out.

    Captains sign the sets of a match together, on its sheet.
    """
    disputed = Objection.objects.filter(result=OuterRef("pk"), ruled_at=None)
    return with_lines(
        Result.objects.filter(
            ~Exists(disputed),
            ~Q(table__block__event__kind=Event.Kind.MATCH),
            is_current=True,
            confirmed_at=None,
            table__block__event__business_date__gt=today - timedelta(days=3),
        ).order_by("-entered_at", "-pk")
    )


def same_network(today: date) -> QuerySet[Result]:
    """Return results of the last days that one address entered and confirmed, with at least one of
    both known by name only: perhaps one person with two browsers, perhaps a table in one Wi-Fi.
    """
    by_name = Q(entered_holder__isnull=False) | Q(confirmed_holder__isnull=False)
    return with_lines(
        Result.objects.filter(
            by_name,
            is_current=True,
            confirmed_at__isnull=False,
            confirmed_network=F("entered_network"),
            table__block__event__business_date__gt=today - timedelta(days=3),
        )
        .exclude(confirmed_network="")
        .order_by("-confirmed_at", "-pk")
    )


def to_confirm(person: Person, today: date) -> list[Result]:
    """Return games of the last days at this person's tables that wait for a second look, and were
    not entered by the same person.
    """
    seen = unconfirmed(today).filter(in_correction=False, lines__seat__participation__person=person)
    return [result for result in seen[:MOST_TO_CONFIRM] if asks(result, person.pk)]


def asks(result: Result, person: int | None) -> bool:
    """Return whether this person played the game and is to say whether it is right."""
    played = {line.seat.participation.person_id for line in result.lines.all()}
    is_open = result.is_current and state_of(result) == "entered"
    return is_open and person in played and person != _person_who_entered(result)


def waits_for(result: Result) -> list[str]:
    """Return the players who can say that it is right, by name: all but the one who entered it."""
    entered = _person_who_entered(result)
    people = [line.seat.participation for line in result.lines.all()]
    return [person.name for person in people if person.person_id != entered]


def by_table(results: Iterable[Result]) -> list[tuple[Table, list[Result]]]:
    """Return results as on the cards: by table in their order, its games by number."""
    cards: dict[int, list[Result]] = {}
    for own_result in results:
        cards.setdefault(own_result.table_id, []).append(own_result)
    return [
        (card[0].table, sorted(card, key=lambda result: result.number)) for card in cards.values()
    ]


def hands(things: Iterable[Objection | RefereeCall]) -> list[tuple[Any, Hand | None]]:
    """Return each with the person who raised it or called."""
    return [(thing, hand(thing.user, thing.holder)) for thing in things]
