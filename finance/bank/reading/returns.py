"""Which payment did the bank take back? Pure."""

from finance.bank.reading.names import says
from finance.bank.reading.proposal import Seen
from finance.books.references import found_in


def may_return(back: Seen, came: Seen, person: int, name: str) -> bool:
    """Whether a line may take back what came for a person with another line.

    The amount is the same, or the account, the name or the reference of whoever paid is on it. What
    the bank takes for itself is no return.
    """
    if back.is_fee and not back.is_return:
        return False
    text = f"{back.name} {back.text}"
    return (
        back.cents == -came.cents
        or (back.iban != "" and back.iban == came.iban)
        or person in found_in(text)
        or says(text, name)
        or says(text, came.name)
    )
