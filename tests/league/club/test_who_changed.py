"""„Wer hier was geändert hat“, of settings: on the page of the matter, for who may change it."""

import pytest
from django.db import DatabaseError, transaction
from django.urls import reverse

from league.club.models import Club, ClubChange
from league.people.models.kinds import MembershipKind
from league.people.queries.details import FROM_THE_START
from tests import builders
from tests.finance.pages import hidden, text

pytestmark = [pytest.mark.django_db, pytest.mark.once]
KEEPER, ALL_MEMBERS = "wer die Personenliste führt", "alle Mitglieder"


@pytest.fixture
def anke(client, club):
    client.force_login(club.anke.user)
    return client


def changes(client, address, *args):
    """Return what the part „Wer hier was geändert hat“ of a page says, the newest change first."""
    page = text(client.get(reverse(address, args=args)))
    return page.partition("Wer hier was geändert hat")[2]


def are_all(shown, *lines):
    """Return whether these changes of Anke's, in this order, are all that is shown."""
    places = [shown.index(f"{line} Anke") for line in lines]
    return places == sorted(places) and shown.count(" → ") == len(lines)


def test_a_kind_of_membership_says_who_added_ended_and_used_it_again(anke):
    address = "league:membership_kinds"
    assert not changes(anke, address)
    anke.post(reverse(address), {"name": "Probe", "counts_as": "passive"})
    end = reverse("league:end_membership_kind", args=["own3"])
    for sent in ({}, {}, {"again": "1"}):  # the second end changes nothing
        anke.post(end, sent)
    assert are_all(
        changes(anke, address),
        *("Probe · beendet → in Gebrauch", "Probe · in Gebrauch → beendet"),
        "Probe · – → in Gebrauch",
    )


def test_fields_of_people_say_who_changed_who_sees_them(anke):
    seen_by = {"photo": "members", "phone": "shared", "email": "shared", "postal": "board"}
    seen_by |= {"birthday": "members", "member_number": "board"}
    seen_by |= {"nickname": "members", "second_phone": "shared"}
    for _twice in range(2):
        anke.post(reverse("league:person_fields"), seen_by)
    anke.post(reverse("league:add_person_field"), {"name": "T-Shirt", "seen_by": "board"})
    anke.post(reverse("league:end_person_field", args=["own-1"]))
    assert are_all(
        changes(anke, "league:person_fields"),
        *(f"T-Shirt · {KEEPER} → –", f"T-Shirt · – → {KEEPER}"),
        f"Geburtstag · {KEEPER} → {ALL_MEMBERS}",
    )


def test_a_season_says_who_changed_how_it_counts(anke):
    season = builders.evening().season
    address = reverse("league:season_scoring", args=[season.pk])
    sent = {"place_points_of": "evenings", "place_points": "5-3-1"}
    for more in ({}, {}, {"best_evenings": 3}):
        anke.post(address, sent | more)
    assert are_all(
        changes(anke, "league:season_scoring", season.pk),
        "Nur die besten Abende zählen · – → 3",
        "Jahreswertung nach Plätzen · – → Plätze der Spielabende",
        "Punkte für die Plätze · – → 5-3-1",
    )


@pytest.mark.parametrize("page", ["club_invitation", "club_wall"])
def test_a_link_says_who_made_and_who_ended_it(anke, page):
    address = f"league:{page}"
    anke.post(reverse(address), {"renew": "1"})
    seen = hidden(anke.get(reverse(address)), "seen")
    for _twice in range(2):
        anke.post(reverse(address), {"revoke": "1", "seen": seen})
    assert are_all(changes(anke, address), "in Gebrauch → beendet", "– → in Gebrauch")


def test_rules_of_meetings_say_who_changed_them(anke):
    sent = {"notice_days": 21, "quorum_percent": "", "without_vote": ["supporting", "passive"]}
    for _twice in range(2):
        anke.post(reverse("league:assembly_rules"), sent)
    assert are_all(
        changes(anke, "league:assembly_rules"),
        "Mitglieder ohne Stimmrecht · unterstützend → passiv, unterstützend",
        "Tage zwischen Einladung und Versammlung · 14 → 21",
    )


def test_nobody_rewrites_who_changed_what(anke):
    anke.post(reverse("league:add_person_field"), {"name": "T-Shirt", "seen_by": "board"})
    assert not changes(anke, "our_club")  # each matter on its own page
    for deed in (
        lambda: ClubChange.objects.update(field="seen:phone"),
        lambda: ClubChange.objects.all().delete(),
    ):
        with pytest.raises(DatabaseError), transaction.atomic():
            deed()


def test_every_setting_has_room_where_its_changes_are_written():
    """PostgreSQL refuses what is longer, and a change would fail with it."""
    codes = {
        ClubChange.Matter.SEEN: [*FROM_THE_START, "own-99999"],
        ClubChange.Matter.KIND: ["x" * MembershipKind._meta.get_field("code").max_length],
    }
    names = [field.name for field in Club._meta.concrete_fields]
    for matter in ClubChange.Matter:
        names += [ClubChange.setting(matter, code) for code in codes.get(matter, [10**9])]
    assert max(map(len, names)) <= ClubChange._meta.get_field("field").max_length
