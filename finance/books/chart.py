"""The chart of accounts as data. No Django, no database.

Amounts are integers: cents in EUR, whole rounds of drinks in RUNDE. A positive amount is a debit:
cash received, a claim on a person. Income and money held for others are therefore negative.
"""

import re
from dataclasses import dataclass, replace
from typing import Literal

Unit = Literal["EUR", "RUNDE"]
Kind = Literal["asset", "liability", "income", "expense", "equity"]

# The four spheres of a German club, numbered as in SKR 42; what the balance sheet holds has none.
IDEAL, WEALTH, PURPOSE, BUSINESS = 1, 2, 3, 4

EUR: Unit = "EUR"
RUNDE: Unit = "RUNDE"


@dataclass(frozen=True)
class Account:
    """One line of the chart; `per_person` accounts exist once for each person.

    `name` appears in closed periods and exported files, `label` on pages. `sphere` is the tax
    sphere of its postings unless a booking names another.
    """

    code: str
    name: str
    label: str
    kind: Kind
    unit: Unit = EUR
    per_person: bool = False
    sphere: int = 0


@dataclass(frozen=True)
class Journal:
    """A book with numbers of its own; its head sums the movements of `account`.

    `place` tells the books of one name apart: the club's second till is „Kasse 2“ for ever,
    whatever people call it.
    """

    code: str
    name: str
    label: str
    account: str
    unit: Unit = EUR
    place: int = 1


def _(name: str) -> str:
    """Mark a name for translation; it is translated when it is shown."""
    return name


_ACCOUNTS = (
    Account("cash", "Kasse", _("Till"), "asset"),
    Account("bank", "Bank", _("Bank"), "asset"),
    Account("transit", "Geld unterwegs", _("Cash in transit"), "asset"),
    Account(
        "receivable", "Forderungen an Personen", _("Claims on people"), "asset", per_person=True
    ),
    Account("dues", "Beiträge", _("Dues"), "income", sphere=IDEAL),
    Account("stakes", "Einsätze", _("Stakes"), "income", sphere=IDEAL),
    Account("fines", "Strafen", _("Fines"), "income", sphere=IDEAL),
    # A fine of a free amount, in the clubs' words a „Spende“; never a donation for the tax office.
    Account(
        "fine_donations", "„Spenden“ (Strafen)", _("“Donations” (fines)"), "income", sphere=IDEAL
    ),
    # Rounds of drinks that a person owed and, by a booking of its own, pays in money.
    Account(
        "rounds_in_euros",
        "In Geld umgewandelte Runden",
        _("Rounds turned into money"),
        "income",
        sphere=IDEAL,
    ),
    # What several pay together: an outing, a levy.
    Account("levies", "Umlagen und Ausflüge", _("Levies and outings"), "income", sphere=IDEAL),
    Account("entry_fees", "Startgelder", _("Entry fees"), "income", sphere=BUSINESS),
    Account("gifts", "Spenden", _("Donations"), "income", sphere=IDEAL),
    Account("interest", "Zinsen", _("Interest"), "income", sphere=WEALTH),
    Account("other_income", "Sonstige Einnahmen", _("Other income"), "income", sphere=IDEAL),
    # Stakes of a tournament belong to the winners: held until they are paid out.
    Account("prize_pot", "Preistöpfe", _("Prize pots"), "liability"),
    Account("venue", "Raum und Bahn", _("Room and lane"), "expense", sphere=IDEAL),
    Account("drinks", "Essen und Getränke", _("Food and drinks"), "expense", sphere=IDEAL),
    Account("prizes", "Pokale und Sachpreise", _("Cups and prizes"), "expense", sphere=BUSINESS),
    Account("trips", "Ausflüge", _("Outings"), "expense", sphere=IDEAL),
    Account("material", "Würfel, Becher, Deckel", _("Dice, cups, lids"), "expense", sphere=IDEAL),
    Account("bank_fees", "Kontogebühren", _("Bank charges"), "expense", sphere=IDEAL),
    Account("expenses", "Sonstige Ausgaben", _("Other expenses"), "expense", sphere=IDEAL),
    Account("differences", "Kassendifferenzen", _("Till differences"), "expense", sphere=IDEAL),
    Account("waived", "Erlassene Forderungen", _("Waived claims"), "expense", sphere=IDEAL),
    Account("opening", "Anfangsbestände", _("Opening balances"), "equity"),
    # What a fund is filled from; money itself does not move.
    Account("unearmarked", "Freie Mittel", _("Free money"), "equity"),
    Account("rounds_owed", "Geschuldete Runden", _("Rounds owed"), "asset", RUNDE, per_person=True),
    Account("rounds_charged", "Verhängte Runden", _("Rounds imposed"), "income", RUNDE),
    Account("rounds_given", "Ausgegebene Runden", _("Rounds bought"), "asset", RUNDE),
    Account("rounds_waived", "Erlassene Runden", _("Rounds waived"), "expense", RUNDE),
)
_JOURNALS = (
    Journal("cash", "Kasse", _("Till"), "cash"),
    Journal("bank", "Bank", _("Bank"), "bank"),
    Journal("claims", "Forderungen", _("Claims"), "receivable"),
    Journal("rounds", "Runden", _("Rounds"), "rounds_owed", RUNDE),
)

ACCOUNTS = {account.code: account for account in _ACCOUNTS}
# What a club adds of its own, by the kind that its codes begin with: „expense_3“. The code says all
# that booking needs; name and usual sphere are data (`models/own_accounts.py`).
OWN: dict[str, Account] = {
    "income": Account("income", "", "", "income", sphere=IDEAL),
    "expense": Account("expense", "", "", "expense", sphere=IDEAL),
    "fund": Account("fund", "", "", "equity"),
    # Money lies in these: each is a book of its own.
    "till": Account("till", "", "", "asset"),
    "giro": Account("giro", "", "", "asset"),
}
_OWN_CODE = re.compile(r"(?P<kind>[a-z]+)_(?P<number>[1-9][0-9]{0,5})")
JOURNALS = {journal.code: journal for journal in _JOURNALS}

# The accounts of what persons owe, by unit.
OWED = {EUR: "receivable", RUNDE: "rounds_owed"}
# What a player pays to enter a tournament: what covers its cost, and what is played for. No price
# list and no fine: the announcement says how much, to guests as well.
ENTRY = ("entry_fee", "prize_pot")
# Where a confirmed claim is earned (or held), by the kind of its charge.
EARNED = {
    "stake": "stakes",
    "fine": "fines",
    "donation": "fine_donations",
    "drinks_round": "rounds_charged",
    "entry_fee": "entry_fees",
    "prize_pot": "prize_pot",
    "dues": "dues",
    # A debt from before the books began is earned in no year of them.
    "opening": "opening",
}
# Where a claim is earned that the treasurer makes by hand, by its code: what it is for.
CHARGED = {
    "outing": "levies",
    "levy": "levies",
    "joining_fee": "dues",
    "goods": "other_income",
    "returned_debit": "other_income",
    "reminder_fee": "other_income",
    "other": "other_income",
}
# What the treasurer enters by hand, with a voucher: money that leaves, and money that comes in
# without a claim.
SPENT = ("venue", "drinks", "prizes", "trips", "material", "bank_fees", "expenses")
RECEIVED = ("gifts", "interest", "other_income")
# Where money lies in every club; each has the journal of its name. The club's own come after them:
# more tills, more accounts at a bank.
MONEY = ("cash", "bank")
# How the codes of the club's own begin, and which of the two it is another one of.
MORE_MONEY = {"till": "cash", "giro": "bank"}
# Where a round is earned that was turned into money; it is owed in EUR from then on.
CONVERTED = "rounds_in_euros"
# What a payment moves: the journal it is booked in and the account it arrives on. Cash, and what
# comes by bank, may lie in another till or account of its kind as well.
PAID: dict[tuple[str, Unit], tuple[str, str]] = {
    ("cash", EUR): ("cash", "cash"),
    ("bank", EUR): ("bank", "bank"),
    ("waiver", EUR): ("claims", "waived"),
    ("opening", EUR): ("claims", "opening"),
    ("given", RUNDE): ("rounds", "rounds_given"),
    ("waiver", RUNDE): ("rounds", "rounds_waived"),
}


def find(code: str) -> Account | None:
    """Return the account of a code; one of the club's own without its words. None for
    no account.
    """
    if code in ACCOUNTS:
        return ACCOUNTS[code]
    own = _OWN_CODE.fullmatch(code)
    kind = OWN.get(own["kind"]) if own else None
    return replace(kind, code=code, name=code, label=code) if kind else None


def like(code: str) -> str | None:
    """Return the account of `MONEY` a code is or belongs to; None for accounts without money."""
    if code in MONEY:
        return code
    own = _OWN_CODE.fullmatch(code)
    return MORE_MONEY.get(own["kind"]) if own else None


def find_journal(code: str) -> Journal | None:
    """Return the book of a code, the club's own as well. None for no book."""
    if code in JOURNALS:
        return JOURNALS[code]
    first, own = like(code), _OWN_CODE.fullmatch(code)
    if first is None or own is None:
        return None
    return replace(JOURNALS[first], code=code, account=code, place=int(own["number"]) + 1)


def journal(code: str) -> Journal:
    """Return the same for a code that is known to be one; KeyError for another."""
    journal = find_journal(code)
    if journal is None:
        raise KeyError(code)
    return journal


def account(code: str) -> Account:
    """Return the same for a code that is known to be one; KeyError for another."""
    account = find(code)
    if account is None:
        raise KeyError(code)
    return account


def unit_of(kind: str) -> Unit:
    """Return the unit in which a charge of this kind is owed."""
    return RUNDE if kind == "drinks_round" else EUR


def earned(kind: str, code: str) -> str:
    """Return the account on which a claim is earned; KeyError for one that is no income."""
    return CHARGED[code] if kind == "other" else EARNED[kind]


def claims_journal(unit: Unit) -> str:
    """Return the journal in which claims of this unit are booked."""
    return "rounds" if unit == RUNDE else "claims"
