"""A year of a club from its opening to the discharge, in the browser, by those whose turn it is.

What the page says of it a plain script works out again from the exported lists.
"""

from typing import Any

import pytest
from django.utils import timezone
from playwright.sync_api import Browser, Page, expect

from finance.books.references import reference
from tests.browser.page_checks import enter_as, new_phone
from tests.browser.plain_report import cents, report
from tests.finance.bank_club import CLUB, ROBINS, file_of, row

pytestmark = [pytest.mark.browser, pytest.mark.slow]

YEAR = timezone.localdate().year - 1


class Treasurer:
    """`treasurer.books("ausgabe", amount="12,50")`: a page is opened, filled in and sent."""

    def __init__(self, page: Page, site: str) -> None:
        self.page, self.site = page, site

    def opens(self, address: str) -> None:
        self.page.goto(f"{self.site}/kasse/{address}")

    def books(self, address: str, button: str, message: str, **fields: str) -> None:
        self.opens(address)
        self.fills(button, **fields)
        expect(self.page.locator(".message").first).to_contain_text(message)

    def fills(self, button: str, **fields: str) -> None:
        for name, value in fields.items():
            field = self.page.locator(f"[name='{name.replace('__', '-')}']")
            field.first.wait_for(state="attached")
            while not field.last.is_visible() and not self._is_choice(field):
                self.page.locator("details:not([open]) > summary").first.click()
            if self._is_choice(field):
                choice = f"input[name='{name}'][value='{value}']"
                self.page.locator(f"label:has({choice})").click()
            else:
                field.fill(value)
        self.page.get_by_role("button", name=button).first.click()

    @staticmethod
    def _is_choice(field: Any) -> bool:
        return field.first.get_attribute("type") in {"radio", "checkbox"}


def on(month: int, day: int) -> str:
    return f"{YEAR}-{month:02}-{day:02}"


def spent_and_came(treasurer: Treasurer, club: Any) -> None:
    """Enter each thing that a treasurer enters in a year, once."""
    for money, amount in (("cash", "100"), ("bank", "500")):
        treasurer.opens("anfang/")
        form = treasurer.page.locator(f"form[action$='/anfang/{money}/']")
        for name, value in (("amount", amount), ("day", on(1, 1)), ("text", "Übergabe")):
            form.locator(f"[name='{money}-{name}']").fill(value)
        form.get_by_role("button").click()
        expect(treasurer.page.locator(".message").first).to_contain_text("Anfangsbestand")
    paper = {"payee": "Markthalle", "why": "Der Stand gibt keine Belege"}
    drinks = {"account": "drinks", "text": "Kölsch", "day": on(3, 5), **paper}
    treasurer.books("ausgabe/", "Ausgabe buchen", "Gebucht", amount="42,50", **drinks)
    treasurer.books("ausgabe/", "Ausgabe buchen", "Gebucht", amount="9", **drinks)
    treasurer.page.get_by_role("link", name="Storno").click()
    treasurer.fills("Storn", reason="Doppelt eingetragen")
    expect(treasurer.page.locator(".message").first).to_contain_text("Storniert")
    gift = {"account": "gifts", "text": "Brauerei", "paid_into": "bank", "day": on(4, 1)}
    treasurer.books("einnahme/", "Einnahme buchen", "Gebucht", amount="25", **gift)
    treasurer.opens("forderung/neu/")
    for person in (club.bernd, club.jette, club.oemer):
        tick = f"input[name='people'][value='{person.pk}']"
        treasurer.page.locator(f"label:has({tick})").click()
    treasurer.fills("Forderung buchen", amount="20", note="Ausflug", code="outing", day=on(5, 1))
    jette = f"konto/{club.jette.pk}/"
    treasurer.books(jette, "Zahlung buchen", "gebucht", amount="25", day=on(5, 20))
    treasurer.books("umbuchen/", "Umbuchen", "Gebucht", amount="50", day=on(6, 1))


def statement_arrives(treasurer: Treasurer, club: Any) -> None:
    """Enter the club's account, import Bernd's transfer and a charge, and book both."""
    treasurer.books("bank/konto/", "Eintragen", "Konto", holder="Schockclub", iban=CLUB)
    lines = [
        row("20,00", reference(club.bernd.pk), "Bernd", ROBINS, day=f"07.06.{YEAR}"),
        row("-3,90", "Entgelt", "Bank", day=f"30.06.{YEAR}").replace("Überweisung", "Entgelt"),
    ]
    treasurer.opens("bank/")
    file = {"name": "umsaetze.csv", "mimeType": "text/csv", "buffer": file_of(*lines)}
    treasurer.page.locator("input[type=file]").set_input_files(file)
    treasurer.page.get_by_role("button", name="Einlesen").click()
    treasurer.page.get_by_role("button", name="sicher").first.click()
    treasurer.page.get_by_role("button", name="angekreuzt").click()
    expect(treasurer.page.locator(".message").first).to_contain_text("1 Zeile gebucht")


def explains(page: Page) -> None:
    """Give each open matter a sentence where it has none yet, and a tick where it has."""
    for matter in page.locator("[name*=said_]").all():
        if matter.get_attribute("type") == "checkbox":
            matter.check()
        else:
            matter.fill("Steht im Ordner von 2020.")


def audited(page: Page, site: str) -> None:
    """Let the auditor draw, look through what was drawn, and sign."""
    page.goto(f"{site}/kasse/jahr/{YEAR}/pruefung/")
    page.locator("[name=size]").fill("3")
    page.get_by_role("button", name="Ziehen").click()
    with page.expect_navigation():
        page.get_by_role("link", name="Weiter mit").click()
    while page.get_by_role("button", name="Eintragen und weiter").count():
        page.locator("label:has(input[name=mark][value=fine])").click()
        with page.expect_navigation():
            page.get_by_role("button", name="Eintragen und weiter").click()
    page.goto(f"{site}/kasse/jahr/{YEAR}/")
    explains(page)
    page.locator("label:has(input[value=yes])").click()
    page.get_by_role("button", name="Prüfung unterschreiben").click()
    expect(page.locator("main")).to_contain_text("Entlastung empfohlen")


def exported(page: Page, site: str, code: str) -> str:
    """Return a list of the year as the page's link brings it."""
    answer = page.request.get(f"{site}/kasse/exporte/{YEAR}/{code}/csv/")
    assert answer.status == 200
    return answer.body().decode("utf-8-sig")


def kinds_on(page: Page, title: str) -> dict[str, int]:
    """Return what a table of the report says of each kind, in cents."""
    table = page.locator("section.card").filter(has=page.get_by_role("heading", name=title))
    kinds_on = {}
    for line in table.locator("tbody tr:not(.mine)").all():
        name = line.locator("th").evaluate("e => e.firstChild.textContent.trim()")
        kinds_on[name] = cents(line.locator("td").last.inner_text().replace("€", "").strip())
    return kinds_on


def test_a_year_from_its_opening_to_the_discharge(
    browser: Browser, live_server: Any, transactional_db: None, club: Any
) -> None:
    site = live_server.url
    with new_phone(browser) as page:
        enter_as(page, live_server, club.kadir)
        treasurer = Treasurer(page, site)
        spent_and_came(treasurer, club)
        statement_arrives(treasurer, club)
        page.goto(f"{site}/kasse/jahr/{YEAR}/")
        explains(page)
        with page.expect_navigation():
            page.get_by_role("button", name="Vorstand vorlegen").click()
    with new_phone(browser) as page:
        enter_as(page, live_server, club.anke)
        page.goto(f"{site}/kasse/jahr/{YEAR}/")
        explains(page)
        with page.expect_navigation():
            page.get_by_role("button", name="Als Vorstand freigeben").click()
    with new_phone(browser) as page:
        enter_as(page, live_server, club.paula)
        audited(page, site)
    with new_phone(browser) as page:
        enter_as(page, live_server, club.anke)
        page.goto(f"{site}/kasse/jahr/{YEAR}/")
        explains(page)
        Treasurer(page, site).fills(
            "eintragen",
            vote__held_on=timezone.localdate().isoformat(),
            vote__votes_for="9",
            vote__votes_against="0",
            vote__abstained="1",
        )
        expect(page.locator("main")).to_contain_text("9 Ja, 0 Nein, 1 Enthaltung")
    with new_phone(browser) as page:
        enter_as(page, live_server, club.kadir)
        page.goto(f"{site}/kasse/bericht/{YEAR}/")
        page_text = [
            cents(all_inner_text.removesuffix("€").strip())
            for all_inner_text in page.locator(".four-numbers dd").all_inner_texts()
        ]
        lists = ("buchungen", "konten", "forderungen", "verrechnungen")
        plain = report(*(exported(page, site, code) for code in lists))
        came, went = plain.receipts.total(), plain.payments.total()
        assert page_text == [plain.opening, came, went, plain.closing.total()]
        assert page_text == [60_000, 7_000, 4_640, 62_360]
        assert plain.opening + came - went == plain.closing.total()
        assert kinds_on(page, "Einnahmen") == dict(plain.receipts)
        assert kinds_on(page, "Ausgaben") == dict(plain.payments)
