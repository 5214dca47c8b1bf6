"""The closing statement for a person who leaves: open and settled claims, and payouts."""

from collections.abc import Iterator
from datetime import date, datetime

from django.utils.translation import gettext as _

from finance.books import booking_labels as booking_words
from finance.books import labels as words
from finance.books.queries import people, statement
from finance.books.queries.funds import shares_of
from league.people.models.people import Person
from league.reports.paper import Facts, Paper, Part, Section, Table, Text, day, paper, short_day


def closing_paper(person: Person, today: date, now: datetime) -> Paper:
    """Return the same as `sections`, to print and hand over."""
    return paper(
        over=_("Closing statement"),
        title=person.name,
        under=membership_text(person),
        as_of=now,
        sections=sections(person, today),
    )


def membership_text(person: Person) -> str:
    """Write „Mitglied bis 30. Juni 2026“; until then it is how things are for a member."""
    last = person.memberships.order_by("start").last()
    if last is None:
        return _("Guest")
    if last.last_day is None:
        return _("Member since %(day)s") % {"day": day(last.start)}
    return _("Member until %(day)s") % {"day": day(last.last_day)}


def sections(person: Person, today: date) -> list[Section]:
    """Return the sections about this person in the books up to `today`."""
    owing = people.owing_of(person)
    facts = [
        (words.euro(max(owing.cents, 0)), _("to be paid")),
        (words.euro(max(-owing.cents, 0)), _("credit to be paid out")),
        (words.rounds(owing.rounds), _("rounds owed")),
    ]
    facts += [
        (words.euro(share.cents), _("share of %(fund)s") % {"fund": share.fund.name})
        for share in shares_of(person, today)
    ]
    return [
        Section(_("How it stands"), [Facts(facts)]),
        Section(_("Still open"), [_open(person)]),
        Section(_("Not decided yet"), list(_undecided(person))),
        Section(_("Everything up to today"), [_settled(person, today)]),
    ]


def _open(person: Person) -> Part:
    rows = [
        (words.cause(claim), short_day(claim.day), words.money(claim.open_amount, claim.unit))
        for claim in people.open_claims(person)
    ]
    if not rows:
        return Text([_("Nothing is open.")])
    return Table((_("What"), _("Date"), _("Amount")), rows, figures=2)


def _undecided(person: Person) -> Iterator[Part]:
    """Yield proposals and what is objected to: not in the sums above."""
    lines = [
        f"{words.cause(claim)}, {short_day(claim.day)}, {claim.get_state_display()}"
        for claim in people.undecided_claims(person)
    ]
    if lines:
        yield Text(lines)


def _settled(person: Person, today: date) -> Part:
    transactions = statement.explained(people.statement(person)).filter(date__lte=today)
    bookings = list(transactions.order_by(*people.OLDEST_FIRST))
    if not bookings:
        return Text([_("No booking yet.")])
    rows = [
        (
            booking_words.title(line.booking, person),
            short_day(line.booking.date),
            booking_words.label(line.booking),
            words.money(getattr(line.booking, "moved", 0), line.booking.head.unit),
            words.standing(line.balance, line.booking.head.unit),
        )
        for line in statement.lines(person, bookings)
    ]
    columns = (_("What"), _("Date"), _("Number"), _("Amount"), _("Standing after it"))
    return Table(columns, rows, figures=3)
