"""„Nicht erschienen“: whom the club's catalogue fines for an evening, and how much."""

from dataclasses import dataclass

from finance.books.formulas import Deed, price
from finance.books.models.catalogue import Tariff
from finance.books.queries.tariffs import CLUB
from league.events.models import Event, Participation
from league.events.queries import participations
from league.people.models.kinds import MembershipKind
from league.people.models.people import Membership
from league.results.queries.results import standing_charges

NO_SHOW = "no_show"


@dataclass(frozen=True)
class NoShows:
    """The fine that the catalogue knows, in cents each, and the members to be proposed for it.

    The rule asks for no reason (RSC, § 17): a member who is let off the average is among them too,
    and a proposal is struck out singly.
    """

    tariff: Tariff
    cents: int
    absent: tuple[Participation, ...]


def no_shows(event: Event) -> NoShows | None:
    """Return the fine, or None if the catalogue of that day has none. Active members
    alone pay it.
    """
    tariff: Tariff | None = Tariff.objects.on(event.business_date).filter(code=NO_SHOW).first()
    cents = price(tariff.formula, Deed()) if tariff is not None else None
    if tariff is None or not cents:
        return None
    members = Membership.objects.on(event.business_date).filter(
        kind__counts_as=MembershipKind.CountsAs.ACTIVE
    )
    expected = set(members.values_list("person_id", flat=True))
    fined = standing_charges(event).filter(rulebook=CLUB, code=NO_SHOW)
    expected -= set(fined.values_list("person_id", flat=True))
    absent = tuple(
        participation
        for participation in participations(event)
        if participation.attendance == Participation.Attendance.ABSENT
        and participation.person_id in expected
    )
    return NoShows(tariff, cents, absent)
