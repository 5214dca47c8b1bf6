"""Every deed that books: who may benefit by it, and who is second where that is who does it.

Data for `docs/ledger-laws.md` and for the test that does each of them as the one who benefits. The
services ask `own_matters`, `bank.queries.own` and `queries.differences`; nothing is decided here.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum

from finance.books.models.payments import Payment


class Second(StrEnum):
    """The control a second person has over an act in one's own matter.

    WAITS: it is not booked before a second person has confirmed it. SEEN: it is booked and waits on
    the auditors' page until a second person has seen it. REFUSED: another person has to do it.
    PAPER: a paper of another person proves it. NOBODY: it moves no value towards its author.
    """

    WAITS = "waits"
    SEEN = "seen"
    REFUSED = "refused"
    PAPER = "paper"
    NOBODY = "nobody"


@dataclass(frozen=True)
class Deed:
    """One service, whom it may favour, and who is second then."""

    benefits: str
    second: Second


_NONE = Deed("nobody: a debt arises, or it moves between the club's own accounts", Second.NOBODY)
_SIGNS = Deed("nobody: it signs, and books only what others left", Second.NOBODY)

DEEDS: Mapping[str, Deed] = {
    # Money, credit or a smaller debt for a person.
    "waive_claim": Deed("who owes", Second.WAITS),
    "refuse_claim": Deed("who is to owe", Second.WAITS),
    "turn_into_euros": Deed("who owes the round", Second.WAITS),
    "take_over": Deed("whose debt goes", Second.WAITS),
    "pay_out_credit": Deed("who has the credit", Second.WAITS),
    "book_refund": Deed("who has the credit", Second.WAITS),
    "reverse": Deed("on whose account it was booked; who took from the till", Second.WAITS),
    "take_back_openings": Deed("whose balance it was", Second.WAITS),
    "rule": Deed("who objected", Second.WAITS),
    "defer": Deed("who owes", Second.WAITS),
    "excuse": Deed("who was absent", Second.WAITS),
    "reduce_dues": Deed("who pays dues", Second.WAITS),
    "count_cash": Deed("who keeps the till", Second.WAITS),
    "book_line": Deed("for whom another's transfer is booked", Second.WAITS),
    "tie_line": Deed("for whom another's transfer is booked", Second.WAITS),
    "set_off_outlay": Deed("who laid out", Second.SEEN),
    "open_accounts": Deed("who begins with a credit", Second.SEEN),
    "take_payment": Deed("who paid", Second.SEEN),
    "confirm_notice": Deed("who announced", Second.SEEN),
    "take_entry": Deed("who enters", Second.SEEN),
    "take_what_is_open": Deed("who paid", Second.SEEN),
    "take_from_all": Deed("who paid", Second.SEEN),
    "pay_prize": Deed("who won", Second.SEEN),
    "give_round": Deed("who owes the round", Second.SEEN),
    "give_together": Deed("who owes the rounds", Second.SEEN),
    "pay_share": Deed("who leaves", Second.REFUSED),
    "order_transfers": Deed("who is paid", Second.REFUSED),
    "give_back": Deed("whose fee the club bears", Second.REFUSED),
    # The paper is not of who books it.
    "book_proposed": Deed("whose name or account the line has", Second.PAPER),
    "book_sure": Deed("whose code or account the line has", Second.PAPER),
    "book_run": Deed("whose account was debited", Second.PAPER),
    "book_transfers": Deed("who is paid, as was ordered", Second.PAPER),
    "record_expense": Deed("who is paid, by a voucher", Second.PAPER),
    "book_elsewhere": Deed("who is paid, by a voucher", Second.PAPER),
    "record_income": _NONE,
    "book_transfer": _NONE,
    "move_money": _NONE,
    "open_book": _NONE,
    "earmark": _NONE,
    "agree": _NONE,
    "confirm_evening": _NONE,
    "confirm_claim": _NONE,
    "charge_people": _NONE,
    "pass_fee_on": _NONE,
    "charge_the_absent": _NONE,
    "remind": _NONE,
    "run": _NONE,
    "carry_over": Deed("nobody: two records of one person, merged by two persons", Second.NOBODY),
    "sign_evening": _SIGNS,
    "sign_year": _SIGNS,
    "close_through": _SIGNS,
}

# The treasurer's bookings of an own payment without any other paper: an act of its name.
NOTED = (
    Payment.Method.CASH,
    Payment.Method.BANK,
    Payment.Method.SETOFF,
    Payment.Method.OPENING,
    Payment.Method.GIVEN,
)
