"""A rulebook as frozen data. It is read from TOML by `loading.py` and bent by `houserules.py`.

Nothing here plays. Differences between rulebooks are values here; what all share is in `play.py`
and its neighbours. Every rule names its clause, or „–“ if the text is silent.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property

from .dice import MOST_THROWS, NO_HAND, Hand, Node, Sixes, dashed, turns
from .hands import ALL, Category, Ranking
from .sentences import Text

VENUES = ("club_night", "pub", "private")


@dataclass(frozen=True)
class Opening:
    """The rule for who begins: `dice` 0 means the first of the players, without a roll.

    `starter` says how a table finds its first player: `rolled` here, the evening's `king` and then
    the loser of the game before, or `chosen`. `begins` is `lowest` or `highest`; `tie` is
    `roll_off` or `later_seat`; if it `deals`, the one who begins takes the Deckel of the highest
    throw from the middle.
    """

    dice: int
    starter: str
    begins: str
    tie: str
    deals: bool
    each_half: bool
    clause: str


@dataclass(frozen=True)
class Infraction:
    """A breach. `effect`: none, `forfeit`, `exclude` (by vote) or `lose_part` (the second time).

    `kind` is the charge it causes or None; `cents` per piece, None where open or in kind; `most`
    is the highest count; `outside` says that it can also be entered without a log, `only_out` that
    it is only for who is not in the round being played.
    """

    code: str
    label: Text
    kind: str | None
    cents: int | None
    most: int
    effect: str
    outside: bool
    only_out: bool
    clause: str

    @property
    def needs_votes(self) -> bool:
        return self.effect == "exclude"

    @property
    def open_amount(self) -> bool:
        return self.kind == "donation"


@dataclass(frozen=True)
class OutsideCharge:
    """A charge that is entered on the evening's page and is no event of a game."""

    code: str
    label: Text
    kind: str
    cents: int | None
    most: int
    clause: str


@dataclass(frozen=True)
class Stake:
    """One row of the stakes; the first that fits counts. `up_to` None means any number.

    A round of drinks is for all who played with the payer, and for him too if `payer_counts`.
    """

    venues: tuple[str, ...]
    up_to: int | None
    kind: str
    cents: int | None
    payer_counts: bool
    clause: str


@dataclass(frozen=True)
class Option:
    """An option that a table may agree on beforehand, with the consent of all."""

    code: str
    label: Text
    clause: str


@dataclass(frozen=True)
class Reading:
    """The reading of a passage that is silent, has two meanings or contradicts another."""

    clause: str
    text: Text


@dataclass(frozen=True)
class Value:
    """One row of the table of values: hands shown as „1-1-6“ or „6-6-6 … 2-2-2“.

    `penalty` in Deckel, None for all.
    """

    hand: str
    code: str
    name: Text
    penalty: int | None
    clause: str


@dataclass(frozen=True)
class Rulebook:
    """One set of rules. `clauses` holds those of the rules that all rulebooks share.

    `all_load` is the clause by which all put their first throw under the cup at once, if any.
    """

    slug: str
    name: str
    source: Text
    summary: Text  # how it differs from the others, in one sentence
    deckel: int
    least_players: int
    ideal_players: tuple[int, int]
    words: Mapping[str, Text]
    clauses: Mapping[str, str]
    categories: tuple[Category, ...]
    ties: tuple[str, ...]
    tie_clauses: Mapping[str, str]
    sixes: Sixes
    opening: Opening
    reenter: str
    reenter_in_final: bool
    final_start: str
    last_throw: str
    first_stand_opens: bool
    reveal_order: str
    all_load: str | None
    infractions: Mapping[str, Infraction]
    outside: tuple[OutsideCharge, ...]
    stakes: tuple[Stake, ...]
    options: Mapping[str, Option]
    readings: tuple[Reading, ...]
    locked: Mapping[str, str]
    refused: Mapping[str, str]

    @cached_property
    def ranking(self) -> Ranking:
        return Ranking(self.categories, self.ties)

    @cached_property
    def penalties(self) -> frozenset[int]:
        """Return all penalties that the best hand of a round can ask for, in Deckel; `ALL` among
        them.
        """
        return frozenset(hand.penalty for hand in self.ranking.hands.values())

    @cached_property
    def turns(self) -> tuple[Node, ...]:
        """Return the situations of a turn, by number; the first is that before the first throw."""
        return turns(self.sixes.most, self.sixes.after)

    @cached_property
    def turn_hands(self) -> tuple[tuple[Hand, ...], ...]:
        """Return throws used -> number of the situation -> the hand of a turn that ends there.

        Before the first throw there is none; the start has a place in the table all the same.
        """
        hands = self.ranking.hands
        return tuple(
            tuple(
                hands[node.dice, throws, throws == 1 or not node.kept] if node.last else NO_HAND
                for node in self.turns
            )
            for throws in range(1, MOST_THROWS + 1)
        )

    @property
    def category_names(self) -> dict[str, Text]:
        """Map the code of a category to its name; for a code in two rows, to the name of the
        better.
        """
        return {c.code: c.name for c in reversed(self.categories)}

    @property
    def many_players(self) -> int:
        """Return the number of players from which on a table is warned that the game
        will be long.
        """
        return self.ideal_players[1] + 1

    def stake_row(self, players: int, venue: str) -> Stake | None:
        for row in self.stakes:
            if venue in row.venues and (row.up_to is None or players <= row.up_to):
                return row
        return None

    def stake(self, players: int, venue: str = VENUES[0]) -> tuple[str, int | None] | None:
        """Return the loser's stake: (`stake`, cents), (`drinks_round`, None) or nothing at all."""
        row = self.stake_row(players, venue)
        return None if row is None else (row.kind, row.cents)

    @property
    def value_table(self) -> tuple[Value, ...]:
        """Return the rows of the table of values, best first."""
        return tuple(value for c in self.categories for value in _values(c, self.ranking))


def _values(category: Category, ranking: Ranking) -> list[Value]:
    hands = ranking.hands_of(category)
    spans = [(hands[0], hands[-1])]
    if len(category.penalty) > 1:
        spans = [(dice, dice) for dice in hands]
    rows = []
    for best, worst in spans:
        single = best == worst
        hand = dashed(best) if single else f"{dashed(best)} … {dashed(worst)}"
        shown = Text(category.name_of(best, "de"), category.name_of(best, "en"))
        penalty = category.penalty_of(best)
        rows.append(
            Value(
                hand=hand,
                code=category.code,
                name=shown if single else category.name,
                penalty=None if penalty == ALL else penalty,
                clause=category.clause,
            )
        )
    return rows
