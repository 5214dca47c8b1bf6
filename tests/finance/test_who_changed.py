"""„Wer hier was geändert hat“, of the till's settings: for the treasurer, who changes them."""

import pytest

from finance.dues.models import DuesRate
from tests.finance.pages import text, url

pytestmark = [pytest.mark.django_db, pytest.mark.once]
HEADING = "Wer hier was geändert hat"


def changes(browser, page):
    """Return what the part „Wer hier was geändert hat“ of a page says, the newest change first."""
    return text(browser.get(url(page))).partition(HEADING)[2]


def test_dues_say_who_set_replaced_and_ended_them(club, as_):
    kim = as_("kim")
    rate = {
        "kind": "active",
        "period": "month",
        "ground": "Satzung § 5",
        "decided_on": "2026-01-01",
    }
    for start, amount in (("2026-01-01", "5,00"), ("2026-02-01", "6,00")):
        sent = rate | {"start": start, "amount": amount}
        assert kim.post(url("add_rate"), sent).status_code == 302
    kim.post(url("end_rate", DuesRate.objects.get(cents=600).pk))
    five, six = "5,00 € je Monat, ab 01.01.2026", "6,00 € je Monat, ab 01.02.2026"
    shown = changes(kim, "dues")
    places = [
        shown.index(f"aktiv · {step} Kim")
        for step in (f"{six} → –", f"{five} → {six}", f"– → {five}")
    ]
    assert places == sorted(places)
    assert HEADING not in text(as_("alex").get(url("dues")))


def test_each_setting_of_the_till_says_who_changed_it(club, as_):
    kim = as_("kim")
    step = {"number": "2", "step2-title": "Mahnung", "step2-text": "Zahl!", "step2-fee": "2,50"}
    kind = {"kind": "expense", "name": "Versicherung", "sphere": "1", "place": ""}
    for page, sent in (
        ("settings", {"board_reads": "on", "asks_above": "250,00"}),
        ("reminder_steps", step | {"step2-wait": "14", "step2-is_used": "on"}),
        ("add_kind", kind),
        ("set_bank_account", {"holder": "Club", "iban": "DE02120300000000202051"}),
        ("set_rule", {"words": "REWE", "account": "drinks"}),
    ):
        assert kim.post(url(page), sent).status_code == 302, page
    kim.post(url("change_kind", "expense_1"), kind | {"name": "Haftpflicht"})
    for page, lines in (
        (
            "settings",
            (
                "Der Vorsitz darf die Kasse lesen · aus → an",
                "Noch einmal ausweisen ab mehr als · 100,00 € → 250,00 €",
            ),
        ),
        (
            "reminder_steps",
            ("2. Titel · Zweite Erinnerung → Mahnung", "2. Gebühr · 0,00 € → 2,50 €"),
        ),
        (
            "kinds",
            ("Ausgaben · – → Versicherung", "Versicherung: Name · Versicherung → Haftpflicht"),
        ),
        ("bank_rules", ("REWE, Essen und Getränke · – → in Gebrauch",)),
    ):
        shown = changes(kim, page)
        assert all(f"{line} Kim" in shown for line in lines), shown
    log = text(as_("chris").get("/sicherheit/"))
    assert "Bankkonto des Clubs geändert · Bankkonto" in log
