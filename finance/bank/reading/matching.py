"""Propose for each line of a bank whose money it is, with the reasons and how sure it is.

Pure. „sure“ may be booked together with one tap: a reference, or a known account with just the
amount that is open. All else a person looks at.
"""

import re
from collections.abc import Collection, Sequence
from dataclasses import replace
from itertools import accumulate

from finance.bank.reading.named import (
    couples,
    is_wholly_named,
    named_in,
    of_initial,
    of_surname,
)
from finance.bank.reading.names import says, words
from finance.bank.reading.proposal import (
    ByHand,
    Confidence,
    Part,
    Payer,
    Proposal,
    Reason,
    Rule,
    Seen,
)
from finance.bank.reading.returns import is_fee_for_return
from finance.books.references import found_in, has_one_like_it
from league.web.spelling import plain

# A booking by hand and the bank's own lie no further apart.
DAYS_APART = 10
# Of whom a name could be so many are named.
MOST_NAMED = 4
# What the bank itself takes is a charge of it, and its statement says so.
CHARGES = "bank_fees"
# Cash that is fetched or paid in lies in the club's first till.
TILL = "cash"
_FETCHED = re.compile(
    r"geld ?(ausgabe)?automat|bargeldausz|bargeldabheb|bargeldverf|barauszahlung|barabheb"
    r"|(?<!\w)(ga nr|atm|cash withdrawal)(?!\w)"
)
_PAID_IN = re.compile(r"bareinz|bargeldeinz|einzahlautomat|einzahlungsautomat|(?<!\w)sb.einzahlung")
_FEE = re.compile(r"(?<!\w)(entgelt|gebuehr|provision)")


def propose(
    line: Seen,
    payers: Collection[Payer],
    by_hand: Collection[ByHand] = (),
    rules: Collection[Rule] = (),
) -> Proposal:
    """Return the best explanation of a line, or none."""
    if line.held_in is not None:
        return Proposal("none", (Reason("before_opening", day=line.held_in),))
    if line.cents <= 0 or line.is_return:
        proposal = _leaving(line, rules)
    else:
        proposal = (
            _together(line, payers)
            or _by_reference(line, payers)
            or _doubt(line, _by_iban(line, payers), payers)
            or _by_name(line, payers)
            or _by_rule(line, rules)
            or _by_cash(line)
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
    if is_fee_for_return(line):  # a member may have to pay it, so it is looked at
        return Proposal("maybe", (Reason("return_fee"),), account=CHARGES)
    if line.is_return:
        return Proposal("none", (Reason("returned"),))
    if proposal := _by_rule(line, rules):
        return proposal
    if line.is_fee:
        return Proposal("likely", (Reason("fee"),), account=CHARGES)
    return _by_cash(line) or Proposal("none", (Reason("outgoing"),))


def _by_rule(line: Seen, rules: Collection[Rule]) -> Proposal | None:
    """Propose the kind that the club set for lines with these words; of several rules the one that
    says most.

    A purchase waits for its receipt, so it is a guess to look at.
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


def _by_cash(line: Seen) -> Proposal | None:
    """Propose a transfer for cash fetched or paid in; a fee for it is none."""
    text = plain(f"{line.name} {line.text}")
    if _FEE.search(text):
        return None
    found, code = (_PAID_IN, "paid_in") if line.cents > 0 else (_FETCHED, "fetched")
    return Proposal("likely", (Reason(code),), carried=TILL) if found.search(text) else None


def _why_not(line: Seen, payers: Collection[Payer]) -> tuple[Reason, ...]:
    """Return what was looked for in a line that came in, and why each of it told nothing."""
    text = f"{line.name} {line.text}"
    reference = "reference_unknown" if has_one_like_it(text) else "no_reference"
    could_be = named_in(text, payers) or of_surname(line.name, payers)
    names = [Reason("could_be", payer.person) for payer in could_be[:MOST_NAMED]]
    owing = sum(1 for payer in payers if payer.open == line.cents)
    amount = "amount_of_several" if owing > 1 else "amount_of_nobody"
    return (Reason(reference), *(names or [Reason("no_name")]), Reason(amount, cents=line.cents))


def _begins(words: str, text: str) -> bool:
    """Tell if a word of the text begins so: „REWE“ is in no brewery."""
    return re.search(rf"(?<!\w){re.escape(plain(words))}", text) is not None


def _already_there(line: Seen, proposal: Proposal, by_hand: Collection[ByHand]) -> ByHand | None:
    """Return the one booking by hand that this line confirms; None of several, as any
    could be it.
    """
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
    named = [known[person] for person in _referred(line) if person in known]
    if not named:
        return None
    reasons = [Reason("reference", payer.person) for payer in named]
    if len(named) == 1:
        reasons.append(_about_amount(line.cents, named[0]))
        return Proposal("sure", tuple(reasons), (Part(named[0].person, line.cents),))
    return _shared(line, named, reasons, fits="sure")


def _referred(line: Seen) -> list[int]:
    """Return the persons whose codes are in a line."""
    return found_in(f"{line.text} {line.name}")


def _shared(
    line: Seen, payers: Sequence[Payer], reasons: Sequence[Reason], *, fits: Confidence
) -> Proposal:
    """Share one transfer among several people: each what is open, and the last also
    what is left.
    """
    if _sum_of(payers) == line.cents:
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
    """Turn the proposal for a known account into a guess only if the line names another member
    wholly.
    """
    if proposal is None:
        return None
    meant = {part.person for part in proposal.parts}
    named = [payer for payer in payers if is_wholly_named(payer, line)]
    if not named or any(
        payer.person in meant and says(f"{line.name} {line.text}", payer.name) for payer in payers
    ):
        return proposal
    against = [Reason("name_against", payer.person) for payer in named]
    return replace(proposal, confidence="maybe", reasons=(*proposal.reasons, *against))


# --- by a name -----------------------------------------------------------------------------------
def _by_name(line: Seen, payers: Collection[Payer]) -> Proposal | None:
    """Propose by the words of a member's name in the name of the payer, or in the text."""
    meant = named_in(line.text, payers)
    if len(meant) > 1 and not any(_fits(line.cents, payer) for payer in meant):
        reasons = [Reason("name_in_text", payer.person) for payer in meant]
        return _shared(line, meant, reasons, fits="likely")
    for code, matching in (("name", named_in(line.name, payers)), ("name_in_text", meant)):
        if len(matching) == 1:
            whole = len(words(matching[0].name)) > 1
            likely = whole or _fits(line.cents, matching[0])
            confidence: Confidence = "likely" if likely else "maybe"
            return _proposal_for_one_payer(
                line, matching[0], Reason(code, matching[0].person), confidence
            )
    return _by_surname(line, payers)


def _by_surname(line: Seen, payers: Collection[Payer]) -> Proposal | None:
    """Propose by the surname: „M. Müller“ shortens a single one; „Petra Müller“ may pay for the
    only Müller.
    """
    shortened, namesakes = of_initial(line.name, payers), of_surname(line.name, payers)
    if len(shortened) == 1:
        why = Reason("initial", shortened[0].person)
        return _proposal_for_one_payer(line, shortened[0], why, "likely")
    if len(namesakes) == 1:
        why = Reason("surname", namesakes[0].person)
        return _proposal_for_one_payer(line, namesakes[0], why, "maybe")
    return None


def _together(line: Seen, payers: Collection[Payer]) -> Proposal | None:
    """Propose two or more persons named by the line if it is just the sum of what they owe.

    A code counts more if it is another person's, or if each of them has one.
    """
    coded = set(_referred(line))
    for group in couples(line, payers):
        others = coded - {payer.person for payer in group}
        if others or len(coded) > 1 or len(group) > MOST_NAMED:
            continue
        alone = any(not payer.open or _fits(line.cents, payer) for payer in group)
        if not alone and _sum_of(group) == line.cents:
            reasons = [Reason("named_together", payer.person) for payer in group]
            return _shared(line, group, reasons, fits="likely")
    return None


def _sum_of(payers: Collection[Payer]) -> int:
    return sum(payer.open for payer in payers)


# --- by the amount -------------------------------------------------------------------------------
def _by_amount(line: Seen, payers: Collection[Payer]) -> Proposal | None:
    """Propose only if a single person announced, or owes, just this."""
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
    """Tell if it is all that is open, the oldest of it, or what was announced."""
    return cents in payer.announced or cents in accumulate(payer.claims)


def _about_amount(cents: int, payer: Payer) -> Reason:
    """Compare the amount with what is open."""
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
    """Return a proposal for each line, in this order; what a sure one pays is open no more for the
    next.

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
