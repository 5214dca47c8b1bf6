"""Confirmations of a second person are chained: a change behind the triggers is found."""

from typing import Any

import pytest

from finance.checks.books import check_books
from league.approvals.models import Approval
from league.approvals.services import confirm
from tests.finance.club import NOW, Club
from tests.finance.tampering import tampered

pytestmark = [pytest.mark.once]


@pytest.fixture
def confirmed(club: Club, pay: Any) -> Approval:
    """Return Kim's own cash payment confirmed by Chris, beside one that is not confirmed."""
    pay("kim", 500)
    pay("kim", 300)
    first = Approval.objects.earliest("pk")
    return confirm(approval=first, by=club.chris, now=NOW)


@pytest.mark.parametrize(
    "change",
    [
        "UPDATE league_approvalstep SET by_id = {alex} WHERE by_id = {chris}",
        "UPDATE league_approval SET state = 'confirmed' WHERE state = 'done'",
        "UPDATE league_approval SET person_id = {alex}",
        "UPDATE league_approvaltext SET reason = 'Anders'",
        "UPDATE league_approvalstep SET state = 'refused' WHERE state = 'confirmed'",
    ],
)
def test_a_change_of_who_confirmed_is_named(club: Club, confirmed: Approval, change: str) -> None:
    assert check_books().wrong == []
    statement = change.format(alex=club.alex.pk, chris=club.chris.pk)
    with tampered(statement):
        assert check_books().wrong != []


def test_an_act_that_is_gone_with_its_step_and_text_is_missed(
    club: Club, confirmed: Approval
) -> None:
    with tampered(
        *(
            f"DELETE FROM {table} WHERE {key} = {confirmed.pk}"
            for table, key in (
                ("league_approvalstep", "approval_id"),
                ("league_approvaltext", "approval_id"),
                ("league_approval", "id"),
            )
        )
    ):
        sentences = [str(sentence) for sentence in check_books().wrong]
    assert len(sentences) == 4  # the act, both of its steps, its words
    assert all("fehlt" in sentence for sentence in sentences)
