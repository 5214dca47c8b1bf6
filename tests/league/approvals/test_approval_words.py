"""The state of an act in a member's own matter, in words: said without a page."""

from datetime import datetime

import pytest

from league.approvals import labels
from league.approvals.models import Approval, ApprovalStep
from league.people.models.people import Person
from tests.builders import BERLIN

DUE = datetime(2026, 3, 9, 20, 0, tzinfo=BERLIN)
OEMER = Person(name="Oemer")


@pytest.mark.parametrize(
    ("state", "due", "is_due", "words"),
    [
        ("waiting", DUE, True, "seit 09.03.2026 fällig, noch nicht ausgeführt"),
        ("waiting", DUE, False, "wartet auf eine zweite Person, sonst gilt es ab 09.03.2026 20:00"),
        ("waiting", None, False, "wartet auf eine zweite Person"),
        ("refused", None, False, "abgelehnt"),
    ],
)
def test_where_an_act_stands(state, due, is_due, words):
    assert labels.state(Approval(state=state), due, is_due=is_due) == words


@pytest.mark.parametrize(
    ("state", "how", "by", "words"),
    [
        ("done", "booked", None, "sofort gebucht"),
        ("done", "time", None, "ausgeführt, nach sieben Tagen"),
        ("confirmed", "person", OEMER, "bestätigt, Oemer"),
        ("confirmed", "code", OEMER, "bestätigt, Oemer, mit dem Code an die alte Adresse"),
    ],
)
def test_what_became_of_an_act(state, how, by, words):
    assert labels.step(ApprovalStep(state=state, how=how, by=by)) == words
