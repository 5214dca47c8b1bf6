"""„Neue Forderung“: a claim on anybody for anything, on several people, or shared among them."""

from datetime import timedelta

import pytest

from finance.books import booking, chart
from finance.books.models.claims import Claim
from finance.books.queries.people import credit, open_claims, owing_of
from finance.books.services.charging import charge_people
from finance.books.services.claims import propose_again
from finance.checks.books import check_books
from finance.errors import IllegalError, InvalidError
from finance.till.queries.debts import debtors
from tests.finance.club import DAY, NOW, TODAY, client_id
from tests.finance.pages import hidden, text, url

pytestmark = [pytest.mark.usefixtures("that_day"), pytest.mark.rules]


@pytest.fixture
def charge(club):
    """`charge("robin", "toni", cents=1000, shared=True)`: for an outing, by Kim."""

    def charged(*names, cents, shared=False, click=None, **more):
        fields = {"code": "outing", "note": "Brauerei", "day": DAY} | more
        return charge_people(
            people=[club.persons[name] for name in names],
            amount=cents,
            shared=shared,
            client_id=click or client_id(),
            by=club.user("kim"),
            today=TODAY,
            now=NOW,
            **fields,
        )

    return charged


def owes(club, *names):
    return [owing_of(club.persons[name]).cents for name in names]


def test_one_person_owes_something_that_no_game_brings(club, charge):
    (claim,) = charge("robin", cents=1850, code="goods", note="Shirt  in M", due=TODAY)
    assert (claim.kind, claim.code, claim.note, claim.due) == (
        "other",
        "goods",
        "Shirt in M",
        TODAY,
    )
    assert [
        (open_claim.open_amount, open_claim.event) for open_claim in open_claims(club.robin)
    ] == [(1850, None)]
    assert owes(club, "robin") == [1850]
    assert check_books().wrong == []


def test_each_of_several_pays_the_same(club, charge):
    assert len(charge("toni", "robin", "gabi", cents=2000)) == 3
    assert owes(club, "robin", "toni", "gabi") == [2000, 2000, 2000]


def test_what_is_shared_adds_up_and_the_first_by_name_pay_the_cents(club, charge):
    made = charge("toni", "sascha", "robin", cents=10_001, shared=True)
    assert [(charge.person.name, charge.amount) for charge in made] == [
        ("Robin", 3334),
        ("Sascha", 3334),
        ("Toni", 3333),
    ]
    assert check_books().wrong == []


@pytest.mark.parametrize("cents", [1, 7, 99, 100, 12_345])
@pytest.mark.parametrize("heads", [1, 2, 3, 7, 12])
def test_parts_always_add_up(cents, heads):
    parts = booking.shared(cents, heads)
    assert (sum(parts), len(parts)) == (cents, heads)
    assert max(parts) - min(parts) <= 1
    assert parts == sorted(parts, reverse=True)


@pytest.mark.both
def test_every_kind_is_earned_on_an_income_account(club, charge):
    for code in chart.CHARGED:
        (claim,) = charge("robin", cents=100, code=code)
        accounts = {posting.account.code for posting in claim.transaction.postings.all()}
        assert accounts == {"receivable", chart.CHARGED[code]}
    assert check_books().wrong == []


def test_a_credit_is_used_at_once(club, charge, pay):
    pay("robin", 500)
    (claim,) = charge("robin", cents=1200)
    assert (claim.open_amount, credit(club.robin)) == (700, 0)


def test_a_double_click_books_once(club, charge, storno):
    click = client_id()
    made = charge("robin", "toni", cents=500, click=click)
    assert charge("toni", "robin", cents=500, click=click) == made
    assert Claim.objects.count() == 2
    for other in ({"cents": 501}, {"cents": 500, "code": "levy"}):
        with pytest.raises(InvalidError, match="schon abgeschickt"):
            charge("robin", "toni", click=click, **other)
    with pytest.raises(InvalidError, match="schon abgeschickt"):
        charge("robin", cents=500, click=click)
    storno(made[0].transaction)
    with pytest.raises(InvalidError, match="schon abgeschickt"):
        charge("robin", "toni", cents=500, click=click)


def test_nonsense_is_refused_and_nothing_is_booked(club, charge):
    refused = [
        ({"note": " "}, "wofür"),
        ({"code": "cash"}, "aus der Liste"),
        ({"due": DAY - timedelta(days=1)}, "fällig"),
        ({"cents": 1, "shared": True}, "mindestens einen Cent"),
        ({"cents": 0}, "mindestens einen Cent"),
        ({"cents": 9_000_000}, "So viel Geld"),
        ({"day": TODAY + timedelta(days=1)}, "noch"),
    ]
    for more, sentence in refused:
        with pytest.raises(InvalidError, match=sentence):
            charge("robin", "toni", **({"cents": 100} | more))
    with pytest.raises(InvalidError, match="wer zahlen soll"):
        charge(cents=100)
    assert not Claim.objects.exists()


def test_its_storno_leaves_what_was_paid_as_credit(club, charge, pay, storno):
    (claim,) = charge("robin", cents=1200)
    pay("robin", 1200)
    storno(claim.transaction)
    assert credit(club.robin) == 1200
    with pytest.raises(IllegalError, match="neu ein"):
        propose_again(claim=Claim.objects.get(pk=claim.pk), now=NOW)
    assert check_books().wrong == []


@pytest.mark.both
def test_it_is_overdue_once_its_day_is_over(club, charge):
    charge("robin", cents=1000, due=TODAY)
    charge("toni", cents=1000)
    assert [debtor.overdue for debtor in debtors(TODAY)] == [0, 0]
    tomorrow, later = TODAY + timedelta(days=1), DAY + timedelta(weeks=4, days=1)
    assert {debtor.name: debtor.overdue for debtor in debtors(tomorrow)} == {
        "Robin": 1000,
        "Toni": 0,
    }
    assert {debtor.name: debtor.overdue for debtor in debtors(later)} == {
        "Robin": 1000,
        "Toni": 1000,
    }


# --- the page -----------------------------------------------------------------------------------
def sent(page, *persons, **more):
    return {
        "client_id": hidden(page),
        "people": [person.pk for person in persons],
        "amount": "100",
        "how": "shared",
        "note": "Ausflug nach Köln",
        "code": "outing",
        "day": DAY.isoformat(),
        "due": TODAY.isoformat(),
    } | more


@pytest.mark.both
def test_the_treasurer_shares_out_an_outing(club, kim):
    page = kim.get(url("charge_people"))
    assert "zahlen die Ersten nach dem Namen" in text(page)
    form = sent(page, club.robin, club.sascha, club.toni)
    page_text = text(kim.post(url("charge_people"), form, follow=True))
    assert "3 Forderungen gebucht, zusammen 100,00 €: 1 × 33,34 €, 2 × 33,33 €." in page_text
    own = text(kim.get(url("account", club.robin.pk)))
    assert "Ausflug nach Köln" in own
    assert "zahlbar bis 10.03.2026" in own


def test_from_an_account_its_person_is_ticked(club, kim):
    account = kim.get(url("account", club.robin.pk)).content.decode()
    assert f"{url('charge_people')}?person={club.robin.pk}" in account
    page = kim.get(url("charge_people"), {"person": club.robin.pk}).content.decode()
    assert f'value="{club.robin.pk}" checked' in page
    assert f'value="{club.toni.pk}" checked' not in page


def test_who_ticked_nobody_is_told_so_and_keeps_the_form(club, kim):
    page = kim.get(url("charge_people"))
    answer = kim.post(url("charge_people"), sent(page, people=[], due=""))
    assert answer.status_code == 422
    assert "wer zahlen soll" in text(answer)
    assert "Ausflug nach Köln" in answer.content.decode()
    assert not Claim.objects.exists()


def test_the_member_reads_what_it_is_for_and_until_when(club, charge, as_):
    charge("robin", cents=1850, note="Umlage Sommerfest", code="levy", due=TODAY)
    page_text = text(as_("robin").get(url("own_account")))
    assert "Umlage Sommerfest" in page_text
    assert "zahlbar bis 10.03.2026" in page_text
