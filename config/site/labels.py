"""List the reader's tasks on the start page, in sentences."""

from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

from django.urls import reverse
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.utils.translation import ngettext, pgettext


class Task(NamedTuple):
    """Something to be done: what it is, and the button that leads there."""

    sentence: str
    action: str
    address: str


def tasks(home: Mapping[str, Any]) -> Iterator[Task]:
    """Yield the tasks of a member, out of what `queries.home` says."""
    for close in home["to_sign"]:
        sentence = _("The evening of %(day)s has been counted and waits for a second signature.")
        day = date_format(close.event.business_date, _("j F"))
        address = reverse("cosign_evening", args=[close.event_id])
        yield Task(sentence % {"day": day}, _("Sign as the second"), address)
    for people_import in home["lists_to_book"]:
        sentence = _("A list of people of %(day)s brings debts and credits that nobody has booked.")
        day = date_format(timezone.localdate(people_import.made_at), _("j F"))
        address = reverse("league:people_import", args=[people_import.pk])
        yield Task(sentence % {"day": day}, _("Look and book"), address)
    if count := home["objections"]:
        sentence = ngettext(
            "One objection waits for a decision.",
            "%(n)s objections wait for a decision.",
            count,
        )
        yield Task(sentence % {"n": count}, _("Decide"), reverse("finance:objections"))
    for event, count in home["registration_requests"]:
        sentence = ngettext(
            "%(event)s: one person wants to play and waits until somebody says yes.",
            "%(event)s: %(n)s people want to play and wait until somebody says yes.",
            count,
        )
        address = reverse("league:registrations", args=[event.pk])
        yield Task(sentence % {"event": event.name, "n": count}, _("Look"), address)
    if home["asks_stakes"] and (event := home["next_event"]):
        yield Task(
            _("Do you play for money? Until the club has said so, losses are only noted."),
            pgettext("deed", "Answer"),
            reverse("games:rules", args=[event.pk]) + "#geld",
        )
    if count := home["new_claims"]:
        sentence = ngettext(
            "There is a new claim on your account. If it is not right, object to it there.",
            "There are %(n)s new claims on your account. If one is not right, object to it there.",
            count,
        )
        yield Task(sentence % {"n": count}, _("My account"), reverse("finance:own_account"))


def king_words(home: Mapping[str, Any]) -> str:
    """Say who reigns, and as what; empty if no one does."""
    if not home.get("king"):
        return ""
    words = _("%(name)s is Kaiser") if home["is_kaiser"] else _("%(name)s is König")
    return words % {"name": home["king"].person.name}


def last_backup(home: Mapping[str, Any]) -> str:
    """Say when it was, to those who keep the machine in view; one too old is warned of instead."""
    keeping = home["keeping"]
    if keeping is None or keeping["is_old"]:
        return ""
    if keeping["backup"] is None:
        return _("There is no backup yet.")
    return _("Last backup: %(when)s.") % {"when": date_format(keeping["backup"], _("j N Y, H:i"))}
