"""Find names that may be those of one person.

Two names that are the same in the end, one that begins the other, and one that is spelt nearly so.
"""

import re
from collections import defaultdict
from collections.abc import Iterable, Sequence
from difflib import SequenceMatcher

from league.people.models.people import Person
from league.people.queries.recognition import look_alike_key

# An addition behind a name to tell two apart: „Uwe (2)“, „Uwe (Gast)“.
_BEHIND = re.compile(r"\s*\([^)]*\)")
# From here on a name that is spelt otherwise is worth asking about.
_ALIKE = 0.8


def same_key(name: str) -> str:
    """Return the key that is the same for „Uwe Brandt“, „Brandt Uwe“ and „Uwe Brandt (Gast)“."""
    words = look_alike_key(_BEHIND.sub("", name)).replace(",", " ").split()
    return " ".join(sorted(words))


def likely_pairs(people: Sequence[Person]) -> list[tuple[Person, Person]]:
    """Return pairs that may be one person, in the order of names.

    They have the same name in the end, or one is called by the first name alone that only one other
    has, or they share a word and are spelt nearly the same.
    """
    by_key: dict[str, list[Person]] = defaultdict(list)
    by_first: dict[str, list[Person]] = defaultdict(list)
    by_word: dict[str, set[Person]] = defaultdict(set)
    for person in people:
        by_key[same_key(person.name)].append(person)
        by_first[_first(person)].append(person)
        for word in _words(person):
            by_word[word].add(person)
    pairs = []
    for person in people:
        same = [other for other in by_key[same_key(person.name)] if other.pk > person.pk]
        pairs += [(person, other) for other in same]
        if _is_first_name(person):
            longer = [other for other in by_first[_first(person)] if not _is_first_name(other)]
            if len(longer) == 1:
                pairs.append((person, longer[0]))
        else:
            near = set().union(*(by_word[word] for word in _words(person)))
            pairs += [
                (person, other)
                for other in people
                if other in near and other.pk > person.pk and _is_alike(person, other)
            ]
    return pairs


def _is_alike(person: Person, other: Person) -> bool:
    """Return True if the names are spelt nearly the same, and are not the same."""
    key, other_key = same_key(person.name), same_key(other.name)
    return key != other_key and SequenceMatcher(None, key, other_key).ratio() >= _ALIKE


def likely(person: Person, people: Iterable[Person]) -> list[Person]:
    """Return those of the people who may be the same person, the likeliest first."""
    key, first = same_key(person.name), _first(person)
    same, begins, alike = [], [], []
    for other in people:
        if other.pk == person.pk:
            continue
        other_key = same_key(other.name)
        if other_key == key:
            same.append(other)
        elif _first(other) == first and (_is_first_name(other) or _is_first_name(person)):
            begins.append(other)
        elif _is_alike(person, other):
            alike.append(other)
    return [*same, *begins, *alike]


def _words(person: Person) -> list[str]:
    return look_alike_key(_BEHIND.sub("", person.name)).split()


def _first(person: Person) -> str:
    return (_words(person) or [""])[0]


def _is_first_name(person: Person) -> bool:
    return len(_words(person)) == 1
