"""Words for meetings: titles of the usual agenda, results of a vote and of an election."""

from collections.abc import Iterator, Sequence
from datetime import date, datetime
from typing import NamedTuple

from django.urls import reverse
from django.utils.dateformat import time_format
from django.utils.timezone import localtime
from django.utils.translation import gettext as _
from django.utils.translation import ngettext, pgettext

from league.assemblies import rules
from league.assemblies.models.calling import AgendaItem, Assembly
from league.assemblies.models.meeting import Ballot
from league.people.models.people import Office

Kind = AgendaItem.Kind


class Tag(NamedTuple):
    """A word or two beside a meeting; `tone` is how it looks."""

    text: str
    tone: str = ""


def state_of(assembly: Assembly) -> Tag | None:
    """Return the progress of a meeting, for the list of all.

    None between its call and its opening.
    """
    minutes = getattr(assembly, "minutes", None)
    if assembly.cancelled_at:
        return Tag(_("called off"), "bad")
    if assembly.is_open:
        return Tag(pgettext("a meeting", "open"), "warn")
    if minutes is not None and minutes.released_at:
        return Tag(pgettext("of a meeting", "Minutes"), "good")
    return None if assembly.invited_at else Tag(_("nobody invited yet"))


def usual_title(kind: rules.ItemKind, office: str) -> str:
    """Return the title as an agenda names it."""
    if kind == "election":
        return _("Election: %(office)s") % {"office": Office.Role(office).label}
    return {
        Kind.OPENING: _("Opening, attendance, quorum"),
        Kind.REPORT: _("Report of the board"),
        Kind.ACCOUNTS: _("Report of the treasurer"),
        Kind.AUDIT: _("Report of the auditors"),
        Kind.DISCHARGE: _("Discharge of the board"),
        Kind.OTHER: _("Other business"),
    }[Kind(kind)]


def there(came_at: datetime | None, left_at: datetime | None) -> str:
    """Return since when a person has been present, else until when.

    Empty for one who has not come yet.
    """
    if came_at is not None:
        return _("from %(time)s") % {"time": time_format(localtime(came_at), "H:i")}
    if left_at is not None:
        return _("until %(time)s") % {"time": time_format(localtime(left_at), "H:i")}
    return ""


def counts(ballot: Ballot) -> str:
    """Return „7 Ja, 2 Nein, 1 Enthaltung“."""
    return ", ".join(
        (
            _("%(n)s yes") % {"n": ballot.yes},
            _("%(n)s no") % {"n": ballot.no},
            abstentions(ballot.abstained),
        )
    )


def abstentions(number: int) -> str:
    return ngettext("one abstention", "%(n)s abstentions", number) % {"n": number}


def vote_result(ballot: Ballot, item: AgendaItem) -> str:
    """Return the decision in one sentence with its numbers."""
    carried = rules.is_carried(ballot.yes, ballot.no, rules_majority(item))
    if item.kind == Kind.DISCHARGE:
        sentence = (
            _("The board is discharged: %(counts)s.")
            if carried
            else _("The board is not discharged: %(counts)s.")
        )
    else:
        sentence = _("Carried: %(counts)s.") if carried else _("Rejected: %(counts)s.")
    sentence = sentence % {"counts": counts(ballot)}
    if item.majority == AgendaItem.Majority.TWO_THIRDS:
        sentence += " " + _("Two thirds of the votes cast were needed.")
    return sentence


def rules_majority(item: AgendaItem) -> rules.Majority:
    return rules.TWO_THIRDS if item.majority == rules.TWO_THIRDS else rules.SIMPLE


def election_result(outcome: rules.Outcome, names: dict[int, str]) -> str:
    """Return who has won, or between whom the run-off is, or that no one got enough."""
    if outcome.elected is not None:
        return _("%(name)s is elected.") % {"name": names[outcome.elected]}
    if outcome.run_off:
        return _("Nobody has more than half of the votes cast. Run-off: %(names)s.") % {
            "names": listed([names[key] for key in outcome.run_off])
        }
    return _("Nobody is elected: there was no majority.")


def election_counts(ballot: Ballot, names: dict[int, str]) -> str:
    """Return „Bernd 6, Jette 3, niemand 0, 1 Enthaltung“; for one candidate yes and no."""
    votes = list(ballot.votes.all())
    if len(votes) == 1:
        parts = [
            _("%(n)s yes") % {"n": votes[0].votes},
            _("%(n)s no") % {"n": ballot.no},
        ]
    else:
        parts = [f"{names[vote.candidacy_id]} {vote.votes}" for vote in votes]
        if ballot.no:
            parts.append(_("for nobody %(n)s") % {"n": ballot.no})
    return ", ".join((*parts, abstentions(ballot.abstained)))


def listed(names: Sequence[str]) -> str:
    """Return „Anke, Bernd und Jette“."""
    if len(names) < 2:
        return "".join(names)
    return _("%(names)s and %(last)s") % {"names": ", ".join(names[:-1]), "last": names[-1]}


# --- what to do next about a meeting ------------------------------------------------------------
class Reader(NamedTuple):
    """The rights of a reader at a meeting."""

    calls: bool
    runs: bool
    hands_in: bool
    reads_minutes: bool


class Link(NamedTuple):
    """A button that leads to another page; `icon` is the name of a Lucide icon."""

    text: str
    address: str
    is_primary: bool = False
    icon: str = ""


def _invite(assembly: Assembly, to_invite: int, *, is_primary: bool = False) -> Link:
    text = ngettext("Invite one person", "Invite %(n)s people", to_invite) % {"n": to_invite}
    return Link(text, reverse("league:invite_assembly", args=[assembly.pk]), is_primary)


def next_step(assembly: Assembly, reader: Reader, to_invite: int, today: date) -> Link | None:
    """Return the link at the bottom of the page: read the minutes, run the evening or invite."""
    if reader.reads_minutes and assembly.closed_at:
        text = pgettext("of a meeting", "Minutes")
        return Link(text, reverse("league:assembly_minutes", args=[assembly.pk]), True)
    if reader.runs and not assembly.cancelled_at and assembly.day <= today:
        text = _("To the evening")
        return Link(text, reverse("league:assembly_evening", args=[assembly.pk]), True)
    if reader.calls and to_invite:
        return _invite(assembly, to_invite, is_primary=not assembly.invited_at)
    return None


def other_steps(assembly: Assembly, reader: Reader, to_invite: int, today: date) -> Iterator[Link]:
    """Yield the other links of this reader.

    From the day of the meeting on, inviting is among them.
    """

    def link(text: str, route: str, *, is_primary: bool = False, icon: str = "") -> Link:
        return Link(text, reverse(f"league:{route}", args=[assembly.pk]), is_primary, icon)

    if reader.hands_in:
        is_all = not reader.calls and not reader.runs
        yield link(_("Hand in a motion"), "assembly_motion", is_primary=is_all)
    if reader.calls and assembly.is_called:
        yield link(_("Change the agenda"), "assembly_agenda", icon="pencil")
        yield link(_("Date and place"), "change_assembly")
    if reader.calls and to_invite and assembly.day <= today:
        yield _invite(assembly, to_invite)
    if reader.runs and assembly.closed_at:
        yield link(_("The evening"), "assembly_evening")
