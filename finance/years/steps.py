"""The end of a year, step by step: draft, board, audited, discharged. Pure, no Django, no clock.

The steps are a list that only grows; the standing of a year is read from it. Each step names the
seal of the books it was taken on, so no signature covers books that were changed in between.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Literal

Kind = Literal["draft", "board", "signed", "audited", "discharged", "back"]
State = Literal["open", "draft", "board", "audited", "discharged"]
# What the page of a year says is to be done, or why it is not the reader's turn; "" is nothing.
Turn = Literal[
    "",
    "draft",
    "not_over",
    "not_drafted",
    "confirm",
    "drafted_oneself",
    "sign",
    "not_independent",
    "signed_oneself",
    "not_sampled",
    "unsettled",
    "discharge",
]
# What the years' page shows, in this order.
STATES: tuple[State, ...] = ("draft", "board", "audited", "discharged")


@dataclass(frozen=True)
class Taken:
    """One step: who took it, on which books; `agrees` is an auditor's or the meeting's yes."""

    kind: str
    by: int
    seal: str = ""
    agrees: bool | None = None


@dataclass(frozen=True)
class Standing:
    """The standing of a year: the author and books of its draft, and the signatures since."""

    state: State = "open"
    seal: str = ""
    drafted_by: int | None = None
    signed: frozenset[int] = frozenset()

    @property
    def is_final(self) -> bool:
        """Tell if the auditors have signed: nothing goes back any more."""
        return self.state in {"audited", "discharged"}

    @property
    def can_be_given_back(self) -> bool:
        return self.state in {"draft", "board"}

    def reached(self, state: State) -> bool:
        return self.state != "open" and STATES.index(self.state) >= STATES.index(state)


def standing(steps: Iterable[Taken]) -> Standing:
    """Read the steps in their order."""
    now = Standing()
    for step in steps:
        if step.kind == "back":
            now = Standing()
        elif step.kind == "draft":
            now = Standing("draft", step.seal, step.by)
        elif step.kind == "signed":
            now = Standing(now.state, now.seal, now.drafted_by, now.signed | {step.by})
        elif step.kind == "discharged" and not step.agrees:
            continue
        elif step.kind in {"board", "audited", "discharged"}:
            state: dict[str, State] = {code: code for code in STATES}
            now = Standing(state[step.kind], now.seal, now.drafted_by, now.signed)
    return now


@dataclass(frozen=True)
class Reader:
    """The reader of a year, by the key of the user, and the offices held."""

    user: int
    posts: bool = False
    presides: bool = False
    audits: bool = False
    is_independent: bool = True


def turn_of(
    reader: Reader,
    now: Standing,
    *,
    changed: bool,
    is_over: bool,
    is_sampled: bool,
    is_settled: bool,
) -> Turn:
    """Return the turn of `reader` in the current standing of a year.

    `changed`: there are bookings after the draft. `is_sampled`: bookings were drawn to be looked
    at; `is_settled`: none of them waits for an auditor's word.
    """
    if now.state == "open" or (changed and not now.is_final):
        if reader.posts:
            return "draft" if is_over else "not_over"
        return "not_drafted" if now.state == "open" else ""
    if now.state == "draft" and reader.presides:
        return "drafted_oneself" if now.drafted_by == reader.user else "confirm"
    if now.state == "board" and reader.audits:
        return _of_an_auditor(reader, now, is_sampled, is_settled)
    return "discharge" if now.state == "audited" and reader.presides else ""


def offers_signing(turn: Turn, *, tried: bool) -> bool:
    """Return whether the page has the form to sign; after a refusal it stays, with its input."""
    return turn == "sign" or (tried and turn in {"not_sampled", "unsettled"})


def _of_an_auditor(reader: Reader, now: Standing, is_sampled: bool, is_settled: bool) -> Turn:
    if not reader.is_independent:
        return "not_independent"
    if reader.user in now.signed:
        return "signed_oneself"
    if not is_sampled:
        return "not_sampled"
    return "sign" if is_settled else "unsettled"
