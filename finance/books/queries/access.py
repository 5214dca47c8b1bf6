"""Rights in the till: to see, book and decide. The only way from an address to a record."""

from collections.abc import Collection
from datetime import date
from typing import Any

from django.http import Http404
from django.utils.translation import gettext_lazy as _

from finance.books.models.claims import Claim
from finance.books.models.ledger import Transaction
from finance.books.models.rounds import GivenRound
from finance.books.queries.claims import with_cause, with_conversions
from finance.books.queries.doubts import with_doubts, with_ends
from finance.books.queries.ledger import with_words
from finance.books.queries.settings import till_settings
from finance.errors import NotAllowedError
from league.access.queries.rights import holds, may_run_evenings, person_of, roles_of
from league.events.models import Event
from league.people.models.people import Office, Person
from league.web.rows import row_or_404

# Who books, and who looks over the shoulder. No one else sees other people's money.
POSTS = (Office.Role.TREASURER,)
READS = (Office.Role.TREASURER, Office.Role.AUDITOR)


def may_post(user: Any, today: date) -> bool:
    return holds(user, POSTS, today)


def posts_with(roles: Collection[str]) -> bool:
    """Answer `may_post` with offices that are read already."""
    return not set(POSTS).isdisjoint(roles)


def may_read(user: Any, today: date) -> bool:
    return reads_with(roles_of(user, today))


def reads_with(roles: Collection[str]) -> bool:
    """Tell if the user reads the till: treasurer and auditors, and the chair if the
    club says so.
    """
    if not set(READS).isdisjoint(roles):
        return True
    return Office.Role.CHAIR in roles and till_settings().board_reads


def may_see_year_ends(user: Any, today: date) -> bool:
    """Return whether the user sees the figures of a year: its readers, and the chair who confirms
    it.
    """
    roles = roles_of(user, today)
    return Office.Role.CHAIR in roles or reads_with(roles)


def require_year_ends(user: Any, today: date) -> None:
    if not may_see_year_ends(user, today):
        raise Http404


def require_reader(user: Any, today: date) -> None:
    """Refuse a user who may not read the till: 404, or a hint for the chair how to get in."""
    roles = roles_of(user, today)
    if reads_with(roles):
        return
    if Office.Role.CHAIR in roles:
        raise NotAllowedError(
            "board_does_not_read",
            _(
                "The chair does not read along in this club's till. You can switch it on: "
                "“My account”, “Settings of the till”, “The chair may read the till”."
            ),
        )
    raise Http404


def require_poster(user: Any, today: date) -> None:
    """Raise Http404 for strangers, NotAllowedError for an auditor and the chair."""
    require_reader(user, today)
    if not may_post(user, today):
        raise NotAllowedError(
            "only_the_treasurer_posts", _("Only the treasurer books. You can look at everything.")
        )


def may_see_rounds(user: Any, today: date) -> bool:
    """Return whether the user sees owed rounds: readers, and those who run the evening.

    Rounds are no money; the treasurer alone books them.
    """
    return may_read(user, today) or may_run_evenings(user, today)


def get_rounds_for(user: Any, pk: int, today: date) -> Event:
    """Return an event whose due rounds the user may see; Http404 otherwise."""
    if not may_see_rounds(user, today):
        raise Http404
    return row_or_404(Event.objects, pk=pk)


def get_given_for(user: Any, pk: int, today: date) -> GivenRound:
    require_reader(user, today)
    return row_or_404(GivenRound.objects.select_related("claim"), pk=pk)


def get_event_for(user: Any, pk: int, today: date) -> Event:
    require_reader(user, today)
    return row_or_404(Event.objects, pk=pk)


def get_tournament_for(user: Any, pk: int, today: date) -> Event:
    """Return an event that has a door to pay at, with its tournament."""
    require_reader(user, today)
    events = Event.objects.select_related("tournament")
    return row_or_404(events, tournament__isnull=False, pk=pk)


def get_person_for(user: Any, pk: int, today: date) -> Person:
    """Return any person for the till; the own account has an address of its own."""
    require_reader(user, today)
    return row_or_404(Person.objects, pk=pk)


def get_claim_for(user: Any, pk: int, today: date) -> Claim:
    require_reader(user, today)
    claims = with_conversions(with_cause(Claim.objects.filter(pk=pk)))
    return row_or_404(with_ends(with_doubts(claims)))


def get_transaction_for(user: Any, pk: int, today: date) -> Transaction:
    require_reader(user, today)
    return row_or_404(with_words(Transaction.objects.filter(pk=pk)))


def get_self_for(user: Any) -> Person:
    person = person_of(user)
    if person is None:
        raise Http404
    return person
