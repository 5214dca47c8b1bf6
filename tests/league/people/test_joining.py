"""The club's link to join by: passed on, asked by, answered."""

from datetime import timedelta

import pytest
from django.db import IntegrityError, transaction
from django.urls import reverse
from django.utils import timezone

from league.access.tokens import sign_club_invitation
from league.errors import IllegalError, InvalidError
from league.people.models.invitations import Invitation
from league.people.models.joining import ClubInvitation, JoinRequest
from league.people.models.people import Membership, Person
from league.people.queries.joining import may_be
from league.people.services import invitations, joining
from tests import builders
from tests.html import one_line
from tests.mail_server import sent

pytestmark = pytest.mark.django_db
LINK = "/leute/einladen/"


def now():
    return timezone.now()


@pytest.fixture
def link(club):
    return joining.renew_invitation(seen=None, by=club.stine.user, now=now())


def ask(link, name="Dora Neu", email="dora@x.invalid"):
    return joining.ask_to_join(invitation=link, name=name, email=email, now=now())


def agree(request, club, person=None, kind="active"):
    return joining.approve(
        request=request,
        person=person,
        kind=kind,
        start=builders.DAY,
        by=club.stine,
        user=club.stine.user,
        now=now(),
    )


def test_who_asks_is_nobody_before_the_secretary_agrees(club, link):
    before = Person.objects.count()
    with pytest.raises(InvalidError):
        ask(link, "Dora dora.shop")
    asked = ask(link)
    assert ask(link, "Wer Anderes") == asked  # from the same address it stays as it was
    assert Person.objects.count() == before
    assert not sent()
    dora = agree(asked, club)
    assert [letter.to for letter in sent()] == [["dora@x.invalid"]]
    assert Membership.objects.get(person=dora).kind_id == "active"
    asked.refresh_from_db()
    assert (asked.state, asked.name, asked.email, asked.person) == ("approved", "", "", dora)
    with pytest.raises(IllegalError):
        agree(asked, club)


def test_somebody_of_the_first_evening_gets_the_address(club, link):
    dora = builders.member("Dora", kind="")
    assert agree(ask(link), club, person=dora) == dora
    dora.refresh_from_db()
    assert dora.user.email == "dora@x.invalid"
    with pytest.raises(IllegalError):
        agree(ask(link, "Fremd", "fremd@x.invalid"), club, person=dora)


def test_who_only_looks_like_somebody_is_offered_as_that_person(club, link):
    """A name of which half the letters are Cyrillic or Greek is spelt like no other."""
    enno = builders.member("Enno", kind="")
    asked = ask(link, "\u0395nn\u03bf")
    assert enno in may_be(asked, builders.DAY)


def test_who_is_refused_leaves_nothing(club, link):
    asked = ask(link)
    joining.refuse(request=asked, user=club.stine.user, now=now())
    asked.refresh_from_db()
    assert (asked.state, asked.name, asked.email) == ("refused", "", "")
    assert not sent()
    assert ask(link) != asked  # no one is barred for ever


def test_whether_an_address_is_known_is_not_told(club, link):
    asked = ask(link, "Fremd", club.anke.user.email)
    assert asked.state == "waiting"
    with pytest.raises(InvalidError):
        agree(asked, club)
    asked.refresh_from_db()
    assert asked.state == "waiting"


def test_a_flood_is_not_read(club, link, monkeypatch):
    monkeypatch.setattr(joining, "MOST_WAITING", 2)
    ask(link, "Eins", "1@x.invalid")
    ask(link, "Zwei", "2@x.invalid")
    with pytest.raises(IllegalError) as refused:
        ask(link, "Drei", "3@x.invalid")
    assert refused.value.code == "too_many_wait"


def test_two_taps_make_one_link_and_a_new_one_ends_it(club, link):
    again = joining.renew_invitation(seen=None, by=None, now=now())
    assert again == link
    new = joining.renew_invitation(seen=link.pk, by=None, now=now())
    link.refresh_from_db()
    assert new != link
    assert link.revoked_at is not None
    with pytest.raises(IntegrityError), transaction.atomic():
        ClubInvitation.objects.create(made_at=now(), ends_at=now() + timedelta(days=1))
    with pytest.raises(IntegrityError), transaction.atomic():
        ClubInvitation.objects.filter(pk=link.pk).update(revoked_at=None)
    with pytest.raises(IntegrityError), transaction.atomic():
        ClubInvitation.objects.filter(pk=new.pk).update(ends_at=now() + timedelta(days=900))


def test_nobody_waits_twice_from_one_address(club, link):
    ask(link)
    with pytest.raises(IntegrityError), transaction.atomic():
        JoinRequest.objects.create(
            invitation=link, name="X", email="DORA@x.invalid", asked_at=now()
        )


# --- the pages ------------------------------------------------------------------------------
@pytest.mark.once
def test_the_secretary_passes_on_a_link_and_answers(client, club):
    client.force_login(club.stine.user)
    client.post(LINK, {"renew": "1"})
    page = one_line(client.get(LINK))
    address = reverse("league:join", args=[sign_club_invitation(ClubInvitation.objects.get().pk)])
    assert address in page
    assert "QR-Code" in page

    client.logout()
    assert "Mitmachen" in one_line(client.get(address))
    text = one_line(client.post(address, {"name": "Dora Neu", "email": "dora@x.invalid"}))
    assert "Du hast angefragt" in text
    assert client.post(address, {"name": "", "email": "x"}).status_code == 422

    builders.member("Dora", kind="")
    client.force_login(club.stine.user)
    assert "Eine Person möchte mitmachen" in one_line(client.get("/"))
    page = one_line(client.get(LINK))
    assert "dora@x.invalid" in page
    assert ">Dora</option>" in page
    asked = JoinRequest.objects.get()
    decide = reverse("league:decide_request", args=[asked.pk])
    assert client.post(decide, {"who": "kaiser"}).status_code == 422
    assert "Dora Neu" in one_line(client.post(decide, {"who": "passive"}, follow=True))
    assert Person.objects.get(name="Dora Neu").user.email == "dora@x.invalid"
    assert client.post(decide, {"who": "passive"}).status_code == 404


@pytest.mark.once
def test_a_link_that_has_ended_or_is_none_lets_nobody_ask(client, club, link):
    address = reverse("league:join", args=[sign_club_invitation(link.pk)])
    joining.revoke_invitation(now=now())
    data = {"name": "Dora", "email": "dora@x.invalid"}
    assert client.post(address, data).status_code == 410
    long_ago = now() - timedelta(days=30)
    ended = ClubInvitation.objects.create(made_at=long_ago, ends_at=long_ago + joining.VALID)
    address = reverse("league:join", args=[sign_club_invitation(ended.pk)])
    assert client.get(address).status_code == 410
    assert client.get("/mitmachen/kein-link/").status_code == 404
    assert not JoinRequest.objects.exists()


@pytest.mark.once
def test_a_persons_own_link_has_a_code_and_can_be_switched_off(client, club):
    tilda = builders.member("Tilda", kind="")
    invitations.invite(person=tilda, by=club.stine, now=now())
    client.force_login(club.stine.user)
    page = one_line(client.get(reverse("league:person", args=[tilda.pk])))
    assert "QR-Code" in page
    client.post(reverse("league:invite", args=[tilda.pk]), {"withdraw": "1"})
    assert Invitation.objects.get().state == "withdrawn"
