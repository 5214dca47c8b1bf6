"""How a year ends, step by step: draft, board, audited, discharged. Pure, no Django, no clock.

The steps are a list that only grows; where a year stands is read from it. Each step names the seal
of the books it was taken on, so nobody signs books that were changed in between.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Literal

Kind = Literal["draft", "board", "signed", "audited", "discharged", "back"]
State = Literal["open", "draft", "board", "audited", "discharged"]
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
    """Where a year stands: who drafted it on which books, and who has signed since."""

    state: State = "open"
    seal: str = ""
    drafted_by: int | None = None
    signed: frozenset[int] = frozenset()

    @property
    def is_final(self) -> bool:
        """The auditors have signed: nothing goes back any more."""
        return self.state in {"audited", "discharged"}

    def reached(self, state: State) -> bool:
        return self.state != "open" and STATES.index(self.state) >= STATES.index(state)


def standing(steps: Iterable[Taken]) -> Standing:
    """Reads the steps in their order."""
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
            state: dict[str, State] = {one: one for one in STATES}
            now = Standing(state[step.kind], now.seal, now.drafted_by, now.signed)
    return now
