"""The cash book on the phone: an expense with its receipt, and pages that every reader can use."""

import io
import re
from datetime import timedelta

import pytest
from django.utils import timezone
from PIL import Image
from playwright.sync_api import expect

from finance.bank.services.account import set_club_account
from finance.books.models.ledger import Transaction
from finance.books.models.vouchers import Voucher
from finance.books.services import cashbook
from finance.books.services.charging import charge_people
from finance.books.services.own_accounts import add_account
from finance.books.services.payments import take_payment
from finance.books.services.vouchers import SelfMade, Upload
from finance.sepa.rules import Order, next_bank_day
from finance.sepa.services import add_mandate, order_transfers, set_creditor
from tests.browser.page_checks import PHONE, TOO_WIDE, check_page, enter_as, new_phone
from tests.finance.club import DAY, build_club
from tests.finance.files import JPEG, picture
from tests.finance.pages import url
from tests.finance.rounds import lost

pytestmark = pytest.mark.browser

# Figures whose words reach out of their own cell, into the next one.
OUT_OF_ITS_CELL = """[...document.querySelectorAll("table.figures td.number")].filter(cell => {
    const words = document.createRange()
    words.selectNodeContents(cell)
    return words.getBoundingClientRect().right > cell.getBoundingClientRect().right + 1
}).map(cell => cell.outerHTML)"""


def test_a_receipt_is_booked_on_the_phone(browser, live_server, club):
    context = browser.new_context(viewport=PHONE, locale="de-DE")
    page = context.new_page()
    enter_as(page, live_server, club.kadir)
    page.goto(f"{live_server.url}/kasse/")
    page.get_by_role("link", name="Ausgabe").first.click()
    page.get_by_label("Betrag").fill("-3")
    page.get_by_label("Essen und Getränke").check(force=True)
    page.get_by_label("Was genau").fill("Kölsch")
    page.get_by_label("Bank", exact=True).check(force=True)
    page.get_by_label("Foto machen").set_input_files(
        {"name": "IMG_1.jpg", "mimeType": "image/jpeg", "buffer": JPEG}
    )
    page.get_by_role("button", name="Ausgabe buchen").click()
    expect(page.get_by_role("alert")).to_contain_text("ohne Vorzeichen")
    expect(page.get_by_role("alert")).to_be_in_viewport()
    expect(page.get_by_role("alert")).to_be_focused()
    expect(page.get_by_text("Beleg IMG_1.jpg ist da.")).to_be_visible()
    expect(page.get_by_label("Was genau")).to_have_value("Kölsch")
    page.get_by_label("Betrag").fill("12,50")
    page.get_by_role("button", name="Ausgabe buchen").dblclick()
    expect(page.get_by_role("heading", name="Essen und Getränke")).to_be_visible()
    assert Transaction.objects.get().kind == "expense"
    assert Voucher.objects.get().media_type == "image/jpeg"
    context.close()


def test_what_was_booked_is_said_where_the_eye_is(browser, live_server, club):
    context = browser.new_context(viewport=PHONE, locale="de-DE")
    page = context.new_page()
    enter_as(page, live_server, club.kadir)
    for amount, text in (
        ("-3", page.get_by_text("ohne Vorzeichen")),
        ("3", page.get_by_text(f"3,00\N{NO-BREAK SPACE}€ von {club.jette.name} gebucht.")),
    ):
        page.goto(f"{live_server.url}/kasse/konto/{club.jette.pk}/")
        page.get_by_label("Betrag").fill(amount)
        page.get_by_role("button", name="Zahlung buchen").click()
        expect(text).to_be_in_viewport()
    context.close()


# Of a tick its whole line takes the thumb.
TOO_SMALL = """[...document.querySelectorAll(
        "main :is(button, .button, input:not(label *), label:has(input), select, summary)")]
    .filter(e => e.checkVisibility() && e.getBoundingClientRect().height < 47.5)
    .map(e => e.outerHTML.slice(0, 120))"""


@pytest.fixture
def addresses(transactional_db, club):
    today, now = timezone.localdate(), timezone.now()
    who = {"by": club.kadir.user, "today": today, "now": now}

    def spend(voucher, click, day, account="drinks", amount=1250):
        return cashbook.record_expense(
            account=account,
            amount=amount,
            paid_from="bank",
            day=day,
            text="Kölsch für den Spielabend mit den Gästen aus dem Nachbardorf",
            voucher=voucher,
            client_id=click,
            **who,
        )

    long_ago = today.replace(day=1) - timedelta(days=40)
    photo = spend(Upload("IMG_20260306_210312.png", picture(600, 900)), "a", long_ago)
    own = spend(SelfMade(payee="Markthalle", what="Blumen", why="Keiner da"), "b", today)
    fees = SelfMade(payee="Bank", what="Gebühren", why="Steht im Auszug")
    spend(fees, "d", today, account="bank_fees", amount=1_234_567)  # a long word, a long figure
    cashbook.move_money(amount=500, source="bank", target="cash", day=today, client_id="c", **who)
    return [
        "/kasse/ausgabe/",
        f"/kasse/ausgabe/?voucher={own.vouchers.get().pk}",
        "/kasse/einnahme/",
        "/kasse/umbuchen/",
        "/kasse/anfang/",
        f"/kasse/buchung/{photo.pk}/",
        f"/kasse/buchung/{own.pk}/",
        f"/kasse/buchung/{own.pk}/storno/",
        "/kasse/belege/",
        f"/kasse/beleg/{photo.vouchers.get().pk}/",
        f"/kasse/beleg/{own.vouchers.get().pk}/",
        "/kasse/zahlen/",
        "/kasse/perioden/",
        "/kasse/buch/bank/",
        f"/kasse/jahr/{today.year}/",
    ]


def test_its_pages_are_accessible_light_and_fit_the_phone(browser, live_server, club, addresses):
    with new_phone(browser) as page:
        enter_as(page, live_server, club.kadir)
        for address in addresses:
            check_page(page, live_server.url + address, unfolded=True)
            page.evaluate("document.documentElement.style.fontSize = ''")
            assert page.evaluate(OUT_OF_ITS_CELL) == [], address
            assert page.evaluate(TOO_SMALL) == [], address


@pytest.fixture
def busy(transactional_db, club):
    """Jette owes for eight things and has paid for four others."""
    today, now = timezone.localdate(), timezone.now()
    who = {"by": club.kadir.user, "today": today, "now": now}
    for number in range(12):
        charge_people(
            people=[club.jette],
            amount=500,
            shared=False,
            code="other",
            note=f"Beitrag für den Ausflug im Sommer, Teil {number + 1}",
            day=today,
            client_id=f"claim-{number}",
            **who,
        )
        if number % 3 == 0:
            take_payment(
                person=club.jette,
                method="cash",
                amount=500,
                day=today,
                client_id=f"paid-{number}",
                **who,
            )
    add_account(kind="till", name="Turnierkasse", by=club.kadir.user, now=now)
    return club.jette


def test_an_account_is_three_screens_each_line_with_its_why(browser, live_server, club, busy):
    addresses = {club.kadir: f"/kasse/konto/{busy.pk}/", busy: "/kasse/mein-konto/"}
    for reader, address in addresses.items():
        with new_phone(browser) as page:
            enter_as(page, live_server, reader)
            check_page(page, live_server.url + address, unfolded=True)
            page.goto(live_server.url + address)
            assert page.evaluate("document.documentElement.scrollHeight") <= 3 * PHONE["height"]
            line = page.locator(".statement summary").filter(has_text="Barzahlung").first
            expect(line).to_contain_text("Beitrag für den Ausflug")
            line.click()
            expect(page.locator(".statement details[open]")).to_contain_text("Kasse 20")
            expect(page.get_by_text("Noch 5")).to_be_visible()


@pytest.fixture
def at_the_bank(transactional_db, club):
    """Let Jette, who has signed a mandate, owe for long, and give another member a credit."""
    today, now = timezone.localdate(), timezone.now()
    by = {"by": club.kadir.user, "now": now}
    who = by | {"today": today}
    set_club_account(holder="Schockclub Musterdorf", iban="DE02120300000000202051", **by)
    set_creditor(typed="DE98ZZZ09999999999", **by)
    iban = "DE02500105170137075030"
    add_mandate(person=club.jette, iban=iban, signed_on=today - timedelta(days=9), **who)
    charge_people(
        people=[club.jette],
        amount=1_234_567,
        shared=False,
        code="other",
        note="Fahrt nach Trier im Sommer, mit Hotel und Schifffahrt",
        day=today - timedelta(days=60),
        client_id="trip",
        **who,
    )
    paid = {"method": "cash", "amount": 50_000, "day": today, "client_id": "credit"}
    take_payment(person=club.bernd, **paid, **who)
    fund = add_account(kind="fund", name="Reisekasse", shared=True, **by)
    run = order_transfers(
        orders=[
            Order("Brauerei Müller", iban, 8990, "Rechnung 2026-17"),
            Order(club.bernd.name, iban, 500, "Guthaben zurück", club.bernd.pk),
        ],
        day=next_bank_day(today),
        client_id="transfers",
        **who,
    )
    return [
        "/kasse/erinnern/",
        "/kasse/erinnern/stufen/",
        "/kasse/lastschriften/",
        "/kasse/lastschriften/einziehen/",
        "/kasse/ueberweisungen/",
        f"/kasse/ueberweisungen/{run.pk}/",
        "/kasse/ruecklagen/",
        f"/kasse/arten/{fund.code}/",
        f"/kasse/konto/{club.bernd.pk}/abrechnung/",
        "/kasse/kassen/",
        "/kasse/bank/regeln/",
        f"/kasse/jahr/{today.year}/steuerberatung/",
    ]


def test_the_banks_pages_are_accessible_and_fit_the_phone(browser, live_server, club, at_the_bank):
    with new_phone(browser) as page:
        enter_as(page, live_server, club.kadir)
        for address in at_the_bank:
            check_page(page, live_server.url + address, unfolded=True)
            page.evaluate("document.documentElement.style.fontSize = ''")
            assert page.evaluate(OUT_OF_ITS_CELL) == [], address
            assert page.evaluate(TOO_SMALL) == [], address


def test_a_large_photo_is_made_smaller_on_the_phone(browser, live_server, club):
    context = browser.new_context(viewport=PHONE, locale="de-DE")
    page = context.new_page()
    faults = []
    page.on("console", lambda row: row.type == "error" and faults.append(row.text))
    enter_as(page, live_server, club.kadir)
    page.goto(f"{live_server.url}/kasse/ausgabe/")
    noise = io.BytesIO()
    Image.effect_noise((3000, 2000), 90).save(noise, "PNG")
    assert len(noise.getvalue()) > 2_000_000
    photo = page.get_by_label("Foto machen")
    photo.set_input_files(
        {"name": "beleg.png", "mimeType": "image/png", "buffer": noise.getvalue()}
    )
    expect(photo).to_have_value(re.compile(r"beleg\.jpg$"))
    assert photo.evaluate("field => field.files[0].type") == "image/jpeg"
    assert photo.evaluate("field => field.files[0].size") < len(noise.getvalue())
    size = """async field => {
        const made = await createImageBitmap(field.files[0])
        return [made.width, made.height]
    }"""
    assert photo.evaluate(size) == [2400, 1600]
    photo.set_input_files({"name": "rest.jpg", "mimeType": "image/jpeg", "buffer": JPEG * 60_000})
    expect(photo).to_have_value(re.compile(r"rest\.jpg$"))
    assert photo.evaluate("field => field.files[0].size") == len(JPEG) * 60_000
    assert faults == []
    context.close()


@pytest.mark.usefixtures("transactional_db")
def test_a_round_of_which_nobody_is_here_fits_the_phone(browser, live_server):
    club = build_club()
    evening = club.evening("robin", "sascha", "toni", "gabi")
    lost(evening, "robin")
    evening.confirm()
    later = club.evening("robin", day=DAY + timedelta(days=28))
    with new_phone(browser) as page:
        enter_as(page, live_server, club.persons["kim"])
        page.goto(live_server.url + url("rounds", later.event.pk))
        expect(page.get_by_text("davon ist niemand da")).to_be_visible()
        assert not page.evaluate(TOO_WIDE)
