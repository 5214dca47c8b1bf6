"""What the close of an evening says about its signatures, without a page."""

from types import SimpleNamespace

import pytest
from django.utils import translation

from finance.books.models.claims import Claim
from finance.catalogue.queries.averages import Average
from finance.close.labels import before_signing, changed, closed, nobody_pays, undecided
from league.people.models.people import Person
from tests.finance.club import NOW


@pytest.mark.parametrize(
    ("needed", "who"), [(1, "signed by Kim."), (2, "signed by Kim and Robin.")]
)
def test_a_close_names_who_signed_it(needed, who):
    signed = [SimpleNamespace(name=name, signed_at=NOW) for name in ("Kim", "Robin")]
    close = SimpleNamespace(signatures_needed=needed, signed=signed[:needed])
    with translation.override("en"):
        assert closed(close).endswith(who)


@pytest.mark.parametrize(
    ("is_ready", "simple", "end"),
    [
        (False, False, "the cash is counted."),
        (False, True, "the cash is counted."),
        (True, True, "That closes it."),
        (True, False, "somebody who was there signs."),
    ],
)
def test_before_the_signature_it_says_what_comes_of_it(is_ready, simple, end):
    with translation.override("en"):
        assert before_signing(is_ready=is_ready, simple=simple).endswith(end)


def test_a_change_is_called_by_the_signatures_that_stand():
    with translation.override("en"):
        assert changed(is_closed=True) == "Changed after the close"
        assert changed(is_closed=False) == "Changed since the first signature"


def test_what_keeps_a_proposal_back_stands_beside_it():
    guest = Claim(state="proposed", open_reason="guest")
    objected, disputed = Claim(state="objected"), Claim(state="proposed")
    with translation.override("en"):
        seen = list(undecided([guest, objected], [disputed]))
    assert [(claim, tone) for claim, _tag, tone in seen] == [
        (guest, "warn"),
        (objected, "warn"),
        (disputed, ""),
    ]
    assert [tag for _claim, tag, _tone in seen] == ["Guest", "disputed", "held back"]


def average(cents=0, **people):
    nobody = {"absent": (), "excused": (), "declined": (), "charged": (), "unknown": ()}
    more = {"event": None, "tariff": None, "total": 0, "heads": 0, "open_claims": 0}
    return Average(cents=cents, **more, **nobody | people)


TONI = Person(name="Toni")


@pytest.mark.parametrize(
    ("evening", "sentence"),
    [
        (average(450, absent=(TONI,)), ""),
        (average(0, absent=(TONI,)), "Absent, but nothing to pay: Toni"),
        (average(450), "Nobody was absent."),
        (average(450, charged=((TONI, 450),)), ""),
        (average(450, excused=(TONI,)), ""),
        (average(450, declined=(TONI,)), ""),
    ],
)
def test_where_nobody_pays_for_being_absent_it_says_why(evening, sentence):
    with translation.override("en"):
        assert nobody_pays(evening) == sentence
