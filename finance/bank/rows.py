"""Lines of the bank as the pages show them: with a proposal, its reasons, what became of them."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date

from django.utils.text import Truncator
from django.utils.translation import gettext
from django.utils.translation import gettext as _

from finance.bank import labels as bank_words
from finance.bank.models.bank import STAMP, BankBooking, BankLine
from finance.bank.queries.bank import (
    could_be_returned,
    is_fee_beside,
    owing_exactly,
    proposals,
    return_day,
    standing_of,
)
from finance.bank.reading.matching import MOST_NAMED
from finance.bank.reading.proposal import Part, Proposal
from finance.books.queries.chart import account_of
from finance.books.queries.people import PeopleGroups, by_name, members_first
from league.people.models.people import Person
from league.web.money import euro


@dataclass(frozen=True)
class Row:
    """One line. Without a `proposal` it is done, or left out."""

    line: BankLine
    proposal: Proposal | None = None
    whom: str = ""
    confidence: str = ""
    reasons: tuple[str, ...] = ()

    @property
    def is_sure(self) -> bool:
        return self.proposal is not None and self.proposal.confidence == "sure"

    @property
    def level(self) -> str:
        return self.proposal.confidence if self.proposal else ""

    @property
    def is_likely(self) -> bool:
        return self.proposal is not None and self.proposal.confidence == "likely"

    @property
    def tone(self) -> str:
        """Return the style of the tag with the confidence: good if it is sure, a warning for a
        guess.
        """
        return {"sure": "good", "maybe": "warn"}.get(self.level, "")

    @property
    def tag(self) -> str:
        """Say how sure a proposal is, or that the line stays out; in a list."""
        if self.proposal is None:
            return _("ignored") if self.line.ignored else ""
        return self.confidence if self.whom or self.proposal.transaction else ""

    @property
    def about(self) -> str:
        """Return what a list says below the name: why it waits, whose it is, or the
        bank's words.
        """
        text = self.line.text
        if self.held_reason:
            return self.held_reason
        if self.whom:
            return self.whom if self.is_own else _("for %(whom)s") % {"whom": self.whom}
        return Truncator(text.text).chars(60) if text.name else ""

    @property
    def heading(self) -> str:
        """Return the question that the page of the line asks, or its answer."""
        if self.whom:
            words = _("Probably: %(whom)s") if self.is_own else _("Probably from %(whom)s")
            return words % {"whom": self.whom}
        return _("What is this?")

    @property
    def is_own(self) -> bool:
        """Tell if it is proposed as a kind of the club's, or carried, and so as no member's
        payment.
        """
        return self.proposal is not None and bool(self.proposal.account or self.proposal.carried)

    @property
    def is_struck(self) -> bool:
        """Tell if just what is proposed for it was unticked."""
        return self.proposal is not None and self.line.struck == self.proposal.stamp[:STAMP]

    @property
    def why_not(self) -> str:
        """Say in one line why nothing is proposed."""
        return " ".join(self.reasons) if self.level == "none" and not self.held_reason else ""

    @property
    def parts(self) -> tuple[Part, ...]:
        return self.proposal.parts if self.proposal else ()

    @property
    def held_reason(self) -> str:
        """Say in a sentence that the opening balance holds its money already."""
        is_held = self.proposal is not None and "before_opening" in self.proposal.codes
        return self.reasons[0] if is_held else ""

    @property
    def standing(self) -> list[BankBooking]:
        """Return the bookings of it that were not reversed."""
        return standing_of(self.line)


def offered(row: Row, *, posts: bool, has_refund: bool) -> list[str]:
    """Return what the page of a line offers to a user who `posts` or only reads, as codes.

    take_up                        a line left out comes back
    ignore_held                    the opening balance holds it already, so it is left out
    payment, elsewhere, transfer   it is booked
    refund                         a member's credit was paid back, if `has_refund` fits
    rule                           lines like this one are to be proposed from now on
    ignore                         it does not belong in the books
    """
    line = row.line
    if not posts:
        return []
    if line.ignored:
        return ["take_up"]
    if not line.left:
        return []
    untouched = not line.done
    if row.held_reason:
        return ["ignore_held"] if untouched else []
    has_rule = row.proposal is not None and "rule" in row.proposal.codes
    return [
        *(["payment"] if line.left > 0 else []),
        "elsewhere",
        "transfer",
        *(["refund"] if has_refund else []),
        *([] if has_rule else ["rule"]),
        *(["ignore"] if untouched else []),
    ]


@dataclass(frozen=True)
class Returned:
    """A payment that a line may take back, on which day, and what is left of the line then.

    What is left may be a `fee`, in cents.
    """

    booking: BankBooking
    day: date
    left: int
    fee: int


def returned_with(line: BankLine) -> list[Returned]:
    """Return the payments that the page of a line offers as taken back with it."""
    bank_bookings = could_be_returned(line) if line.left < 0 else []
    return [
        Returned(
            booking,
            return_day(line, booking),
            line.left + booking.cents,
            -line.left - booking.cents if is_fee_beside(line, booking) else 0,
        )
        for booking in bank_bookings[:12]
    ]


def people_for(line: BankLine, today: date) -> PeopleGroups:
    """Return whom a line may be from, under a heading each: who owes just this comes first."""
    owing = owing_exactly(line.left)
    groups = members_first(today)
    everybody = [*groups.members, *groups.others]
    return [
        (
            _("Owe exactly %(amount)s") % {"amount": euro(line.left)},
            [person for person in everybody if person.pk in owing],
        ),
        (_("Members"), [person for person in groups.members if person.pk not in owing]),
        (_("Others"), [person for person in groups.others if person.pk not in owing]),
    ]


def owing_alone(row: Row, people: PeopleGroups) -> Sequence[Person]:
    """Return the few who owe just this, for a button each, where nothing better is proposed."""
    (_label, owing), *_others = people
    is_open = row.line.left > 0 and row.level in {"none", "maybe"}
    return owing if is_open and len(owing) <= MOST_NAMED else []


def rows_of(lines: Sequence[BankLine]) -> list[Row]:
    """Return the lines in their order; those that are open with a proposal."""
    proposal_of = proposals(lines)
    names = _names(proposal_of.values())
    rows = []
    for line in lines:
        proposal = proposal_of.get(line.pk)
        if proposal is None:
            rows.append(Row(line))
            continue
        rows.append(
            Row(
                line,
                proposal,
                _whom(proposal, names),
                bank_words.confidence(proposal),
                tuple(bank_words.reasons(proposal, names)),
            )
        )
    return rows


def _whom(proposal: Proposal, names: Mapping[int, str]) -> str:
    """Say whose money it is, what kind, or which till it was carried from or to."""
    if proposal.account:
        return gettext(account_of(proposal.account).label)
    if proposal.carried:
        return _("Transfer: %(till)s") % {"till": gettext(account_of(proposal.carried).label)}
    return bank_words.for_whom(proposal, names)


def _names(suggestions: Iterable[Proposal]) -> dict[int, str]:
    persons = {
        person
        for proposal in suggestions
        for person in (
            *(part.person for part in proposal.parts),
            *(reason.person for reason in proposal.reasons if reason.person),
        )
    }
    return dict(by_name().filter(pk__in=persons).values_list("pk", "name"))
