"""`manage.py check_club`: read the whole club and say in words what is wrong, if anything."""

from itertools import islice
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.utils import translation
from django.utils.translation import gettext as _

from config.site.club_check import check_club
from finance.books.models.ledger import Transaction
from games.scoring.models import Game
from league.results.models.results import Result

SHOWN = 20


class Command(BaseCommand):
    help = (
        "Checks books, games, tables, places, offices, memberships, meetings and the security log. "
        "Exit status 1 if not right."
    )

    def handle(self, *args: Any, **options: Any) -> None:
        with translation.override("de"):
            wrong = list(islice(check_club(), SHOWN + 1))
            if not wrong:
                self.stdout.write(
                    _("Everything adds up: %(n)s bookings, %(games)s games, %(results)s results.")
                    % {
                        "n": Transaction.objects.count(),
                        "games": Game.objects.count(),
                        "results": Result.objects.count(),
                    }
                )
                return
            more = [_("… and more.")] if len(wrong) > SHOWN else []
            raise CommandError("\n".join([*wrong[:SHOWN], *more]))
