"""`manage.py check_books`: reads the whole ledger and says in words what is wrong, if anything."""

from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.utils import translation
from django.utils.translation import gettext as _

from finance.checks.books import check_books

SHOWN = 20


class Command(BaseCommand):
    help = "Checks the books: numbers, sums, hashes, balances, claims. Exit status 1 if not right."

    def handle(self, *args: Any, **options: Any) -> None:
        with translation.override("de"):
            report = check_books()
            if not report.wrong:
                self.stdout.write(
                    _(
                        "Everything adds up: %(transactions)s bookings with %(postings)s "
                        "postings, %(claims)s claims, %(payments)s payments."
                    )
                    % vars(report)
                )
                return
            more = len(report.wrong) - SHOWN
            sentences = report.wrong[:SHOWN]
            if more > 0:
                sentences.append(_("… and %(n)s more places.") % {"n": more})
            raise CommandError("\n".join(sentences))
