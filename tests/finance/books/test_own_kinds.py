"""„Dafür gibt es bei uns eine eigene Zeile“: kinds of receipts and payments of the club's own."""

from datetime import date, timedelta

import pytest
from django.db import DatabaseError, transaction

from finance.books import chart
from finance.books.booking import Entry, balanced
from finance.books.models.ledger import Posting
from finance.books.models.own_accounts import OwnAccount
from finance.books.queries.chart import received, spent
from finance.books.services.cashbook import open_book, record_expense, record_income
from finance.books.services.closing import close_through
from finance.books.services.own_accounts import add_account, change_account
from finance.books.services.vouchers import SelfMade
from finance.checks.books import check_books
from finance.errors import IllegalError, InvalidError
from finance.receipts.queries import year_span
from finance.years.queries.plaintext import journal
from finance.years.queries.yearfile import check_year, year_lines
from tests.finance.club import DAY, NOW, TODAY, client_id
from tests.finance.pages import text, url

pytestmark = pytest.mark.usefixtures("that_day")

PAID = SelfMade(payee="Allgemeine", what="Haftpflicht", why="Kein Bon")


@pytest.fixture
def own(club):
    def added(name, kind="expense", sphere=1):
        return add_account(kind=kind, name=name, sphere=sphere, by=club.user("kim"), now=NOW)

    return added


@pytest.fixture
def changed(club):
    def change(account, **fields):
        now = {"name": account.name, "sphere": account.sphere, "ended": account.ended}
        return change_account(account=account, **now | fields, by=club.user("kim"), now=NOW)

    return change


@pytest.fixture
def book(club):
    """`book("expense_1", 1890)`; a kind of income comes in."""
    open_book(
        money="cash",
        amount=50_000,
        day=DAY - timedelta(days=1),
        client_id=client_id(),
        by=club.user("kim"),
        today=TODAY,
        now=NOW,
    )

    def booked(account, cents, day=DAY, **more):
        how = {"client_id": client_id(), "by": club.user("kim"), "today": TODAY, "now": NOW}
        fields = (
            {"account": account, "amount": cents, "day": day, "text": "Haftpflicht"} | how | more
        )
        if chart.account(account).kind == "income":
            return record_income(paid_into="cash", **fields)
        return record_expense(paid_from="cash", voucher=PAID, **fields)

    return booked


@pytest.mark.once
def test_the_treasurer_adds_one_and_books_on_it(club, book, as_):
    kim = as_("kim")
    fields = {"kind": "expense", "name": "Versicherung", "sphere": "1"}
    page = text(kim.post(url("add_kind"), fields, follow=True))
    assert "Versicherung" in page
    assert "Versicherung" in text(kim.get(url("expense")))
    made = book("expense_1", 1890)
    assert "Versicherung" in text(kim.get(url("booking", made.pk)))
    assert "Versicherung" in text(kim.get(url("receipts")))
    assert "Versicherung" in text(kim.get(url("year", 2026)))
    assert "Versicherung" in text(kim.get(url("figures")))
    assert as_("alex").get(url("kinds")).status_code == 200
    assert as_("alex").post(url("add_kind"), fields).status_code == 403
    assert as_("robin").get(url("kinds")).status_code == 404


@pytest.mark.once
def test_renamed_on_its_page_closed_months_keep_the_name(club, own, book, as_):
    kind = own("Versicherung")
    made = book(kind.code, 1890)
    later = book(kind.code, 500, day=TODAY)
    close_through(through=DAY + timedelta(days=1), by=club.user("kim"), today=TODAY, now=NOW)
    kim = as_("kim")
    page = kim.post(
        url("change_kind", kind.code), {"name": "Haftpflicht", "sphere": "1"}, follow=True
    )
    assert "Haftpflicht" in text(page)
    assert "Versicherung" in text(kim.get(url("booking", made.pk)))
    assert "Versicherung" not in text(kim.get(url("booking", later.pk)))
    closed = {"since": "2026-03-01", "until": DAY.isoformat()}
    assert "Versicherung" in text(kim.get(url("receipts"), closed))
    assert "Haftpflicht" in text(kim.get(url("receipts")))
    assert check_books().wrong == []


def test_a_code_says_what_it_is_and_is_never_given_again(club, own, changed):
    codes = [own("Miete").code, own("GEMA").code, own("Zuschuss", "income", 3).code]
    assert codes == ["expense_1", "expense_2", "income_1"]
    changed(OwnAccount.objects.get(code="expense_2"), ended=DAY)
    assert own("Steuer").code == "expense_3"
    assert own("Steuer").code == "expense_3"  # a repeat
    assert balanced([Entry("expense_1", 100), Entry("cash", -100)])[1].belongs == chart.IDEAL
    assert chart.find("expense_0") is chart.find("expense_1x") is chart.find("cash_1") is None


def test_two_of_one_name_nobody_could_tell_apart(own):
    own("Miete")
    for name in ("miete", "Raum und Bahn"):
        with pytest.raises(IllegalError, match="gibt es schon"):
            own(name, sphere=2)


def test_its_sphere_is_the_usual_one_and_a_booking_may_say_another(own, book):
    kind = own("Standgeld", "income", 4)
    book(kind.code, 2000)
    book(kind.code, 1000, sphere=3)
    spheres = Posting.objects.filter(account__code=kind.code).values_list("sphere", flat=True)
    assert sorted(spheres) == [3, 4]


def test_what_ended_is_booked_no_more_and_not_before_its_last_booking(own, book, changed):
    kind = own("Miete")
    book(kind.code, 1000)
    with pytest.raises(IllegalError) as refused:
        changed(kind, ended=DAY)
    assert refused.value.code == "booked_after_end"
    ended = changed(kind, ended=DAY + timedelta(days=1))
    with pytest.raises(InvalidError) as refused:
        book(kind.code, 1000, day=TODAY)
    assert refused.value.code == "account_ended"
    book(kind.code, 1000)  # on a day before it
    assert ("expense_1", "Miete (bis 06.03.2026)") in spent()
    assert "expense_1" not in dict(received())
    assert changed(ended, ended=None).is_open(TODAY)


def test_a_kind_of_the_wrong_side_and_an_unknown_one_are_refused(own, book):
    kind = own("Zuschuss", "income")
    for code in (kind.code, "expense_7"):
        with pytest.raises(InvalidError):
            record_expense(
                account=code,
                amount=100,
                paid_from="cash",
                day=DAY,
                text="x",
                voucher=PAID,
                client_id=client_id(),
                by=None,
                today=TODAY,
                now=NOW,
            )


def test_the_exported_year_has_it(own, book):
    kind = own("Zuschüsse", "income", 1)
    book(kind.code, 2000)
    _seen, findings = check_year(2026, now=NOW)
    assert findings == []
    lines = b"".join(year_lines(2026, club="", now=NOW)).decode("ascii")
    assert '"account":"income_1"' in lines
    assert "Income:Zuschuesse-1:Ideell  -20.00 EUR" in "".join(journal("x"))
    assert year_span(2026).end == date(2026, 12, 31)


def test_its_rows_only_grow_and_are_looked_after(own, book):
    kind = own("Miete")
    book(kind.code, 1000)
    for deed in (
        lambda: OwnAccount.objects.update(name="x"),
        lambda: OwnAccount.objects.all().delete(),
        lambda: OwnAccount.objects.create(
            kind="income", code="expense_9", name="x", sphere=1, set_at=NOW
        ),
    ):
        with pytest.raises(DatabaseError), transaction.atomic():
            deed()
    assert check_books().wrong == []
