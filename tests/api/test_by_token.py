"""What a token opens is what its person may open; without money a little less, and no write."""

from hashlib import sha256
from types import SimpleNamespace

import pytest
from django.core.cache import cache
from django.test import Client

from league.access.models import ReadToken
from tests.rights.asking import asked
from tests.rights.decisions import DECISIONS, SHOWN_IN_API
from tests.rights.matrix import rows
from tests.rights.stage import answer_of, method_of, send, undone
from tests.rights.world import NOW, TODAY, browser

pytestmark = [pytest.mark.django_db, pytest.mark.once]
OF_THE_API = [key for key in DECISIONS if ":api_" in key or key in SHOWN_IN_API]
READ = [key for key in OF_THE_API if method_of(key) == "GET"]
WRITTEN = [key for key in OF_THE_API if method_of(key) != "GET"]
ACTORS = ("member", "treasurer", "auditor", "chair", "guest_tonight", "left", "former", "inactive")
# At a table money is hidden, and with it what only those inside see.
INSIDE = (
    "games:api_actions",
    "games:api_entries",
    "games:api_log",
    "games:api_round",
    "games:api_versions",
    "league:api_result",
)


def program(w: SimpleNamespace, actor: str, *, with_money: bool) -> Client:
    secret = f"{actor}-{with_money}"
    ReadToken.objects.create(
        person=w.persons[actor],
        name="Tafel",
        digest=sha256(secret.encode()).hexdigest(),
        with_money=with_money,
        client_id=secret,
        made_at=NOW,
        last_used=TODAY,
    )
    client = browser(w, "stranger")
    client.defaults["HTTP_AUTHORIZATION"] = f"Bearer {secret}"
    return client


@pytest.mark.parametrize(("prepared", "key"), rows(READ), indirect=["prepared"])
def test_a_token_opens_what_its_person_may_open(
    whole_club: SimpleNamespace, prepared: None, key: str
) -> None:
    wrong = []
    for actor in ACTORS:
        for with_money in (True, False):
            decided = "login" if actor == "inactive" else DECISIONS[key].answer(actor)
            if not with_money and actor != "inactive" and hides_money(key, decided):
                decided = "forbidden"
            with undone():
                client = program(whole_club, actor, with_money=with_money)
                got = answer_of(send(client, key, asked(key, whole_club, actor)))
            if got != decided:
                wrong.append(f"{actor}, money {with_money}: decided {decided}, got {got}")
    assert not wrong, "\n".join([key, *wrong])


def hides_money(key: str, decided: str) -> bool:
    about_money = key.startswith(("finance_api:", "desk_api:close_evening", "games:api_charges"))
    return about_money or (key.startswith(INSIDE) and decided == "yes")


@pytest.mark.parametrize(("prepared", "key"), rows(WRITTEN), indirect=["prepared"])
def test_a_token_writes_nothing(whole_club: SimpleNamespace, prepared: None, key: str) -> None:
    with undone():
        client = program(whole_club, "chair", with_money=True)
        answer = send(client, key, asked(key, whole_club, "chair"))
        assert (answer.status_code, answer.json()["code"]) == (403, "token_reads_only")


@pytest.mark.parametrize("prepared", [""], indirect=True)
def test_a_page_takes_no_token(whole_club: SimpleNamespace, prepared: None) -> None:
    with undone():
        cache.clear()
        client = program(whole_club, "treasurer", with_money=True)
        for path in ("/kasse/", "/leute/", "/mein-konto/", "/mein-zugang/"):
            assert client.get(path).status_code in {302, 404}
