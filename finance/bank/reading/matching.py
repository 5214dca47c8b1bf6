"""Whose money is it? A proposal for each line of a bank, with its reasons and how sure it is.

Pure. „sure“ is what may be booked together with one tap: a reference, or a known account with
just the amount that is open. All else somebody looks at.
"""

import re
from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace
from datetime import date
from itertools import accumulate
from typing import Literal

from finance.bank.reading.names import plain, says, words
from finance.books.references import found_in, has_one_like_it

Confidence = Literal["sure", "likely", "maybe", "none"]
# A booking by hand and the bank's own lie no further apart.
DAYS_APART = 10
# Of whom a name could be so many are named.
MOST_NAMED = 4


@dataclass(frozen=True, kw_only=True)
class Payer:
    """Somebody who may have paid. `claims` are the open amounts, oldest first, in cents."""

    person: int
    name: str
    claims: tuple[int, ...] = ()
    ibans: frozenset[str] = frozenset()
    announced: tuple[int, ...] = ()

    @property
    def open(self) -> int:
        return sum(self.claims)


@dataclass(frozen=True, kw_only=True)
class ByHand:
    """A booking on the bank account that no line of the bank has confirmed yet."""

    transaction: int
    day: date
    cents: int
    person: int | None = None


@dataclass(frozen=True, kw_only=True)
class Seen:
    """A line, and what of it is not booked yet.

    `held_in` is the day of the opening balance that holds its money already.
    """

    cents: int
    day: date
    name: str = ""
    iban: str = ""
    text: str = ""
    is_return: bool = False
    is_fee: bool = False
    is_twin: bool = False
    held_in: date | None = None


@dataclass(frozen=True, kw_only=True)
class Rule:
    """Lines with these words are of this kind. `by_statement`: they need no receipt."""

    words: str
    incoming: bool
    account: str
    by_statement: bool = False


# What the bank itself takes is a charge of it, and its statement says so.
CHARGES = "bank_fees"


@dataclass(frozen=True)
class Reason:
    """A code for the words, and the person, the cents, the day or the words it is about."""

    code: str
    person: int | None = None
    cents: int | None = None
    day: date | None = None
    words: str = ""


@dataclass(frozen=True)
class Part:
    person: int
    cents: int


@dataclass(frozen=True)
class Proposal:
    """Who gets how much of a line; or the booking by hand it belongs to; or what kind it is of."""

    confidence: Confidence
    reasons: tuple[Reason, ...]
    parts: tuple[Part, ...] = ()
    transaction: int | None = None
    account: str = ""

    @property
    def codes(self) -> list[str]:
        """Each once, in the order of the reasons."""
        return list(dict.fromkeys(reason.code for reason in self.reasons))

    @property
    def stamp(self) -> str:
        """What would be booked, so that only what somebody saw is: „7:500,8:300“, „by-hand:15“."""
        if self.transaction is not None:
            return f"by-hand:{self.transaction}"
        if self.account:
            return f"kind:{self.account}"
        return ",".join(f"{part.person}:{part.cents}" for part in self.parts)


def propose(
    line: Seen,
    payers: Collection[Payer],
    by_hand: Collection[ByHand] = (),
    rules: Collection[Rule] = (),
) -> Proposal:
    """The best explanation of a line, or none."""
    if line.held_in is not None:
        return Proposal("none", (Reason("before_opening", day=line.held_in),))
    if line.cents <= 0 or line.is_return:
        proposal = _leaving(line, rules)
    else:
        proposal = (
            _by_reference(line, payers)
            or _doubt(line, _by_iban(line, payers), payers)
            or _by_name(line, payers)
            or _by_rule(line, rules)
            or _by_amount(line, payers)
            or Proposal("none", _why_not(line, payers))
        )
    if known := _already_there(line, proposal, by_hand):
        because = Reason("by_hand", known.person, known.cents)
        return Proposal("likely", (*proposal.reasons, because), transaction=known.transaction)
    if line.is_twin and proposal.confidence == "sure":
        return replace(proposal, confidence="likely", reasons=(*proposal.reasons, Reason("twin")))
    return proposal


def _leaving(line: Seen, rules: Collection[Rule]) -> Proposal:
    if line.is_return:
        return Proposal("none", (Reason("returned"),))
    if proposal := _by_rule(line, rules):
        return proposal
    if line.is_fee:
        return Proposal("likely", (Reason("fee"),), account=CHARGES)
    return Proposal("none", (Reason("outgoing"),))


def _by_rule(line: Seen, rules: Collection[Rule]) -> Proposal | None:
    """What the club said lines with these words are; of several rules the one that says most.

    What was bought waits for its receipt, so it is a guess to look at.
    """
    text = plain(f"{line.name} {line.text}")
    fitting = [
        rule for rule in rules if rule.incoming == (line.cents > 0) and _begins(rule.words, text)
    ]
    if not fitting:
        return None
    rule = max(fitting, key=lambda rule: len(rule.words))
    confidence: Confidence = "likely" if rule.incoming or rule.by_statement else "maybe"
    return Proposal(confidence, (Reason("rule", words=rule.words),), account=rule.account)


def _why_not(line: Seen, payers: Collection[Payer]) -> tuple[Reason, ...]:
    """What was looked for in a line that came in, and why each of it told nothing."""
    text = f"{line.name} {line.text}"
    reference = "reference_unknown" if has_one_like_it(text) else "no_reference"
    could_be = _most_words([payer for payer in payers if says(text, payer.name)])
    names = [Reason("could_be", payer.person) for payer in could_be[:MOST_NAMED]]
    owing = sum(1 for payer in payers if payer.open == line.cents)
    amount = "amount_of_several" if owing > 1 else "amount_of_nobody"
    return (Reason(reference), *(names or [Reason("no_name")]), Reason(amount, cents=line.cents))


def _begins(words: str, text: str) -> bool:
    """Whether a word of what was said begins so: „REWE“ is in no brewery."""
    return re.search(rf"(?<!\w){re.escape(plain(words))}", text) is not None


def _already_there(line: Seen, proposal: Proposal, by_hand: Collection[ByHand]) -> ByHand | None:
    """The one booking by hand that this line confirms; of several nobody knows which."""
    persons = {part.person for part in proposal.parts}
    near = [
        hand
        for hand in by_hand
        if hand.cents == line.cents
        and abs((hand.day - line.day).days) <= DAYS_APART
        and (not persons or hand.person in persons)
    ]
    return near[0] if len(near) == 1 else None


# --- by the reference ----------------------------------------------------------------------------
def _by_reference(line: Seen, payers: Collection[Payer]) -> Proposal | None:
    known = {payer.person: payer for payer in payers}
    named = [known[person] for person in found_in(f"{line.text} {line.name}") if person in known]
    if not named:
        return None
    reasons = [Reason("reference", payer.person) for payer in named]
    if len(named) == 1:
        reasons.append(_about_amount(line.cents, named[0]))
        return Proposal("sure", tuple(reasons), (Part(named[0].person, line.cents),))
    return _shared(line, named, reasons, fits="sure")


def _shared(
    line: Seen, payers: Sequence[Payer], reasons: Sequence[Reason], *, fits: Confidence
) -> Proposal:
    """One transfer for several people: each what is open, and who is last also what is left."""
    if sum(payer.open for payer in payers) == line.cents:
        parts = [Part(payer.person, payer.open) for payer in payers if payer.open]
        return Proposal(fits, (*reasons, Reason("together_exact")), tuple(parts))
    left = line.cents
    shares: list[Part] = []
    for payer in payers:
        share = min(payer.open, left)
        left -= share
        shares.append(Part(payer.person, share))
    shares[-1] = replace(shares[-1], cents=shares[-1].cents + left)
    parts = [part for part in shares if part.cents]
    return Proposal("maybe", (*reasons, Reason("together_unclear")), tuple(parts))


# --- by the account it came from -----------------------------------------------------------------
def _by_iban(line: Seen, payers: Collection[Payer]) -> Proposal | None:
    owners = [payer for payer in payers if line.iban and line.iban in payer.ibans]
    if len(owners) > 1:
        # A family's account: the amount or a name has to tell.
        fitting = [payer for payer in owners if _fits(line.cents, payer)]
        named = [payer for payer in owners if says(f"{line.name} {line.text}", payer.name)]
        owners = next((some for some in (named, fitting) if len(some) == 1), [])
        return (
            _proposal_for_one_payer(
                line, owners[0], Reason("iban_shared", owners[0].person), "likely"
            )
            if owners
            else None
        )
    if not owners:
        return None
    confidence: Confidence = "sure" if _fits(line.cents, owners[0]) else "likely"
    return _proposal_for_one_payer(line, owners[0], Reason("iban", owners[0].person), confidence)


def _doubt(line: Seen, proposal: Proposal | None, payers: Collection[Payer]) -> Proposal | None:
    """A known account is a guess only where the line has another member's whole name."""
    if proposal is None:
        return None
    meant = {part.person for part in proposal.parts}
    named = [payer for payer in payers if _wholly_named(payer, line)]
    if not named or any(
        payer.person in meant and says(f"{line.name} {line.text}", payer.name) for payer in payers
    ):
        return proposal
    against = [Reason("name_against", payer.person) for payer in named]
    return replace(proposal, confidence="maybe", reasons=(*proposal.reasons, *against))


def _wholly_named(payer: Payer, line: Seen) -> bool:
    """A first name alone counts only where nothing else stands beside it."""
    if len(words(payer.name)) > 1:
        return says(f"{line.name} {line.text}", payer.name)
    return says(line.name, payer.name) and words(payer.name) == words(line.name)


# --- by a name -----------------------------------------------------------------------------------
def _by_name(line: Seen, payers: Collection[Payer]) -> Proposal | None:
    """The words of a member's name among those of whoever paid, or of what he wrote."""
    meant = _most_words([payer for payer in payers if says(line.text, payer.name)])
    if len(meant) > 1 and sum(payer.open for payer in meant) == line.cents:
        reasons = [Reason("name_in_text", payer.person) for payer in meant]
        return _shared(line, meant, reasons, fits="likely")
    for code, matching in (
        ("name", _most_words([payer for payer in payers if says(line.name, payer.name)])),
        ("name_in_text", meant),
    ):
        if len(matching) == 1:
            whole = len(words(matching[0].name)) > 1
            likely = whole or _fits(line.cents, matching[0])
            confidence: Confidence = "likely" if likely else "maybe"
            return _proposal_for_one_payer(
                line, matching[0], Reason(code, matching[0].person), confidence
            )
    return None


def _most_words(payers: list[Payer]) -> list[Payer]:
    """„Anna Lena“ is meant where both „Anna“ and „Anna Lena“ would fit."""
    return [
        payer
        for payer in payers
        if not any(words(payer.name) < words(other.name) for other in payers)
    ]


# --- by the amount -------------------------------------------------------------------------------
def _by_amount(line: Seen, payers: Collection[Payer]) -> Proposal | None:
    """Only where a single person announced, or owes, just this."""
    announced = [payer for payer in payers if line.cents in payer.announced]
    if len(announced) == 1:
        return _proposal_for_one_payer(
            line, announced[0], Reason("announced_alone", announced[0].person), "maybe"
        )
    owing = [payer for payer in payers if payer.open == line.cents]
    if len(owing) == 1:
        return _proposal_for_one_payer(
            line, owing[0], Reason("amount_alone", owing[0].person), "maybe"
        )
    return None


def _proposal_for_one_payer(
    line: Seen, payer: Payer, why: Reason, confidence: Confidence
) -> Proposal:
    reasons = [why]
    if why.code not in {"announced_alone", "amount_alone"}:
        reasons.append(_about_amount(line.cents, payer))
    return Proposal(confidence, tuple(reasons), (Part(payer.person, line.cents),))


def _fits(cents: int, payer: Payer) -> bool:
    """All that is open, the oldest of it, or what was announced."""
    return cents in payer.announced or cents in accumulate(payer.claims)


def _about_amount(cents: int, payer: Payer) -> Reason:
    """How the amount stands to what is open."""
    if cents in payer.announced:
        return Reason("announced", payer.person, cents)
    if cents == payer.open:
        return Reason("amount_exact", payer.person, cents)
    if cents in accumulate(payer.claims):
        return Reason("amount_oldest", payer.person, cents)
    if not payer.open:
        return Reason("nothing_open", payer.person, cents)
    if cents < payer.open:
        return Reason("amount_partial", payer.person, payer.open - cents)
    return Reason("amount_over", payer.person, cents - payer.open)


def propose_all(
    lines: Sequence[Seen],
    payers: Collection[Payer],
    by_hand: Collection[ByHand] = (),
    rules: Collection[Rule] = (),
) -> list[Proposal]:
    """A proposal for each line, in this order; what a sure one pays is open no more for the next.

    So two transfers of the same amount are not both sure because of one open amount.
    """
    owing = {payer.person: payer for payer in payers}
    unseen = {hand.transaction: hand for hand in by_hand}
    proposals: list[Proposal] = []
    for line in lines:
        proposal = propose(line, owing.values(), unseen.values(), rules)
        proposals.append(proposal)
        if proposal.transaction is not None:
            del unseen[proposal.transaction]
        elif proposal.confidence == "sure":
            for part in proposal.parts:
                owing[part.person] = _paid(owing[part.person], part.cents)
    return proposals


def _paid(payer: Payer, cents: int) -> Payer:
    left: list[int] = []
    announced = list(payer.announced)
    if cents in announced:
        announced.remove(cents)
    for claim in payer.claims:
        settled = min(claim, cents)
        cents -= settled
        if claim > settled:
            left.append(claim - settled)
    return replace(payer, claims=tuple(left), announced=tuple(announced))
