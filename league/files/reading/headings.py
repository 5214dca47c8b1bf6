"""Find the row that names the columns, and tell each column by its heading."""

import re
import unicodedata
from collections.abc import Mapping, Sequence

# The roles of columns, with the words for them; the first word of a role fits best.
Words = Mapping[str, Sequence[str]]
# Rows of titles, account numbers and balances that may be above.
MOST_ABOVE = 40
_SPELT = str.maketrans({"ä": "ae", "ö": "oe", "ü": "ue"})


def plain(heading: str) -> str:
    """Return the letters of a heading in small: „Gebühr (EUR)“ as „gebuehreur“."""
    letters = unicodedata.normalize("NFC", heading).casefold().translate(_SPELT)
    return re.sub(r"[^\w]|[\d_]", "", letters)


def roles(names: Sequence[str], words: Words) -> tuple[str, ...]:
    """Return the role of each column by its heading alone; empty for an unknown heading.

    Of two columns for one role the one with the better word has it, of equals the first; the other
    takes the next role that knows its heading.
    """
    ranks = {
        (plain(word), role): rank
        for role, known in words.items()
        for rank, word in enumerate(known)
    }
    places = [plain(name) for name in names]
    claims = sorted(
        (ranks[name, role], order, place, role)
        for place, name in enumerate(places)
        for order, role in enumerate(words)
        if (name, role) in ranks
    )
    taken: dict[int, str] = {}
    for _rank, _order, place, role in claims:
        if place not in taken and role not in taken.values():
            taken[place] = role
    return tuple(taken.get(place, "") for place in range(len(names)))


def find(rows: Sequence[Sequence[str]], words: Words, *, at_least: int = 2) -> int | None:
    """Return the place of the row that names the columns; None if no row does.

    Of the first rows it is the one with the most known headings, at least `at_least`.
    """
    known = {plain(word) for words_of_role in words.values() for word in words_of_role}
    counts = [sum(plain(cell) in known for cell in row if cell) for row in rows[:MOST_ABOVE]]
    most = max(counts, default=0)
    return counts.index(most) if most >= at_least else None
