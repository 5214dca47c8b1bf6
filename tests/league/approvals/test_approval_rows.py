"""A proposal stays: the database refuses to rewrite it, and lets its words be erased."""

from datetime import timedelta

import pytest
from django.db import DatabaseError, IntegrityError, transaction
from django.utils import timezone

from league.approvals import services as approvals
from league.approvals.models import Approval, ApprovalStep, ApprovalText
from league.people.services.addresses import change_address


@pytest.fixture
def approval(club):
    return change_address(
        person=club.kadir, email="neu@club.invalid", by=club.anke, now=timezone.now()
    )


@pytest.mark.parametrize(
    "change",
    [
        {"kind": "office"},
        {"about": "address:0"},
        {"proposed_at": timezone.now() - timedelta(days=90)},
        {"proposed_by": None},
        {"values": {"role": "chair"}},
        {"digest": "0" * 64},
        {"state": "at_once"},
    ],
)
def test_an_act_is_not_rewritten(approval, change):
    with pytest.raises(DatabaseError), transaction.atomic():
        Approval.objects.filter(pk=approval.pk).update(**change)
    with pytest.raises(DatabaseError), transaction.atomic():
        Approval.objects.filter(pk=approval.pk).delete()


def test_what_was_decided_stays_decided(club, approval):
    approvals.refuse(approval=approval, by=club.stine, now=timezone.now())
    for state in ("waiting", "done", "confirmed"):
        with pytest.raises(DatabaseError), transaction.atomic():
            Approval.objects.filter(pk=approval.pk).update(state=state)
    for spoil in (
        lambda: ApprovalStep.objects.update(by=club.anke),
        lambda: ApprovalStep.objects.all().delete(),
    ):
        with pytest.raises(DatabaseError), transaction.atomic():
            spoil()


def test_the_address_can_be_erased_once_and_never_changed(approval):
    text = ApprovalText.objects.filter(approval=approval)
    with pytest.raises(DatabaseError), transaction.atomic():
        text.update(new_email="anders@club.invalid")
    with pytest.raises(DatabaseError), transaction.atomic():
        text.delete()
    with pytest.raises(IntegrityError), transaction.atomic():
        text.update(erased_at=timezone.now())  # and still there
    empty = {"salt": "", "reason": "", "old_email": "", "new_email": ""}
    text.update(erased_at=timezone.now(), **empty)
    with pytest.raises(DatabaseError), transaction.atomic():
        text.update(erased_at=None, new_email="anders@club.invalid")
    assert Approval.objects.get().digest == approval.digest


def test_one_thing_waits_once(club, approval):
    with pytest.raises(IntegrityError), transaction.atomic():
        Approval.objects.create(
            kind="address",
            about=approval.about,
            person=club.kadir,
            proposed_at=timezone.now(),
            digest="",
        )
