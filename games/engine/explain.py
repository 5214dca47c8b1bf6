"""A settled round in one sentence with its clauses, because that is what a table argues about.

„Jenny 3 von A schlägt Schock 2 von B (Z. 95); C verliert mit 431 und bekommt 3 Deckel …“. Player
ids can be shown under other names; the words of the game come from the rulebook.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from .dice import Hand
from .errors import SILENT
from .hands import equal_but_for_ties
from .houserules import HOUSE_RULE
from .rulebook import Rulebook
from .sentences import Text
from .settle import weigh
from .state import Round

TEXTS: dict[str, Text] = {
    "beats": Text(
        "{hand} von {player} schlägt {other} von {who}", "{player}’s {hand} beats {who}’s {other}"
    ),
    "loses": Text("{player} verliert mit {hand}", "{player} loses with {hand}"),
    "same": Text(", so gut wie {who}", ", as good as {who}"),
    "forfeited": Text(
        "{player} gilt {why} als Letzter, egal mit welchem Wurf",
        "{player} counts as the worst {why}, whatever the hand",
    ),
    "for_breach": Text("wegen „{label}“", "for “{label}”"),
    "ruled": Text("nach Entscheidung des Schiedsrichters", "by the referee’s ruling"),
    "better_fewer_throws": Text(", mit weniger Würfen", ", in fewer throws"),
    "better_one_throw": Text(", weil {in_one_throw}", ", because {in_one_throw}"),
    "better_earlier": Text(", weil früher", ", for coming first"),
    "better_later": Text(", weil später", ", for coming later"),
    "worse_fewer_throws": Text(", aber mit mehr Würfen", ", but in more throws"),
    "worse_one_throw": Text(", aber nicht {in_one_throw}", ", but not {in_one_throw}"),
    "worse_earlier": Text(", aber später", ", but later"),
    "worse_later": Text(", aber früher", ", but earlier"),
    "gets": Text("bekommt {number} {deckel} {source}", "gets {number} {deckel} {source}"),
    "gets_less": Text(
        "bekommt nur {number} {deckel} {source}, mehr sind es dort nicht",
        "gets only {number} {deckel} {source}, there are no more",
    ),
    "gets_none": Text(
        "bekommt nichts, denn {giver} hat nichts zu geben",
        "gets nothing, for {giver} has nothing to give",
    ),
    "gets_all": Text("bekommt alle {deckel}", "gets all {deckel}"),
    "gets_so_many": Text("bekommt {number} {deckel}", "gets {number} {deckel}"),
    "and": Text("und", "and"),
    "from": Text("von {giver}", "from {giver}"),
    "has_lost": Text("{player} verliert die Runde", "{player} loses the round"),
    "was_best": Text("am besten war {player}", "{player} was best"),
    "lost": Text("{part} verloren für {player}", "{player} loses the {part}"),
}
"""What a sentence is made of. A phone without network gets the same texts with the rules."""


def explain(settled: Round, lang: str = "de", names: Mapping[str, str] | None = None) -> str:
    """Explain who beat whom, who lost and what moved, with the clauses. `lang` is `de` or `en`."""
    sentence = _Sentence(settled, lang, names or {})
    return sentence.whole() if settled.hands else sentence.in_one_entry()


class _Sentence:
    def __init__(self, settled: Round, lang: str, names: Mapping[str, str]) -> None:
        self.settled, self.lang, self.names = settled, lang, names
        self.book: Rulebook = settled.game.book
        self.hands = dict(settled.shown())
        self.words = {key: getattr(text, lang) for key, text in self.book.words.items()}
        self.worst = self.name(settled.worst)
        # A round with hands has a best one.
        self.best = settled.best or ""

    def whole(self) -> str:
        bottom, deckel = self.bottom(), self.deckel()
        if deckel:
            deckel = f"{bottom} {self.say('and')} {deckel}" if bottom else f"{self.worst} {deckel}"
        parts = [self.top(), deckel or bottom, self.lost()]
        return "; ".join(part for part in parts if part) + "."

    def in_one_entry(self) -> str:
        """Name the loser with the number of Deckel, and the best: without hands no clause can be
        named.
        """
        settled = self.settled
        match settled.source:
            case "none":
                lost = self.say("has_lost", player=self.worst)
            case "all":
                lost = f"{self.worst} {self.say('gets_all')}"
            case _:
                word = self.words["deckel_one" if settled.moved == 1 else "deckel"]
                gets = self.say("gets_so_many", number=settled.moved, deckel=word)
                lost = f"{self.worst} {gets}"
        best = self.say("was_best", player=self.name(self.best)) if self.best else ""
        return "; ".join(part for part in (lost, best, self.lost_part()) if part) + "."

    def say(self, key: str, **fields: object) -> str:
        template: str = getattr(TEXTS[key], self.lang)
        return template.format(**{**self.words, **fields})

    def name(self, player: str) -> str:
        return self.names.get(player, player)

    def hand(self, player: str) -> str:
        """Return the hand's name; one that counts as something lesser says that it was built."""
        hand, ranking = self.hands[player], self.book.ranking
        shown = ranking.categories[hand.key].name_of(hand.dice, self.lang)
        natural = ranking.hands[hand.dice, hand.throws, True]
        return shown if natural.key == hand.key else f"{shown} ({self.words['built']})"

    def ranked(self, players: Sequence[str]) -> tuple[str, str]:
        best, worst = weigh([self.hands[player] for player in players])
        return players[best], players[worst]

    def top(self) -> str:
        """Say that the best hand beats the next; nothing if all others have forfeited."""
        best, forfeits = self.best, dict(self.settled.forfeits)
        rest = [player for player in self.settled.order if player not in (best, *forfeits)]
        if not rest:
            return ""
        other = self.ranked(rest)[0]
        sentence = self.say(
            "beats",
            hand=self.hand(best),
            player=self.name(best),
            other=self.hand(other),
            who=self.name(other),
        )
        criterion = self.criterion(best, other)
        if criterion is None:
            return sentence + self.clauses(self.category_clause(best, other))
        tie = self.say(f"better_{criterion}")
        return sentence + tie + self.clauses(self.book.tie_clauses[criterion])

    def bottom(self) -> str:
        """Name the worst hand, if `top` has not named it already."""
        worst, order = self.settled.worst, self.settled.order
        why = dict(self.settled.forfeits).get(worst)
        if why is not None:
            return forfeited(self.book, worst, why, self.lang, self.names)
        if len(order) == 2:
            return ""
        sentence = self.say("loses", player=self.worst, hand=self.hand(worst))
        other = self.ranked([player for player in order if player != worst])[1]
        criterion = self.criterion(other, worst)
        if criterion is None or other == self.best:
            return sentence
        tie = self.say("same", who=self.name(other)) + self.say(f"worse_{criterion}")
        return sentence + tie + self.clauses(self.book.tie_clauses[criterion])

    def deckel(self) -> str:
        """Say how many Deckel move, and from where; in a „scharf“ round none do."""
        settled, clauses = self.settled, self.book.clauses
        if settled.source == "none":
            return ""
        if settled.source == "all":
            return self.say("gets_all") + self.clauses(clauses["all"])
        giver = self.name(self.best)
        text = "gets"
        if settled.moved < settled.penalty:
            text = "gets_less" if settled.moved else "gets_none"
        sentence = self.say(
            text,
            giver=giver,
            number=settled.moved,
            deckel=self.words["deckel_one" if settled.moved == 1 else "deckel"],
            source=self.words["from_middle"]
            if settled.source == "middle"
            else self.say("from", giver=giver),
        )
        return sentence + self.clauses(clauses["settle"], clauses[settled.source])

    def lost(self) -> str:
        clause = SILENT if self.settled.source == "none" else self.book.clauses["lost"]
        sentence = self.lost_part()
        return sentence and sentence + self.clauses(clause)

    def lost_part(self) -> str:
        settled = self.settled
        seat = settled.game.seats[settled.worst]
        if settled.source != "none" and settled.deckel[seat] != settled.game.total:
            return ""
        return self.say("lost", part=self.words[settled.phase], player=self.worst)

    def criterion(self, better: str, worse: str) -> str | None:
        """Return the tie that decided between equal hands, None for different ones."""
        hand, other = self.hands[better], self.hands[worse]
        if not equal_but_for_ties(hand, other):
            return None
        decided = {
            "fewer_throws": hand.throws != other.throws,
            "one_throw": hand.in_one_throw != other.in_one_throw,
            "earlier": True,
            "later": True,
        }
        return next(tie for tie in self.book.ranking.chain(hand) if decided[tie])

    def category_clause(self, better: str, worse: str) -> str:
        categories = self.book.ranking.categories
        clauses = [categories[self.hands[player].key].clause for player in (better, worse)]
        return HOUSE_RULE if HOUSE_RULE in clauses else clauses[0]

    def clauses(self, *clauses: str) -> str:
        """Return the clauses in brackets, each once; none if the text is silent."""
        return in_brackets(*clauses)


def in_brackets(*clauses: str) -> str:
    named = [clause for clause in dict.fromkeys(clauses) if clause != SILENT]
    return f" ({', '.join(named)})" if named else ""


def forfeited(
    book: Rulebook, player: str, why: str, lang: str = "de", names: Mapping[str, str] | None = None
) -> str:
    """Name the player who counts as the worst of a round, whatever the hand, and the reason with
    its clause.
    """
    breach = book.infractions.get(why)
    clause = book.clauses["referee"] if breach is None else breach.clause
    reason: str = getattr(TEXTS["ruled" if breach is None else "for_breach"], lang)
    if breach is not None:
        reason = reason.format(label=getattr(breach.label, lang))
    name = (names or {}).get(player, player)
    template: str = getattr(TEXTS["forfeited"], lang)
    return template.format(player=name, why=reason) + in_brackets(clause)


def hand_name(book: Rulebook, hand: Hand, lang: str = "de") -> str:
    """Name a hand as this rulebook does: „Schock 6“, „Jenny 4“, „643“."""
    return book.ranking.categories[hand.key].name_of(hand.dice, lang)
