"""Write a reminder: the same words as mail and on paper."""

from django.core.mail import EmailMessage
from django.urls import reverse
from django.utils.translation import gettext as _

from finance.bank.queries.bank import club_account
from finance.reminders.labels import reminder as what_is_open
from finance.reminders.models import Reminder
from finance.reminders.queries import Candidate, token
from finance.reminders.rules import Step
from league.club.queries import club_name
from league.mail.letters import absolute, language_of


def link(reminder: Reminder) -> str:
    """Return the link on which anyone who has it sees how much to pay and where to,
    nothing else.
    """
    return absolute(reverse("finance:to_pay", args=[token(reminder)]))


def words(reminder: Reminder, step: Step, owed: Candidate) -> str:
    """Write greeting, the club's words, what is open, and how to pay; in the current language."""
    is_open = what_is_open(
        reminder.person, owed.claims, reminder.cents, dues=owed.dues, account=club_account()
    )
    greeting, rest = is_open.split("\n\n", 1)
    return f"{greeting}\n\n{step.text}\n\n{rest}"


def letter(reminder: Reminder, step: Step, owed: Candidate) -> EmailMessage:
    """Return the mail, in its reader's language."""
    with language_of(reminder.person):
        body = words(reminder, step, owed)
        how = _("How to pay, with a code for the banking app: %(link)s") % {"link": link(reminder)}
        user = reminder.person.user
        return EmailMessage(
            subject=f"{club_name()}: {reminder.title}",
            body=f"{body}\n\n{how}\n",
            to=[user.email] if user is not None else [],
            headers={"Auto-Submitted": "auto-generated"},
        )
