"""Schemathesis asks the whole API; nothing it finds is left out, and nothing it asks stays."""

from types import SimpleNamespace
from typing import Any

import pytest

from finance.books.models.claims import Claim
from league.access.services import make_token
from tests.api.fuzzing import Asker, ask_everything
from tests.rights import asking
from tests.rights.stage import undone
from tests.rights.world import GAME, NOW, TODAY

pytestmark = [pytest.mark.django_db, pytest.mark.once]
SHORT, LONG = 2, 960  # for each operation; each is asked by all


def everything(w: SimpleNamespace) -> None:
    """Something behind every address: a game that runs, a drawn tournament, money in all shapes."""
    asking.running(w)
    asking.drawn(w)
    asking.objected(w)
    asking.vouched(w)
    asking.on_the_account(w)
    asking.signed_by_one(w)
    asking.drafted(w)
    asking.reported(w)


def pools_of(w: SimpleNamespace) -> dict[str, list[Any]]:
    return {
        "tables": [w.here.pk, w.there.pk],
        "games": [str(GAME)],
        "results": [w.result.pk],
        "evenings": [w.event.pk],
        "seasons": [w.season.pk],
        "tournaments": [w.cup.pk],
        "people": [w.mara.pk],
        "players": [w.nora.participation_id],
        "reports": [w.report.pk, w.failed.pk],
        "rulebooks": ["rsc2003", "dortmund"],
        "version": [1],
        "accounts": [w.mara.pk],
        "claims": [claim.pk for claim in Claim.objects.all()],
        "bookings": [w.spent.pk, w.paid.pk],
        "objections": [w.objected.pk],
        "voucher": [w.voucher.pk],
        "files": [w.bank_import.pk],
        "lines": [w.came.pk, w.returned.pk, w.out.pk],
        "number": [1, 2],
        "code": ["cash", "claims"],
        "year": [TODAY.year, asking.LAST_YEAR],
    }


def ask(w: SimpleNamespace, examples: int, monkeypatch: pytest.MonkeyPatch) -> int:
    monkeypatch.setattr("config.api.MOST_BY_TOKEN", 10**9)
    monkeypatch.setattr("config.api.MOST_WRONG", 10**9)
    with undone():
        everything(w)
        _made, secret = make_token(
            person=w.persons["member"], name="Tafel", with_money=True, client_id="t", now=NOW
        )
        asked, wrong = ask_everything(
            [
                Asker("the public"),
                Asker("a token", headers={"Authorization": f"Bearer {secret}"}),
                *(Asker(actor, cookies=w.cookies[actor]) for actor in ("treasurer", "referee")),
            ],
            pools_of(w),
            examples=examples,
            derandomize=examples == SHORT,
        )
    assert not wrong, "\n\n".join(wrong)
    return asked


def test_nothing_is_answered_otherwise_than_described(whole_club, monkeypatch):
    assert ask(whole_club, SHORT, monkeypatch) > 200


@pytest.mark.long
def test_nor_is_it_after_a_hundred_thousand_requests(whole_club, monkeypatch):
    assert ask(whole_club, LONG, monkeypatch) > 100_000
