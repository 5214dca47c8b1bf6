"""Short words for registering at tournaments: asking to play, coming, going."""

from datetime import datetime
from uuid import uuid4

from django.core import mail

from league import tasks
from league.results.queries.results import standing_charges
from league.tournaments.registration.services import checking_in, identities, registering
from tests.builders import BERLIN, NIGHT
from tests.mail_server import sent

NOON = datetime(2026, 3, 1, 12, tzinfo=BERLIN)  # some days before


def register(event, name="Kai Berger", person=None, now=NOON, **fields):
    fields = {"client_id": uuid4().hex, "is_adult": True, "consented": True, **fields}
    made = registering.register(event=event, name=name, person=person, now=now, **fields)
    identities.accept_everybody(event=event, now=now)  # as the desk does at once
    return again(made)


def ask(event, name="Kai Berger", now=NOON, **fields):
    """Register an unknown person, before the desk has said anything."""
    fields = {"client_id": uuid4().hex, "is_adult": True, "consented": True, **fields}
    return registering.register(event=event, name=name, person=None, now=now, **fields)


def desk(event, name, **fields):
    fields = {"client_id": uuid4().hex, **fields}
    return registering.add_at_desk(event=event, name=name, now=NIGHT, **fields)


def come(registration, by=None, now=NIGHT):
    return checking_in.check_in(participation=registration.participation, by=by, now=now)


def go(registration, now=NIGHT):
    return checking_in.undo_check_in(participation=registration.participation, by=None, now=now)


def again(registration):
    registration.refresh_from_db()
    return registration


def charges(event):
    """Return the charges in force: person, kind and cents."""
    return sorted(
        (standing_charge.person.name, standing_charge.kind, standing_charge.cents)
        for standing_charge in standing_charges(event)
    )


def letters():
    """Send the mails of a sweep, and return addressee and subject of each."""
    tasks.send_registration_mails()
    sent()
    return [
        (message.to[0].split("@")[0], message.subject.split(": ", 1)[1]) for message in mail.outbox
    ]
