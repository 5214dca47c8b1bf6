"""Collecting by direct debit, and transfers: filed, and booked as the bank shows them."""

from collections.abc import Mapping, Sequence
from datetime import date, datetime

from django.db import transaction
from django.utils.timezone import get_default_timezone
from django.utils.translation import gettext_lazy as _

from finance.bank.models.bank import BankLine
from finance.bank.queries.bank import club_account
from finance.bank.services.account import require_latin, valid_iban
from finance.bank.services.cash import book_refund
from finance.bank.services.lines import Share, book_line
from finance.books.models.claims import Claim
from finance.books.models.payments import Payment
from finance.books.services.ledger import lock_persons
from finance.books.services.own_accounts import lock_chart
from finance.books.services.own_matters import must_not_be_own
from finance.errors import IllegalError, InvalidError, StaleError, require_above_zero
from finance.reminders.rules import daytime
from finance.sepa import mails
from finance.sepa.models import Creditor, CreditTransfer, Debit, DebitRun, Mandate, TransferRun
from finance.sepa.queries import (
    Candidate,
    Payee,
    booking_key,
    candidates,
    could_be,
    creditor,
    debits_of,
    has_arrived,
    lines_of,
    mandate_of,
    payees,
    transfers_of,
)
from finance.sepa.rules import (
    LONGEST_NAME,
    LONGEST_TEXT,
    NOTICE_DAYS,
    Order,
    first_day,
    identifier,
    is_bank_day,
)
from league.guards.versioned import written_together
from league.mail import services as outbox
from league.mail.models import Mail
from league.people.models.people import Person, User
from league.web.money import euro


def set_creditor(
    *, typed: str, notice_days: int = NOTICE_DAYS, by: User | None, now: datetime
) -> Creditor:
    """Set as whom the club collects, and how many days before it says so. Appended.

    InvalidError for an identifier whose check digits are wrong, or no such number of days.
    """
    text = identifier(typed)
    if text is None:
        raise InvalidError(
            "creditor_wrong",
            _("This is no creditor identifier. Compare it with the Bundesbank's letter again."),
            field="typed",
        )
    if not 1 <= notice_days <= 30:
        raise InvalidError("notice_days", _("From 1 to 30 days."), field="notice_days")
    last = creditor()
    if last is not None and (last.identifier, last.notice_days) == (text, notice_days):
        return last
    return Creditor.objects.create(identifier=text, notice_days=notice_days, set_by=by, set_at=now)


def add_mandate(
    *,
    person: Person,
    iban: str,
    signed_on: date,
    holder: str = "",
    by: User | None,
    today: date,
    now: datetime,
) -> Mandate:
    """Enter that a person lets the club collect from this account. The reference is ours.

    The earlier one ends. Locks the person; the same again changes nothing. InvalidError for what is
    no IBAN, for a day to come and for a holder whose name no bank can write.
    """
    number = str(valid_iban(iban))
    if signed_on > today or signed_on.year < 2000:
        raise InvalidError("signed_when", _("When was it signed?"), field="signed_on")
    holder = " ".join(holder.split())[:LONGEST_NAME] or person.name[:LONGEST_NAME]
    require_latin(holder, "holder")
    with transaction.atomic():
        lock_persons([person.pk])
        before = mandate_of(person)
        if before is not None:
            if (before.iban, before.signed_on, before.holder) == (number, signed_on, holder):
                return before
            _end(before, by, now)
        count = Mandate.objects.filter(person=person).count()
        return Mandate.objects.create(
            person=person,
            reference=f"M{person.pk}-{count + 1}",
            holder=holder,
            iban=number,
            signed_on=signed_on,
            entered_by=by,
            entered_at=now,
        )


def end_mandate(*, mandate: Mandate, by: User | None, now: datetime) -> Mandate:
    """End a mandate, so that nothing is collected by it. A repeat changes nothing. Locks the
    person.
    """
    with transaction.atomic():
        lock_persons([mandate.person_id])
        mandate = Mandate.objects.get(pk=mandate.pk)
        if mandate.ended_at is None:
            _end(mandate, by, now)
        return mandate


def _end(mandate: Mandate, by: User | None, now: datetime) -> None:
    mandate.ended_by, mandate.ended_at = by, now
    mandate.save(update_fields=["ended_by", "ended_at"])


@written_together()
def collect(
    *,
    day: date,
    seen: Mapping[int, int],
    client_id: str,
    by: User | None,
    today: date,
    now: datetime,
) -> DebitRun:
    """Announce debits due on a day: of these persons (by key) the cents that the page said.

    Each with a mail address is told at once, by day. Nothing is booked before the money is there.
    Locks the club's chart and the persons; a repeat of the same `client_id` answers with its run.
    InvalidError for no persons, no bank day or one too near, IllegalError while creditor or account
    are not entered, StaleError if something changed since.
    """
    with transaction.atomic():
        lock_chart()  # two browsers make one run after the other
        lock_persons(list(seen))
        if known := DebitRun.objects.filter(client_id=client_id).first():
            return known
        as_whom, account = creditor(), club_account()
        if as_whom is None or account is None:
            raise IllegalError(
                "no_creditor", _("Enter the club's account and its creditor identifier first.")
            )
        must_be_due_day(day, first_day(today, as_whom.notice_days))
        if not seen:
            raise InvalidError("nobody_chosen", _("Please choose from whom to collect."))
        candidate_of = {candidate.person.pk: candidate for candidate in candidates(day)}
        chosen = [_as_seen(candidate_of.get(key), cents) for key, cents in sorted(seen.items())]
        run = DebitRun.objects.create(
            day=day,
            message=f"SW{day:%Y%m%d}-{DebitRun.objects.count() + 1}",
            identifier=as_whom.identifier,
            holder=account.holder,
            iban=account.iban,
            client_id=client_id,
            made_by=by,
            made_at=now,
        )
        for candidate in chosen:
            assert candidate.mandate is not None  # else it is left out
            debit = Debit.objects.create(run=run, mandate=candidate.mandate, cents=candidate.cents)
            if letter := mails.announcement(debit):
                due = daytime(now.astimezone(get_default_timezone()))
                about = f"{Mail.MONEY}debit:{debit.pk}"
                outbox.put(kind=Mail.Kind.NOTICE, letter=letter, now=now, due=due, about=about)
            else:
                mails.write_letter(debit, now)
        return run


def must_be_due_day(day: date, first: date) -> None:
    """Raise InvalidError for a day on which no bank collects, and before the notice is over."""
    if day < first:
        raise InvalidError(
            "debit_too_early",
            _("So that everybody is told in time, from %(day)s on.") % {"day": f"{first:%d.%m.%Y}"},
            field="day",
        )
    if not is_bank_day(day):
        raise InvalidError(
            "no_bank_day", _("On that day no bank collects. Choose a working day."), field="day"
        )


def _as_seen(candidate: Candidate | None, cents: int) -> Candidate:
    if candidate is None:
        raise StaleError(
            "paid_meanwhile", _("Somebody of those chosen has paid in the meantime. Look again.")
        )
    name = candidate.person.name
    if candidate.left_out:
        raise StaleError(
            "not_to_collect",
            _("Nothing is collected from %(name)s: %(why)s")
            % {"name": name, "why": candidate.left_out},
        )
    if candidate.cents != cents:
        raise StaleError(
            "open_changed", _("%(name)s owes another amount by now. Look again.") % {"name": name}
        )
    return candidate


def withdraw(*, run: DebitRun, by: User | None, now: datetime) -> DebitRun:
    """Take a run back that did not go to the bank. A repeat changes nothing.

    IllegalError once its money was booked.
    """
    with transaction.atomic():
        lock_chart()
        run = DebitRun.objects.get(pk=run.pk)
        if run.withdrawn_at is not None:
            return run
        if has_arrived(run):
            raise IllegalError("debits_arrived", _("Its money is booked already."))
        run.withdrawn_by, run.withdrawn_at = by, now
        run.save(update_fields=["withdrawn_by", "withdrawn_at"])
        mails.discard_letters(run)
        return run


def book_run(
    *, run: DebitRun, line: BankLine, by: User | None, today: date, now: datetime
) -> list[Payment]:
    """Book the bank's line of a run: a payment of each person. A repeat answers with these.

    IllegalError if the line is not what the run brought. What comes back later is a returned
    payment, by its own line.
    """
    shares = [Share(debit.mandate.person_id, debit.cents) for debit in debits_of(run)]
    if not has_arrived(run) and line.pk not in {bank_line.pk for bank_line in could_be(run)}:
        raise IllegalError("not_that_line", _("This line is not what these debits brought."))
    return book_line(
        line=line, shares=shares, client_id=booking_key(run), by=by, today=today, now=now
    )


# --- transfers -----------------------------------------------------------------------------------
@written_together()
def order_transfers(
    *,
    orders: Sequence[Order],
    day: date,
    client_id: str,
    by: User | None,
    today: date,
    now: datetime,
) -> TransferRun:
    """Put transfers into one file for the bank, to be carried out on a day. Books nothing.

    Locks the club's chart and the persons; a repeat of the same `client_id` answers with its run.
    InvalidError for none, no bank day, no IBAN, an amount of nothing or letters that no bank has,
    IllegalError while the account is not entered and for more than a credit, NotAllowedError for
    one's own credit, StaleError if a credit is gone or on its way since.
    """
    persons = [order.person for order in orders if order.person is not None]
    must_not_be_own(by, persons, confirmed=False)
    with transaction.atomic():
        lock_chart()  # two browsers make one run after the other
        lock_persons(persons)
        if known := TransferRun.objects.filter(client_id=client_id).first():
            return known
        account = club_account()
        if account is None:
            raise IllegalError("no_account", _("Enter the club's account first."))
        if day < today or not is_bank_day(day):
            raise InvalidError(
                "no_bank_day",
                _("On that day no bank transfers. Choose a working day."),
                field="day",
            )
        if not orders:
            raise InvalidError("nobody_chosen", _("Please choose what to transfer."))
        there = {payee.person.pk: payee for payee in payees(by) if not payee.left_out}
        checked = [_checked(order, there) for order in orders]
        run = TransferRun.objects.create(
            day=day,
            message=f"SWT{day:%Y%m%d}-{TransferRun.objects.count() + 1}",
            holder=account.holder,
            iban=account.iban,
            client_id=client_id,
            made_by=by,
            made_at=now,
        )
        for order in checked:
            CreditTransfer.objects.create(
                run=run,
                person_id=order.person,
                name=order.name,
                iban=order.iban,
                cents=order.cents,
                text=order.text,
            )
        return run


def _checked(order: Order, there: Mapping[int, Payee]) -> Order:
    require_above_zero(order.cents)
    if order.person is not None:
        payee = there.get(order.person)
        if payee is None:
            raise StaleError(
                "credit_gone", _("Of somebody chosen the credit is gone by now. Look again.")
            )
        if order.cents > payee.cents:
            raise IllegalError(
                "more_than_credit",
                _("%(name)s has a credit of %(credit)s. More than that cannot be paid out.")
                % {"name": payee.person.name, "credit": euro(payee.cents)},
                field="amount",
            )
    name, text = " ".join(order.name.split()), " ".join(order.text.split())
    if not name or not text:
        raise InvalidError("order_incomplete", _("Say to whom and what for."), field="name")
    require_latin(name, "name")
    require_latin(text, "text")
    return Order(
        name=name[:LONGEST_NAME],
        iban=str(valid_iban(order.iban)),
        cents=order.cents,
        text=text[:LONGEST_TEXT],
        person=order.person,
    )


def withdraw_transfers(*, run: TransferRun, by: User | None, now: datetime) -> TransferRun:
    """Take a run back that did not go to the bank. A repeat changes nothing.

    IllegalError once a line of the bank shows one of its transfers.
    """
    with transaction.atomic():
        lock_chart()
        run = TransferRun.objects.get(pk=run.pk)
        if run.withdrawn_at is not None:
            return run
        if lines_of(run, transfers_of(run)):
            raise IllegalError("transfers_went", _("The bank has carried it out already."))
        run.withdrawn_by, run.withdrawn_at = by, now
        run.save(update_fields=["withdrawn_by", "withdrawn_at"])
        return run


def book_transfers(*, run: TransferRun, by: User | None, today: date, now: datetime) -> list[Claim]:
    """Book every credit of a run whose line of the bank has come, as paid out by that line.

    A repeat books what has come since. A bill is booked at its line, with its receipt. Locks the
    persons, then the lines; raises what `book_refund` raises.
    """
    with transaction.atomic():
        transfers = [transfer for transfer in transfers_of(run) if transfer.person is not None]
        lock_persons([transfer.person.pk for transfer in transfers if transfer.person is not None])
        lines = lines_of(run, transfers)
        return [
            book_refund(
                line=lines[transfer.pk],
                person=transfer.person,
                client_id=transfer.end_to_end,
                by=by,
                today=today,
                now=now,
            )
            for transfer in transfers
            if transfer.person is not None and transfer.pk in lines and not lines[transfer.pk].done
        ]
