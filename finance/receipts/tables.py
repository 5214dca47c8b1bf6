"""The report as tables of cents, which page, PDF and file show alike."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import date

from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from finance.books.queries.funds import Fund
from finance.receipts.labels import kind, line_name, sphere
from finance.receipts.queries import Bridge, Owed, Pots
from finance.receipts.rules import Balance, Line, Statement


@dataclass(frozen=True)
class Row:
    """A line: its name, an amount in cents for each column, none where it has no meaning."""

    name: str
    cents: Sequence[int | None]
    is_sum: bool = False
    # Only passes through: prize pots, debts that another took over.
    is_passing: bool = False


@dataclass(frozen=True)
class Cell:
    column: str
    cents: int | None
    # The amount that a narrow screen shows first.
    is_main: bool


@dataclass(frozen=True)
class Table:
    """`code` tells it from the others on a page; `main` is the column that counts most."""

    code: str
    title: str
    columns: Sequence[str]
    rows: Sequence[Row]
    main: int = 0

    @property
    def heads(self) -> list[tuple[str, bool]]:
        """Return each column, and whether it is the one that counts most."""
        return [(column, place == self.main) for place, column in enumerate(self.columns)]

    @property
    def lines(self) -> list[tuple[Row, list[Cell]]]:
        """Return each row with its amounts."""
        return [
            (
                row,
                [
                    Cell(column, cents, is_main)
                    for (column, is_main), cents in zip(self.heads, row.cents, strict=True)
                ],
            )
            for row in self.rows
        ]


def tables(statement: Statement, day: date) -> list[Table]:
    """Return tables of accounts, receipts and payments with the same columns; then each sphere.

    `day` is the last one: if it is closed, kinds have the names of that time. The sum is that of
    the accounts; set-offs, which moved no money, come after it.
    """
    accounts = [balance.account for balance in statement.balances]
    came, went = statement.sums("receipts"), statement.sums("payments")
    lines = (*statement.receipts, *statement.payments)
    has_set_off = any(line.set_off for line in lines)
    has_moved = any(line.reclassified for line in lines)
    beside = [_("Set off")] * has_set_off + [_("Reclassified")] * has_moved
    columns = [*map(kind, accounts), _("Sum"), *beside, *([_("In all")] if beside else [])]

    def row(name: str, line: Line, *, is_sum: bool = False) -> Row:
        amounts = [line.money[account] for account in accounts]
        moved = [line.set_off] * has_set_off + [line.reclassified] * has_moved
        cents = [*amounts, sum(amounts), *moved, *([line.total] if beside else [])]
        return Row(name, cents, is_sum, line.is_passing)

    def of(code: str, title: str, statement_lines: Sequence[Line], total: Line) -> Table:
        rows = [row(line_name(line, statement, day), line) for line in statement_lines]
        if rows:
            rows.append(row(_("Sum"), total, is_sum=True))
        return Table(code, title, columns, rows, main=len(accounts))

    return [
        _accounts(statement, columns),
        of("receipts", _("Receipts"), statement.receipts, came),
        of("payments", pgettext("report", "Payments"), statement.payments, went),
        _spheres(statement),
    ]


def _accounts(statement: Statement, columns: Sequence[str]) -> Table:
    balances = [*statement.balances, statement.total]
    empty: list[int | None] = [None] * (len(columns) - len(balances))

    def row(name: str, of: Callable[[Balance], int], *, is_sum: bool = False) -> Row:
        return Row(name, [*map(of, balances), *empty], is_sum)

    rows = [
        row(_("Opening balance"), lambda balance: balance.opening),
        row(_("Receipts"), lambda balance: balance.receipts),
        row(pgettext("report", "Payments"), lambda balance: -balance.payments),
        row(_("Transfers"), lambda balance: balance.transfers),
        row(pgettext("report", "Closing balance"), lambda balance: balance.closing, is_sum=True),
    ]
    return Table("accounts", _("Till and bank"), columns, rows, main=len(balances) - 1)


def _spheres(statement: Statement) -> Table:
    rows = [
        Row(sphere(part.sphere), [part.receipts, part.payments, part.surplus])
        for part in statement.spheres
    ]
    columns = [_("Receipts"), pgettext("report", "Payments"), _("Surplus")]
    return Table("spheres", _("By sphere"), columns, rows, main=2)


def earmarked_tables(funds: Sequence[Fund], total: int) -> list[Table]:
    """Return the table of earmarked money at the end; none if the club earmarks none."""
    if not funds:
        return []
    cells = [[fund.opening, fund.put_in, -fund.taken_out, fund.closing] for fund in funds]
    sums = [sum(column) for column in zip(*cells, strict=True)]
    rows = [Row(fund.name, cents) for fund, cents in zip(funds, cells, strict=True)]
    rows.append(Row(_("Sum"), sums, is_sum=True))
    columns = [
        _("Opening balance"),
        _("Put in"),
        _("Taken out"),
        pgettext("report", "Closing balance"),
    ]
    earmarked = sums[-1]
    free = [
        Row(_("Earmarked"), [earmarked]),
        Row(pgettext("money", "free"), [total - earmarked]),
        Row(_("Till and bank"), [total], is_sum=True),
    ]
    return [
        Table("funds", _("Earmarked funds"), columns, rows, main=3),
        Table("free", _("Free and earmarked money"), [_("Amount")], free),
    ]


def beside(owed: Owed, pots: Pots, bridge: Bridge) -> list[Table]:
    """Return debts, waivers and held money, and the bridge from their surplus to the money's."""
    titles = {
        "people": _("What people owe"),
        "pots": _("Prize pots"),
        "bridge": _("From what was charged to the money"),
    }
    people = [
        *_changes(
            (pgettext("owed", "at the beginning"), owed.opening),
            (_("brought over when the books began"), owed.brought),
            (_("charged"), owed.charged),
            (_("paid"), -owed.paid),
            (_("waived"), -owed.waived),
            (_("outlays set off"), -owed.set_off),
            (_("credit paid out"), owed.paid_out),
        ),
        Row(pgettext("owed", "at the end"), [owed.closing], is_sum=True),
        *_changes((_("of this debts"), owed.debts), (_("of this credit"), -owed.credits)),
    ]
    pot_rows = _changes(
        (pgettext("owed", "at the beginning"), pots.opening),
        (_("entered"), pots.entered),
        (_("paid out to winners"), -pots.paid_out),
    )
    if pot_rows:
        pot_rows.append(Row(pgettext("owed", "at the end"), [pots.closing], is_sum=True))
    grown = [
        *_changes(
            (_("charged or received"), bridge.earned),
            (_("spent or waived"), -bridge.spent),
            (_("by so much people owe more or less"), -bridge.claims_grew),
            (_("by so much the prize pots hold more or less"), bridge.pots_grew),
            (_("brought over when the books began"), bridge.brought),
        ),
        Row(_("by so much till and bank grew or shrank"), [bridge.money_grew], is_sum=True),
    ]
    return [
        Table(code, title, [_("Amount")], rows)
        for (code, title), rows in zip(titles.items(), (people, pot_rows, grown), strict=True)
    ]


def _changes(*rows: tuple[str, int]) -> list[Row]:
    return [Row(name, [cents]) for name, cents in rows if cents]
