"""The refusals of the database for the bank's lines, the catalogue, counts and signatures: every
change, but that words can be emptied once.
"""

from datetime import timedelta

import pytest
from django.db import IntegrityError, connection, transaction

from finance.bank.models.bank import BankLine, BankLineText
from finance.bank.services import imports as bank_import
from finance.bank.services.lines import ignore_line
from finance.books.models.catalogue import Tariff
from finance.books.models.versions import RowVersion
from finance.catalogue.services.catalogue import end_tariff
from finance.checks.books import check_books
from finance.dues.models import DuesRate
from finance.dues.services import end_rate, set_rate
from league.errors import IllegalError
from league.tournaments.direction.services.setting_up import remove_prize
from league.tournaments.models.tournaments import Prize
from tests.finance.bank_club import row
from tests.finance.club import DAY, NOW, tariff
from tests.finance.tampering import tampered


def refused(statement: str) -> bool:
    try:
        with transaction.atomic(), connection.cursor() as cursor:
            cursor.execute(statement)
    except IntegrityError as error:
        return "append_only" in str(error) or "words_stay" in str(error)
    return False


@pytest.fixture
def lines(bank):
    return bank.sends(row("12,50", "Beitrag", "Robin"), row("-3,00", "Gebühr"))


@pytest.mark.parametrize(
    "statement",
    [
        "DELETE FROM finance_bankline",
        "DELETE FROM finance_banklinetext",
        "UPDATE finance_bankline SET cents = 1",
        "UPDATE finance_banklinetext SET name = 'Sascha' WHERE name = 'Robin'",
        "UPDATE finance_clubaccount SET iban = 'DE00'",
        "UPDATE finance_bankimport SET adds_up = NOT adds_up",
        "UPDATE finance_rowversion SET digest = ''",
        "UPDATE finance_rowversion SET salt = 'x'",
        "DELETE FROM finance_rowversion",
    ],
)
def test_what_the_bank_said_stays(lines, statement):
    assert refused(statement)


def test_the_words_of_a_line_can_be_emptied_and_then_nothing_is_said_again(lines):
    text = BankLineText.objects.get(name="Robin")
    text.name = text.iban = text.text = ""
    text.erased_at = NOW
    text.save()
    assert refused("UPDATE finance_banklinetext SET name = 'Robin' WHERE name = ''")
    assert check_books().wrong == []


def test_an_import_that_is_undone_takes_its_lines_along(lines, club):
    bank_import.undo_import(bank_import=lines, by=club.user("kim"), now=NOW)
    assert not BankLine.objects.exists()
    assert check_books().wrong == []


def test_whoever_takes_the_words_of_a_line_away_behind_the_triggers_is_named(lines, club):
    line = BankLine.objects.get(cents=-300)
    ignore_line(line=line, reason="Gehört nicht her", by=club.user("kim"), now=NOW)
    _, second, third = RowVersion.objects.order_by("pk").values_list("pk", flat=True)[:3]
    with tampered(
        "UPDATE finance_bankline SET reason = 'Gehört her' WHERE ignored",
        "DELETE FROM finance_banklinetext WHERE name = 'Robin'",
        f"DELETE FROM finance_rowversion WHERE id = {second}",
    ):
        wrong = check_books().wrong
    assert f"Zeile der Bank Nr. {line.pk}: Der Text wurde nachträglich verändert." in wrong
    assert any(problem.startswith("Text zu einer Zeile der Bank Nr. ") for problem in wrong)
    assert any(problem.startswith(f"Prüfsumme Nr. {third} ") for problem in wrong)


def test_an_entry_that_never_counted_is_gone_from_the_catalogue_and_stays_in_the_books(club):
    entry = tariff("late", 100, start=DAY)
    end_tariff(tariff=entry, end=DAY, now=NOW)
    assert not Tariff.objects.filter(code="late").exists()
    base_manager = Tariff._base_manager.get(code="late")
    assert (base_manager.start, base_manager.end, base_manager.cents) == (DAY, DAY, 100)
    again = tariff("late", 200, start=DAY)
    assert Tariff.objects.get(code="late") == again
    assert refused("DELETE FROM finance_tariff")
    assert refused("UPDATE finance_tariff SET ground = 'Beschluss', cents = 1")
    assert check_books().wrong == []


def test_a_rate_that_never_counted_makes_way_and_stays(club):
    first = DAY - timedelta(days=5)
    rate = {"kind": "active", "period": "month", "ground": "", "decided_on": None, "now": NOW}
    set_rate(cents=300, start=DAY, **rate)
    end_rate(rate=DuesRate.objects.get(), end=DAY)
    assert not DuesRate.objects.exists()
    set_rate(cents=500, start=first, **rate)
    assert DuesRate.objects.get().cents == 500
    assert DuesRate._base_manager.count() == 2
    assert refused("DELETE FROM finance_duesrate")
    assert check_books().wrong == []


def test_a_prize_that_was_paid_out_stays_on_the_list(all_paid):
    prize = Prize.objects.create(event=all_paid.event, award="place", place=1, pot_percent=50)
    all_paid.wins("gabi", 500, prize=prize)
    with pytest.raises(IllegalError, match="schon Geld ausgezahlt"), transaction.atomic():
        remove_prize(prize=prize)
    assert Prize.objects.exists()


def test_what_is_stored_at_once_is_written_down_once(evening, pay):
    """A payment that settles two claims: each row has one version of it, not one for each step."""
    evening.card("robin", cents=500)
    evening.charge("robin", "early_lift", "fine", 100)
    evening.confirm()
    before = RowVersion.objects.count()
    pay("robin", 600)
    written = RowVersion.objects.order_by("pk")[before:].values_list("table_name", "row_key")
    assert sorted(name for name, _key in written) == ["claim", "claim", "payment"]
    assert len(set(written)) == 3
