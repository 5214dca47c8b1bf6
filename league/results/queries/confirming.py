"""Reading who stands behind a result: entered, confirmed, objected to, called for."""

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
    """Somebody who signed. A login is verified, a name given on a table's link only asserted."""

    name: str
    verified: bool


@dataclass(frozen=True)
class Signature:
    """Who entered and who confirmed a result. None where it was a command, or nobody yet."""

    entered: Hand | None
    entered_at: datetime
    confirmed: Hand | None
    confirmed_at: datetime | None


def hand(
    user: User | None, holder: Holder | None, names: Mapping[int, str] | None = None
) -> Hand | None:
    """The name behind a login or a table's link; a login without a person has no name.

    `names` are those of the people at the table, by person: as they are named at this event. Who
    comes to the table in an office stands there with the own name.
    """
    if user is not None:
        person = getattr(user, "person", None)
        own = person.name if person else "?"
        return Hand((names or {}).get(person.pk, own) if person else own, verified=True)
    return Hand(holder.name, verified=False) if holder is not None else None


def names_at(result: Result) -> dict[int, str]:
    """How those who played are named at this event, by person."""
    people = [line.seat.participation for line in result.lines.all()]
    return {participation.person_id: participation.name for participation in people}


def problem_text(objection: Objection) -> str:
    """What is wrong: as somebody said it, or where a log contradicts the result, both in words."""
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
    """The problem nobody has ruled on yet, from what `results` and `versions` read along."""
    return next(
        (objection for objection in result.objections.all() if objection.ruled_at is None), None
    )


def state_of(result: Result) -> str:
    """`disputed`, `correcting`, `confirmed` or `entered`."""
    if problem_of(result) is not None:
        return "disputed"
    if result.in_correction:
        return "correcting"
    return "entered" if result.confirmed_at is None else "confirmed"


def person_behind(actor: Actor) -> int | None:
    """The person of a login, or of the seat a holder says to sit on; None where nobody knows."""
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
    """Why `actor` cannot be the second pair of eyes, None where nothing is against it.

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
    """A second pair of eyes is another person on another device."""
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
    """A result, for whoever is inside its table (what is public shows no names behind it)."""
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
    """The table's last call, answered or not, with who answered it."""
    calls = RefereeCall.objects.filter(table=table).select_related("answered_by__person")
    return calls.order_by("-called_at", "-pk").first()


def open_calls() -> QuerySet[RefereeCall]:
    """Which tables call for a referee, the longest waiting first."""
    return _calls().filter(answered_at=None).order_by("called_at", "pk")


# So long an answered call keeps its place on the referees' page.
ANSWERED_STAYS = timedelta(minutes=1)


def calls_to_show(now: datetime) -> QuerySet[RefereeCall]:
    """The open calls, and for a moment those somebody has just answered, in the same order."""
    answered = Q(answered_at__gt=now - ANSWERED_STAYS, taken_back=False)
    return (
        _calls()
        .select_related("answered_by__person")
        .filter(Q(answered_at=None) | answered)
        .order_by("called_at", "pk")
    )


def calls_of(event: Event) -> dict[int, RefereeCall]:
    """The open calls of an evening, by table."""
    return {call.table_id: call for call in open_calls().filter(table__block__event=event)}


def _calls() -> QuerySet[RefereeCall]:
    return RefereeCall.objects.select_related("table__block__event", "user__person", "holder")


def get_call_for(user: Any, pk: int, today: date) -> RefereeCall:
    referee_call = row_or_404(_calls(), pk=pk)
    if not may_rule(user, today):
        raise Http404
    return referee_call


def open_problems(event: Event | None = None) -> QuerySet[Objection]:
    """What nobody has ruled on yet, of one event or of all, the oldest first."""
    objections = Objection.objects.filter(ruled_at=None)
    if event is not None:
        objections = objections.filter(result__table__block__event=event)
    return objections.select_related(
        "user__person", "holder", "result__table__block__event"
    ).order_by("raised_at", "pk")


def unconfirmed(today: date) -> QuerySet[Result]:
    """Results of the last days that only one pair of eyes has seen, problems left out.

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
    """Results of the last days that one address entered and confirmed, where at least one of both
    is known by name only: perhaps one person with two browsers, perhaps a table in one Wi-Fi.
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
    """Games of the last days at this person's tables that wait for a second look, and were not
    entered by the same person.
    """
    seen = unconfirmed(today).filter(in_correction=False, lines__seat__participation__person=person)
    return [result for result in seen[:MOST_TO_CONFIRM] if asks(result, person.pk)]


def asks(result: Result, person: int | None) -> bool:
    """Whether this person played the game, and is to say whether it is right."""
    played = {line.seat.participation.person_id for line in result.lines.all()}
    is_open = result.is_current and state_of(result) == "entered"
    return is_open and person in played and person != _person_who_entered(result)


def waits_for(result: Result) -> list[str]:
    """Who sat there and can say that it is right, by name: everybody but who entered it."""
    entered = _person_who_entered(result)
    people = [line.seat.participation for line in result.lines.all()]
    return [person.name for person in people if person.person_id != entered]


def by_table(results: Iterable[Result]) -> list[tuple[Table, list[Result]]]:
    """Results as they stand on the cards: by table in their order, its games by number."""
    cards: dict[int, list[Result]] = {}
    for own_result in results:
        cards.setdefault(own_result.table_id, []).append(own_result)
    return [
        (card[0].table, sorted(card, key=lambda result: result.number)) for card in cards.values()
    ]


def hands(things: Iterable[Objection | RefereeCall]) -> list[tuple[Any, Hand | None]]:
    """Each with who raised it or called."""
    return [(thing, hand(thing.user, thing.holder)) for thing in things]
