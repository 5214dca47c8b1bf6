"""Mandates, runs of debits and of transfers; who can be collected from or paid, who not and why."""

from collections.abc import Collection
from dataclasses import dataclass
from datetime import date
from typing import Any

from django.db.models import Exists, Max, OuterRef, Q, QuerySet, Sum
from django.utils.translation import gettext as _

from finance.bank.models.bank import BankLine
from finance.bank.models.notices import PaymentNotice
from finance.bank.queries.bank import open_lines, standing_bookings
from finance.books import chart
from finance.books.labels import day_label
from finance.books.models.claims import Claim
from finance.books.models.objections import ClaimObjection
from finance.books.models.payments import Payment
from finance.books.queries.access import require_reader
from finance.books.queries.deferrals import open_agreements
from finance.books.queries.people import who_owes
from finance.sepa.models import Creditor, CreditTransfer, Debit, DebitRun, Mandate, TransferRun
from finance.sepa.rules import is_lapsed
from league.access.queries.rights import person_of
from league.people.models.people import Person
from league.web.rows import row_or_404
from league.web.spelling import is_bank_letter, unspelt


def creditor() -> Creditor | None:
    """Return the creditor as whom the club collects, as entered last."""
    return Creditor.objects.order_by("-pk").first()


def mandates() -> QuerySet[Mandate]:
    """Return the mandates that hold, by name; `last_day` is when the last debit by it was due."""
    queryset = Mandate.objects.filter(ended_at=None).select_related("person")
    used = Q(debits__run__withdrawn_at=None)
    queryset = queryset.annotate(last_day=Max("debits__run__day", filter=used))  # type: ignore[no-redef]
    return queryset.order_by("person__sort_key", "pk")


def mandate_of(person: Person) -> Mandate | None:
    return Mandate.objects.filter(person=person, ended_at=None).first()


def get_mandate_for(user: Any, pk: int, today: date) -> Mandate:
    require_reader(user, today)
    return row_or_404(Mandate.objects.select_related("person"), pk=pk)


# --- runs ----------------------------------------------------------------------------------------
def runs() -> QuerySet[DebitRun]:
    """Return every run, the latest first, with what it comes to."""
    return DebitRun.objects.annotate(cents=Sum("debits__cents")).order_by("-day", "-pk")


def get_run_for(user: Any, pk: int, today: date) -> DebitRun:
    require_reader(user, today)
    return row_or_404(runs(), pk=pk)


def debits_of(run: DebitRun) -> list[Debit]:
    debits = Debit.objects.filter(run=run).select_related("run", "mandate__person")
    return list(debits.order_by("mandate__person__sort_key", "pk"))


def booking_key(run: DebitRun) -> str:
    """Return the key by which the payments of a run's line of the bank are known."""
    return f"debits-{run.pk}"


def has_arrived(run: DebitRun) -> bool:
    return Payment.objects.filter(client_id__startswith=f"{booking_key(run)}-").exists()


def could_be(run: DebitRun) -> list[BankLine]:
    """Return lines of the bank that may be what a run brought: the same amount, not
    before its day.
    """
    if run.withdrawn_at is not None or has_arrived(run):
        return []
    cents = sum(debit.cents for debit in debits_of(run))
    bank_lines = open_lines().filter(cents=cents, done=0, day__gte=run.day)
    return list(bank_lines.select_related("text", "bank_import").order_by("day", "pk"))


def debit_run_of(line: BankLine) -> DebitRun | None:
    """Return the run that a line may be the money of: not booked, of the same amount, and not after
    it.
    """
    if line.cents <= 0 or line.done:
        return None
    announced = DebitRun.objects.filter(withdrawn_at=None, day__lte=line.day)
    fitting = announced.annotate(sum=Sum("debits__cents")).filter(sum=line.cents)
    return next((run for run in fitting if not has_arrived(run)), None)


def under_way(person: Person) -> Debit | None:
    """Return the debit that is announced to a person and has not arrived."""
    debits = Debit.objects.filter(mandate__person=person, run__withdrawn_at=None)
    latest = debits.select_related("run", "mandate").order_by("-run__day", "-pk").first()
    return None if latest is None or has_arrived(latest.run) else latest


# --- who -----------------------------------------------------------------------------------------
@dataclass(frozen=True)
class Candidate:
    """A person who owes `cents` that are payable by the day. `left_out` says why not to collect."""

    person: Person
    cents: int
    mandate: Mandate | None
    left_out: str = ""


def candidates(day: date) -> list[Candidate]:
    """Return all who owe money, by name, and whether it can be collected on a day."""
    owing = [line for line in who_owes() if line.cents > 0]
    keys = [line.person.pk for line in owing]
    by_person = {mandate.person_id: mandate for mandate in mandates().filter(person__in=keys)}
    later = _not_yet_payable(keys, day)
    objecting = set(
        ClaimObjection.objects.filter(
            claim__person__in=keys, outcome=ClaimObjection.Outcome.OPEN
        ).values_list("claim__person", flat=True)
    )
    announced = set(
        PaymentNotice.objects.filter(
            person__in=keys, state=PaymentNotice.State.PENDING
        ).values_list("person", flat=True)
    )
    agreed = open_agreements(day, keys)
    candidates = []
    for line in owing:
        key, cents = line.person.pk, line.cents - later.get(line.person.pk, 0)
        mandate, agreement = by_person.get(key), agreed.get(key)
        if mandate is None:
            why = _("No mandate.")
        elif is_lapsed(mandate.signed_on, mandate.last_day, day):
            why = _("The mandate was not used for three years: a new one has to be signed.")
        elif unspelt(mandate.holder, is_bank_letter):
            why = _("Enter the mandate again: the bank needs the holder’s name in Latin letters.")
        elif cents <= 0:
            why = _("Nothing is payable by that day.")
        elif key in objecting:
            why = _("There is an objection that is not decided yet.")
        elif agreement is not None and agreement.until >= day:
            why = _("May pay later, as agreed until %(day)s.") % {"day": day_label(agreement.until)}
        elif key in announced:
            why = _("Has said that it is on its way.")
        elif under_way(line.person) is not None:
            why = _("A debit is on its way already.")
        else:
            why = ""
        candidates.append(Candidate(line.person, max(cents, 0), mandate, why))
    return sorted(
        candidates, key=lambda candidate: (candidate.person.sort_key, candidate.person.pk)
    )


def _not_yet_payable(persons: list[int], day: date) -> dict[int, int]:
    """Return the part of their debts with a day to pay after `day`, in cents."""
    not_yet_payable: dict[int, int] = {}
    claims = Claim.objects.filter(
        person__in=persons, unit=chart.EUR, state=Claim.State.CONFIRMED, due__gt=day
    )
    for claim in claims:
        not_yet_payable[claim.person_id] = (
            not_yet_payable.get(claim.person_id, 0) + claim.open_amount
        )
    return not_yet_payable


# --- transfers -----------------------------------------------------------------------------------
def transfer_runs() -> QuerySet[TransferRun]:
    """Return every run, the latest first, with what it comes to."""
    return TransferRun.objects.annotate(cents=Sum("transfers__cents")).order_by("-day", "-pk")


def get_transfer_run_for(user: Any, pk: int, today: date) -> TransferRun:
    require_reader(user, today)
    return row_or_404(transfer_runs(), pk=pk)


def transfers_of(run: TransferRun) -> list[CreditTransfer]:
    credit_transfers = CreditTransfer.objects.filter(run=run).select_related("run", "person")
    return list(credit_transfers.order_by("name", "pk"))


def lines_of(run: TransferRun, transfers: Collection[CreditTransfer]) -> dict[int, BankLine]:
    """Return by transfer the line of the bank that is it: its amount, not before its day, and its
    account or what it was named to the bank. Each line is one of them at most.
    """
    if run.withdrawn_at is not None:
        return {}
    lines = BankLine.objects.filter(
        ignored=False,
        iban=run.iban,
        day__gte=run.day,
        cents__in={-transfer.cents for transfer in transfers},
    ).select_related("text", "bank_import")
    free = list(lines.order_by("day", "pk"))
    bank_lines: dict[int, BankLine] = {}
    for transfer in transfers:
        for line in free:
            named = line.text.iban == transfer.iban or transfer.end_to_end in line.text.text
            if line.cents == -transfer.cents and named:
                bank_lines[transfer.pk] = line
                free.remove(line)
                break
    return bank_lines


def transfer_run_of(line: BankLine) -> TransferRun | None:
    """Return the run of which a line is a transfer."""
    if line.cents >= 0:
        return None
    fitting = CreditTransfer.objects.filter(
        cents=-line.cents, run__day__lte=line.day, run__withdrawn_at=None
    )
    for transfer in fitting.select_related("run").order_by("-run__day", "-pk"):
        if line in lines_of(transfer.run, [transfer]).values():
            return transfer.run
    return None


@dataclass(frozen=True)
class Payee:
    """A person with a credit of `cents`, and the account it goes to, if one is known."""

    person: Person
    cents: int
    iban: str = ""
    holder: str = ""
    left_out: str = ""


def payees(by: Any) -> list[Payee]:
    """Return all who have a credit, by name, and whether this user can transfer it."""
    owed = {line.person: -line.cents for line in who_owes() if line.cents < 0}
    keys = [person.pk for person in owed]
    accounts = _accounts_of(keys)
    on_its_way = _ordered(keys)
    me = person_of(by)
    payees = []
    for person, cents in owed.items():
        iban, holder = accounts.get(person.pk, ("", ""))
        if person == me:
            why = _("Your own credit: propose it on your account, a second person confirms it.")
        elif person.pk in on_its_way:
            why = _("A transfer is on its way already.")
        else:
            why = ""
        payees.append(Payee(person, cents, iban, holder or person.name, why))
    return sorted(payees, key=lambda payee: (payee.person.sort_key, payee.person.pk))


def _accounts_of(persons: Collection[int]) -> dict[int, tuple[str, str]]:
    """Return by person the account last paid from, paid to, or that a mandate names, and its
    holder.
    """
    accounts_of: dict[int, tuple[str, str]] = {}
    used = standing_bookings().filter(transaction__payment__person__in=persons)
    for person, iban in (
        used.exclude(line__text__iban="")
        .order_by("pk")
        .values_list("transaction__payment__person_id", "line__text__iban")
    ):
        accounts_of[person] = (iban, "")
    paid = CreditTransfer.objects.filter(person__in=persons, run__withdrawn_at=None)
    for person, iban, name in paid.order_by("pk").values_list("person_id", "iban", "name"):
        accounts_of[person] = (iban, name)
    for mandate in mandates().filter(person__in=persons):
        accounts_of[mandate.person_id] = (mandate.iban, mandate.holder)
    return accounts_of


def _ordered(persons: Collection[int]) -> set[int]:
    """Return the persons whose credit is in a run and was not booked as paid out since."""
    booked = Claim.objects.filter(
        person=OuterRef("person"),
        kind=Claim.Kind.REFUND,
        state=Claim.State.CONFIRMED,
        amount=OuterRef("cents"),
        created_at__gte=OuterRef("run__made_at"),
    )
    waiting = CreditTransfer.objects.filter(person__in=persons, run__withdrawn_at=None)
    return set(waiting.filter(~Exists(booked)).values_list("person_id", flat=True))
