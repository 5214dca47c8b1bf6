"""Lines of the bank that say by themselves whose money they are, without the treasurer's word."""

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

    The account counts if money from it was booked for the person before, and for no other: each of
    the treasurer's own had the name on it, or a second person had confirmed it.
    """
    words = line.text
    if person.pk in found_in(f"{words.text} {words.name}") or says(words.name, person.name):
        return True
    if of_initial(words.name, [Payer(person=person.pk, name=person.name)]):
        return True
    if not words.iban:
        return False
    before = standing_bookings().filter(line__text__iban=words.iban, line__cents__gt=0)
    paid_for = before.exclude(line=line).values_list("transaction__payment__person", flat=True)
    return set(paid_for) - {None} == {person.pk}


def needs_second(line: BankLine, persons: Collection[int | None], by: User | None) -> bool:
    """Return whether `by` books money of another person onto the own account."""
    me = person_of(by)
    return me is not None and line.cents > 0 and me.pk in persons and not is_from(line, me)
