"""„Robin hat die Salzstangen für 18,90 ausgelegt, verrechne es“: with a voucher, on the account."""

import zipfile
from datetime import timedelta
from io import BytesIO

import pytest
import time_machine
from django.core.files.uploadedfile import SimpleUploadedFile

from config.privacy.access import archive
from finance.books.models.ledger import Transaction
from finance.books.models.payments import Payment
from finance.books.models.vouchers import VoucherLink
from finance.books.queries.effects import reversal_effects
from finance.books.queries.ledger import balance
from finance.books.queries.people import credit, owing_of
from finance.books.services.charging import charge_people
from finance.books.services.credits import pay_out_credit
from finance.books.services.outlays import set_off_outlay
from finance.books.services.vouchers import SelfMade, Upload
from finance.checks.books import check_books
from finance.errors import IllegalError, InvalidError
from league.approvals.models import Approval
from tests.finance.club import DAY, NOW, TODAY, client_id
from tests.finance.files import PDF
from tests.finance.pages import hidden, text, url

pytestmark = pytest.mark.rules

KIOSK = SelfMade(payee="Kiosk", what="Salzstangen", why="Kein Bon")


@pytest.fixture(autouse=True)
def _that_day(settings, tmp_path):
    settings.VOUCHER_DIR = tmp_path
    with time_machine.travel(NOW + timedelta(days=4), tick=False):
        yield


@pytest.fixture
def lays_out(club):
    """`lays_out("robin", 1890)`: for snacks, entered by Kim."""

    def laid_out(name, cents, *, click=None, **more):
        fields = {"account": "drinks", "text": "Salzstangen", "voucher": KIOSK, "day": DAY} | more
        return set_off_outlay(
            person=club.persons[name] if name else None,
            amount=cents,
            client_id=click or client_id(),
            by=club.user("kim"),
            today=TODAY,
            now=NOW,
            **fields,
        )

    return laid_out


@pytest.mark.both
def test_the_archive_of_a_person_has_the_vouchers_of_the_own_account(club, lays_out):
    lays_out("robin", 1890, voucher=Upload("bon.pdf", PDF))
    with zipfile.ZipFile(BytesIO(archive(club.robin, NOW))) as parts:
        (name,) = (name for name in parts.namelist() if name.endswith(".pdf"))
        assert parts.read(name) == PDF
    with zipfile.ZipFile(BytesIO(archive(club.persons["toni"], NOW))) as parts:
        assert not [name for name in parts.namelist() if name.endswith(".pdf")]


@pytest.fixture
def owes_ten(club):
    charge_people(
        people=[club.robin],
        amount=1000,
        shared=False,
        code="levy",
        note="Umlage",
        day=DAY,
        client_id=client_id(),
        by=club.user("kim"),
        today=TODAY,
        now=NOW,
    )


def test_it_settles_what_is_open_and_the_rest_is_credit(club, lays_out, owes_ten):
    payment = lays_out("robin", 1890)
    assert (payment.method, payment.allocated) == ("setoff", 1000)
    assert (owing_of(club.robin).cents, credit(club.robin)) == (-890, 890)
    assert (balance("drinks"), balance("cash")) == (1890, 0)
    assert payment.transaction.head.journal == "claims"
    assert VoucherLink.objects.get().transaction == payment.transaction
    assert check_books().wrong == []


def test_the_credit_can_be_paid_out_afterwards(club, lays_out, pay):
    pay("toni", 2000)
    lays_out("robin", 1890)
    pay_out_credit(
        person=club.robin,
        method="cash",
        amount=1890,
        day=TODAY,
        client_id="x",
        by=club.user("kim"),
        today=TODAY,
        now=NOW,
    )
    assert (owing_of(club.robin).cents, balance("cash")) == (0, 110)
    assert check_books().wrong == []


def test_its_storno_opens_again_what_it_settled(club, lays_out, owes_ten, storno):
    payment = lays_out("robin", 1890)
    assert reversal_effects(payment.transaction)[:2] == [
        "18,90\u00a0€ sind keine Ausgabe des Clubs mehr.",
        "Der Beleg bleibt und kann noch einmal gebucht werden.",
    ]
    storno(payment.transaction)
    assert (owing_of(club.robin).cents, balance("drinks")) == (1000, 0)
    assert check_books().wrong == []


def test_there_is_no_outlay_without_a_voucher_a_person_or_a_purpose(club, lays_out):
    refused = [
        ({"account": "dues"}, "aus der Liste"),
        ({"text": " "}, "wofür"),
        ({"sphere": 9}, "Sphäre"),
        ({"voucher": SelfMade("", "Salz", "")}, "Eigenbeleg"),
        ({"voucher": Upload("bon.pdf", b"MZ")}, "PDF"),
        ({"day": TODAY + timedelta(days=1)}, "noch"),
    ]
    for more, sentence in refused:
        with pytest.raises(InvalidError, match=sentence):
            lays_out("robin", 100, **more)
    with pytest.raises(InvalidError, match="größer als null"):
        lays_out("robin", 0)
    with pytest.raises(InvalidError, match="Wer hat es bezahlt"):
        lays_out("", 100)
    assert not Transaction.objects.exists()


def test_the_same_receipt_is_not_set_off_twice(lays_out):
    lays_out("robin", 1890, voucher=Upload("bon.pdf", PDF))
    with pytest.raises(IllegalError):
        lays_out("toni", 1890, voucher=Upload("bon.pdf", PDF))
    assert Payment.objects.count() == 1


def test_a_double_click_books_once(lays_out):
    click = client_id()
    assert lays_out("robin", 1890, click=click) == lays_out("robin", 1890, click=click)
    for name, cents in (("robin", 1891), ("toni", 1890)):
        with pytest.raises(InvalidError, match="schon abgeschickt"):
            lays_out(name, cents, click=click)


def test_an_own_outlay_is_booked_and_a_second_person_says_so(club, lays_out, as_):
    lays_out("kim", 1890)
    assert "Kim hat eine eigene Auslage von 18,90 € verrechnet" in text(as_("chris").get("/"))
    assert credit(club.kim) == 1890
    assert Approval.objects.get(kind="setoff").state == "done"


# --- the page -----------------------------------------------------------------------------------
def sent(page, **more):
    return {
        "client_id": hidden(page),
        "amount": "18,90",
        "account": "drinks",
        "paid_from": "member",
        "text": "Salzstangen",
        "day": DAY.isoformat(),
        "file": SimpleUploadedFile("bon.pdf", PDF),
    } | more


def test_the_expense_form_sets_it_off(club, kim):
    page = kim.get(url("expense"))
    assert "von einem Mitglied ausgelegt" in text(page)
    answer = kim.post(url("expense"), sent(page, person=club.robin.pk), follow=True)
    assert "Robin: Auslage verrechnet" in text(answer)
    assert "bon.pdf" in text(answer)
    assert credit(club.robin) == 1890
    assert "Auslage verrechnet" in text(kim.get(url("account", club.robin.pk)))


def test_it_asks_who_it_was_and_keeps_the_receipt(club, kim):
    page = kim.get(url("expense"))
    answer = kim.post(url("expense"), sent(page))
    assert answer.status_code == 422
    assert "Wer hat es bezahlt?" in text(answer)
    assert "bon.pdf ist da" in text(answer)
    assert not Transaction.objects.exists()


def test_out_of_the_till_it_is_nobodys_outlay(club, kim, pay):
    pay("toni", 5000)
    page = kim.get(url("expense"))
    kim.post(url("expense"), sent(page, paid_from="cash", person=club.robin.pk))
    assert (balance("cash"), credit(club.robin)) == (3110, 0)
