"""A deed in three taps, an objection from the phone of the member charged, and pages for all."""

from datetime import timedelta

import pytest
from django.urls import reverse
from django.utils import timezone
from playwright.sync_api import Page, expect

from finance.books.formulas import FIXED, MINUTES, STEPS, Formula, Step
from finance.books.models.claims import Claim
from finance.books.services.objections import object_to
from finance.catalogue.services.catalogue import set_tariff
from finance.dues.services import set_rate
from league.results.services.results import record_charge
from tests import builders
from tests.browser.page_checks import PHONE, check_page, enter_as, new_phone

pytestmark = pytest.mark.browser


@pytest.fixture
def tonight(transactional_db, club):
    """Return an evening of four with a catalogue of two entries, dues, and a guest who lost."""
    today, now = timezone.localdate(), timezone.now()
    event = builders.evening(day=today)
    builders.table(event, club.anke, club.bernd, club.jette)
    late = (Step(30, 100), Step(60, 200), Step(None, 300))
    for title, formula in (
        ("Handy auf dem Tisch", Formula(FIXED, cents=200)),
        ("Zu spät gekommen", Formula(STEPS, measure=MINUTES, steps=late)),
    ):
        set_tariff(
            title=title,
            formula=formula,
            start=today,
            ground="Satzung § 7",
            decided_on=today,
            now=now,
        )
    set_rate(
        kind="active",
        period="month",
        cents=500,
        start=(today - timedelta(days=40)).replace(day=1),
        ground="Satzung § 5",
        decided_on=None,
        now=now,
    )
    return event


def test_three_taps_and_an_objection(page: Page, live_server, tonight, club):
    page.set_viewport_size(PHONE)
    enter_as(page, live_server, club.rolf)
    page.goto(live_server.url + reverse("finance:deeds", args=[tonight.pk]))
    page.get_by_role("radio", name="Bernd").check(force=True)
    page.get_by_role("radio", name="Handy auf dem Tisch").check(force=True)
    page.get_by_role("button", name="Eintragen").click()
    expect(page.get_by_text("Eingetragen für Bernd: Handy auf dem Tisch")).to_be_visible()
    assert Claim.objects.get(person=club.bernd).amount == 200

    enter_as(page, live_server, club.bernd)
    page.goto(live_server.url + reverse("finance:own_account"))
    page.get_by_role("link", name="Einspruch gegen").click()
    page.get_by_label("Was stimmt nicht?").fill("Das war die Taschenlampe.")
    page.get_by_role("button", name="Einspruch erheben").click()
    expect(page.get_by_text("Einspruch läuft")).to_be_visible()
    assert Claim.objects.get(person=club.bernd).state == "objected"


def test_every_page_is_accessible_and_fits_the_phone(browser, live_server, tonight, club):
    record_charge(
        event=tonight,
        person=club.bernd,
        code="early_lift",
        kind="fine",
        cents=100,
        client_id="lift",
        by=None,
        now=timezone.now(),
    )
    claim = Claim.objects.get(person=club.bernd)
    objection = object_to(
        claim=claim, text="Das war der Wind", by=club.bernd.user, now=timezone.now()
    )
    addresses = [
        reverse("finance:catalogue"),
        reverse("finance:new_tariff"),
        *(f"{reverse('finance:new_tariff')}?kind={kind}" for kind in ("piece", "steps", "average")),
        reverse("finance:adopt", args=["rsc2003"]),
        reverse("finance:deeds", args=[tonight.pk]),
        reverse("finance:dues"),
        reverse("finance:agreements"),
        reverse("finance:objections"),
        reverse("finance:objection", args=[objection.pk]),
        reverse("finance:evening", args=[tonight.pk]),
        reverse("finance:own_account"),
    ]
    with new_phone(browser) as page:
        enter_as(page, live_server, club.kadir)
        for address in addresses:
            check_page(page, live_server.url + address)
