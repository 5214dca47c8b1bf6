"""A user proves again who it is. Addresses that ask: `tests/test_asks_again.py`."""

from types import SimpleNamespace

import pytest
from django.core.cache import cache
from django.test import Client

from league.access.reauthentication import PROVED
from league.people.models.people import Person
from league.security.models import SecurityEntry
from tests.mail_server import sent

pytestmark = [pytest.mark.django_db, pytest.mark.once]


def late(person: Person) -> Client:
    """Logged in for longer than ten minutes."""
    cache.clear()
    client = Client()
    client.force_login(person.user)
    session = client.session
    session[PROVED] = 0.0
    session.save()
    return client


def code() -> str:
    return next(line for line in sent()[-1].body.splitlines() if line.isdigit())


def test_the_code_goes_to_the_own_address_and_what_was_sent_is_done(club: SimpleNamespace) -> None:
    anke = late(club.anke)
    url, form = f"/leute/{club.bernd.pk}/amt/", {"role": "director", "start": "2026-01-01"}
    asks = anke.post(url, form)
    assert 'name="role" value="director"' in asks.content.decode()
    right = code()
    wrong = anke.post(url, {**form, "proof_code": "0" if right != "0" else "1"})
    assert wrong.status_code == 403
    assert not club.bernd.offices.exists()
    assert not sent()  # the same code still holds
    assert anke.post(url, {**form, "proof_code": right}).status_code == 302
    assert club.bernd.offices.get().role == "director"
    kinds = SecurityEntry.objects.values_list("kind", flat=True)
    assert list(kinds)[-3:] == ["again_bad", "again", "office_new"]
    # For ten minutes nothing asks.
    assert anke.post(f"/leute/{club.hilde.pk}/amt/", form).status_code == 302


def test_a_code_is_good_for_one_proof(club: SimpleNamespace) -> None:
    anke, url = late(club.anke), f"/leute/{club.bernd.pk}/zugang/"
    anke.post(url, {"login-email": "neu@club.invalid"})
    right = code()
    anke.post(url, {"login-email": "neu@club.invalid", "proof_code": right})
    session = anke.session
    session[PROVED] = 0.0
    session.save()
    again = anke.post(url, {"login-email": "anders@club.invalid", "proof_code": right})
    assert again.status_code == 403
    club.bernd.user.refresh_from_db()
    assert club.bernd.user.email == "neu@club.invalid"


def test_a_file_is_fetched_after_the_proof_and_written_down(club: SimpleNamespace) -> None:
    kadir = late(club.kadir)
    way = kadir.get("/kasse/exporte/alle/journal/").headers["Location"]
    assert "Bist du es?" in kadir.get(way).content.decode()
    back = kadir.post(way, {"proof_code": code()})
    assert back.headers["Location"] == "/kasse/exporte/alle/journal/"
    assert kadir.get(back.headers["Location"]).status_code == 200
    entry = SecurityEntry.objects.order_by("number").last()
    assert entry is not None
    assert (entry.kind, entry.about) == ("export", "finance:export_journal:alle")
    assert entry.actor == club.kadir.pk


def test_nobody_is_led_elsewhere(club: SimpleNamespace) -> None:
    kadir = Client()
    kadir.force_login(club.kadir.user)
    assert kadir.get("/noch-einmal/?next=https://evil.invalid/").headers["Location"] == "/"
