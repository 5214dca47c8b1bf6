"""Reminders on paper: one sheet each, the address where a window envelope has its window."""

from collections.abc import Sequence
from datetime import date, datetime
from typing import Any

from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.utils.translation import override

from finance.bank.queries.paying import giro_of
from finance.books.labels import euro
from finance.books.models.claims import Claim
from finance.reminders.mails import words
from finance.reminders.models import Reminder
from finance.reminders.rules import Step
from league.club.queries import the_club
from league.files.printing.typeset import pdf


def letters(
    batch: Sequence[Reminder],
    steps: Sequence[Step],
    claims: dict[int, list[Claim]],
    *,
    language: str,
    now: datetime,
) -> bytes:
    """All letters of a batch as one PDF, DIN 5008 form B."""
    texts = {step.number: step for step in steps}
    with override(language):
        title = _("Payment reminders")
        sheets = [
            _sheet(reminder, texts.get(reminder.step), claims[reminder.person_id])
            for reminder in batch
        ]
        club = the_club()
        sender = " · ".join(line for line in (str(club), club.street and club.address) if line)
        data = {
            "club": str(club),
            "sender": sender,
            "letterhead": " · ".join(club.letterhead),
            "sheets": sheets,
            "words": {},
        }
        return pdf("reminders", data, title=title, language=language, now=now)


def on_envelope(reminder: Reminder) -> list[str]:
    """The lines in the window: the name alone where no address is known."""
    address = getattr(reminder.person, "postal_address", None)
    return [reminder.person.name, *(address.lines if address else [])]


def _sheet(reminder: Reminder, step: Step | None, claims: Sequence[Claim]) -> dict[str, Any]:
    giro = giro_of(reminder.person)
    text = words(reminder, step or Step(reminder.step, reminder.title, "", 0, 0), claims)
    return {
        "to": on_envelope(reminder),
        "title": reminder.title,
        "day": _day(reminder.day),
        "text": [part for part in text.split("\n") if part],
        "qr": giro.code or None,
        "alt": _("GiroCode for %(amount)s") % {"amount": euro(giro.cents)},
    }


def _day(day: date) -> str:
    return date_format(day, "SHORT_DATE_FORMAT")
