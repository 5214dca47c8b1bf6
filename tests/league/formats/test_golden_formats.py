"""A golden event for each format that is really played, counted again by plain means.

The rules stand here once more as the sources say them, in sums over bare facts: who lost which
half, who was how early out. Nothing of `league.formats` is asked for a point, a life or a place.
"""

from collections import Counter
from fractions import Fraction

import pytest

from league import formats
from league.formats import slugs
from tests.format_days import Day, Fact

# --- the rules in plain words ---------------------------------------------------------------


def halves_kept(fact: Fact) -> Counter:
    """Schockfreunde: a point per half to all but its loser; the lost final costs one again."""
    points = Counter(dict.fromkeys(fact.first, 2))
    for loser in fact.halves_lost:
        points[loser] -= 1
    if not fact.is_sweep:
        points[fact.loser] -= 1
    return points


def lost(fact: Fact) -> Counter:
    """Gonzerath: a lost half is a loss point, the game one more."""
    return Counter(dict.fromkeys(fact.first, 0)) + Counter([*fact.halves_lost, fact.loser])


def early(fact: Fact) -> Counter:
    """Steele and Werl: 3/2/1/0 or 3/1/0 by how early one gets out of a half."""
    points = Counter(dict.fromkeys(fact.first, 0))
    for half in (fact.first, fact.second):
        for person, share in zip(half, {3: (3, 1, 0), 4: (3, 2, 1, 0)}[len(half)], strict=True):
            points[person] += share
    return points


def werl(fact: Fact) -> Counter:
    """Return the points: one less for the lost final, and for both halves lost."""
    points = early(fact)
    points[fact.loser] -= 1
    return points


def throws(fact: Fact) -> Counter:
    return Counter(fact.throws)


def grand_slam(fact: Fact) -> Counter:
    points = Counter(fact.throws)
    points[fact.loser] -= 5
    return points


GAME, STAKE = "a life per lost game", "the final is the play-off for a life"

# By format and name of the block, without its number: what counts, or how many lives; and whether
# what was before goes on counting.
RULES = {
    "dattenberg": {"Runde": (3, GAME, "account")},
    "dauborn": {"Vorrunde": (halves_kept, "sum"), "*": (halves_kept, "new")},
    "dm2007": {"Hauptrunde (1)": (3, GAME, "new"), "*": (2, GAME, "new")},
    "dormagen": {"*": (2, GAME, "new")},
    "gonzerath": {"Final Table": (2, GAME, "new"), "*": (lost, "sum")},
    "grafschaft": {"Runde": (3, GAME, "account")},
    "hessen": {"Vorrunde": (halves_kept, "sum"), "*": (halves_kept, "new")},
    "kamen": {"Hauptrunde (1)": (3, GAME, "new"), "*": (2, GAME, "new")},
    "koenigswinter": {
        "1. Durchgang": (throws, "sum"),
        "2. Durchgang": (throws, "sum"),
        "*": (throws, "new"),
    },
    "leevmarie": {
        "1. Durchgang": (halves_kept, "sum"),
        "2. Durchgang": (halves_kept, "sum"),
        "*": (halves_kept, "new"),
    },
    "oberkirchen": {"*": (3, GAME, "new")},
    "plateau": {
        "1. Durchgang": (lost, "sum"),
        "2. Durchgang": (lost, "sum"),
        "*": (2, GAME, "new"),
    },
    "puetzchen": {"Runde": (7, GAME, "account")},
    "schockenorg": {"Spiel": (grand_slam, "sum")},
    "schockfreunde": {
        **{f"{n}. Punkterunde": (halves_kept, "sum") for n in (1, 2, 3)},
        **{
            f"Punkterunde neben {block}": (halves_kept, "new")
            for block in ("der 1. K.-o.-Runde", "der 2. K.-o.-Runde", "dem Finale")
        },
        "*": (2, GAME, "new"),
    },
    "silschede": {"Runde": (6, GAME, "account")},
    "steele": {"*": (early, "sum")},
    "velen": {"1. Durchgang": (3, STAKE, "new"), "2. Durchgang": (2, STAKE, "new")},
    "werl": {"1. Punkterunde": (werl, "sum"), "2. Punkterunde": (werl, "sum"), "*": (werl, "new")},
}

ALIVE, DEAD, LOST = "who has a life", "who has none", "who does not go on"


def rounds(name: str, last: int, *, of: int = 1) -> list[tuple]:
    """Return the ways of the living from each round into the next."""
    return [(f"{name} ({n})", ALIVE, f"{name} ({n + 1})") for n in range(of, last)]


def both_ways(name: str, last: int) -> list[tuple]:
    """Return the ways of two bands: the losers of each main round come into the other way, which
    leads back.
    """
    return [
        *rounds("Hauptrunde", last),
        *rounds(name, last),
        *((f"Hauptrunde ({n})", DEAD, f"{name} ({n})") for n in range(1, last)),
        (f"Hauptrunde ({last})", LOST, f"{name} ({last})"),
        (f"Hauptrunde ({last})", 2, "Finale"),
        (f"{name} ({last})", 2, "Finale"),
    ]


# Who comes from where into which block: so many of the best, so many of each table, …
WAYS = {
    "dauborn": [
        ("Vorrunde (3)", 32, "Viertelfinale"),
        ("Viertelfinale", "2 of each table", "Halbfinale"),
        ("Halbfinale", "1 of each table", "Final Table"),
    ],
    "dm2007": [
        *rounds("Hauptrunde", 7),
        ("Hauptrunde (1)", DEAD, "Trostrunde (1)"),
        *rounds("Trostrunde", 6),
        ("Hauptrunde (7)", 4, "Endkampf"),
        ("Trostrunde (6)", 2, "Endkampf"),
    ],
    "dormagen": both_ways("Verliererrunde", 5),
    "gonzerath": [("3. Durchgang", 6, "Final Table")],
    "hessen": [("Vorrunde (5)", 16, "Halbfinale"), ("Halbfinale", "1 of each table", "Finale")],
    "kamen": [
        *rounds("Hauptrunde", 4),
        ("Hauptrunde (1)", DEAD, "Trostrunde (1)"),
        *rounds("Trostrunde", 3),
        ("Trostrunde (3)", 4, "Trostfinale"),
        ("Hauptrunde (4)", 4, "Finale"),
    ],
    "koenigswinter": [("2. Durchgang", 12, "Gruppen"), ("Gruppen", "1 of each table", "Finale")],
    "leevmarie": [
        ("2. Durchgang", 16, "Gruppen"),
        ("Gruppen", "1 of each table", "Halbfinale"),
        ("Halbfinale", "1 of each table", "Finale"),
        ("Halbfinale", LOST, "Spiel um Platz 3"),
    ],
    "oberkirchen": both_ways("Trostrunde", 7),
    "plateau": [
        ("2. Durchgang", 16, "1. K.-o.-Runde"),
        ("1. K.-o.-Runde", ALIVE, "2. K.-o.-Runde"),
        ("2. K.-o.-Runde", ALIVE, "Finale"),
    ],
    "schockfreunde": [
        ("3. Punkterunde", 16, "1. K.-o.-Runde"),
        ("1. K.-o.-Runde", ALIVE, "2. K.-o.-Runde"),
        ("2. K.-o.-Runde", ALIVE, "Finale"),
    ],
    "werl": [("2. Punkterunde", 16, "K.-o.-Runde"), ("K.-o.-Runde", "1 of each table", "Finale")],
}
# As many as the source names; where it names none, some that work out.
PEOPLE = {
    "dattenberg": 48, "dauborn": 52, "dm2007": 563, "dormagen": 66, "gonzerath": 48,
    "grafschaft": 42, "hessen": 180, "kamen": 80, "koenigswinter": 24, "leevmarie": 80,
    "oberkirchen": 252, "plateau": 80, "puetzchen": 48, "schockenorg": 14, "schockfreunde": 40,
    "silschede": 40, "steele": 23, "velen": 40, "werl": 27,
}  # fmt: skip


def test_every_template_has_its_golden_event():
    assert set(slugs()) == set(RULES) == set(PEOPLE)


class Plain:
    """A plain count of a day: points, lives and the moment each was out, block by block."""

    def __init__(self, slug: str, day: Day) -> None:
        self.slug, self.day, self.rules = slug, day, RULES[slug]
        self.better_is_less = slug in {"gonzerath", "plateau"}
        self.values: dict[int, dict[int, tuple]] = {}
        sums: Counter = Counter()
        account: dict[int, int] = {}
        for number, played in day.blocks.items():
            rule = self.rule(day.format.block(number).name)
            if isinstance(rule[0], int):
                self.values[number] = self.lives(rule, played, account)
            else:
                if rule[1] == "new":
                    sums = Counter()
                self.values[number] = self.points(rule, played, sums)

    def rule(self, name: str) -> tuple:
        return self.rules.get(name) or self.rules.get(name.partition(" (")[0]) or self.rules["*"]

    def points(self, rule, played, sums) -> dict[int, tuple]:
        here = Counter(dict.fromkeys(played.people - set(played.springers), 0))
        for fact in (fact for table in played.facts for fact in table):
            for person, points in rule[0](fact).items():
                here[person] += points
        mean = Fraction(sum(here.values()), len(here))
        for person in played.people:
            sums[person] += mean if person in played.springers else here[person]
        sign = -1 if self.better_is_less else 1
        return {person: (sign * sums[person],) for person in played.people}

    def lives(self, rule, played, account) -> dict[int, tuple]:
        """Return the lives left, and the game in which the last was lost, where it was."""
        lives, per, kind = rule
        left = {p: account.get(p, lives) if kind == "account" else lives for p in played.people}
        out: dict[int, int] = {}
        for fact in (fact for table in played.facts for fact in table):
            cost = 2 if per == STAKE and fact.is_sweep else 1
            left[fact.loser] = max(0, left[fact.loser] - cost)
            if not left[fact.loser]:
                out[fact.loser] = fact.number
        account.update(left)
        return {person: (left[person], out.get(person, 0)) for person in played.people}

    def number(self, name: str) -> int:
        blocks = self.day.format.blocks
        return next(n for n, block in enumerate(blocks, 1) if block.name == name)

    def check_way(self, name: str, how, to: str) -> set[int]:
        """Return the people a block sends there; assert that no better one stayed."""
        number, taker = self.number(name), self.number(to)
        played, values = self.day.blocks[number], self.values[number]
        sent = played.people & set(self.day.players(taker))
        for between in range(number + 1, taker):  # who came another way, by a detour
            sent -= self.day.blocks[between].people
        if how == ALIVE:
            assert sent == {person for person in played.people if values[person][0]}
        elif how == DEAD:
            assert sent == {person for person in played.people if not values[person][0]}
        else:
            if how == LOST:  # all but those whom the other way takes
                goes = played.people - sent
                how = next(many for of, many, _to in WAYS[self.slug] if of == name and many != LOST)
            else:
                goes = sent
            groups, many = [played.people], how
            if isinstance(how, str):
                groups, many = [set(table) for table in played.tables], int(how[0])
            for group in groups:
                gone = group & goes
                assert len(gone) == many
                assert min(values[p] for p in gone) >= max(values[p] for p in group - gone)
        return sent


@pytest.fixture(scope="module", params=slugs())
def golden(request):
    day = Day(request.param, PEOPLE[request.param], seed=len(request.param))
    return request.param, day, Plain(request.param, day)


def test_points_and_lives_are_those_of_a_plain_count(golden):
    _slug, day, plain = golden
    sign = -1 if plain.better_is_less else 1
    for number, played in day.blocks.items():
        values = plain.values[number]
        assert {row.person for row in played.rows} == played.people
        for row in played.rows:
            if row.lives is None:
                assert (sign * row.points,) == values[row.person]
            else:
                assert (row.lives, row.out_at or 0) == values[row.person]
        in_order = [values[row.person] for row in played.rows]
        assert in_order == sorted(in_order, reverse=True)


def test_everybody_goes_the_way_the_source_says(golden):
    slug, day, plain = golden
    came: dict[str, set[int]] = {}
    for name, how, to in WAYS.get(slug, ()):
        sent = plain.check_way(name, how, to)
        assert not sent & came.get(to, set())
        came[to] = came.get(to, set()) | sent
    for to, people in came.items():
        assert people == day.named(to).people
    led = {
        name
        for number, block in enumerate(day.format.blocks, 1)
        for name in [block.name]
        if block.who.takes and not block.carry_lives
    }
    assert led == set(came)


def test_the_winner_is_who_is_left_or_has_most(golden):
    _slug, day, plain = golden
    line = day.format.main_line()[-1]
    last = plain.values[line]
    ranking = day.ranking
    assert last[ranking[0].person] == max(last.values())
    assert sorted(placed.person for placed in ranking) == day.everybody
    assert [placed.position for placed in ranking] == [*range(1, len(day.everybody) + 1)]


def test_most_schock_aus_and_jules_are_counted_on_all_cards(golden):
    _slug, day, _plain = golden
    rows = {number: played.rows for number, played in day.blocks.items()}
    honours = formats.honours(day.ranking, rows)
    facts = [fact for played in day.blocks.values() for table in played.facts for fact in table]
    for award, counted in (
        ("schock_aus_king", Counter(p for f in facts for p, n in f.aus.items() for _ in range(n))),
        ("jule_king", Counter(p for f in facts for p, n in f.jule.items() for _ in range(n))),
    ):
        kings = {honour.person for honour in honours[award] if honour.rank == 1}
        assert kings == {person for person in counted if counted[person] == max(counted.values())}
