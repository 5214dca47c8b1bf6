"""The mail that tells a player's seat. It contains no text typed by others."""

from datetime import datetime

from django.core.mail import EmailMessage
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils import translation

from league.access.tokens import sign_registration
from league.club.queries import club_language, club_name
from league.mail.letters import absolute
from league.tournaments.core.labels.draws import seat_line
from league.tournaments.core.labels.formats import block_name
from league.tournaments.core.queries.draws import tables_of
from league.tournaments.draws.services.telling import HOLDS
from league.tournaments.models.seat_mails import SeatMail
from league.tournaments.models.tournaments import Registration


def seat(mail: SeatMail) -> EmailMessage:
    """Return the mail „Du sitzt an Tisch 5, Platz 2“, with the address of the player's own page."""
    registration: Registration = mail.participation.registration
    user = registration.person.user if registration.person else None
    number, place = next(
        (number, people.index(mail.participation_id) + 1)
        for number, people in tables_of(mail.draw).items()
        if mail.participation_id in people
    )
    chosen = user.language if user else ""
    with translation.override(chosen or registration.language or club_language()):
        event, block = mail.draw.block.event, block_name(mail.draw.block.settings["name"])
        table = reverse("league:my_table", args=[event.pk])
        values = {"table": number, "place": place, "block": block}
        context = {
            **values,
            "event": event,
            "address": absolute(f"{table}?registration={sign_registration(registration.pk)}"),
        }
        subject = seat_line(number, place, block)
        return EmailMessage(
            subject=f"{club_name()}: {subject}",
            body=render_to_string("league/mail/seat.txt", context),
            to=[registration.email or (user.email if user else "")],
            headers={"Auto-Submitted": "auto-generated"},
        )


def ends_at(mail: SeatMail) -> datetime:
    """Return the moment after which the mail is useless and no longer sent."""
    return mail.wanted_at + HOLDS
