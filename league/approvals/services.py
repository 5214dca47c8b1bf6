"""Writes about acts in a person's own matter: proposing, confirming, refusing, and what is due."""

import logging
from datetime import datetime
from hashlib import sha256
from secrets import token_hex
from typing import Any

from django.db import transaction
from django.utils.translation import gettext_lazy as _

from league.approvals import queries
from league.approvals.models import Approval, ApprovalStep, ApprovalText
from league.errors import IllegalError, LeagueError, NotAllowedError
from league.people.models.people import Person

log = logging.getLogger(__name__)

State, How = Approval.State, ApprovalStep.How


def propose(
    *,
    kind: str,
    about: str,
    person: Person,
    by: Person | None,
    now: datetime,
    values: dict[str, Any] | None = None,
    reason: str = "",
    old_email: str = "",
    new_email: str = "",
    state: str = State.WAITING,
) -> Approval:
    """Record an act, and carry it out if it needs no second person or has none at the founding.

    `state` is „waiting“; „done“ for what has just been carried out and waits to be seen, „at_once“
    for what needs no one. While an act about the same thing waits, a repeat answers with that.
    Locks the person.
    """
    with transaction.atomic():
        Person.objects.select_for_update(no_key=True).get(pk=person.pk)
        known = Approval.objects.filter(about=about, state=State.WAITING).first()
        if known is not None and state == State.WAITING:
            return known
        salt = token_hex()
        words = "\0".join([salt, reason, old_email, new_email])
        approval = Approval.objects.create(
            kind=kind,
            about=about,
            person=person,
            proposed_by=by,
            proposed_at=now,
            values=values or {},
            digest=sha256(words.encode()).hexdigest(),
            state=state,
        )
        ApprovalText.objects.create(
            approval=approval, salt=salt, reason=reason, old_email=old_email, new_email=new_email
        )
        if state == State.AT_ONCE:
            _kind(approval).carry_out(approval, now)
        elif state == State.DONE:
            _step(approval, State.DONE, How.BOOKED, None, now)
        elif queries.is_due(approval, now):
            _kind(approval).carry_out(approval, now)
            _step(approval, State.DONE, How.FOUNDING, None, now)
        _tell(approval)
        return approval


def confirm(*, approval: Approval, by: Person, now: datetime, with_code: bool = False) -> Approval:
    """Confirm the act by a second person: it is carried out, once, or seen if it has happened.

    `with_code` if the code sent to the old address was typed in. Locks the act. A repeat changes
    nothing. NotAllowedError for all others, IllegalError for an act that was refused or withdrawn.
    An act that is no longer possible becomes void: look at the state of the one returned.
    """
    with transaction.atomic():
        approval = _locked(approval)
        if approval.state in {State.CONFIRMED, State.VOID}:
            return approval
        if approval.state not in Approval.OPEN:
            raise _decided()
        if not with_code and by.pk not in queries.who_confirms(approval, now):
            raise NotAllowedError(
                "not_the_second_person", _("Somebody who is not concerned confirms this.")
            )
        how = How.CODE if with_code else How.PERSON
        if approval.state == State.DONE:
            _step(approval, State.CONFIRMED, how, by, now)
        else:
            _carry_out(approval, State.CONFIRMED, how, by, now)
        _tell(approval)
        return approval


def refuse(*, approval: Approval, by: Person, now: datetime) -> Approval:
    """Refuse the act, by the second person or the owner of the address. As `confirm` otherwise."""
    with transaction.atomic():
        approval = _locked(approval)
        if approval.state == State.REFUSED:
            return approval
        if approval.state != State.WAITING:
            raise _decided()
        if not queries.shown_to(by, approval, now).may_refuse:
            raise NotAllowedError(
                "not_the_second_person", _("Somebody who is not concerned refuses this.")
            )
        _step(approval, State.REFUSED, How.PERSON, by, now)
        _tell(approval)
        return approval


def withdraw(*, approval: Approval, by: Person, now: datetime) -> Approval:
    """Withdraw the act, by its proposer, while it waits. As `confirm` otherwise."""
    with transaction.atomic():
        approval = _locked(approval)
        if approval.state == State.WITHDRAWN:
            return approval
        if approval.state != State.WAITING:
            raise _decided()
        if by.pk != approval.proposed_by_id:
            raise NotAllowedError(
                "not_your_proposal", _("Only the person who proposed this can withdraw it.")
            )
        _step(approval, State.WITHDRAWN, How.PERSON, by, now)
        _tell(approval)
        return approval


def carry_out_due(*, now: datetime) -> int:
    """Carry out the acts that have waited long enough; return their number. Repeatable.

    Called by the clock, and by every other write about an act: so nothing depends on the clock.
    """
    done = 0
    for waiting in Approval.objects.filter(state=State.WAITING):
        if not queries.is_due(waiting, now):
            continue
        with transaction.atomic():
            approval = _locked(waiting)
            if approval.state == State.WAITING and queries.is_due(approval, now):
                _carry_out(approval, State.DONE, How.TIME, None, now)
                _tell(approval)
                done += 1
    return done


def _locked(approval: Approval) -> Approval:
    return Approval.objects.select_for_update(no_key=True).get(pk=approval.pk)


def _kind(approval: Approval) -> queries.Kind:
    return queries.kind_of(approval)


def _carry_out(approval: Approval, state: str, how: str, by: Person | None, now: datetime) -> None:
    try:
        with transaction.atomic():
            _kind(approval).carry_out(approval, now)
    except LeagueError as error:
        log.warning("approval %s is void: %s", approval.pk, error.code)
        state = State.VOID
    _step(approval, state, how, by, now)


def _step(approval: Approval, state: str, how: str, by: Person | None, now: datetime) -> None:
    ApprovalStep.objects.create(approval=approval, state=state, how=how, by=by, at=now)
    if approval.state != state:
        approval.state = state
        approval.save(update_fields=["state"])


def _tell(approval: Approval) -> None:
    if (tell := _kind(approval).tell) is not None:
        tell(approval)


def _decided() -> IllegalError:
    return IllegalError("already_decided", _("That has been decided already."))
