"""The club's decisions about its till, through the pages: made by whom, and with what effect."""

import pytest
from django.db import DatabaseError, transaction

from finance.books.models.settings import TillSettings
from tests.finance.pages import NBSP, text, url

pytestmark = pytest.mark.once

SWITCHES = ("simple", "members_see_balance", "board_reads", "tax_privileged")


def switch(browser, *names):
    return browser.post(url("settings"), dict.fromkeys(names, "on"), follow=True)


def test_the_chair_may_not_read_until_the_club_says_so_and_hears_how(club, as_):
    chris = as_("chris")
    page = chris.get(url("till"))
    assert page.status_code == 403
    assert "„Der Vorsitz darf die Kasse lesen“" in text(page)
    assert "Einstellungen der Kasse" in text(chris.get(url("own_account")))
    assert "Gespeichert. Das gilt ab jetzt." in text(switch(chris, "board_reads"))
    for name in ("till", "counts", "who_pays", "claims"):
        assert chris.get(url(name)).status_code == 200
    assert chris.get(url("account", club.robin.pk)).status_code == 200
    refused = chris.post(url("pay", club.robin.pk), {})
    assert refused.status_code == 403
    assert "Nur Kassenwart/in bucht." in text(refused)
    switch(chris)
    assert chris.get(url("till")).status_code == 403


def test_members_do_not_find_the_settings_and_the_auditor_only_looks(club, as_):
    assert as_("robin").get(url("settings")).status_code == 404
    alex = as_("alex")
    assert "Speichern" not in text(alex.get(url("settings")))
    assert switch(alex, "simple").status_code == 403
    assert not TillSettings.objects.exists()


def test_members_see_what_the_club_has_where_it_says_so(club, pay, as_):
    pay("robin", 1250)
    toni = as_("toni")
    shown = f"In der Kasse 12,50{NBSP}€".replace(NBSP, " ")
    assert "In der Kasse" not in text(toni.get(url("own_account")))
    switch(as_("kim"), "members_see_balance")
    for address in (url("own_account"), "/"):
        page = text(toni.get(address))
        assert shown in page
        assert "laut Buch am" in page
        assert "Robin 12,50" not in page
    switch(as_("kim"))
    assert "In der Kasse" not in text(toni.get("/"))


def test_a_guest_never_sees_what_the_club_has(club, pay, as_):
    pay("robin", 1250)
    switch(as_("kim"), "members_see_balance")
    assert "In der Kasse" not in text(as_("gabi").get(url("own_account")))


def test_each_decision_stays_with_who_took_it_and_a_repeat_writes_nothing(club, as_):
    kim = as_("kim")
    switch(kim, "simple")
    page = text(switch(kim, "simple"))
    assert "Einfache Kasse · aus → an Kim" in page
    assert TillSettings.objects.count() == 1
    page = text(switch(as_("chris")))
    assert "Einfache Kasse · an → aus Chris" in page
    assert [till_settingse.simple for till_settingse in TillSettings.objects.all()] == [True, False]
    for deed in (
        lambda: TillSettings.objects.update(simple=True),
        lambda: TillSettings.objects.all().delete(),
    ):
        with pytest.raises(DatabaseError), transaction.atomic():
            deed()
