"""Acts of the till in its keeper's own matter: proposed here, carried out once confirmed.

The booking is the treasurer's all the same: a second person only says yes.
"""

from collections.abc import Mapping
from datetime import date, datetime
from typing import Any

from django.utils.translation import gettext_lazy as _

from finance.books.instalments import Due
from finance.books.models.claims import Claim
from finance.books.models.ledger import Transaction
from finance.books.models.objections import ClaimObjection
from finance.books.queries.access import may_post
from finance.books.queries.objections import may_rule
from finance.books.queries.openings import opening_forms
from finance.books.queries.people import owing_of
from finance.books.services.claims import given_reason, refuse_claim
from finance.books.services.conversions import turn_into_euros
from finance.books.services.credits import pay_out_credit
from finance.books.services.deferrals import defer
from finance.books.services.discharge import waive_claim
from finance.books.services.objections import must_be_outcome, rule
from finance.books.services.openings import take_back_openings
from finance.books.services.reversals import reverse
from finance.books.services.transfers import take_over
from finance.errors import IllegalError, NotAllowedError
from league.access.queries.rights import day_of
from league.approvals.models import Approval
from league.approvals.services import propose as propose_act
from league.people.models.people import Person, User


def propose(
    *,
    kind: str,
    thing: int,
    reason: str,
    by: User,
    now: datetime,
    values: Mapping[str, Any] | None = None,
) -> Approval:
    """Record what the treasurer wants in an own matter. `thing` is the key of what it is about.

    InvalidError without a reason, IllegalError for what is not open any more. While the same waits,
    a repeat answers with that.
    """
    _must_be_open(kind, thing)
    return propose_act(
        kind=kind,
        about=f"{kind}:{thing}",
        person=by.person,
        by=by.person,
        values={"thing": thing, **(values or {})},
        reason=given_reason(reason),
        now=now,
    )


def _must_be_open(kind: str, thing: int) -> None:
    claims = Claim.objects.filter(pk=thing)
    if kind in {"waiver", "conversion"}:
        is_open = any(claim.open_amount for claim in claims)
    elif kind == "refusal":
        is_open = claims.filter(state=Claim.State.PROPOSED, is_current=True).exists()
    elif kind == "reversal":
        is_open = not Transaction.objects.filter(reverses=thing).exists()
    else:
        return
    if not is_open:
        raise IllegalError("not_open", _("That is no longer open."))


def propose_ruling(
    *, objection: ClaimObjection, outcome: str, ruling: str, by: User, now: datetime
) -> Approval:
    """Decide about one's own objection: a second person confirms it. InvalidError as `rule`."""
    must_be_outcome(outcome)
    return propose(
        kind="objection",
        thing=objection.pk,
        reason=ruling,
        by=by,
        values={"outcome": outcome},
        now=now,
    )


def waive(approval: Approval, now: datetime) -> None:
    waive_claim(claim=_claim(approval), client_id=_key(approval), **_confirmed(approval, now))


def refuse(approval: Approval, now: datetime) -> None:
    by, _today = poster(approval, now)
    refuse_claim(
        claim=_claim(approval), reason=approval.text.reason, by=by, now=now, confirmed=True
    )


def convert(approval: Approval, now: datetime) -> None:
    turn_into_euros(
        claim=_claim(approval),
        cents=approval.values["cents"],
        client_id=_key(approval),
        **_confirmed(approval, now),
    )


def take_back(approval: Approval, now: datetime) -> None:
    original = Transaction.objects.select_related("head").get(pk=approval.values["thing"])
    reverse(original=original, **_confirmed(approval, now))


def hand_over(approval: Approval, now: datetime) -> None:
    """Charge another person instead of the treasurer, as confirmed."""
    take_over(
        taker=Person.objects.get(pk=approval.values["taker"]),
        debtor=approval.person,
        cents=approval.values["cents"],
        day=date.fromisoformat(approval.values["day"]),
        client_id=_key(approval),
        **_confirmed(approval, now),
    )


def pay_out(approval: Approval, now: datetime) -> None:
    """Pay out the treasurer's own credit."""
    pay_out_credit(
        person=approval.person,
        method=approval.values["method"],
        amount=approval.values["cents"],
        day=date.fromisoformat(approval.values["day"]),
        client_id=_key(approval),
        **_confirmed(approval, now, reason="text"),
    )


def take_back_list(approval: Approval, now: datetime) -> None:
    """Take back opening balances that were booked together, the treasurer's own among them."""
    confirmed = _confirmed(approval, now)
    for form in opening_forms(approval.values["thing"]):
        take_back_openings(form=form, **confirmed)


def proposed_dues(approval: Approval) -> list[Due]:
    """Return the proposed instalments; from before there were any, one of all that is owed now."""
    if "until" in approval.values:
        until = date.fromisoformat(approval.values["until"])
        return [Due(until, owing_of(approval.person).cents)]
    return [Due(date.fromisoformat(day), cents) for day, cents in approval.values["dues"]]


def pay_later(approval: Approval, now: datetime) -> None:
    """Defer the treasurer's own debt."""
    defer(
        person=approval.person,
        dues=proposed_dues(approval),
        **_confirmed(approval, now, reason="note"),
    )


def decide(approval: Approval, now: datetime) -> None:
    by, today = _user(approval), day_of(now)
    if not may_rule(by, today):
        raise _no_longer()
    rule(
        objection=ClaimObjection.objects.get(pk=approval.values["thing"]),
        outcome=approval.values["outcome"],
        ruling=approval.text.reason,
        by=by,
        today=today,
        now=now,
        confirmed=True,
    )


def _confirmed(approval: Approval, now: datetime, reason: str = "reason") -> dict[str, Any]:
    """Return the common arguments of an act: author, time, and the reason under the act's name for
    it.
    """
    by, today = poster(approval, now)
    why = {reason: approval.text.reason}
    return {**why, "by": by, "today": today, "now": now, "confirmed": True}


def _key(approval: Approval) -> str:
    """Return the id that makes the act happen once."""
    return f"approval:{approval.pk}"


def _claim(approval: Approval) -> Claim:
    return Claim.objects.get(pk=approval.values["thing"])


def _user(approval: Approval) -> User:
    by = approval.person.user
    if by is None:
        raise _no_longer()
    return by


def poster(approval: Approval, now: datetime) -> tuple[User, date]:
    """Return the proposer, if still treasurer, and the day of booking."""
    by, today = _user(approval), day_of(now)
    if not may_post(by, today):
        raise _no_longer()
    return by, today


def _no_longer() -> NotAllowedError:
    return NotAllowedError(
        "no_longer_entitled", _("Only somebody who still holds the office can do this.")
    )
