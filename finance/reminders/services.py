"""Reminding, and the steps in which the club reminds."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date, datetime

from django.db import transaction
from django.utils.timezone import get_default_timezone
from django.utils.translation import gettext_lazy as _

from finance.books.models.claims import Claim
from finance.books.services.charging import charge_people
from finance.books.services.ledger import lock_persons
from finance.errors import InvalidError, StaleError
from finance.reminders.mails import letter
from finance.reminders.models import Reminder, ReminderStep
from finance.reminders.queries import Candidate, candidates
from finance.reminders.rules import daytime
from league.guards.versioned import written_together
from league.mail import services as outbox
from league.mail.models import Mail
from league.people.models.people import User
from league.web.money import MOST_CENTS


@dataclass(frozen=True)
class Pick:
    """The way of reminding a person, and how many cents the page said are overdue."""

    way: Reminder.Way
    seen: int


@written_together()
def remind(
    *,
    picks: Mapping[int, Pick],
    client_id: str,
    by: User | None,
    today: date,
    now: datetime,
) -> list[Reminder]:
    """Remind these persons (by key) at their next step; all of them or none.

    A step's fee is booked as a claim of its own and is not part of what this reminder is about.
    Mails go out by day. Locks the persons; a repeat of the same `client_id` answers with what it
    sent. InvalidError for no persons, StaleError if one of them paid, objected or was reminded
    since.
    """
    with transaction.atomic():
        lock_persons(list(picks))
        if known := list(Reminder.objects.filter(client_id=client_id).order_by("pk")):
            return known
        if not picks:
            raise InvalidError("nobody_chosen", _("Please choose who is to be reminded."))
        candidate_of = {
            candidate.person.pk: candidate for candidate in candidates(today, list(picks))
        }
        for key, pick in picks.items():
            _must_be_as_seen(candidate_of.get(key), pick)
        return [
            _remind(candidate_of[key], pick, client_id=client_id, by=by, today=today, now=now)
            for key, pick in picks.items()
        ]


def _must_be_as_seen(candidate: Candidate | None, pick: Pick) -> None:
    if candidate is None:
        raise StaleError(
            "paid_meanwhile", _("Somebody of those chosen has paid in the meantime. Look again.")
        )
    name = candidate.person.name
    if candidate.left_out:
        raise StaleError(
            "not_to_remind",
            _("%(name)s is not reminded: %(why)s") % {"name": name, "why": candidate.left_out},
        )
    if candidate.cents != pick.seen:
        raise StaleError(
            "open_changed", _("%(name)s owes another amount by now. Look again.") % {"name": name}
        )
    if pick.way not in candidate.channels:
        raise InvalidError("no_address", _("%(name)s has no e-mail address here.") % {"name": name})


def _remind(
    candidate: Candidate,
    pick: Pick,
    *,
    client_id: str,
    by: User | None,
    today: date,
    now: datetime,
) -> Reminder:
    step = candidate.step
    assert step is not None  # else it is left out
    fee: Claim | None = None
    if step.fee:
        (fee,) = charge_people(
            people=[candidate.person],
            amount=step.fee,
            shared=False,
            code="reminder_fee",
            note=step.title,
            day=today,
            client_id=f"{client_id}:{candidate.person.pk}",
            by=by,
            today=today,
            now=now,
        )
    reminder = Reminder.objects.create(
        person=candidate.person,
        step=step.number,
        title=step.title,
        cents=candidate.cents,
        way=pick.way,
        fee_claim=fee,
        day=today,
        made_by=by,
        made_at=now,
        client_id=client_id,
    )
    if pick.way == Reminder.Way.MAIL:
        outbox.put(
            kind=Mail.Kind.NOTICE,
            letter=letter(reminder, step, candidate),
            now=now,
            due=daytime(now.astimezone(get_default_timezone())),
            about=f"{Mail.MONEY}reminder:{reminder.pk}",
        )
    return reminder


def set_step(
    *,
    number: int,
    title: str,
    text: str,
    fee: int,
    wait: int,
    is_used: bool,
    by: User | None,
    now: datetime,
) -> ReminderStep:
    """Set what a step is from now on: `fee` in cents, `wait` in days after the one before it."""
    title, text = " ".join(title.split())[:80], text.strip()[:1000]
    if not title or not text:
        raise InvalidError("words_missing", _("Please say what the reminder is to say."))
    if not 0 <= fee <= MOST_CENTS:
        raise InvalidError("amount_too_large", _("That fee is too high."), field="fee")
    return ReminderStep.objects.create(
        number=number,
        title=title,
        text=text,
        fee=fee,
        wait=wait,
        is_used=is_used,
        entered_by=by,
        entered_at=now,
    )
