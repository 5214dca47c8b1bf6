"""Schemathesis asks the whole API; nothing it finds is left out, and nothing it asks stays."""

from types import SimpleNamespace

import pytest

from league.services.read_tokens import make_token
from tests.api.fuzzing import ask_everything
from tests.rights.actors import ACTORS
from tests.rights.asking import drawn, running
from tests.rights.stage import undone
from tests.rights.world import GAME, NOW, TODAY

pytestmark = pytest.mark.django_db
SHORT, LONG = 2, 700  # for each operation and each of those who ask
WHO = ("public", "token", "treasurer", "referee")


def ask_as(w: SimpleNamespace, who: str, examples: int, monkeypatch: pytest.MonkeyPatch) -> int:
    monkeypatch.setattr("config.api.MOST_BY_TOKEN", 10**9)
    monkeypatch.setattr("config.api.MOST_WRONG", 10**9)
    with undone():
        running(w)
        drawn(w)
        headers, cookies = {}, {}
        if who == "token":
            _made, secret = make_token(
                person=w.persons["member"], name="Tafel", with_money=True, client_id="t", now=NOW
            )
            headers = {"Authorization": f"Bearer {secret}"}
        elif who in ACTORS:
            cookies = dict(w.cookies[who])
        pools = {
            "id": [w.event.pk, w.here.pk, w.result.pk, w.season.pk, w.cup.pk, w.mara.pk],
            "key": [str(GAME)],
            "person": [w.mara.pk],
            "participation": [w.nora.participation_id],
            "version": [1],
            "slug": ["rsc2003", "dortmund"],
            "number": [1, 2],
            "code": ["cash", "claims"],
            "year": [TODAY.year],
        }
        asked, wrong = ask_everything(
            headers, cookies, pools, examples=examples, derandomize=examples == SHORT
        )
    assert not wrong, "\n\n".join(wrong)
    return asked


@pytest.mark.parametrize("who", WHO)
def test_nothing_is_answered_otherwise_than_described(whole_club, who, monkeypatch):
    assert ask_as(whole_club, who, SHORT, monkeypatch) > 50


@pytest.mark.long
@pytest.mark.parametrize("who", WHO)
def test_nor_is_it_after_a_hundred_thousand_requests(whole_club, who, monkeypatch):
    assert ask_as(whole_club, who, LONG, monkeypatch) > 25_000
