"""Check the whole club, as `manage.py check_club` does. Reads only."""

from collections.abc import Callable, Iterator

from django.db import connection
from django.db.utils import IntegrityError
from django.utils.translation import gettext as _

from finance.checks import chain
from finance.checks.books import sentences as book_sentences
from games.scoring.checking import check_games
from league.assemblies.queries.checks import check_minutes
from league.results.queries.checks import check_versions_of_results
from league.security.queries import first_broken, first_changed
from league.standings.queries.checks import check_standings
from league.tournaments.ranking.services.checking import check_places


def check_club() -> Iterator[str]:
    """Yield a sentence for each row that is wrong; the first names the first bad row.

    Books, offices, memberships and meetings are held against their chained versions, finished games
    are replayed, tables and places are computed anew, minutes and the security log follow their
    digests.
    """
    yield from book_sentences(chain.Seen())
    yield from beside_the_books()


def beside_the_books() -> Iterator[str]:
    """Yield a sentence for each fault outside of the till."""
    try:
        connection.check_constraints()
    except IntegrityError as error:
        yield _("A row names another one that does not exist: %(error)s") % {"error": error}
        return
    for check in CHECKS:
        try:
            yield from check()
        except Exception as error:  # whatever was written into the database
            yield _("A row cannot be read, the check broke off: %(error)s") % {"error": repr(error)}


def check_security_log() -> Iterator[str]:
    broken, changed = first_broken(), first_changed()
    if broken is not None:
        yield _("Security log: entry no. %(number)s does not follow the one before.") % {
            "number": broken
        }
    elif changed is not None:
        yield _("Security log: entry no. %(number)s was changed afterwards.") % {"number": changed}


CHECKS: tuple[Callable[[], Iterator[str]], ...] = (
    check_games,
    check_versions_of_results,
    check_standings,
    check_minutes,
    check_security_log,
    check_places,
)
