"""The steps of closing an evening as its page says them: what each shows, and what it waits for."""

from dataclasses import dataclass, replace

from django.urls import reverse
from django.utils.formats import date_format
from django.utils.timezone import localtime
from django.utils.translation import gettext as _

from finance.books import labels as words
from finance.books.models.claims import Claim
from finance.cash import labels as counting_words
from finance.cash.models import CashCount
from finance.close import labels as closing_words
from finance.close.queries import Overview
from league.access.queries.rights import person_of
from league.web.money import euro


@dataclass(frozen=True)
class Step:
    """One step of the close. `part` names its template, `anchor` its place on the page.

    `title` is its name in the list of steps; `figure` is beside the heading, with a `note`. It
    `polls` while another person is awaited. It `opens` by itself while it is the turn of what it
    shows, and is one line before and after.
    """

    part: str
    anchor: str
    title: str
    heading: str
    done: bool
    figure: str = ""
    note: str = ""
    polls: bool = False
    opens: bool = False
    is_next: bool = False

    @property
    def state(self) -> str:
        return "done" if self.done else "next" if self.is_next else ""

    @property
    def template(self) -> str:
        return f"finance/close/_{self.part}.html"


@dataclass(frozen=True)
class Line:
    """One line of a list; `address` is its link."""

    text: str
    address: str = ""
    note: str = ""
    tag: str = ""
    tone: str = ""
    amount: str = ""


def steps(seen: Overview) -> list[Step]:
    """Return all steps in the order of the page; the first that is not done is the next."""
    average, count = seen.average, seen.count
    absent = Step(
        "absent",
        "fehlende",
        _("Who was absent"),
        _("Who was absent"),
        done=not average.is_owed,
        opens=average.is_owed and not seen.ready,
        figure=euro(average.cents) if average.is_owed else "",
    )
    in_order = [
        Step(
            "games",
            "spiele",
            _("Games"),
            _("Games"),
            done=not seen.unfinished,
            note=closing_words.unfinished(len(seen.playing), len(seen.problems))
            if seen.unfinished
            else "",
        ),
        Step(
            "proposals",
            "vorschlaege",
            _("Stakes, fines"),
            _("Stakes and fines"),
            done=not seen.ready and not seen.waiting,
            opens=bool(seen.ready or seen.waiting),
            figure=_ready_sum(seen) if seen.ready else "",
        ),
        *([absent] if seen.known_average else []),
        Step(
            "rounds",
            "runden",
            _("Rounds"),
            _("Rounds"),
            done=not any(debtor.first for debtor in seen.debtors),
            opens=any(debtor.first for debtor in seen.debtors),
            figure=words.rounds(seen.rounds) if seen.rounds else "",
        ),
        Step(
            "paying",
            "zahlen",
            _("Paying"),
            _("Paying"),
            done=not seen.owing,
            opens=bool(seen.owing),
            figure=euro(seen.open_cents) if seen.owing else "",
            note=_("open") if seen.owing else "",
        ),
        Step(
            "counting",
            "zaehlen",
            _("Count the cash"),
            _("Count the cash"),
            done=seen.is_counted,
            opens=not seen.owing and not seen.is_counted,
            figure=euro(count.counted) if count else "",
        ),
        Step(
            "signing",
            "unterschrift",
            _("Signature"),
            _("Sign"),
            done=seen.is_closed,
            opens=seen.may_be_signed or seen.is_waiting,
            polls=seen.is_waiting,
        ),
    ]
    first = next((step for step in in_order if not step.done), None)
    return [replace(step, is_next=step is first) for step in in_order]


def _ready_sum(seen: Overview) -> str:
    """Write „12,50 €“, „12,50 € + 1 Runde“."""
    rounds = f" + {words.rounds(seen.ready_rounds)}" if seen.ready_rounds else ""
    return euro(seen.ready_cents) + rounds


def closed(seen: Overview) -> list[str]:
    """Say that the evening is closed and what it left open, in sentences; nothing before."""
    if seen.close is None or not seen.is_closed:
        return []
    return [closing_words.closed(seen.close), *closing_words.left_open(seen.close.statement)]


def changed(seen: Overview) -> str:
    """Return the heading over what is otherwise in the books than it was signed; empty if nothing
    is.
    """
    if seen.close is None or not seen.changes:
        return ""
    return closing_words.changed(is_closed=seen.close.is_closed)


def unfinished(seen: Overview) -> list[Line]:
    """List the games that are still played, then the results that are disputed."""
    playing = _("Table %(table)s is still playing game %(number)s")
    disputed = _("Game %(game)s at table %(table)s is disputed")
    return [
        *(
            Line(
                playing % {"table": table.number, "number": table.playing},
                reverse("games:play", args=[table.pk]),
            )
            for table in seen.playing
        ),
        *(
            Line(
                disputed % {"game": problem.result.number, "table": problem.result.table.number},
                reverse("league:result", args=[problem.result_id]),
                note=problem.text,
            )
            for problem in seen.problems
        ),
    ]


def ready(seen: Overview) -> list[Line]:
    """Return lines for the claims that can be confirmed by one tap."""
    return [
        replace(_claim(claim), amount=words.money(claim.amount or 0, claim.unit))
        for claim in seen.ready
    ]


def undecided(seen: Overview) -> list[Line]:
    """Return lines for claims that cannot be confirmed at once: first those to decide."""
    return [
        *(replace(_claim(claim), tag=_waits_for(claim), tone="warn") for claim in seen.waiting),
        *(replace(_claim(claim), tag=_("held back")) for claim in seen.held_back),
    ]


def _claim(claim: Claim) -> Line:
    address = reverse("finance:claim", args=[claim.pk])
    return Line(claim.person.name, address, note=words.cause(claim))


def _waits_for(claim: Claim) -> str:
    short = words.OPEN_SHORT.get(claim.open_reason, claim.open_reason)
    return str(short) or words.state(claim)


def paid(seen: Overview, *, posts: bool) -> list[Line]:
    """Return lines for payments in cash, linked to their reversal for a user who `posts`."""
    return [
        Line(
            payment.person.name,
            reverse("finance:storno", args=[payment.transaction_id]) if posts else "",
            amount=euro(payment.amount),
        )
        for payment in seen.paid
    ]


def counted(count: CashCount | None) -> Line | None:
    """Return a line for the last count: its difference as a tag, its time and author."""
    if count is None:
        return None
    when = date_format(localtime(count.counted_at), "SHORT_DATETIME_FORMAT")
    person = person_of(count.counted_by)
    return Line(
        f"{when} · {person.name}" if person else when,
        tag=counting_words.agrees(count.difference),
        tone="warn" if count.difference else "good",
    )
