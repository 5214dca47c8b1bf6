"""The close of an evening: its open steps, its figures in the books, its signatures."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from typing import Any

from django.db.models import Count, F, Prefetch, QuerySet
from django.http import Http404
from django.utils.translation import gettext_lazy as _

from finance.books import chart
from finance.books.models.claims import Claim
from finance.books.models.ledger import Account
from finance.books.models.payments import Payment
from finance.books.queries.access import get_event_for, may_read, posts_with
from finance.books.queries.claims import claims_of_event
from finance.books.queries.doubts import is_held, with_doubts
from finance.books.queries.ledger import balance, till_day
from finance.books.queries.rounds import Debtor, rounds_due
from finance.cash.models import CashCount
from finance.cash.queries import counts, last_count
from finance.catalogue.queries.averages import Average, average_of
from finance.close.figures import evening_now, paid_at
from finance.close.models import CloseSignature, EveningClose
from finance.close.statement import Change, changes, evening_of
from finance.errors import IllegalError
from league.access.queries.rights import holds, person_of
from league.events import queries as events_queries
from league.events.models import Event, Table
from league.people.models.people import Membership, Office, Person
from league.results.models.second_look import Objection
from league.results.queries.confirming import open_problems
from league.web.rows import row_or_404

# Auditors do not sign what they look over themselves afterwards.
DOES_NOT_SIGN = (Office.Role.AUDITOR,)


# --- what was signed ------------------------------------------------------------------------
def closes() -> QuerySet[EveningClose]:
    """Return closes with their signatures and counts, the newest version first."""
    signatures = CloseSignature.objects.select_related("person")
    return (
        EveningClose.objects.select_related("event")
        .prefetch_related(
            Prefetch("signatures", queryset=signatures), Prefetch("count", queryset=counts())
        )
        .order_by("-event__business_date", "-event_id", "-version")
    )


def last_close(event: Event) -> EveningClose | None:
    return closes().filter(event=event).first()


def changed_since(close: EveningClose | None) -> list[Change]:
    """Return the figures that differ from the signed ones."""
    if close is None:
        return []
    return changes(evening_of(close.statement), evening_now(close.event))


def waiting_for(user: Any, today: date) -> list[EveningClose]:
    """Return recent closes that this person may sign and that lack a signature."""
    recent = (
        closes()
        .filter(event__business_date__gte=today - timedelta(days=14))
        .annotate(names=Count("signatures"))
        .filter(names__lt=F("signatures_needed"))
    )
    unconfirmed = [close for close in recent if last_version(close)]
    return [close for close in unconfirmed if may_cosign(user, close, today)]


def closing_of(user: Any, roles: Collection[str], event: Event, today: date) -> str:
    """Return the step of an evening for this reader: "close", "cosign", "closed" or "".

    Changes in the books since the signature are shown by the page of the close.
    """
    close = last_close(event)
    if close is not None and close.is_closed:
        return "closed" if _has_part(user, close, today) else ""
    if close is not None and may_cosign(user, close, today):
        return "cosign"
    return "close" if close is None and posts_with(roles) else ""


def last_version(close: EveningClose) -> bool:
    later = EveningClose.objects.filter(event=close.event_id, version__gt=close.version)
    return not later.exists()


def may_cosign(user: Any, close: EveningClose, today: date) -> bool:
    """Return whether the user may cosign: a member present, no signer yet and no auditor."""
    person = person_of(user)
    if person is None or holds(user, DOES_NOT_SIGN, today):
        return False
    return (
        all(signature.person_id != person.pk for signature in close.signed)
        and _was_there(person, close.event)
        and Membership.objects.on(close.event.business_date).filter(person=person).exists()
    )


def _was_there(person: Person, event: Event) -> bool:
    return any(
        participation.is_here
        for participation in events_queries.participations(event).filter(person=person)
    )


def get_close_for(user: Any, pk: int, today: date) -> EveningClose:
    """Return the newest close of an event for readers of the till and its signers; else Http404."""
    event = Event.objects.filter(pk=pk).first()
    close = last_close(event) if event is not None else None
    if close is None or not (_has_part(user, close, today) or may_cosign(user, close, today)):
        raise Http404
    if close.is_closed and not _has_part(user, close, today):
        raise already_closed(close)
    return close


def already_closed(close: EveningClose) -> IllegalError:
    sentence = _("Two people have signed this evening already.")
    if close.signatures_needed == 1:
        sentence = _("This evening is closed already.")
    return IllegalError("already_closed", sentence)


def get_version_for(user: Any, pk: int, version: int, today: date) -> EveningClose:
    """Return a fully signed version for readers of the till and its signers; else Http404."""
    close = row_or_404(closes(), event=pk, version=version)
    if not close.is_closed or not _has_part(user, close, today):
        raise Http404
    return close


def _has_part(user: Any, close: EveningClose, today: date) -> bool:
    person = person_of(user)
    signed = person is not None and any(
        signature.person_id == person.pk for signature in close.signed
    )
    return signed or may_read(user, today)


# --- what is still to do --------------------------------------------------------------------
@dataclass(frozen=True)
class Payer:
    """A person who is here, with the open cents; below zero it is a credit."""

    person: Person
    cents: int


@dataclass(frozen=True)
class Overview:
    """All that the page of an evening's close shows."""

    event: Event
    day: date
    playing: Sequence[Table]
    problems: Sequence[Objection]
    ready: Sequence[Claim]
    waiting: Sequence[Claim]
    held_back: Sequence[Claim]
    average: Average
    debtors: Sequence[Debtor]
    payers: Sequence[Payer]
    paid: Sequence[Payment]
    cash: int
    count: CashCount | None
    close: EveningClose | None
    changes: Sequence[Change]

    @property
    def known_average(self) -> Average | None:
        """Return the average, or None if the catalogue charges none."""
        return self.average if self.average.tariff is not None else None

    @property
    def unfinished(self) -> int:
        """Count running games and contested results."""
        return len(self.playing) + len(self.problems)

    @property
    def owing(self) -> list[Payer]:
        return [payer for payer in self.payers if payer.cents > 0]

    @property
    def even(self) -> list[Payer]:
        return [payer for payer in self.payers if payer.cents <= 0]

    @property
    def even_people(self) -> list[Person]:
        return [payer.person for payer in self.even]

    @property
    def ready_cents(self) -> int:
        return sum(claim.amount or 0 for claim in self.ready if claim.unit == chart.EUR)

    @property
    def ready_rounds(self) -> int:
        return sum(claim.amount or 0 for claim in self.ready if claim.unit == chart.RUNDE)

    @property
    def open_cents(self) -> int:
        return sum(payer.cents for payer in self.owing)

    @property
    def rounds(self) -> int:
        return sum(debtor.count for debtor in self.debtors)

    @property
    def is_counted(self) -> bool:
        """Tell if the cash is counted, and no cash was booked since."""
        return self.count is not None and self.count.counted == self.cash

    @property
    def may_be_signed(self) -> bool:
        """Tell if the proposals are confirmed and the cash is counted."""
        return self.is_counted and not self.ready

    @property
    def is_waiting(self) -> bool:
        """Return whether the treasurer's signature is current and the second one is missing."""
        return self.close is not None and not self.close.is_closed and not self.changes

    @property
    def awaits_treasurer(self) -> bool:
        """Return whether the present state of the books lacks the treasurer's signature."""
        return self.close is None or bool(self.changes)

    @property
    def is_closed(self) -> bool:
        return self.close is not None and self.close.is_closed and not self.changes


def overview_for(user: Any, pk: int, today: date) -> Overview:
    """Return the close of an event for a reader of the till."""
    event = get_event_for(user, pk, today)
    claims = list(with_doubts(claims_of_event(event).filter(state__in=Claim.UNDECIDED)))
    held_back = [claim for claim in claims if is_held(claim)]
    close = last_close(event)
    return Overview(
        event=event,
        day=till_day(event, today),
        playing=list(events_queries.playing(event)),
        problems=list(open_problems(event)),
        ready=[claim for claim in claims if claim.is_ready and claim not in held_back],
        waiting=[claim for claim in claims if not claim.is_ready and claim not in held_back],
        held_back=held_back,
        average=average_of(event),
        debtors=[debtor for debtor in rounds_due(event) if debtor.is_here and debtor.count],
        payers=payers(event),
        paid=list(paid_at(event)),
        cash=balance("cash"),
        count=last_count(event),
        close=close,
        changes=changed_since(close),
    )


def payers(event: Event) -> list[Payer]:
    """Return all people who are here, by name, with their open cents."""
    here = [
        participation.person
        for participation in events_queries.participations(event)
        if participation.is_here
    ]
    owed = dict(
        Account.objects.filter(person__in=here, code=chart.OWED[chart.EUR]).values_list(
            "person_id", "balance"
        )
    )
    return [Payer(person, owed.get(person.pk, 0)) for person in here]
