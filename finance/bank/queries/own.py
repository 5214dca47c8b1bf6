"""Whether the bank itself says that a line's money is from a person, or only the treasurer does."""

from collections.abc import Collection

from finance.bank.models.bank import BankLine
from finance.bank.queries.bank import standing_bookings
from finance.bank.reading.named import of_initial
from finance.bank.reading.names import says
from finance.bank.reading.proposal import Payer
from finance.books.references import found_in
from league.access.queries.rights import person_of
from league.people.models.people import Person, User


def is_from(line: BankLine, person: Person) -> bool:
    """Return whether payer's name, account or code on a line are the person's.

    The account is where money booked for the person came from before: of whoever keeps the till
    each of these had the name on it, or a second person had confirmed it.
    """
    words = line.text
    if person.pk in found_in(f"{words.text} {words.name}") or says(words.name, person.name):
        return True
    if of_initial(words.name, [Payer(person=person.pk, name=person.name)]):
        return True
    before = standing_bookings().filter(transaction__payment__person=person).exclude(line=line)
    return bool(words.iban) and before.filter(line__text__iban=words.iban).exists()


def needs_second(line: BankLine, persons: Collection[int | None], by: User | None) -> bool:
    """Return whether a line of somebody else is put onto the own account by who books it."""
    me = person_of(by)
    return me is not None and line.cents > 0 and me.pk in persons and not is_from(line, me)
