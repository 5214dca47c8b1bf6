"""Writes of the second pair of eyes: confirming a result, objecting to it, ruling on that.

All of them lock the table, as entering a result does: so none of them overtakes another.
"""

from collections.abc import Collection, Mapping
from contextlib import suppress
from datetime import datetime
from typing import Any

from django.db import transaction
from django.utils.translation import gettext_lazy as _

from league.access.actors import Actor
from league.access.queries.rights import day_of, may_rule
from league.approvals import services as approvals
from league.approvals.models import Approval
from league.errors import (
    IllegalError,
    InvalidError,
    LeagueError,
    NotAllowedError,
    StaleError,
)
from league.events.models import Table
from league.people.models.people import User
from league.results.models.results import Result
from league.results.models.second_look import Objection, RefereeCall
from league.results.queries import results as results_queries
from league.results.queries.confirming import against_confirming, person_behind, problem_of


def confirm_result(*, result: Result, actor: Actor, now: datetime) -> Result:
    """Confirm a result as a second person on a second device. Locks the table.

    A repeat by the same person returns the confirmed result. NotAllowedError for the person who
    entered it, by login, name, device or seat; StaleError for an old version; IllegalError while a
    problem is open or the game is being corrected, or if another person has confirmed.
    """
    with transaction.atomic():
        Table.objects.select_for_update(no_key=True).get(pk=result.table_id)
        result = results_queries.result(result.pk)
        if result.confirmed_at is not None and _signed_by(result, actor):
            return result
        refused = against_confirming(result, actor, person_behind(actor))
        if refused is not None:
            raise refused
        result.confirmed_by_id = actor.user_id
        result.confirmed_holder_id = actor.holder_id
        result.confirmed_device, result.confirmed_at = actor.device, now
        result.confirmed_network = actor.network
        signed = ("by", "holder", "device", "network", "at")
        result.save(update_fields=[f"confirmed_{what}" for what in signed])
        return result


def confirm_card(
    *, table: Table, results: Collection[int], actor: Actor, now: datetime
) -> list[Result]:
    """Confirm a table's card as a second person; return the results that this confirmed anew.

    Of `results`, which the person saw, each that still counts and that he may confirm; the others
    stay as they are, so a repeat confirms nothing more. Locks the table. As `confirm_result` if
    results are to be confirmed and he may confirm none of them.
    """
    with transaction.atomic():
        Table.objects.select_for_update(no_key=True).get(pk=table.pk)
        confirmed: list[Result] = []
        refused: LeagueError | None = None
        waiting = Result.objects.filter(
            table=table, pk__in=results, is_current=True, confirmed_at=None
        )
        for result in waiting.order_by("number"):
            try:
                confirmed.append(confirm_result(result=result, actor=actor, now=now))
            except LeagueError as error:
                refused = refused or error
        if refused is not None and not confirmed:
            raise refused
        return confirmed


def pass_on_confirmation(*, before: Result, after: Result) -> None:
    """Confirm a version that says the same, only more closely: the person who confirmed the one
    before has confirmed this one too, unless he entered it.
    """
    if before.confirmed_at is None:
        return
    actor = Actor(
        device=before.confirmed_device,
        user_id=before.confirmed_by_id,
        holder_id=before.confirmed_holder_id,
        table_id=before.table_id,
        network=before.confirmed_network,
    )
    with suppress(LeagueError):
        confirm_result(result=after, actor=actor, now=before.confirmed_at)


def _signed_by(result: Result, actor: Actor) -> bool:
    if actor.user_id is not None:
        return actor.user_id == result.confirmed_by_id
    return actor.holder_id is not None and actor.holder_id == result.confirmed_holder_id


def raise_objection(
    *,
    result: Result,
    client_id: str,
    text: str = "",
    log: Mapping[str, Any] | None = None,
    actor: Actor,
    now: datetime,
) -> Objection:
    """Freeze the result until a referee rules on it („Problem melden“). Locks the table.

    `text` is the reporter's, or `log` the content of a log that contradicts the result (see
    `Objection.log`). A repeat of the same `client_id` returns its objection. IllegalError if a
    problem is open already or the game is being corrected, StaleError for an old version.
    """
    text = " ".join(text.split())[:400]
    if not text and log is None:
        raise InvalidError("text_missing", _("Please say briefly what is wrong."), field="text")
    if actor.user_id is None and actor.table_id != result.table_id:
        raise NotAllowedError(
            "not_at_this_table",
            _("Only people at this table can do that. Scan the card on the table."),
        )
    with transaction.atomic():
        Table.objects.select_for_update(no_key=True).get(pk=result.table_id)
        if known := Objection.objects.filter(result=result, client_id=client_id).first():
            return known
        result = results_queries.result(result.pk)
        if not result.is_current:
            raise StaleError(
                "result_superseded",
                _("There is a newer version by now. See whether it is right."),
            )
        if problem_of(result) is not None:
            raise IllegalError(
                "already_disputed",
                _("A problem has been reported already. Tell the referee the rest."),
            )
        if result.in_correction:
            raise IllegalError(
                "result_in_correction",
                _("The game is being corrected. Wait until that is done."),
            )
        return Objection.objects.create(
            result=result,
            client_id=client_id,
            text=text,
            log=log,
            raised_at=now,
            user_id=actor.user_id,
            holder_id=actor.holder_id,
        )


def is_own(objection: Objection, by: User | None) -> bool:
    """Return whether the user reported this problem himself."""
    return by is not None and objection.user_id == by.pk


def propose_ruling(
    *, objection: Objection, outcome: str, ruling: str, by: User, now: datetime
) -> Approval:
    """Propose a ruling on a problem that one reported oneself: a second person confirms it."""
    if outcome not in Objection.Outcome.values:
        raise outcome_unknown()
    return approvals.propose(
        kind="problem",
        about=f"problem:{objection.pk}",
        person=by.person,
        by=by.person,
        values={"objection": objection.pk, "outcome": outcome},
        reason=ruling.strip()[:400],
        now=now,
    )


def carry_out_ruling(approval: Approval, now: datetime) -> None:
    """Rule as was proposed. NotAllowedError if the proposer may no longer rule."""
    by = approval.person.user
    if not may_rule(by, day_of(now)):
        raise NotAllowedError(
            "may_not_rule", _("Only somebody who holds the office can rule on this.")
        )
    rule_on_objection(
        objection=Objection.objects.get(pk=approval.values["objection"]),
        outcome=approval.values["outcome"],
        ruling=approval.text.reason,
        by=by,
        now=now,
        confirmed=True,
    )


def outcome_unknown() -> InvalidError:
    return InvalidError(
        "outcome_unknown", _("Choose: stays as it is, or to be corrected."), field="outcome"
    )


def rule_on_objection(
    *,
    objection: Objection,
    outcome: str,
    ruling: str,
    by: User | None,
    now: datetime,
    confirmed: bool = False,
) -> Objection:
    """Rule that the result is right or is to be corrected; both release it.

    With `correct` nothing changes by itself: it may then be corrected, even if two people had
    confirmed it. Locks the table. The same ruling again changes nothing, another one afterwards is
    an IllegalError. The right to rule is checked before (`queries.get_objection_for`).
    NotAllowedError for the person who reported the problem, unless a second person `confirmed` the
    ruling.
    """
    if is_own(objection, by) and not confirmed:
        raise NotAllowedError(
            "needs_second_person",
            _("You reported this yourself. A second person has to confirm the ruling."),
        )
    if outcome not in Objection.Outcome.values:
        raise outcome_unknown()
    with transaction.atomic():
        Table.objects.select_for_update(no_key=True).get(pk=objection.result.table_id)
        objection = Objection.objects.get(pk=objection.pk)
        if objection.ruled_at is not None:
            if objection.outcome == outcome:
                return objection
            raise IllegalError(
                "already_ruled", _("That has been decided already. Have a look how.")
            )
        objection.outcome, objection.ruling = outcome, ruling.strip()[:400]
        objection.ruled_by, objection.ruled_at = by, now
        objection.save(update_fields=["outcome", "ruling", "ruled_by", "ruled_at"])
        return objection


def call_referee(
    *, table: Table, client_id: str, note: str, actor: Actor, now: datetime
) -> RefereeCall:
    """Call a referee; while a table calls, a second call is the first. Locks the table."""
    with transaction.atomic():
        table = Table.objects.select_for_update(no_key=True).get(pk=table.pk)
        calls = RefereeCall.objects.filter(table=table)
        known = calls.filter(client_id=client_id).first() or calls.filter(answered_at=None).first()
        return known or RefereeCall.objects.create(
            table=table,
            client_id=client_id,
            note=" ".join(note.split())[:200],
            called_at=now,
            user_id=actor.user_id,
            holder_id=actor.holder_id,
        )


def take_back_call(*, table: Table, actor: Actor, now: datetime) -> None:
    """Take back the call: the table needs no referee any more. Repeatable. Locks the table."""
    with transaction.atomic():
        Table.objects.select_for_update(no_key=True).get(pk=table.pk)
        RefereeCall.objects.filter(table=table, answered_at=None).update(
            answered_at=now, answered_by=actor.user_id, taken_back=True
        )


def answer_call(*, call: RefereeCall, by: User | None, now: datetime) -> None:
    """Answer a call: a referee comes. Repeatable; the first to answer is named. Locks the call."""
    with transaction.atomic():
        RefereeCall.objects.filter(pk=call.pk, answered_at=None).update(
            answered_at=now, answered_by=by
        )
