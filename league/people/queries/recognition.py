"""The people meant by a list of names, as players at a table call each other."""

import re
from collections.abc import Iterable, Mapping, Sequence, Set
from dataclasses import dataclass
from datetime import date
from difflib import SequenceMatcher
from functools import lru_cache

from django.db.models import F

from league.people.models.people import Membership, Person, sort_key
from league.web.plain_words import without_invisible

# A comma list as it is typed or pasted; „und“ and „and“ separate the last two.
_BETWEEN = re.compile(r"[,;\n\t]|\s(?:und|and|&)\s")
# From here on a name that is spelt otherwise is worth asking about.
_ALIKE = 0.8


# Letters of other alphabets, and signs, that are read as one of ours: capitals, where they look
# like another letter than their small ones, and all others as small letters.
_CAPITALS = str.maketrans("ΑΒΕΖΗΙΚΜΝΟΡΤΥΧВНРСУХ", "ABEZHIKMNOPTYXBHPCYX")
_LOOKS_LIKE = str.maketrans(
    {
        **dict(zip("авекмнорстухіјѕԁɡһӏԛԝүьօոսհ", "abekmhopctyxijsdghlqwybonuh", strict=True)),
        **dict(zip("αβεζηικμνορτυχγω", "abeznikmvoptuxyw", strict=True)),
        **dict(zip("ɑıɩʏ0134589|!", "aiiyoleasbgll", strict=True)),
    }
)


@lru_cache(maxsize=4096)
def look_alike_key(name: str) -> str:
    """Return the key of the name that people read, whatever alphabet its letters are from: the same
    for all names that look the same. Compared only with other such keys.
    """
    seen = without_invisible(name).translate(_CAPITALS)
    # A small l, a capital I and a 1 are one stroke, and r beside n is read as m.
    letters = sort_key(seen).translate(_LOOKS_LIKE).replace("i", "l")
    return letters.replace("rn", "m").replace("vv", "w")


@dataclass(frozen=True)
class Recognised:
    """A name as it was typed, the possible persons with the likeliest first, and the sure one."""

    text: str
    candidates: tuple[Person, ...]
    person: Person | None
    members: frozenset[int]  # who belongs to the club, by their keys
    is_unclear: bool = False  # several are called so

    @property
    def may_be_new(self) -> bool:
        """Return whether the name may be a new person's. No two persons share a name, so a
        candidate of exactly this name is the one.
        """
        return all(sort_key(person.name) != sort_key(self.text) for person in self.candidates)


def split_names(typed: str) -> list[str]:
    """Return the names of a list in their order, each once."""
    names: dict[str, str] = {}
    for part in _BETWEEN.split(typed.replace("\r", "\n")):
        if name := " ".join(part.split()):
            names.setdefault(sort_key(name), name)
    return list(names.values())


def recognise(names: Sequence[str], today: date) -> list[Recognised]:
    """Match each name with a person: the whole name, a nickname, or a unique first name.

    Of several of one first name the only member is meant. Two queries.
    """
    records = list(
        Person.objects.select_related("merge__kept").annotate(called=F("details__nickname"))
    )
    persons = [person for person in records if not hasattr(person, "merge")]
    merged = {person.sort_key: person.merge.kept for person in records if hasattr(person, "merge")}
    belong = set(Membership.objects.on(today).values_list("person_id", flat=True))
    return [_recognised(name, persons, belong, merged) for name in names]


def _recognised(
    name: str, persons: Sequence[Person], belong: Set[int], merged: Mapping[str, Person]
) -> Recognised:
    key = sort_key(name)
    exact = [
        person
        for person in persons
        if person.sort_key == key or (person.nickname and sort_key(person.nickname) == key)
    ]
    if not exact and key in merged:
        exact = [merged[key]]
    if exact:
        return Recognised(name, tuple(exact), exact[0], frozenset(belong))
    # Members may share a nickname, unlike the one that the public reads.
    called = [
        person
        for person in persons
        if _begins(key, person.sort_key) or _called_by_members(person) == key
    ]
    members = [person for person in called if person.pk in belong]
    likely = members if len(members) == 1 else called
    alike = [
        person
        for person in persons
        if person not in called
        and (
            SequenceMatcher(None, key, person.sort_key).ratio() >= _ALIKE
            or look_alike_key(person.name) == look_alike_key(name)
        )
    ]
    candidates = tuple(dict.fromkeys([*likely, *called, *alike]))
    surely = likely[0] if len(likely) == 1 else None
    unclear = surely is None and bool(called)
    return Recognised(name, candidates, surely, frozenset(belong), unclear)


def _called_by_members(person: Person) -> str | None:
    """Return the key of the nickname that `recognise` has annotated."""
    nickname: str | None = getattr(person, "called", None)
    return sort_key(nickname) if nickname else None


def _begins(typed: str, name: str) -> bool:
    """Return whether the first name is the same, and the rest as typed begins the other names."""
    short, whole = typed.replace(".", "").split(), name.split()
    return (
        0 < len(short) <= len(whole)
        and short[0] == whole[0]
        and all(word.startswith(part) for part, word in zip(short[1:], whole[1:], strict=False))
    )


def namesakes(names: Iterable[str]) -> dict[str, Person]:
    """Return the person with each of these names, if any, also in letters that only look like it.
    The very name comes first; of a merged record the one that stays. Two queries.
    """
    wanted = {name: (sort_key(name), look_alike_key(name)) for name in names}
    if not wanted:
        return {}
    by_key: dict[str, int] = {}
    alike: dict[str, int] = {}
    # Read as values: a desk asks this for all who registered, against every person ever stored.
    rows = Person.objects.order_by(F("merge").asc(nulls_first=True), "pk")
    for pk, name, key, kept in rows.values_list("pk", "name", "sort_key", "merge__kept"):
        by_key.setdefault(key, kept or pk)
        alike.setdefault(look_alike_key(name), kept or pk)
    known = {
        name: by_key.get(key) or alike.get(alike_key) for name, (key, alike_key) in wanted.items()
    }
    persons = Person.objects.in_bulk({pk for pk in known.values() if pk is not None})
    return {name: persons[pk] for name, pk in known.items() if pk is not None}
