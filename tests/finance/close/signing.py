"""The steps of an evening's close: paid, counted, signed and signed once more."""

from datetime import timedelta

from finance.books.queries.ledger import balance
from finance.cash.services import count_cash
from finance.close.queries import last_close
from finance.close.services import cosign_evening, sign_evening, take_what_is_open
from tests.finance.club import DAY, NOW, client_id


def pays(evening, name, cents, *, click="", today=DAY):
    return take_what_is_open(
        person=evening.club.persons[name],
        amount=cents,
        day=DAY,
        client_id=click or client_id(),
        by=evening.club.user("kim"),
        today=today,
        now=NOW,
    )


def counts_all(evening, reason=""):
    """Kim counts what lies there: exactly what the book says, in cents."""
    cash = balance("cash")
    pieces = {"eur_1": cash // 100, "ct_1": cash % 100}
    return count_cash(
        pieces=pieces,
        seen=cash,
        reason=reason,
        client_id=client_id(),
        by=evening.club.user("kim"),
        day=DAY,
        now=NOW,
        event=evening.event,
    )


def signs(evening, although=0):
    return sign_evening(
        event=evening.event,
        although=although,
        by=evening.club.user("kim"),
        now=NOW,
    )


def cosigns(evening, name, *, seen="", today=DAY):
    close = last_close(evening.event)
    return cosign_evening(
        close=close,
        seen=seen or close.digest,
        by=evening.club.user(name),
        today=today,
        now=NOW + timedelta(minutes=2),
    )
