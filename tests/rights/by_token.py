"""Compare a token's rights with its person's; without money a little less, and no write."""

from collections.abc import Iterator
from hashlib import sha256
from types import SimpleNamespace

from django.test import Client

from league.access.models import ReadToken
from tests.rights.asking import asked
from tests.rights.decisions import DECISIONS, SHOWN_IN_API
from tests.rights.stage import answer_of, method_of, send, undone
from tests.rights.world import NOW, TODAY, browser

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


def token_answered_otherwise(w: SimpleNamespace, key: str) -> Iterator[str]:
    """Yield the faults in the answers of an API address to those who come by a token."""
    if ":api_" not in key and key not in SHOWN_IN_API:
        return
    ask = _read if method_of(key) == "GET" else _written
    yield from ask(w, key)


def _read(w: SimpleNamespace, key: str) -> Iterator[str]:
    for actor in ACTORS:
        for with_money in (True, False):
            decided = "login" if actor == "inactive" else DECISIONS[key].answer(actor)
            if not with_money and actor != "inactive" and hides_money(key, decided):
                decided = "forbidden"
            with undone():
                client = program(w, actor, with_money=with_money)
                got = answer_of(send(client, key, asked(key, w, actor)))
            if got != decided:
                yield f"the token of {actor}, money {with_money}: decided {decided}, got {got}"


def hides_money(key: str, decided: str) -> bool:
    about_money = key.startswith(("finance_api:", "desk_api:close_evening", "games:api_charges"))
    return about_money or (key.startswith(INSIDE) and decided == "yes")


def _written(w: SimpleNamespace, key: str) -> Iterator[str]:
    with undone():
        client = program(w, "chair", with_money=True)
        answer = send(client, key, asked(key, w, "chair"))
    if (answer.status_code, answer.json()["code"]) != (403, "token_reads_only"):
        yield f"the token of the chair is let write: {answer.status_code}, {answer.json()}"
