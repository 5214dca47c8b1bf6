"""Figures, names and addresses of the league in words."""

from collections.abc import Iterable, Mapping
from datetime import datetime
from decimal import ROUND_HALF_UP, Decimal
from io import BytesIO
from typing import Any

import segno
from django import template
from django.utils import timezone
from django.utils.formats import number_format
from django.utils.safestring import SafeString
from django.utils.translation import get_language
from django.utils.translation import gettext as _

from league.approvals import labels as approval_words
from league.approvals.models import ApprovalStep
from league.approvals.queries import Shown
from league.events import labels as event_words
from league.events.models import Event, Participation, Table
from league.mail.queries import by_mail, end_in_terminal, unsent_since
from league.people import labels as people_words
from league.people.models.people import Person
from league.results import labels as result_words
from league.results.models.results import Result
from league.results.models.second_look import Objection
from league.results.queries import confirming as queries
from league.signs import queries as signs
from league.signs.models import Heartbeat
from league.standings import labels as standing_words
from league.standings.models import StandingMove

register = template.Library()
register.filter("since", people_words.since)
register.filter("not_here", event_words.not_here)


@register.filter
def percent(share: float, digits: int = 1) -> str:
    """Format 0.1234 as „12,3 %“ (a no-break space in German, none in English), rounded half up."""
    rounded = Decimal(str(share * 100)).quantize(Decimal(1).scaleb(-digits), ROUND_HALF_UP)
    space = "" if (get_language() or "de").startswith("en") else "\u00a0"
    return f"{number_format(rounded, digits)}{space}%"


@register.filter
def played_at(table: Table) -> str:
    """Return the place of a table: the event, at a tournament its block too."""
    block = table.block
    return ", ".join(filter(None, [block.event.name, block.settings.get("name")]))


@register.filter
def when(event: Event) -> str:
    return event_words.when(event)


@register.simple_tag(takes_context=True)
def where(context: dict[str, Any], event: Event) -> str:
    """Return the place of an event; its host by the name that the reader of this page knows."""
    return event_words.where(event, called(context, event.host) if event.host else "")


@register.filter
def qr(address: str) -> SafeString:
    """Draw an address as a QR code in SVG: dark on light on every screen, nothing inline."""
    drawn = BytesIO()
    segno.make(address, error="m").save(
        drawn, kind="svg", xmldecl=False, svgns=False, omitsize=True, light="#fff", svgclass="qr"
    )
    return SafeString(drawn.getvalue().decode().strip())


@register.simple_tag
def silent_since(name: str, waited_from: datetime | None = None) -> datetime | None:
    """Return the time of a worker's last sign if that is too long ago."""
    return signs.silent_since(Heartbeat.Name(name), timezone.now(), waited_from)


@register.simple_tag
def mails_end_in_terminal() -> bool:
    return end_in_terminal()


register.filter(by_mail)


@register.simple_tag
def mails_unsent_since() -> datetime | None:
    return unsent_since(timezone.now())


@register.simple_tag(takes_context=True)
def called(context: dict[str, Any], person: Person) -> str:
    """Return the name by which the reader of this page knows a person."""
    return str(context["naming"].of(person))


@register.simple_tag(takes_context=True)
def moved(context: dict[str, Any], move: StandingMove) -> str:
    """Return the move of a person in the standings after a corrected result."""
    return standing_words.moved(called(context, move.person), move.was, move.now)


@register.simple_tag(takes_context=True)
def called_at(context: dict[str, Any], participation: Participation) -> str:
    """Return the name by which the reader knows a person, at the event of this participation."""
    return str(context["naming"].at(participation))


@register.filter
def signature(result: Result) -> queries.Signature:
    return queries.signature(result)


@register.filter
def hand(thing: Objection) -> queries.Hand | None:
    """Return the person who raised a problem."""
    return queries.hand(thing.user, thing.holder, queries.names_at(thing.result))


@register.filter
def in_words(objection: Objection) -> str:
    """Return the problem with a result in words."""
    return queries.problem_text(objection)


@register.filter
def problem(result: Result) -> Objection | None:
    """Return the problem with a result that is not ruled on yet."""
    return queries.problem_of(result)


@register.filter
def state(result: Result) -> str:
    return queries.state_of(result)


@register.filter
def outcome_for_club(result: Result) -> str:
    return result_words.outcome(result, lambda participation: participation.name)


@register.filter
def outcome_for_direction(result: Result) -> str:
    """Return the outcome with both names of each person who is shown under another one."""
    return result_words.outcome(result, lambda participation: participation.both_names)


@register.filter
def approval_state(shown: Shown) -> str:
    return approval_words.state(shown.approval, shown.due, is_due=shown.is_due)


@register.filter
def approval_step(step: ApprovalStep) -> str:
    return approval_words.step(step)


@register.filter
def by_answer(replies: Mapping[str, list[Participation]]) -> list[tuple[str, list[Participation]]]:
    """Return the participations by answer, each below its title; empty titles are left out."""
    titles = {
        "yes": _("Coming:"),
        "maybe": _("Perhaps:"),
        "no": _("Not coming:"),
        "": _("No answer yet:"),
    }
    return [(title, replies[answer]) for answer, title in titles.items() if replies[answer]]


@register.filter
def names(holders: Iterable[Any], of: str = "") -> str:
    """Return „Anna, Ben“; `of`: their `person` or `participation` is named, not they themselves."""
    return ", ".join((getattr(holder, of) if of else holder).name for holder in holders)
