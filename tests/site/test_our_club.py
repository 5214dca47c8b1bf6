"""The club's own settings: page by page when it is founded, on one page ever after."""

import io
import re
from html import unescape

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.db import IntegrityError, transaction
from django.forms import model_to_dict
from django.urls import reverse
from django.utils import timezone
from PIL import Image

from config.privacy.models import RetentionRule
from finance.bank.queries.bank import club_account
from league.club.models import Club, ClubChange
from league.club.queries import club_language, stakes_on, the_club
from league.club.services import choose_language, describe, set_public, write_texts
from league.events.queries import rules_for_new_evening
from league.people.models.people import Person
from league.people.services import invitations, people
from league.reports.paper import paper
from tests.finance.files import huge_picture, picture
from tests.finance.pages import text
from tests.html import one_line
from tests.mail_server import sent

pytestmark = [pytest.mark.django_db, pytest.mark.once]
HERE = {"REMOTE_ADDR": "127.0.0.1"}
WILMA = {
    "club": "Die Becherrunde",
    "town": "Musterdorf",
    "name": "Wilma Erste",
    "email": "wilma@club.invalid",
}
ADDRESS = {
    "name-name": "Die Becherrunde",
    "name-street": "Am Filz 1",
    "name-postcode": "12345",
    "name-town": "Musterdorf",
    "name-register": "Amtsgericht Musterdorf, VR 7",
    "name-contact": "club@club.invalid",
}
NAMED = {field.removeprefix("name-"): value for field, value in ADDRESS.items()}
IBAN = "DE02120300000000202051"


@pytest.fixture
def founder(client):
    client.post(reverse("found"), WILMA, **HERE)
    return client


@pytest.fixture
def chair(client, club, settings, tmp_path):
    settings.CREST_DIR = tmp_path
    client.force_login(club.anke.user)
    return client


def step(number):
    return reverse("founding_step", args=[number])


def change(client, code, **typed):
    data = {f"{code}-{name}": value for name, value in typed.items()}
    return client.post(reverse("change_club", args=[code]), data)


# --- founding -------------------------------------------------------------------------------
def test_each_rulebook_says_what_is_different_and_what_it_costs(founder):
    page = one_line(founder.get(step(1)))
    assert "4-2-1 ist die Jule" in page
    assert "Der Verlierer zahlt 5,00" in page
    assert "Wer verliert, gibt eine Runde" in page
    assert 'value="none" id="id_regelwerk-money_0" required checked' in page


def test_the_security_log_begins_with_the_founding(founder):
    assert "eingeloggt · beim Gründen Wilma Erste" in text(founder.get("/sicherheit/"))


def test_the_walk_leads_from_the_name_to_the_first_evening(founder):
    answer = founder.post(step(1), {"regelwerk-rulebook": "jule", "regelwerk-money": "none"})
    assert answer.headers["Location"] == step(2)
    assert stakes_on(timezone.localdate()).kind == "none"
    assert rules_for_new_evening(timezone.localdate()) == ("jule", {})

    data = {"aussehen-colour": "#1f5fa8", "oeffentlich-pages": ["table"], "sprache-language": "en"}
    assert founder.post(step(2), data).headers["Location"] == step(3)
    assert the_club().public == {"table"}
    assert club_language() == "en"

    data = {**ADDRESS, "konto-holder": "", "konto-iban": IBAN}
    assert founder.post(step(3), data).headers["Location"] == step(4)
    assert (club_account().holder, club_account().iban) == ("Die Becherrunde", IBAN)

    page = one_line(founder.get(step(4)))
    assert "Vertreten durch: Wilma Erste" in page
    assert "Register: Amtsgericht Musterdorf, VR 7" in page
    data = {"recht-imprint": "Wilma Erste, Am Filz 1", "recht-privacy": the_privacy(founder)}
    assert founder.post(step(4), data).headers["Location"] == reverse("games:tonight")
    founder.logout()
    assert "Wilma Erste, Am Filz 1" in one_line(founder.get("/impressum/"))


def the_privacy(client):
    return the_text(client, "privacy")


def the_text(client, name):
    page = client.get(step(4)).content.decode()
    return unescape(re.search(rf'name="recht-{name}"[^>]*>\s*(.*?)</textarea>', page, re.S)[1])


def test_what_is_left_for_later_costs_nobody_anything_and_shows_nothing(founder):
    assert reverse("games:tonight") in one_line(founder.get(step(1)))
    assert not stakes_on(timezone.localdate()).is_money
    assert the_club().public == frozenset()


def test_a_wrong_iban_stays_on_its_page_with_a_sentence(founder):
    data = {**ADDRESS, "konto-holder": "", "konto-iban": "DE00 1234"}
    answer = founder.post(step(3), data)
    assert answer.status_code == 422
    assert "keine gültige IBAN" in one_line(answer)
    assert 'value="DE00 1234"' in one_line(answer)
    assert club_account() is None


def test_a_text_of_the_law_that_nobody_changed_follows_the_club(founder):
    texts = (the_text(founder, "imprint"), the_privacy(founder))
    imprint, privacy = (text.replace("\n", "\r\n") for text in texts)
    founder.post(step(4), {"recht-imprint": imprint, "recht-privacy": privacy})
    assert the_club().privacy == ""
    ours = reverse("our_club")
    assert "Text der App" in one_line(founder.get(ours))
    founder.post(reverse("change_club", args=["name"]), {**ADDRESS, "name-name": "Neuer Name"})
    assert "Verantwortlich für diese Seite ist Neuer Name" in one_line(founder.get("/datenschutz/"))
    assert "Neuer Name" in (notice := one_line(founder.get("/impressum/")))
    assert "Vertreten durch: Wilma Erste" in notice
    founder.post(step(4), {"recht-imprint": "Ich", "recht-privacy": privacy})
    assert "eigener Text" in one_line(founder.get(ours))


def test_only_four_pages_belong_to_the_walk(founder):
    assert founder.get(step(5)).status_code == 404
    assert founder.get(reverse("founding_step", args=[0])).status_code == 404


# --- ever after -----------------------------------------------------------------------------
def test_the_chair_changes_everything_on_one_page(chair):
    change(chair, "name", name="Becher", street="", postcode="", town="", register="", contact="")
    change(chair, "regelwerk", rulebook="jule", money="amount", stake="2,00")
    change(chair, "sprache", language="en")
    page = one_line(chair.get(reverse("our_club")))
    assert "Becher" in page
    assert "Jule, der Verlierer zahlt 2,00" in page
    assert "English" in page
    assert stakes_on(timezone.localdate()).cents == 200


def test_what_is_refused_opens_its_matter_with_the_sentence(chair):
    answer = change(chair, "name", name=" ", street="")
    assert answer.status_code == 422
    assert '<details id="name" open>' in one_line(answer)
    assert change(chair, "gibt-es-nicht").status_code == 404
    assert change(chair, "regelwerk", rulebook="jule", money="amount").status_code == 422
    assert change(chair, "regelwerk", rulebook="skat", money="none").status_code == 422


def test_each_change_stays_with_who_made_it(chair, club):
    change(chair, "sprache", language="en")
    change(chair, "sprache", language="en")
    row = ClubChange.objects.get()
    assert (row.field, row.before, row.changed_by) == ("language", "de", club.anke.user)
    page = one_line(chair.get(reverse("our_club")))
    assert "Zuletzt geändert am" in page
    assert "· Anke" in page


def test_who_changed_what_names_the_field_the_stake_and_the_account(chair):
    change(chair, "name", **{**NAMED, "street": "Am Tresen 3"})
    change(chair, "oeffentlich", pages=["table"])
    change(chair, "regelwerk", rulebook="jule", money="amount", stake="2,00")
    change(chair, "regelwerk", rulebook="jule", money="none")
    change(chair, "konto", holder="Becher", iban=IBAN)
    page = text(chair.get(reverse("our_club")))
    changes = page[page.index("Wer hier was geändert hat") :]
    for what in (
        *("Name und Anschrift: Straße und Hausnummer", "Was alle sehen: die Tabelle der Saison"),
        *("Regelwerk und Geld: der Verlierer zahlt 2,00 €", "Regelwerk und Geld: ohne Geld"),
        "Bankkonto: DE02 1203 0000 0000 2020 51",
    ):
        assert f"{what} Anke" in changes


def test_how_long_what_is_kept_says_who_changed_it(chair):
    assert "Wer hier was geändert hat" not in text(chair.get(reverse("retention")))
    rule = model_to_dict(RetentionRule(), RetentionRule.FIELDS) | {"guest_months": 24}
    chair.post(reverse("retention"), {name: value or "" for name, value in rule.items()})
    page = text(chair.get(reverse("retention")))
    changes = page[page.index("Wer hier was geändert hat") :]
    assert "hat Gäste, die nicht mehr kamen: Monate · 36 → 24 Anke" in changes
    assert changes.count(" → ") == 1


def test_without_a_treasurer_the_founder_mends_the_account(founder):
    for number in (IBAN, "DE02500105170137075030"):
        change(founder, "konto", holder="Becher", iban=number)
        assert club_account().iban == number
    assert "Der Kassenwart ändert es" not in one_line(founder.get(step(3)))


def test_the_treasurer_alone_moves_the_account_later(chair):
    change(chair, "konto", holder="Becher", iban=IBAN)
    assert club_account().iban == IBAN
    change(chair, "konto", holder="Ich", iban="DE02500105170137075030")
    assert club_account().iban == IBAN
    assert "Der Kassenwart ändert es" in one_line(chair.get(reverse("our_club")))


def test_a_club_whose_treasurer_left_goes_on(chair, club):
    change(chair, "konto", holder="Becher", iban=IBAN)
    page = one_line(chair.get(reverse("our_club")))
    assert f"Ist {club.kadir.name} nicht mehr Kassenwart?" in page
    office = club.kadir.offices.get(role="treasurer")
    assert reverse("league:person", args=[club.kadir.pk]) in page
    chair.post(reverse("league:dismiss", args=[office.pk]), {"end": timezone.localdate()})
    change(chair, "konto", holder="Becher", iban="DE02500105170137075030")
    assert club_account().iban == "DE02500105170137075030"
    # A new officer is appointed, and changes it from then on.
    people.appoint(person=club.jette, role="treasurer", start=timezone.localdate())
    change(chair, "konto", holder="Ich", iban=IBAN)
    assert club_account().iban == "DE02500105170137075030"


def test_a_treasurer_who_cannot_log_in_stops_nobody(chair, club):
    change(chair, "konto", holder="Becher", iban=IBAN)
    club.kadir.user.is_active = False
    club.kadir.user.save()
    change(chair, "konto", holder="Becher", iban="DE02500105170137075030")
    assert club_account().iban == "DE02500105170137075030"


# --- the crest ------------------------------------------------------------------------------
def upload(content, name="wappen.png"):
    return SimpleUploadedFile(name, content)


def test_a_crest_stands_on_every_page_and_everybody_may_look_at_it(chair):
    change(chair, "aussehen", colour="#b3261e", crest=upload(picture(600, 300)))
    address = reverse("league:crest", args=[the_club().crest])
    chair.logout()
    assert f'src="{address}"' in one_line(chair.get("/anmelden/"))
    answer = chair.get(address)
    assert answer.headers["Content-Type"] == "image/png"
    assert "sandbox" in answer.headers["Content-Security-Policy"]
    assert Image.open(io.BytesIO(answer.content)).size == (512, 256)
    assert chair.get(reverse("league:crest", args=["0" * 64])).status_code == 404


def test_a_wide_crest_leaves_the_name_its_room(chair):
    change(chair, "aussehen", colour="#b3261e", crest=upload(picture(900, 9)))
    stored = chair.get(reverse("league:crest", args=[the_club().crest])).content
    assert Image.open(io.BytesIO(stored)).size == (512, 256)


def test_a_crest_is_what_its_content_says(chair):
    photo = io.BytesIO()
    exif = Image.Exif()
    exif[0x010E] = "Am Filz 1"
    Image.new("RGB", (4, 4), "red").save(photo, "JPEG", exif=exif)
    change(chair, "aussehen", colour="#b3261e", crest=upload(photo.getvalue(), "x.svg"))
    stored = chair.get(reverse("league:crest", args=[the_club().crest])).content
    assert stored.startswith(b"\x89PNG")
    assert b"Am Filz" not in stored


@pytest.mark.parametrize(
    "content", [b"<svg onload='x()'/>", b"\x89PNG\r\n\x1a\nabc", b"GIF89a\x01\x00\x01\x00", b"x"]
)
def test_what_is_no_picture_is_refused(chair, content):
    answer = change(chair, "aussehen", colour="#b3261e", crest=upload(content))
    assert answer.status_code == 422
    assert "Wähl ein Bild" in one_line(answer)
    assert the_club().crest == ""


def test_a_crest_that_claims_900_million_pixels_is_refused_in_words(chair):
    answer = change(chair, "aussehen", colour="#b3261e", crest=upload(huge_picture()))
    assert answer.status_code == 422
    assert "Dieses Bild hat zu viele Pixel. Wähl ein kleineres." in one_line(answer)
    assert the_club().crest == ""


def test_the_crest_stays_with_another_colour_and_goes_when_asked(chair):
    change(chair, "aussehen", colour="#b3261e", crest=upload(picture(8, 8)))
    before = the_club().crest
    change(chair, "aussehen", colour="#1f5fa8")
    assert the_club().crest == before
    change(chair, "aussehen", colour="#1f5fa8", without_crest="on")
    assert the_club().crest == ""
    assert 'stroke="#1f5fa8"' in one_line(chair.get(reverse("our_club")))


# --- papers, mails, language ----------------------------------------------------------------
def test_papers_carry_name_address_and_register_number(db):
    describe(name="Becher", street="Am Filz 1", postcode="12345", town="Dorf", register="VR 7")
    data = paper(over="", title="Saison", under="", as_of=timezone.now(), sections=[]).data
    assert data["foot"].startswith("Becher · Am Filz 1, 12345 Dorf · VR 7 · Saison")


def test_who_chose_no_language_gets_mail_in_the_clubs(club):
    choose_language(language="en")
    invitations.invite(person=club.jette, by=club.stine, now=timezone.now())
    assert "Your invitation" in sent()[-1].subject
    club.jette.user.language = "de"
    club.jette.user.save()
    invitations.invite(person=club.jette, by=club.stine, now=timezone.now())
    assert "Deine Einladung" in sent()[-1].subject


# --- what the database holds ----------------------------------------------------------------
def test_nobody_rewrites_what_was_changed(db):
    describe(name="Becher")
    row = ClubChange.objects.get(field="name")
    with pytest.raises(IntegrityError), transaction.atomic():
        ClubChange.objects.filter(pk=row.pk).update(field="town")
    with pytest.raises(IntegrityError), transaction.atomic():
        row.delete()
    ClubChange.objects.filter(pk=row.pk).update(before="")  # what names a person can be erased


def test_the_database_refuses_a_colour_and_a_language_that_are_none(db):
    describe(name="Becher")
    for values in ({"colour": "#ffffff"}, {"language": "xx"}):
        with pytest.raises(IntegrityError), transaction.atomic():
            Club.objects.update(**values)


def test_saying_the_same_again_changes_nothing(db):
    for _time in range(2):
        describe(name="Becher", town="Dorf")
        set_public(pages=["table"])
        write_texts(imprint="Ich", privacy="")
    assert sorted(ClubChange.objects.values_list("field", flat=True)) == [
        *("imprint", "name", "table", "town")
    ]
    assert not Person.objects.exists()
