"""The balances of before, as a list of people has them: the app that keeps the books books them.

This capability does not know that app. It registers once, in its `ready`.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import date, datetime
from typing import Any

from league.people.models.people import Person, User


@dataclass(frozen=True)
class Books:
    """The interface of the books. Amounts are cents, above zero for a debt.

    `has_account` are those whose account is running: with a balance or anything else. `book` books
    opening balances under an id; `take_back` reverses them, or raises a LeagueError if part of them
    was paid or used. `has_more` are those of whom the books know more than such a balance, by their
    keys.
    """

    may_book: Callable[[Any, date], bool]
    book: Callable[[Sequence[tuple[Person, int]], str, User, date, datetime], object]
    take_back: Callable[[str, User, date, datetime], object]
    has_more: Callable[[Sequence[int]], set[int]]
    has_account: Callable[[Sequence[int]], set[int]]


_books: list[Books] = []


def register(books: Books) -> None:
    _books.append(books)


def books() -> Books:
    (registered,) = _books
    return registered
