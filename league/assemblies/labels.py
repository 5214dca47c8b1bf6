"""Words for meetings: titles of the usual agenda, results of a vote and of an election."""

from collections.abc import Sequence

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from league.assemblies import rules
from league.assemblies.models.calling import AgendaItem
from league.assemblies.models.meeting import Ballot
from league.people.models.people import Office

Kind = AgendaItem.Kind


def usual_title(kind: rules.ItemKind, office: str) -> str:
    """As an agenda names it."""
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


def counts(ballot: Ballot) -> str:
    """„7 Ja, 2 Nein, 1 Enthaltung“."""
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
    """What was decided, in one sentence with its numbers."""
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
    """Who has won; between whom the run-off is; or that nobody got enough."""
    if outcome.elected is not None:
        return _("%(name)s is elected.") % {"name": names[outcome.elected]}
    if outcome.run_off:
        return _("Nobody has more than half of the votes cast. Run-off: %(names)s.") % {
            "names": listed([names[key] for key in outcome.run_off])
        }
    return _("Nobody is elected: there was no majority.")


def election_counts(ballot: Ballot, names: dict[int, str]) -> str:
    """„Bernd 6, Jette 3, niemand 0, 1 Enthaltung“; for one candidate yes and no."""
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
    """„Anke, Bernd und Jette“."""
    if len(names) < 2:
        return "".join(names)
    return _("%(names)s and %(last)s") % {"names": ", ".join(names[:-1]), "last": names[-1]}
