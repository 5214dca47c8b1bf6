"""Find the payment that the bank took back, and recognize a line as the fee for it. Pure."""

import re

from finance.bank.reading.names import says
from finance.bank.reading.proposal import Seen
from finance.books.references import found_in
from league.web.spelling import plain

# More than any bank takes for it, in cents.
MOST_FEE = 2000
_FEE = r"(entgelt|gebuehr|kosten|provision|preis)\w*"
_RETURN = r"(ruecklast|rueckgabe|ruecklaeuf|rueckbuch|retour|nicht eingeloest)\w*"
_FEE_FOR_IT = re.compile(
    rf"(?<!\w){_FEE}\W+((fuer|einer|der|die|wegen|sepa|lastschrift)\W+)*{_RETURN}"
    rf"|(?<!\w)(ruecklast|rueckgabe|ruecklaeufer|rueckbuchung|retouren)\w*{_FEE}"
)


def may_return(back: Seen, came: Seen, person: int, name: str) -> bool:
    """Tell if a line may take back what came for a person with another line.

    The amount is the same, or the account, the name or the reference of the payer is on it. A fee
    that the bank takes for itself is no return.
    """
    if is_fee_for_return(back) or (back.is_fee and not back.is_return):
        return False
    text = f"{back.name} {back.text}"
    return (
        back.cents == -came.cents
        or (back.iban != "" and back.iban == came.iban)
        or person in found_in(text)
        or says(text, name)
        or says(text, came.name)
    )


def is_fee_for_return(line: Seen) -> bool:
    """Return whether a line is nothing but the bank's fee for a payment that it took back."""
    text = plain(f"{line.name} {line.text}")
    by_kind = line.is_fee and not line.is_return and re.search(rf"(?<!\w){_RETURN}", text)
    return -MOST_FEE <= line.cents < 0 and bool(by_kind or _FEE_FOR_IT.search(text))
