"""Book the proposals for the lines of a statement together, once they were seen."""

from collections.abc import Callable, Collection, Mapping
from datetime import date, datetime

from django.db import transaction
from django.utils.translation import gettext as _

from finance.bank.labels import line_text
from finance.bank.models.bank import STAMP, BankImport, BankLine
from finance.bank.queries.bank import could_confirm, proposals, with_words
from finance.bank.queries.own import needs_second
from finance.bank.reading.proposal import Proposal
from finance.bank.services.cash import book_elsewhere, book_transfer, by_statement
from finance.bank.services.lines import Share, book_shares, lock_bookings, lock_import
from finance.bank.services.marks import mark
from finance.books.labels import day_label
from finance.books.queries.ledger import booking_day
from finance.books.services.ledger import lock_persons
from finance.books.services.reversals import persons_of
from finance.errors import FinanceError, IllegalError
from league.guards.versioned import written_together
from league.people.models.people import User
from league.web.money import euro


@written_together()
def book_proposed(
    *,
    bank_import: BankImport,
    seen: Mapping[int, str],
    by: User | None,
    today: date,
    now: datetime,
) -> list[BankLine]:
    """Book what was seen as proposed for these lines, sure or likely, if it is still proposed.

    `seen` has the stamp of each line's proposal. A line that was booked, left out or is proposed
    otherwise meanwhile is left alone, so that a repeat changes nothing; returns the lines that were
    booked. IllegalError, which names the line, if one of them is refused; then nothing is booked.
    """
    return _book_where(
        bank_import,
        seen,
        lambda pk, proposal: (
            proposal.confidence in {"sure", "likely"} and proposal.stamp == seen[pk]
        ),
        by,
        today,
        now,
    )


@written_together()
def book_sure(
    *,
    bank_import: BankImport,
    seen: Collection[int],
    by: User | None,
    today: date,
    now: datetime,
) -> list[BankLine]:
    """Book those of the lines seen as sure that still are; return them.

    A line booked or left out meanwhile is left alone, so that a repeat changes nothing.
    """
    return _book_where(
        bank_import, seen, lambda _pk, proposal: proposal.confidence == "sure", by, today, now
    )


def strike_out(
    *, bank_import: BankImport, shown: Mapping[int, str], ticked: Collection[int]
) -> None:
    """Keep which of the proposals `shown` were left without a tick, so that they come back so.

    `shown` has the stamp of each line's proposal. Locks the lines that change. A repeat changes
    nothing.
    """
    with transaction.atomic():
        lines = BankLine.objects.filter(bank_import=bank_import, pk__in=shown)
        for line in lines.select_for_update(no_key=True).order_by("pk"):
            struck = "" if line.pk in ticked else shown[line.pk][:STAMP]
            if line.struck != struck:
                line.struck = struck
                line.save(update_fields=["struck"])


def _book_where(
    bank_import: BankImport,
    seen: Collection[int],
    is_wanted: Callable[[int, Proposal], bool],
    by: User | None,
    today: date,
    now: datetime,
) -> list[BankLine]:
    """Book the proposals of these lines that are wanted both before and after all is locked."""
    with transaction.atomic():
        wanted = with_words(BankLine.objects.filter(bank_import=bank_import, pk__in=seen))
        before = {
            pk: proposal
            for pk, proposal in proposals(list(wanted)).items()
            if is_wanted(pk, proposal)
        }
        persons = {part.person for proposal in before.values() for part in proposal.parts}
        lock_persons(persons)
        by_hand = {
            proposal.transaction for proposal in before.values() if proposal.transaction is not None
        }
        lock_bookings(by_hand)
        lock_import(bank_import.pk)
        lines = {
            line.pk: line
            for line in wanted.select_for_update(no_key=True, of=("self",)).order_by("pk")
        }
        booked = []
        # An expense locks the vouchers, and those come before all journals; what is carried locks
        # two of these, before the payments lock more.
        for pk, proposal in sorted(
            proposals(list(lines.values())).items(),
            key=lambda pair: (not pair[1].account, not pair[1].carried, lines[pair[0]].cents > 0),
        ):
            line = lines[pk]
            # Some banks show today what they book tomorrow: it waits.
            if not is_wanted(pk, proposal) or booking_day(line.day) > today:
                continue
            # Another's money on the own account waits for a second person, on the line's page.
            if needs_second(line, [part.person for part in proposal.parts], by):
                continue
            locked = proposal.transaction is None or proposal.transaction in by_hand
            if not locked or not {part.person for part in proposal.parts} <= persons:
                continue
            try:
                if _book_as_proposed(line, proposal, by, today, now):
                    booked.append(line)
            except FinanceError as error:
                raise IllegalError(
                    error.code,
                    _("%(day)s, %(amount)s: %(why)s Nothing was booked. Strike this line out.")
                    % {"day": day_label(line.day), "amount": euro(line.cents), "why": error},
                    line=pk,
                ) from error
        return booked


def _book_as_proposed(
    line: BankLine, proposal: Proposal, by: User | None, today: date, now: datetime
) -> bool:
    """Book a line as proposed; return False if that is not to be booked any more."""
    if proposal.transaction is not None:
        by_hand = could_confirm(line).filter(pk=proposal.transaction).first()
        if by_hand is None or needs_second(line, persons_of(by_hand), by):
            return False
        mark(line, by_hand, line.left, was_there=True)
    elif proposal.account:
        _book_kind(line, proposal.account, by, today, now)
    elif proposal.carried:
        book_transfer(
            line=line,
            cash_day=booking_day(line.day),
            other=proposal.carried,
            client_id=_client_id(line),
            by=by,
            today=today,
            now=now,
        )
    else:
        shares = [Share(part.person, part.cents) for part in proposal.parts]
        done = line.bookings.count()
        keys = [f"line-{line.pk}-{done + n}" for n in range(1, len(shares) + 1)]
        book_shares(line, shares, keys, by, today, now)
    return True


def _book_kind(line: BankLine, account: str, by: User | None, today: date, now: datetime) -> None:
    """Book a line as a kind; of what went out the statement is the voucher."""
    text = line_text(line.text.name, line.text.text)[:200] or _("Bank")
    book_elsewhere(
        line=line,
        account=account,
        text=text,
        voucher=None if line.left > 0 else by_statement(line.text.name, text),
        client_id=_client_id(line),
        by=by,
        today=today,
        now=now,
    )


def _client_id(line: BankLine) -> str:
    return f"line-{line.pk}-{line.bookings.count()}"
