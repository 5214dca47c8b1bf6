"""The contents of the minutes, as plain data: the same for the page, the paper and what is
signed.
"""

import hashlib
import json
from datetime import datetime
from typing import Any
from zoneinfo import ZoneInfo

from django.conf import settings
from django.utils.formats import date_format, time_format
from django.utils.translation import gettext as _
from django.utils.translation import ngettext, override, pgettext

from league.access.queries.rights import day_of
from league.assemblies import labels
from league.assemblies.models.calling import AgendaItem, Assembly
from league.assemblies.models.meeting import Ballot, Candidacy
from league.assemblies.queries.calling import agenda, notice
from league.assemblies.queries.meeting import ItemState, presence, spans, states
from league.club.queries import club_language, the_club

_ZONE = ZoneInfo(settings.TIME_ZONE)


def content_of(assembly: Assembly) -> dict[str, Any]:
    """Return the minutes in their present state, in the club's language for every reader."""
    with override(club_language()):
        return {
            "title": assembly.title,
            "club": str(the_club()),
            "language": club_language(),
            "facts": [{"label": label, "text": text} for label, text in _facts(assembly)],
            "attendance": _attendance(assembly),
            "items": [_item(state, number) for number, state in enumerate(_states(assembly), 1)],
            "chair": assembly.chaired_by.name if assembly.chaired_by else "",
            "keeper": assembly.kept_by.name if assembly.kept_by else "",
        }


def digest_of(content: dict[str, Any]) -> str:
    """Return the digest that represents every word of the contents."""
    text = json.dumps(content, ensure_ascii=True, sort_keys=True)
    return hashlib.sha256(text.encode()).hexdigest()


def _states(assembly: Assembly) -> list[ItemState]:
    return states(assembly, agenda(assembly))


def _clock(moment: datetime | None) -> str:
    return time_format(moment.astimezone(_ZONE), "H:i") if moment is not None else "–"


def _facts(assembly: Assembly) -> list[tuple[str, str]]:
    facts = [
        (_("Day"), date_format(assembly.day, _("l, j F Y"))),
        (pgettext("of a meeting", "Place"), assembly.place),
        (
            _("Time"),
            _("%(start)s to %(end)s")
            % {"start": _clock(assembly.opened_at), "end": _clock(assembly.closed_at)},
        ),
        (_("Chair of the meeting"), assembly.chaired_by.name if assembly.chaired_by else "–"),
        (_("Minutes kept by"), assembly.kept_by.name if assembly.kept_by else "–"),
    ]
    if assembly.invited_at is not None:
        facts.append((_("Invitation"), _invitation(assembly)))
    facts.append((_("Present"), _quorum(assembly)))
    return facts


def _invitation(assembly: Assembly) -> str:
    invited = assembly.invited_at
    assert invited is not None, "asked for only where people were invited"
    sent = notice(assembly, day_of(invited))
    sentence = _("on %(day)s, with the agenda") % {
        "day": date_format(day_of(invited), "SHORT_DATE_FORMAT")
    }
    if sent.is_late:
        late = _("%(days)s days before instead of %(needed)s")
        sentence += "; " + late % {"days": sent.days, "needed": sent.needed}
    return sentence


def _quorum(assembly: Assembly) -> str:
    there = presence(assembly)
    came = {row.person_id for row in spans(assembly) if row.has_vote}
    sentence = ngettext(
        "%(here)s of one person with a vote", "%(here)s of %(n)s with a vote", there.voters
    ) % {"here": len(came), "n": there.voters}
    if there.quorum:
        needed = _("%(n)s are needed to decide") % {"n": there.quorum}
        sentence += f"; {needed}"
    return sentence


def _attendance(assembly: Assembly) -> list[dict[str, str]]:
    """Return each span with its hours; without hours for persons who were present all the time."""
    lines = []
    for row in spans(assembly):
        came_late = assembly.opened_at is not None and row.came_at > assembly.opened_at
        left_early = row.left_at is not None and (
            assembly.closed_at is None or row.left_at < assembly.closed_at
        )
        hours = [_("from %(time)s") % {"time": _clock(row.came_at)}] if came_late else []
        if left_early:
            hours.append(_("until %(time)s") % {"time": _clock(row.left_at)})
        if not row.has_vote:
            hours.append(_("without a vote"))
        lines.append({"name": row.person.name, "hours": ", ".join(hours)})
    return lines


def _item(state: ItemState, number: int) -> dict[str, Any]:
    item = state.item
    return {
        "number": number,
        "title": item.title,
        "by": _proposer(item),
        "text": item.text,
        "note": item.note,
        "results": [*_counts(state), *_answers(state)],
    }


def _proposer(item: AgendaItem) -> str:
    parts = []
    if item.proposed_by is not None:
        parts.append(_("handed in by %(name)s") % {"name": item.proposed_by.name})
    if item.came_late:
        parts.append(_("after the invitation"))
    return ", ".join(parts)


def _counts(state: ItemState) -> list[str]:
    lines = []
    if state.is_election and state.candidacies:
        names = labels.listed([candidacy.person.name for candidacy in state.candidacies])
        lines.append(_("Candidates: %(names)s.") % {"names": names})
    for ballot in state.rounds:
        sentence = state.round_sentence(ballot)
        lines.append(f"{_round(ballot)}{sentence}")
        names = labels.listed([row.person.name for row in ballot.named_abstentions.all()])
        if names:
            lines.append(_("Abstained as members of the board: %(names)s.") % {"names": names})
    return lines


def _round(ballot: Ballot) -> str:
    if ballot.round == 1:
        return ""
    if ballot.is_run_off:
        return _("Run-off: ")
    return _("Round %(number)s: ") % {"number": ballot.round}


def _answers(state: ItemState) -> list[str]:
    lines = []
    for candidacy in state.candidacies:
        name = candidacy.person.name
        if candidacy.answer == Candidacy.Answer.DECLINED:
            lines.append(_("%(name)s declines the election.") % {"name": name})
        elif candidacy.answer == Candidacy.Answer.ACCEPTED and candidacy.start is not None:
            lines.append(
                _("%(name)s accepts the election; in office from %(day)s.")
                % {"name": name, "day": date_format(candidacy.start, "SHORT_DATE_FORMAT")}
            )
    return lines
