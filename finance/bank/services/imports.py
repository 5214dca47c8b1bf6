"""From a file of the bank to its lines. Nothing is booked here, so an import can be undone."""

import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime

from django.db import transaction
from django.db.models import OuterRef, Q, QuerySet, Subquery, Sum
from django.utils.translation import gettext_lazy as _

from finance.bank.labels import columns_refused, file_refused
from finance.bank.models.bank import (
    BankBalance,
    BankBooking,
    BankColumns,
    BankImport,
    BankLine,
    BankLineText,
    ClubAccount,
)
from finance.bank.queries.bank import bank_accounts, columns_of
from finance.bank.reading.again import known_otherwise, not_repeated
from finance.bank.reading.columns import Columns
from finance.bank.reading.read import is_table, read
from finance.bank.reading.sheet import fault_of, open_sheet
from finance.bank.reading.statements import (
    BankFileError,
    Contents,
    Known,
    Line,
    NewLine,
    Statement,
    names_account,
    sort_out,
    without_own,
)
from finance.bank.reading.table import Reading, known_columns, reading_of, whole
from finance.bank.services.account import locked_accounts
from finance.errors import IllegalError, InvalidError
from league.people.models.people import User


@dataclass(frozen=True)
class Imported:
    """The result of importing a file: how many of its lines are new. `again`: it was here before.

    `difference` are the cents by which its balances are off its lines, `passed_over` the parts of
    an archive that cannot be read; `reading` says of a table what was left out.
    """

    bank_import: BankImport
    new: int
    again: bool = False
    difference: int = 0
    passed_over: tuple[str, ...] = ()
    reading: Reading | None = None


def import_file(
    *,
    content: bytes,
    name: str,
    money: str = "bank",
    columns: Columns | None = None,
    by: User | None,
    now: datetime,
) -> Imported:
    """Keep the lines of a bank's file that were not here before.

    Its IBAN or number says which of the club's accounts it is about; if it has none, `money` does.
    With `columns` rows that cannot be read are left out; without, they refuse the file. The same
    file again answers with its first import. Locks the club's accounts, so that two browsers with
    one file make one import. InvalidError for a file that cannot be read, is about another account,
    or brings nothing new; then nothing is kept.
    """
    digest = hashlib.sha256(content).hexdigest()
    with transaction.atomic():
        accounts = locked_accounts()
        try:
            contents, reading = _contents(content, chosen(accounts, money).iban, columns)
        except BankFileError as error:
            raise InvalidError(error.code, file_refused(error), field="file") from error
        if known := BankImport.objects.filter(sha256=digest, undone_at=None).first():
            return Imported(known, 0, again=True)
        account = _whose(contents, accounts, money)
        lines = [
            without_own(line, account.holder, account.iban)
            for statement in contents.statements
            for line in statement.lines
            if line.cents
        ]
        before = BankLine.objects.filter(iban=account.iban, day__in={line.booked for line in lines})
        past = _ended_before(contents.statements, lines, account.iban)
        rows = before.values_list("fingerprint", "occurrence", "reference", "bank_import")
        new = sort_out(
            lines,
            [
                Known(fingerprint, occurrence, reference, is_past=pk in past)
                for fingerprint, occurrence, reference, pk in rows
            ],
        )
        new = _without_known(
            new, before.exclude(bank_import__in=past), lines, format_=contents.format
        )
        balances = _new_balances(contents.statements, account.iban)
        if not new and not balances:
            raise InvalidError(
                "nothing_new", _("Everything in this file is here already."), field="file"
            )
        made = BankImport.objects.create(
            money=account.money,
            iban=account.iban,
            format=contents.format,
            file_name=" ".join(name.split())[:200],
            sha256=digest,
            known=len(lines) - len(new),
            pending=sum(statement.pending for statement in contents.statements),
            adds_up=all(statement.adds_up for statement in contents.statements),
            imported_by=by,
            imported_at=now,
        )
        _keep(made, new, balances)
        difference = sum(statement.difference for statement in contents.statements)
        return Imported(
            made, len(new), difference=difference, passed_over=contents.passed_over, reading=reading
        )


def import_with_columns(
    *,
    content: bytes,
    name: str,
    columns: Columns,
    money: str = "bank",
    by: User | None,
    now: datetime,
) -> Imported:
    """Keep the stated columns of a CSV, for the next one too, and import it.

    Raises what `import_file` raises, and InvalidError while a column is missing that is needed;
    then nothing is kept.
    """
    with transaction.atomic():
        account = chosen(locked_accounts(), money)
        try:
            sheet = open_sheet(content)
        except BankFileError as error:
            raise InvalidError(error.code, file_refused(error), field="file") from error
        if fault := fault_of(sheet, columns):
            raise InvalidError(fault, columns_refused(fault))
        if columns_of(account.iban, sheet.heading) != columns:
            BankColumns.objects.create(
                iban=account.iban,
                heading=sheet.heading,
                roles=",".join(columns.roles),
                amounts=columns.amounts,
                days=columns.days,
                entered_by=by,
                entered_at=now,
            )
        return import_file(content=content, name=name, money=money, columns=columns, by=by, now=now)


def _ended_before(
    statements: Sequence[Statement], lines: Sequence[Line], iban: str
) -> frozenset[int]:
    """Return the keys of the imports that end where the file begins, within a day.

    Its opening balance is their closing one. That alone would also fit a file that holds the known
    lines of its first day once more, if these came to nothing: then no import is returned.
    """
    openings = [
        balance
        for statement in statements
        for balance in statement.balances
        if balance.moment == "opening"
    ]
    if not openings or not lines:
        return frozenset()
    opening = min(openings, key=lambda balance: balance.day)
    known = BankLine.objects.filter(iban=iban, day__gte=min(line.booked for line in lines))
    closings = BankBalance.objects.filter(
        moment=BankBalance.Moment.CLOSING, bank_import__in=known.values("bank_import")
    )
    ends = dict(closings.order_by("day", "pk").values_list("bank_import", "cents"))
    return frozenset(
        pk
        for pk, cents in ends.items()
        if cents == opening.cents
        and known.filter(bank_import__lte=pk).aggregate(sum=Sum("cents"))["sum"]
    )


def _without_known(
    new: Sequence[NewLine], before: QuerySet[BankLine], lines: Sequence[Line], *, format_: str
) -> list[NewLine]:
    """Return the new lines without those that came in other words: in another format, or as an
    earlier version read them.

    The last day of a file may go on in the next one of the same format: a line there that only
    agrees with one before is a twin, which is looked at.
    """
    last_day = BankLine.objects.filter(bank_import=OuterRef("bank_import")).order_by("-day")
    ends = Q(bank_import__format=format_, day=Subquery(last_day.values("day")[:1]))
    rows = list(before.select_related("text").annotate(goes_on=ends).order_by("pk"))
    known = [_as_read(row) for row in rows]
    left = [(known[place], rows[place].goes_on) for place in not_repeated(known, lines)]
    whole = [line for line, goes_on in left if not goes_on]
    ended = [line for line, goes_on in left if goes_on]
    same = known_otherwise([new_line.line for new_line in new], whole)
    new = [new_line for place, new_line in enumerate(new) if place not in same]
    alike = known_otherwise([new_line.line for new_line in new], ended)
    return [
        replace(new_line, is_twin=new_line.is_twin or place in alike)
        for place, new_line in enumerate(new)
    ]


def _as_read(line: BankLine) -> Line:
    """Return a line as it was read; its words may have been erased since."""
    words = getattr(line, "text", None) or BankLineText()
    return Line(
        booked=line.day, cents=line.cents, name=words.name, iban=words.iban, text=words.text
    )


def asks_for_columns(content: bytes, money: str = "bank") -> bool:
    """Tell if a table can be read once its columns, or rows that cannot be read, are looked at."""
    accounts = {account.money: account for account in bank_accounts()}
    if not accounts or not content.strip() or not is_table(content):
        return False
    try:
        _contents(content, chosen(accounts, money).iban)
    except BankFileError as error:
        return error.code.startswith("csv_") and error.code != "csv_no_heading"
    return False


def _contents(
    content: bytes, iban: str, said: Columns | None = None
) -> tuple[Contents, Reading | None]:
    """Read a file; a table by what is or was said about its columns, with its rows."""
    if content.strip() and is_table(content):
        sheet = open_sheet(content)
        columns = said or columns_of(iban, sheet.heading)
        if columns is None or fault_of(sheet, columns):
            columns = known_columns(sheet)
        reading = reading_of(sheet, columns)
        if said is None:
            whole(reading)
        if not (reading.statement.lines or reading.statement.balances):
            raise BankFileError("nothing_booked")
        return Contents("csv", (reading.statement,)), reading
    return read(content), None


def undo_import(*, bank_import: BankImport, by: User | None, now: datetime) -> BankImport:
    """Take back an import: its lines go, and the same file can come again.

    A repeat changes nothing. Locks the import, as booking one of its lines does. IllegalError once
    one was booked, even if that was reversed since.
    """
    with transaction.atomic():
        locked = BankImport.objects.select_for_update(no_key=True).get(pk=bank_import.pk)
        if locked.undone_at is not None:
            return locked
        if BankBooking.objects.filter(line__bank_import=locked).exists():
            raise IllegalError(
                "import_booked",
                _("Some of it is booked already. You can ignore single lines."),
            )
        locked.undone_by, locked.undone_at = by, now
        locked.save(update_fields=["undone_by", "undone_at"])
        # Only of an import that is undone the database lets them go.
        BankLineText.objects.filter(line__bank_import=locked).delete()
        locked.lines.all().delete()
        locked.balances.all().delete()
        return locked


def chosen(accounts: Mapping[str, ClubAccount], money: str) -> ClubAccount:
    """Return the account that was chosen; if that is none of them, the first."""
    return accounts.get(money) or next(iter(accounts.values()))


def _whose(contents: Contents, accounts: Mapping[str, ClubAccount], money: str) -> ClubAccount:
    """Return the account of the club that a file is about."""
    found: dict[str, ClubAccount] = {}
    for statement in contents.statements:
        said = statement.iban or statement.account
        if not said:
            continue
        if statement.iban:
            ours = [account for account in accounts.values() if account.iban == said]
        else:
            ours = [account for account in accounts.values() if names_account(said, account.iban)]
        if not ours:
            raise InvalidError(
                "other_account",
                _("This file is about another account: %(iban)s.") % {"iban": said},
                field="file",
            )
        # A number that names several of them says no more than the choice does.
        of_choice = [account for account in ours if account.money == money]
        account = (of_choice or ours)[0]
        found[account.money] = account
    if len(found) > 1:
        raise InvalidError(
            "several_accounts",
            _("This file is about several accounts. Save one of each at the bank."),
            field="file",
        )
    return next(iter(found.values()), None) or chosen(accounts, money)


def _new_balances(statements: Sequence[Statement], iban: str) -> list[BankBalance]:
    known = set(
        BankBalance.objects.filter(iban=iban).values_list("day", "moment", "cents").order_by()
    )
    bank_balances: dict[tuple[object, str, int], BankBalance] = {}
    for balance in (balance for statement in statements for balance in statement.balances):
        row = (balance.day, balance.moment, balance.cents)
        if row not in known:
            bank_balances[row] = BankBalance(
                iban=iban, day=balance.day, moment=balance.moment, cents=balance.cents
            )
    return list(bank_balances.values())


def _keep(made: BankImport, new: Sequence[NewLine], balances: Sequence[BankBalance]) -> None:
    rows = [
        BankLine(
            bank_import=made,
            iban=made.iban,
            day=new_line.line.booked,
            cents=new_line.line.cents,
            fingerprint=new_line.line.fingerprint,
            occurrence=new_line.occurrence,
            reference=new_line.line.reference,
            is_return=new_line.line.is_return,
            is_fee=new_line.line.is_fee,
            is_twin=new_line.is_twin,
        )
        for new_line in new
    ]
    BankLine.objects.bulk_create(rows)
    BankLineText.objects.bulk_create(
        BankLineText(
            line=row, name=new_line.line.name, iban=new_line.line.iban, text=new_line.line.text
        )
        for row, new_line in zip(rows, new, strict=True)
    )
    for balance in balances:
        balance.bank_import = made
    BankBalance.objects.bulk_create(balances)
