"""`check_books` finds what was changed of the catalogue's deeds, of objections and of dues."""

import pytest

from finance.books.services.objections import object_to, rule
from finance.catalogue.services.deeds import charge_deed
from finance.checks.books import check_books
from finance.dues.queries import plan
from finance.dues.services import run, set_rate
from tests.finance.club import DAY, NOW, TODAY, client_id, tariff
from tests.finance.tampering import tampered
from tests.plugins.built import built_once


@built_once
def books(evening):
    """Book a deed out of the catalogue, two objections, one of them struck, and a month's dues."""
    club = evening.club
    phone = tariff(cents=200, title="Handy", start=DAY)
    for name in ("robin", "toni"):
        charge_deed(
            event=evening.event,
            participation=evening.event.participations.get(person=club.persons[name]),
            tariff=phone,
            client_id=client_id(),
            by=None,
            now=NOW,
        )
    struck = object_to(claim=evening.claim("toni"), text="Nein", by=club.user("toni"), now=NOW)
    rule(
        objection=struck,
        outcome="struck",
        ruling="War meins",
        by=club.user("kim"),
        today=TODAY,
        now=NOW,
    )
    evening.charge("sascha", "early_lift", "fine", 100)
    object_to(claim=evening.claim("sascha"), text="Nein", by=club.user("sascha"), now=NOW)
    evening.confirm()
    set_rate(
        kind="active",
        period="month",
        cents=500,
        start=DAY.replace(day=1),
        ground="Satzung",
        decided_on=None,
        now=NOW,
    )
    run(through=TODAY, seen=plan(TODAY).fingerprint, by=None, today=TODAY, now=NOW)
    return evening


def test_all_of_it_is_right_as_it_was_written(books):
    assert check_books().wrong == []


@pytest.mark.rules
@pytest.mark.parametrize(
    ("statement", "sentence"),
    [
        ("UPDATE finance_tariff SET cents = 300", "kostet nach dem Katalog 3,00"),
        ("UPDATE finance_tariff SET code = 'anders'", "gehört zu einem anderen Eintrag"),
        ("DELETE FROM finance_claimobjection WHERE outcome = ''", "niemand hat einen erhoben"),
        (
            "UPDATE finance_claimobjection SET outcome = 'struck', ruled_at = raised_at,"
            " claim_id = (SELECT id FROM finance_claim WHERE kind = 'dues' LIMIT 1)"
            " WHERE outcome = 'struck'",
            "gestrichen, aber noch gebucht",
        ),
        ("UPDATE finance_claim SET key = 'dues:0:x' || id WHERE kind = 'dues'", "jemand anderem"),
    ],
)
def test_a_changed_row_is_found(books, statement, sentence):
    with tampered(statement):
        text = " ".join(check_books().wrong).replace("\xa0", " ")
    assert sentence in text
