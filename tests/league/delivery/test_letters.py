"""Letters for members without a mail address: written by themselves, printed by the officer in
charge.
"""

import pytest
from django.db import IntegrityError, transaction
from django.urls import reverse
from django.utils import timezone

from league.access.tokens import invitation_code
from league.delivery import services
from league.delivery.models import Letter
from league.delivery.paper import on_envelope
from league.people.services import invitations
from league.people.services.postal import set_postal_address
from tests import builders
from tests.html import one_line


@pytest.fixture
def opa(club):
    return builders.member("Opa Heinz", kind="")


def about_money(person, about="debit:1"):
    return services.write_letter(
        person=person,
        kind=Letter.Kind.MONEY,
        about=about,
        subject="Lastschrift",
        body="Am 7. ziehen wir 25 € ein.",
        now=timezone.now(),
    )


def waiting(client, person):
    client.force_login(person.user)
    return one_line(client.get(reverse("league:letters")))


@pytest.mark.once
def test_an_invitation_of_who_has_no_address_is_a_letter_until_it_is_over(client, club, opa):
    asked = invitations.invite(person=opa, by=club.anke, now=timezone.now())
    letter = Letter.objects.get()
    assert invitation_code(asked.pk) in letter.body
    assert "Opa Heinz" in waiting(client, club.anke)
    invitations.invite(person=club.bernd, by=club.anke, now=timezone.now())
    assert Letter.objects.count() == 1  # Bernd gets a mail
    invitations.withdraw(person=opa, now=timezone.now())
    assert "Opa Heinz" not in waiting(client, club.anke)


@pytest.mark.once
def test_letters_are_printed_as_one_pdf_and_marked_once(client, club, opa):
    invitations.invite(person=opa, by=club.anke, now=timezone.now())
    assert "keine Anschrift" in waiting(client, club.anke)
    parts = {"street": "Am Tresen 3", "postcode": "54290", "town": "Trier", "country": "DE"}
    set_postal_address(person=opa, **parts)
    opa.refresh_from_db()
    assert on_envelope(opa) == ["Opa Heinz", "Am Tresen 3", "54290 Trier"]
    sent = {"client_id": "evening", "letters": [Letter.objects.get().pk]}
    for _repeat in range(2):
        page = one_line(client.post(reverse("league:letters"), sent, follow=True))
        assert "Als gedruckt vermerkt" in page
        assert "Nichts zu drucken" in page
    printed = client.get(reverse("league:letters_file", args=["evening"]))
    assert printed.content.startswith(b"%PDF")
    refused = client.post(reverse("league:letters"), sent | {"client_id": "another"})
    assert refused.status_code == 422
    services.forget(done_by=timezone.now())
    assert client.get(reverse("league:letters_file", args=["evening"])).status_code == 404


@pytest.mark.once
def test_money_is_the_treasurers_and_nobody_elses(client, club, opa):
    letter = about_money(opa)
    assert "Lastschrift" not in waiting(client, club.anke)
    theft = {"client_id": "theft", "letters": [letter.pk]}
    assert client.post(reverse("league:letters"), theft).status_code == 422
    assert client.post(reverse("league:letters"), theft | {"discard": "1"}).status_code == 422
    assert Letter.objects.filter(printed_at=None).count() == 1


def test_the_database_refuses_a_second_letter_about_the_same(club, opa):
    first = about_money(opa)
    assert about_money(opa) == first
    with pytest.raises(IntegrityError), transaction.atomic():
        Letter.objects.filter(pk=first.pk).update(batch="x", printed_at=None)
    with pytest.raises(IntegrityError), transaction.atomic():
        Letter.objects.create(
            person=opa, kind="money", about="debit:1", made_at=timezone.now(), subject="x"
        )
