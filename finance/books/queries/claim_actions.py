"""The actions that a claim allows now. The page offers these and no others."""

from dataclasses import dataclass
from datetime import date
from typing import Any

from finance.books import chart
from finance.books.models.claims import Claim
from finance.books.queries.access import may_post
from finance.books.queries.doubts import is_held
from finance.books.queries.rounds import owed_by

State = Claim.State


@dataclass(frozen=True)
class ClaimAction:
    """One thing to do. `code` is one of

    confirm, refuse              what is proposed is booked, or is not owed
    propose_again                what was refused or reversed comes back
    give                         the round was bought
    note_drink, move, convert    the round is noted, due later, or turned into euros
    waive, reverse               what is booked is let off, or taken back

    `needs_amount`: no price says how much. `after` is the older round that is bought before this.
    """

    code: str
    needs_amount: bool = False
    after: Claim | None = None


def claim_actions(claim: Claim, user: Any, today: date) -> list[ClaimAction]:
    """Return the actions of `user` on a claim `with_doubts` that day, in the order of the page."""
    codes = possible_actions(claim, posts=may_post(user, today), waits_for_result=is_held(claim))
    return [
        ClaimAction(
            code,
            needs_amount=code == "confirm" and claim.amount is None,
            after=_older_round(claim, today) if code == "give" else None,
        )
        for code in codes
    ]


def possible_actions(claim: Claim, *, posts: bool, waits_for_result: bool) -> list[str]:
    """Return the possible actions as codes; a reader who does not `posts` has none.

    `waits_for_result`: the result it comes from is disputed or being corrected.
    """
    if not posts or not claim.is_current:
        return []
    match claim.state:
        case State.PROPOSED:
            waits = waits_for_result or claim.open_reason == Claim.OpenReason.GUEST
            return ["refuse"] if waits else ["confirm", "refuse"]
        case State.REFUSED | State.REVERSED:
            return [] if claim.kind in Claim.ENTERED else ["propose_again"]
        case State.CONFIRMED:
            of_a_round = ["give", "note_drink", "move", "convert"]
            return [*(of_a_round if claim.unit == chart.RUNDE else []), "waive", "reverse"]
        case State.SETTLED | State.WAIVED:
            return ["reverse"]
    # An objection is decided on a page of its own; what is superseded is gone.
    return []


def _older_round(claim: Claim, today: date) -> Claim | None:
    first = owed_by(claim.person, None, today).first
    return first.claim if first is not None and first.claim != claim else None
