"""What the close of an evening says about its signatures, without a page."""

from types import SimpleNamespace

import pytest
from django.utils import translation

from finance.close.labels import before_signing, closed
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
