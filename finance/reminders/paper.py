"""Reminders on paper: letters with a code to pay by."""

from collections.abc import Sequence
from datetime import datetime

from django.utils.translation import gettext as _
from django.utils.translation import override

from finance.reminders.mails import words
from finance.reminders.models import Reminder
from finance.reminders.queries import Candidate, giro_for
from finance.reminders.rules import Step
from league.delivery.paper import Sheet, day_on_paper, letters_pdf, on_envelope
from league.web.money import euro


def letters(
    batch: Sequence[Reminder],
    steps: Sequence[Step],
    open_of: dict[int, Candidate],
    *,
    language: str,
    now: datetime,
) -> bytes:
    """Print all letters of a batch as one PDF."""
    texts = {step.number: step for step in steps}
    with override(language):
        sheets = [
            _sheet(reminder, texts.get(reminder.step), open_of[reminder.person_id])
            for reminder in batch
        ]
        return letters_pdf(sheets, title=_("Payment reminders"), language=language, now=now)


def _sheet(reminder: Reminder, step: Step | None, owed: Candidate) -> Sheet:
    giro = giro_for(reminder)
    text = words(reminder, step or Step(reminder.step, reminder.title, "", 0, 0), owed)
    return Sheet(
        to=on_envelope(reminder.person),
        title=reminder.title,
        day=day_on_paper(reminder.day),
        text=[part for part in text.split("\n") if part],
        qr=giro.code or None,
        alt=_("GiroCode for %(amount)s") % {"amount": euro(giro.cents)},
    )
