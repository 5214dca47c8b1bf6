"""A table's link: how long it holds, who held a phone, and what is refused."""

from datetime import UTC, datetime, timedelta

import pytest
from django.db import IntegrityError, transaction

from league.access import tokens
from league.access.queries.tables import forget_revoked, is_revoked
from league.errors import IllegalError, InvalidError
from league.events.services import seating
from league.links import services as access
from league.links.models import Holder, LinkUse, TableLink
from league.links.queries import holders, link_in_force, link_uses
from tests import builders

pytestmark = pytest.mark.rules

NOW = builders.NIGHT


def hold(link, device="phone-1", name="", seat=None, now=NOW):
    return access.name_holder(link=link, device=device, name=name, seat=seat, now=now)


def token_of(link):
    return tokens.LinkToken(link.pk, link.table_id, link.ends_at)


def test_a_link_ends_at_noon_after_the_evening(link):
    assert link.ends_at == datetime(2026, 3, 7, 12, 0, tzinfo=builders.BERLIN)


def test_noon_is_noon_also_when_the_clocks_change(club):
    night = datetime(2026, 3, 28, 21, 0, tzinfo=builders.BERLIN)
    table = builders.table(builders.evening(day=night.date()), club.anke, club.bernd)
    link = access.make_link(table=table, by=None, now=night)
    assert link.ends_at.astimezone(builders.BERLIN).hour == 12
    assert link.ends_at.astimezone(UTC) - night == timedelta(hours=14)


def test_asking_for_a_link_again_gives_the_same(club, table, link):
    assert access.make_link(table=table, by=club.rolf.user, now=NOW + timedelta(minutes=5)) == link


def test_a_new_link_takes_the_place_of_the_old_once_however_often_it_is_sent(club, table, link):
    new = access.make_link(table=table, by=club.rolf.user, now=NOW, replaces=link)
    again = access.make_link(table=table, by=club.rolf.user, now=NOW, replaces=link)
    assert new == again != link
    link.refresh_from_db()
    assert link.revoked_at == NOW
    assert link_in_force(table, NOW) == new


def test_no_link_for_an_evening_that_is_over_or_far_ahead(club, table):
    with pytest.raises(IllegalError) as refused:
        access.make_link(table=table, by=None, now=NOW + timedelta(days=1))
    assert refused.value.code == "evening_is_over"
    with pytest.raises(IllegalError) as refused:
        access.make_link(table=table, by=None, now=NOW - timedelta(days=5))
    assert refused.value.code == "link_too_early"
    assert "5. März 2026, 12:00" in str(refused.value)


def test_no_link_holds_longer_than_two_days(table):
    with pytest.raises(IllegalError):
        access.make_link(table=table, by=None, now=NOW, ends_at=NOW + timedelta(hours=49))


def test_a_token_is_good_until_its_end_and_only_as_signed(link):
    text = tokens.sign_link(token_of(link))
    assert tokens.read_link(text, NOW).table_id == link.table_id
    assert tokens.read_link(text, link.ends_at) is None
    for place in (0, len(text) // 2, -1):
        forged = list(text)
        forged[place] = "A" if forged[place] != "A" else "B"
        assert tokens.read_link("".join(forged), NOW) is None


def test_a_token_of_one_kind_is_not_good_for_another(link):
    holder = tokens.HolderToken(link.pk, link.table_id, link.ends_at, 1, "Anke")
    assert tokens.read_link(tokens.sign_holder(holder), NOW) is None
    assert tokens.read_holder(tokens.sign_link(token_of(link)), NOW) is None


def test_no_query_to_check_a_phone(link, django_assert_num_queries):
    is_revoked(0, NOW)  # the short list is read once a second at most
    token = tokens.HolderToken(link.pk, link.table_id, link.ends_at, 1, "Anke")
    text = tokens.sign_holder(token)
    with django_assert_num_queries(0):
        read = tokens.read_holder(text, NOW)
        assert not is_revoked(read.link_id, NOW)


def test_a_revoked_link_is_known_at_once_here_and_within_a_second_elsewhere(
    club, link, django_capture_on_commit_callbacks
):
    assert not is_revoked(link.pk, NOW)
    with django_capture_on_commit_callbacks() as after_commit:
        access.revoke_link(link=link, by=club.rolf.user, now=NOW)
    # Another process hears no callback: it asks again after a second.
    assert not is_revoked(link.pk, NOW)
    assert is_revoked(link.pk, NOW + timedelta(seconds=1))
    forget_revoked()
    assert is_revoked(link.pk, NOW)
    assert forget_revoked in after_commit


@pytest.mark.both
def test_revoking_twice_keeps_who_did_it_first(club, link):
    access.revoke_link(link=link, by=club.rolf.user, now=NOW)
    access.revoke_link(link=link, by=club.anke.user, now=NOW + timedelta(minutes=1))
    link.refresh_from_db()
    assert (link.revoked_by, link.revoked_at) == (club.rolf.user, NOW)


def test_it_asks_once_who_holds_the_phone(club, link):
    seat = link.table.seats.get(participation__person=club.anke)
    first = hold(link, seat=seat)
    assert (first.name, first.seat) == ("Anke", seat)
    assert hold(link, seat=seat) == first
    assert LinkUse.objects.filter(kind="named").count() == 1


def test_whoever_types_the_name_of_a_seat_is_meant(club, link):
    typed = hold(link, name=" anke ")
    assert typed.seat.participation.person == club.anke
    assert typed.name == "Anke"
    assert hold(link, "phone-2", "Enno").seat is None


@pytest.mark.both
def test_another_name_is_another_holder_and_the_old_one_keeps_his(link):
    first = hold(link, name="  Wiebke   vom Tresen ")
    second = hold(link, name="Enno")
    first.refresh_from_db()
    assert (first.name, second.name) == ("Wiebke vom Tresen", "Enno")
    assert [holder.name for holder in holders([link])] == ["Enno"]


def test_a_name_of_eighty_letters_is_kept(club, link):
    name = "A" * 80
    guest = builders.member(name, kind="")
    table = builders.table(link.table.block.event, guest)
    other = access.make_link(table=table, by=None, now=NOW)
    assert hold(other, seat=table.seats.get()).name == name
    assert hold(link, name="B" * 200).name == "B" * 80


def test_nobody_or_a_seat_from_elsewhere_is_refused(club, link):
    with pytest.raises(InvalidError) as refused:
        hold(link, name="  ")
    assert (refused.value.code, refused.value.field) == ("name_missing", "name")
    elsewhere = builders.table(link.table.block.event, club.oemer, club.stine).seats.first()
    with pytest.raises(InvalidError):
        hold(link, seat=elsewhere)
    left = link.table.seats.get(participation__person=club.bernd)
    seating.unseat(seat=left)
    left.refresh_from_db()
    with pytest.raises(InvalidError):
        hold(link, seat=left)


@pytest.mark.parametrize("name", ["pillen.shop", "<b>Uwe</b>", "uwe@x.invalid", "www.x"])
def test_who_holds_the_phone_is_called_by_words(link, name):
    with pytest.raises(InvalidError) as refused:
        hold(link, name=name)
    assert refused.value.code == "not_only_words"


def test_no_name_on_a_link_that_is_over(club, link):
    with pytest.raises(IllegalError):
        hold(link, name="Anke", now=link.ends_at)
    access.revoke_link(link=link, by=None, now=NOW)
    with pytest.raises(IllegalError):
        hold(link, name="Anke")
    assert not Holder.objects.exists()


@pytest.mark.both
def test_a_visit_is_logged_once_a_minute(link):
    for seconds in (0, 10, 70):
        now = NOW + timedelta(seconds=seconds)
        access.log_use(link=link, kind="opened", device="phone-1", now=now)
    access.log_use(link=link, kind="opened", device="phone-2", now=NOW)
    assert [use.device for use in link_uses(link.table)] == ["phone-2", *["phone-1"] * 2]


@pytest.mark.both
def test_the_database_keeps_links_holders_and_log_as_they_were(link):
    hold(link, name="Anke")
    with pytest.raises(IntegrityError), transaction.atomic():
        TableLink.objects.update(ends_at=NOW + timedelta(days=9))
    with pytest.raises(IntegrityError), transaction.atomic():
        Holder.objects.update(device="another")
    with pytest.raises(IntegrityError), transaction.atomic():
        LinkUse.objects.update(kind="refused")
    access.revoke_link(link=link, by=None, now=NOW)
    with pytest.raises(IntegrityError), transaction.atomic():
        TableLink.objects.update(revoked_at=None)
