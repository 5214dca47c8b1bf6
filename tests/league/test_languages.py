"""The store keeps what happened, and each reader reads it in the own language."""

import re
from io import BytesIO

import pytest
from babel.messages.pofile import read_po
from django.conf import settings
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import override

from league import formats, tasks
from league.people.services import invitations
from league.tournaments.core.labels.formats import BLOCK_NAMES, block_name
from tests import builders, registering
from tests.mail_server import sent

pytestmark = [pytest.mark.django_db, pytest.mark.once]


def test_mails_are_in_the_language_that_somebody_chose(client, club):
    client.force_login(club.jette.user)
    client.post(reverse("set_language"), {"language": "en"})
    for person in (club.jette, club.bernd):
        person.user.refresh_from_db()
        invitations.invite(person=person, by=club.stine, now=timezone.now())
    fields = {letter.to[0]: letter.subject for letter in sent()}
    assert fields["jette@club.invalid"].endswith(": Your invitation")
    assert fields["bernd@club.invalid"].endswith(": Deine Einladung")


def test_a_language_that_there_is_not_changes_nothing(client, club):
    client.force_login(club.jette.user)
    client.post(reverse("set_language"), {"language": "xx"})
    club.jette.user.refresh_from_db()
    assert club.jette.user.language == "de"


def test_a_registration_is_confirmed_in_the_language_of_its_form(club):
    event = builders.tournament()
    for name, language in (("Kai", "en"), ("Lou", "")):
        registering.register(
            event, name=name, email=f"{name.lower()}@gast.invalid", language=language
        )
    tasks.send_registration_mails()
    subjects = {letter.to[0]: letter.subject for letter in sent()}
    assert "Registration for" in subjects["kai@gast.invalid"]
    assert "Anmeldung für" in subjects["lou@gast.invalid"]


def test_the_blocks_of_every_template_are_named_in_english():
    names = {block.name for slug in formats.slugs() for block in formats.load(slug).blocks}
    assert {name.partition(" (")[0] for name in names} == set(BLOCK_NAMES)
    with override("en"):
        assert block_name("2. Punkterunde") == "2nd points round"
        assert block_name("Finale (2)") == "Final (2)"
        assert block_name("Trostrunde (3)") == "Consolation round (3)"
        assert block_name("Wirtshausrunde (alt)") == "Wirtshausrunde (alt)"


def test_who_reads_english_finds_no_german_round_at_a_tournament(client, club):
    event = builders.tournament()
    client.force_login(club.anke.user)
    page = client.get(
        reverse("league:tournament_settings", args=[event.pk]), headers={"accept-language": "en"}
    ).content.decode()
    assert "points round" in page
    assert "Punkterunde" not in page


def test_logging_in_and_registering_for_a_tournament_are_two_words():
    """„Anmelden“ is for a tournament alone: guests took the login for it."""
    about_login = re.compile(r"(?i)\blog(s|ged|ging)? (in|out)\b|\b(logins?|passkeys?)\b")
    catalog = read_po(BytesIO((settings.BASE_DIR / "locale/de/LC_MESSAGES/django.po").read_bytes()))
    mixed = [
        message.string
        for message in catalog
        if about_login.search(str(message.id))
        and re.search(r"(?i)\b(an|ab)(ge|zu)?meld|\bmeld\w+ (dich|sich)", str(message.string))
    ]
    assert mixed == []
