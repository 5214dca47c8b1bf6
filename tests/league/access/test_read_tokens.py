"""The access of a program: shown once, reads what its person sees today, and is revoked at once."""

import pytest
from django.db import IntegrityError, transaction
from django.test import Client

from league.access import services
from league.access.models import ReadToken
from league.people.models.people import Office
from tests import builders


def token_for(person, with_money=True):
    return services.make_token(
        person=person, name="Tafel", with_money=with_money, client_id="t", now=builders.NIGHT
    )


def ask(secret, path, method="get", **options):
    return getattr(Client(), method)(path, headers={"authorization": f"Bearer {secret}"}, **options)


@pytest.fixture
def table(club):
    return builders.table(builders.evening("rsc2003"), club.anke, club.bernd)


def test_a_token_is_shown_once_and_only_its_sum_is_kept(club):
    client = Client()
    client.force_login(club.anke.user)
    sent = {"client_id": "c", "name": "Tafel im Heim", "with_money": "1"}
    page = client.post("/mein-zugang/", sent).content.decode()
    secret = page.split('value="schockwart_')[1].split('"')[0]
    tokens = ReadToken.objects.get()
    assert secret not in str(tokens.__dict__)
    assert tokens.with_money
    again = client.post("/mein-zugang/", sent).content.decode()
    assert secret not in again
    assert ReadToken.objects.count() == 1
    assert secret not in client.get("/mein-zugang/").content.decode()
    assert ask(f"schockwart_{secret}", "/api/schema/").status_code == 200


def test_a_token_reads_and_never_writes(club, table):
    _token, secret = token_for(club.anke)
    lobby = ask(secret, f"/api/tables/{table.pk}/").json()
    assert lobby["me"]["name"] == "Anke"
    assert not any(lobby["can"].values())
    answer = ask(secret, f"/api/tables/{table.pk}/call/", "post", data={"id": "c"})
    assert (answer.status_code, answer.json()["code"]) == (403, "token_reads_only")


def test_without_money_it_sees_what_everybody_may_see(club, table):
    _token, secret = token_for(club.anke, with_money=False)
    lobby = ask(secret, f"/api/tables/{table.pk}/").json()
    assert lobby["rulebook"]["infractions"] == {}
    assert ask(secret, f"/api/results/{table.pk}/confirm/", "post").status_code == 403


def test_a_revoked_token_and_one_of_a_switched_off_login_read_nothing(club, table):
    token, secret = token_for(club.anke)
    path = f"/api/tables/{table.pk}/"
    assert ask(secret, path).status_code == 200
    club.anke.user.is_active = False
    club.anke.user.save()
    assert ask(secret, path).status_code == 401
    club.anke.user.is_active = True
    club.anke.user.save()
    services.revoke_token(token=token, by=club.anke.user, now=builders.NIGHT)
    answer = ask(secret, path)
    assert (answer.status_code, answer.json()["code"]) == (401, "token_unknown")
    assert answer["WWW-Authenticate"].startswith("Bearer")


def test_the_day_of_its_last_use_is_kept(club, table):
    token, secret = token_for(club.anke)
    ask(secret, f"/api/tables/{table.pk}/")
    token.refresh_from_db()
    assert token.last_used is not None


def test_too_many_requests_and_too_many_wrong_ones_have_to_wait(club, monkeypatch):
    monkeypatch.setattr("config.api.MOST_BY_TOKEN", 2)
    monkeypatch.setattr("config.api.MOST_WRONG", 1)
    _token, secret = token_for(club.anke)
    codes = [ask(secret, "/api/schema/").status_code for _ in range(3)]
    assert codes == [200, 200, 429]
    wrong = [ask("schockwart_falsch", "/api/schema/") for _ in range(2)]
    assert [problem.status_code for problem in wrong] == [401, 429]
    assert wrong[1]["Retry-After"] == "60"


def test_it_is_the_office_of_today_that_counts(club, table):
    _token, secret = token_for(club.kadir)
    Office.objects.filter(person=club.kadir).update(end=builders.DAY)
    assert not ask(secret, f"/api/tables/{table.pk}/").json()["can"]["rule"]


def test_who_had_access_stays_to_be_read(club):
    token, _secret = token_for(club.anke)
    services.revoke_token(token=token, by=club.anke.user, now=builders.NIGHT)
    for change in ({"revoked_at": None}, {"digest": "0" * 64}, {"with_money": False}):
        with pytest.raises(IntegrityError), transaction.atomic():
            ReadToken.objects.filter(pk=token.pk).update(**change)
    with pytest.raises(IntegrityError), transaction.atomic():
        ReadToken.objects.all()._raw_delete("default")
