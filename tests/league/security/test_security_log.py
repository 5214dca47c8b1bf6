"""The security log: only added to, a chain, and what can be erased of it."""

from datetime import datetime, timedelta

import pytest
from django.db import IntegrityError, transaction
from django.test import Client

from league.people.services import people
from league.security import queries, services
from league.security.models import SecurityEntry, SecurityMonth, SecurityPrivate
from tests.builders import BERLIN
from tests.html import one_line

pytestmark = pytest.mark.django_db
MAY = datetime(2026, 5, 20, 21, 0, tzinfo=BERLIN)
Kind = SecurityEntry.Kind


def note(at: datetime = MAY, **more: object) -> SecurityEntry:
    return services.note(kind=Kind.EXPORT, now=at, **more)


def refused(deed: object) -> None:
    with pytest.raises(IntegrityError), transaction.atomic():
        deed()  # type: ignore[operator]


def test_nobody_rewrites_it() -> None:
    note(email="anke@club.invalid")
    entries, beside = SecurityEntry.objects.all(), SecurityPrivate.objects.all()
    number = entries.order_by("-number")[0].number
    refused(lambda: entries.update(about="nichts"))
    refused(lambda: entries.filter(number=number)._raw_delete("default"))
    refused(lambda: beside.update(email="mallory@evil.invalid"))
    refused(lambda: beside._raw_delete("default"))
    refused(
        lambda: SecurityEntry.objects.create(
            number=number + 2, at=MAY, month=0, kind=Kind.LOGIN, private_digest="", hash="x"
        )
    )
    assert queries.first_broken() is None


def test_what_is_changed_behind_the_triggers_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    first, _second = note(), note()
    there = list(queries._stored())
    changed = [
        type(stored)(
            type(stored.link)(**{**stored.link.__dict__, "actor": 999}),
            *(stored.previous, stored.hash),
        )
        if stored.link.number == first.number
        else stored
        for stored in there
    ]
    monkeypatch.setattr(queries, "_stored", lambda: iter(changed))
    assert queries.first_broken() == first.number


def test_address_and_ip_are_erased_and_the_chain_still_holds(club: object) -> None:
    bernd = club.bernd  # type: ignore[attr-defined]
    note(subject=bernd, email="bernd@club.invalid")
    assert services.erase(persons=[bernd.pk], now=MAY) >= 1
    assert not SecurityPrivate.objects.exclude(email="").filter(entry__subject=bernd.pk).exists()
    assert queries.first_broken() is None
    assert services.erase(persons=[bernd.pk], now=MAY) == 0


def test_whole_months_go_after_a_year_and_their_head_stays() -> None:
    note(MAY), note(MAY + timedelta(days=3))
    june = note(MAY + timedelta(days=30))
    assert services.drop_expired(now=MAY + timedelta(days=200)) == 0
    last = SecurityEntry.objects.filter(month__lt=june.month).order_by("-number")[0]
    refused(  # too young, for any user
        lambda: SecurityMonth.objects.create(
            month=last.month, last_number=last.number, head_hash=last.hash, gone_at=MAY
        )
    )
    note(MAY + timedelta(days=385))
    assert services.drop_expired(now=MAY + timedelta(days=400)) >= 1
    assert SecurityEntry.objects.order_by("number")[0] == june
    gone = SecurityMonth.objects.order_by("-month")[0]
    assert (gone.last_number, gone.head_hash) == (last.number, last.hash)
    assert queries.first_broken() is None
    note(MAY + timedelta(days=401))
    assert queries.first_broken() is None


@pytest.mark.once
def test_board_and_auditors_read_who_did_what_from_where(club: object) -> None:
    people.appoint(person=club.bernd, role="director", start=MAY.date())  # type: ignore[attr-defined]
    paula = Client(HTTP_USER_AGENT="Mozilla/5.0 (Android 15) Firefox/140.0")
    paula.force_login(club.paula.user)  # type: ignore[attr-defined]
    page = one_line(paula.get("/sicherheit/?check=1"))
    assert "Amt vergeben · Turnierleitung" in page
    assert "→ Bernd" in page
    assert "Jeder Eintrag folgt aus dem davor" in page
    bernd = Client()
    bernd.force_login(club.bernd.user)  # type: ignore[attr-defined]
    assert bernd.get("/sicherheit/").status_code == 403


@pytest.mark.once
def test_a_wrong_code_is_written_down_for_known_and_unknown_addresses(club: object) -> None:
    for email in ("bernd@club.invalid", "niemand@club.invalid"):
        client = Client()
        client.post("/anmelden/", {"email": email})
        client.post("/anmelden/code/", {"code": "FALSCH"})
        entry = SecurityEntry.objects.last()
        assert entry is not None
        assert (entry.kind, entry.private.email, entry.private.ip) == (
            *("login_failed", email),
            "127.0.0.1",
        )
