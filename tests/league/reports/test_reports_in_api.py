"""Reports in the API: the list, how far one is, its file, and what one may ask for."""

import pytest
from django.test import Client
from django.urls import reverse

from league.access.services import make_token
from league.reports import making, services
from tests.builders import NIGHT
from tests.finance.club import build_club
from tests.league.reports.test_reports import made, wanted

pytestmark = pytest.mark.once


def ask(client, name, *args, status=200, **asked):
    answer = client.get(reverse(f"desk_api:{name}", args=args), asked)
    assert answer.status_code == status, answer.content
    return answer


def test_a_report_says_how_far_it_is_and_then_has_a_file(client, club, season):
    client.force_login(club.anke.user)
    report = wanted("season", season.pk, by=club.anke.user)
    body = ask(client, "report", report.pk).json()
    assert (body["state"], body["progress"], body["asked_by"]) == ("wanted", 0, "Anke")
    ask(client, "report_file", report.pk, status=404)
    made(report)
    body = ask(client, "report", report.pk).json()
    assert (body["state"], body["progress"]) == ("done", 100)
    file = ask(client, "report_file", report.pk)
    assert file["Content-Type"] == "application/pdf"
    assert len(file.content) == body["size"]
    url = reverse("desk_api:report_file", args=[report.pk])
    assert client.get(url, headers={"if-none-match": file["ETag"]}).status_code == 304


def test_one_that_failed_says_why(client, club, season, monkeypatch):
    client.force_login(club.anke.user)
    report = wanted("season", 10**6)
    making.make(report.pk, lambda: NIGHT)
    body = ask(client, "report", report.pk).json()
    assert body["state"] == "failed"
    assert body["sentence"].endswith(".")


def test_the_list_is_narrowed_as_on_the_page(client, club, season):
    client.force_login(club.anke.user)
    done, _open = made(wanted("season", season.pk)), wanted("season", season.pk, client_id="two")
    body = ask(client, "reports", state="done").json()
    assert [row["id"] for row in body["results"]] == [done.pk]
    assert ask(client, "reports", kind="evening").json()["count"] == 0


def test_what_one_may_ask_for_and_gets_by_mail(client, club, season):
    services.subscribe(person=club.anke, kind="season", language="de", now=NIGHT)
    client.force_login(club.anke.user)
    body = ask(client, "report_offers").json()
    offers = {offer["kind"]: offer["subjects"] for offer in body["offers"]}
    assert season.pk in {offer["subject"] for offer in offers["season"]}
    assert "cash" not in offers
    assert {mail["kind"]: mail["wanted"] for mail in body["mails"]}["season"]


@pytest.mark.parametrize("with_money", [True, False])
def test_a_program_reads_the_tills_reports_only_with_money(db, with_money):
    till = build_club()
    report = wanted("cash", 2026)
    _token, secret = make_token(
        person=till.kim, name="Tafel", with_money=with_money, client_id="t", now=NIGHT
    )
    client = Client(headers={"authorization": f"Bearer {secret}"})
    assert ask(client, "reports").json()["count"] == int(with_money)
    for name in ("report", "report_file"):
        status = 404 if name == "report_file" or not with_money else 200
        ask(client, name, report.pk, status=status)
