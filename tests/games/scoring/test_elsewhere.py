"""A phone comes back that went on without network: late, for another player, against what was
played.
"""

import json
import re
from datetime import date, time
from uuid import uuid4

import pytest
from django.urls import reverse
from django.utils import timezone

from finance.books.models.claims import Claim
from finance.books.services.closing import close_through
from games.scoring.models import Entry, Game, OtherVersion
from games.scoring.queries import live_game
from league.access import tokens
from league.kings import queries as kings
from league.links import services as links
from league.results.models.results import Charge, Result
from league.seasons.services import close_season
from tests import builders
from tests.games.scoring.test_scorer_api import Phone
from tests.plugins.built import built_once

pytestmark = [pytest.mark.slow, pytest.mark.once]

TAPPED = "2026-03-06T21:05:00+01:00"


@built_once
def table(club):
    return builders.table(builders.evening("rsc2003"), club.anke, club.bernd, club.jette)


@built_once
def phone(table, club):
    """Return the referee's phone with a game that has just begun; Anke throws first."""
    phone = Phone(table, club.rolf)
    assert phone.start(starter=table.seats.first().pk).status_code == 201
    return phone


def seats(table):
    return [str(pk) for pk in table.seats.values_list("pk", flat=True)]


def thrown(player, *dice, **more):
    return {
        "type": "hand",
        "player": player,
        "dice": list(dice),
        "throws": 1,
        "in_one_throw": True,
        **more,
    }


def lost(table, place=1, penalty=1, best=0):
    around = seats(table)
    return {"type": "round", "loser": around[place], "penalty": penalty, "best": around[best]}


def events_of(phone):
    return [(kind, data) for kind, data in _live(phone).entries]


def _live(phone):
    live = live_game(Game.objects.get(key=phone.key).key)
    live.refresh()
    return live


def take(phone, *events, base, seen, id_="r1", **more):
    sent = [{"id": uuid4().hex, **event} for event in events]
    body = {"id": id_, "base": base, "seen": seen, "events": sent, **more}
    return body, phone.call("post", f"games/{phone.key}/versions/", body)


# --- the other version counts -------------------------------------------------------------------
def test_the_phones_version_takes_the_place_of_what_came_meanwhile_and_both_are_kept(phone, table):
    phone.send(lost(table))
    phone.send(lost(table, place=2), lost(table, place=2))
    sent, answer = take(phone, lost(table, place=0, best=1), base=1, seen=3, tapped_at=TAPPED)
    assert answer.status_code == 200, answer.json()
    assert [kind for kind, _data in events_of(phone)] == [
        *["round"] * 3,
        "retract",
        "retract",
        "round",
    ]
    assert answer.json()["view"]["sequence"] == 6
    assert answer.json()["view"]["deckel"] == dict(zip(seats(table), (1, 1, 0), strict=True))
    again = phone.call("post", f"games/{phone.key}/versions/", sent)
    assert again.json() == answer.json()
    other = OtherVersion.objects.get()
    assert (other.was_log, other.base, len(other.events)) == (True, 1, 2)
    history = phone.read_game(rounds=1)
    page = phone.client.get(history["versions"])
    assert page.status_code == 200
    assert len(re.findall(r"<li value=", page.content.decode())) == 2
    assert [(arrival["sequence"], arrival["tapped_at"]) for arrival in history["arrivals"]] == [
        (6, TAPPED)
    ]


def test_what_was_taken_back_meanwhile_is_there_again(phone, table):
    phone.send(lost(table), lost(table, place=2))
    phone.send({"type": "retract"}, {"type": "retract"}, lost(table, place=0, best=1))
    _sent, answer = take(phone, lost(table, place=1), base=2, seen=5)
    assert answer.status_code == 200, answer.json()
    live = _live(phone)
    assert [live.entries[at - 1][1]["loser"] for at in _in_force(live)] == [
        seats(table)[place] for place in (1, 2, 1)
    ]


def _in_force(live):
    force, top = [], live.top(live.sequence)
    while top:
        force.insert(0, top)
        top = live.under(top)
    return force


def test_a_game_that_was_closed_meanwhile_is_opened_for_it_and_its_result_is_corrected(
    phone, table, club
):
    phone.send(lost(table))
    phone.mark("abandon", reason="letzter Bus")
    assert Result.objects.get().ended_by == "abandoned"
    _sent, answer = take(phone, lost(table, place=2), base=1, seen=3)
    assert answer.status_code == 200, answer.json()
    assert answer.json()["view"]["correcting"]
    phone.seen = answer.json()["view"]["sequence"]
    phone.mark("abandon", reason="Feierabend")
    assert list(Result.objects.order_by("version").values_list("is_current", flat=True)) == [
        False,
        True,
    ]


def test_whoever_has_not_seen_the_latest_is_told_and_nothing_changes(phone, table):
    phone.send(lost(table))
    phone.send(lost(table, place=2))
    _sent, answer = take(phone, lost(table), base=0, seen=1)
    assert (answer.status_code, answer.json()["code"]) == (409, "stale")
    _sent, answer = take(phone, lost(table), {"type": "round", "loser": "x"}, base=1, seen=2)
    assert (answer.status_code, answer.json()["event"]) == (422, 1)
    assert len(events_of(phone)) == 2
    assert not OtherVersion.objects.exists()


def test_the_page_says_who_wrote_what_gave_way_and_to_whom(phone, table, club):
    phone.send(lost(table))
    anke = Phone(table, club.anke)
    anke.key, anke.seen = phone.key, phone.seen
    anke.send(lost(table, place=2))
    wrote = timezone.localtime(Entry.objects.get(sequence=2).at)
    take(phone, lost(table, place=0, best=1), base=1, seen=2)
    page = phone.client.get(f"/tische/{table.pk}/spiele/1/fassungen/").content.decode()
    assert f"eingetragen von Anke, zuletzt um {wrote:%H:%M}" in page
    assert "dem Handy von Rolf gewichen" in page


def test_a_ruling_of_the_referee_gives_way_to_nobody_without_the_office(phone, table, club):
    phone.send(lost(table))
    phone.send({"type": "ruling", "by": "Rolf", "text": "Streit", "effect": {}})
    anke = Phone(table, club.stine)
    anke.key = phone.key
    _sent, answer = take(anke, lost(table), base=1, seen=2)
    assert answer.status_code in (403, 404)
    assert len(events_of(phone)) == 2


# --- the version that does not count ------------------------------------------------------------
def test_what_gives_way_is_kept_beside_the_game_for_those_inside(phone, table, club):
    phone.send(lost(table))
    version = {
        "id": "v1",
        "game": phone.key,
        "number": 1,
        "base": 1,
        "header": _live(phone).header,
        "events": [
            {"id": "e", **lost(table, place=2)},
            {"id": "r", "type": "ruling", "text": "laut", "effect": {}},
        ],
        "tapped_at": TAPPED,
    }
    for _again in range(2):
        answer = phone.call("post", f"tables/{table.pk}/versions/", version)
        assert answer.status_code == 200, answer.json()
    other_versions = OtherVersion.objects.get()
    assert other_versions.words == {"1": {"text": "laut"}}
    assert "laut" not in json.dumps(other_versions.events)
    read = phone.call("get", f"tables/{table.pk}/versions/?number=1").json()["versions"]
    assert [(row["by"], row["was_log"], len(row["log"]["events"])) for row in read] == [
        ("Rolf", False, 2)
    ]
    assert read[0]["log"]["events"][1]["text"] == "laut"
    assert Phone(table).call("get", f"tables/{table.pk}/versions/?number=1").status_code == 404


# --- the table has moved on ---------------------------------------------------------------------
def test_a_game_started_without_network_is_no_other_than_the_phone_thinks(phone, table, club):
    phone.send(lost(table))
    phone.mark("abandon", reason="Bus")
    late = Phone(table, club.rolf)
    answer = late.start(starter=table.seats.first().pk, number=1)
    assert (answer.status_code, answer.json()["code"]) == (409, "table_moved_on")
    assert late.start(starter=table.seats.first().pk, number=2).status_code == 201


def test_the_phone_may_have_drawn_the_lot_itself(table, club):
    last = table.seats.last().pk
    phone = Phone(table, club.rolf)
    assert phone.start(starter=last, lot=True).status_code == 201
    game = Game.objects.get()
    assert (game.by_lot, game.header["starter"]) == (True, str(last))


# --- the table already plays its next game ------------------------------------------------------
ABANDONED = {"type": "abandon", "reason": "Feierabend"}


@built_once
def next_game(phone, table, club):
    """Game 1 is closed with two rounds, and game 2 is being played at the table."""
    phone.send(lost(table))
    phone.send(lost(table, place=2))
    phone.mark("abandon", reason="Bus")
    other = Phone(table, club.anke)
    assert other.start(starter=table.seats.first().pk).status_code == 201
    other.send(lost(table))
    return other


def test_a_version_that_is_over_replaces_the_result_while_the_next_game_goes_on(
    phone, next_game, table
):
    sent, answer = take(phone, lost(table, place=2), ABANDONED, base=1, seen=4, finish="f1")
    assert answer.status_code == 200, answer.json()
    assert answer.json()["view"]["status"] == "finished"
    again = phone.call("post", f"games/{phone.key}/versions/", sent)
    assert (again.status_code, again.json()) == (200, answer.json())
    table.refresh_from_db()
    assert table.playing == 2
    assert next_game.send(lost(table)).status_code == 200
    assert list(Result.objects.order_by("version").values_list("version", "is_current")) == [
        (1, False),
        (2, True),
    ]
    assert OtherVersion.objects.get().was_log


def test_a_version_that_is_not_over_needs_the_table(phone, next_game, table):
    for more in ({}, {"finish": "f1"}):
        _sent, answer = take(phone, lost(table, place=2), base=1, seen=4, **more)
        code = "game_not_over" if more else "another_game_running"
        assert (answer.status_code, answer.json()["code"]) == (422, code)
    assert len(events_of(phone)) == 4
    assert not OtherVersion.objects.exists()


def test_a_game_that_was_played_elsewhere_is_one_more_while_another_goes_on(next_game, table, club):
    late = Phone(table, club.rolf)
    events = [{"id": f"e{n}", **event} for n, event in enumerate((lost(table), ABANDONED))]
    played = {"events": events, "finish": "f1", "tapped_at": TAPPED}
    answer = late.start(starter=table.seats.first().pk, played=played)
    assert answer.status_code == 201, answer.json()
    assert (answer.json()["game"]["number"], answer.json()["view"]["sequence"]) == (3, 3)
    assert answer.json()["view"]["status"] == "finished"
    assert Result.objects.filter(number=3, ended_by="abandoned").exists()
    assert [arrival["tapped_at"] for arrival in late.read_game(rounds=1)["arrivals"]] == [TAPPED]
    table.refresh_from_db()
    assert table.playing == 2
    assert next_game.send(lost(table)).status_code == 200
    body = {"id": late.key, "seats": [int(seat) for seat in seats(table)], "played": played}
    body["starter"] = int(seats(table)[0])
    again = late.call("post", f"tables/{table.pk}/games/", body)
    assert (again.status_code, again.json()) == (201, answer.json())
    assert Game.objects.count() == 3


def test_a_game_that_is_not_over_is_none_that_was_played(next_game, table, club):
    late = Phone(table, club.rolf)
    played = {"events": [{"id": "e", **lost(table)}], "finish": "f1"}
    answer = late.start(starter=table.seats.first().pk, played=played)
    assert (answer.status_code, answer.json()["code"]) == (422, "game_not_over")
    assert Game.objects.count() == 2


def test_what_a_phone_has_put_aside_does_not_count_when_a_repeat_comes_late(
    phone, next_game, table, club
):
    """The message was refused while the next game was being played, and comes once more later."""
    sent, refused = take(phone, lost(table, place=2), base=1, seen=4)
    assert refused.status_code == 422
    version = {"game": phone.key, "number": 1, "base": 1, "header": _live(phone).header}
    stored = {"id": f"{sent['id']}:v", "events": sent["events"], **version}
    assert phone.call("post", f"tables/{table.pk}/versions/", stored).status_code == 200
    late = Phone(table, club.rolf)
    assert late.start(starter=table.seats.first().pk).json()["code"] == "game_running"
    stored = {**stored, "id": f"{late.key}:v", "game": late.key, "base": 0}
    assert phone.call("post", f"tables/{table.pk}/versions/", stored).status_code == 200
    next_game.mark("abandon", reason="Bus")
    body = {"id": late.key, "seats": [int(seat) for seat in seats(table)]}
    body["starter"] = int(seats(table)[0])
    for answer in (
        phone.call("post", f"games/{phone.key}/versions/", sent),
        late.call("post", f"tables/{table.pk}/games/", body),
    ):
        assert (answer.status_code, answer.json()["code"]) == (409, "version_given_up")
    assert len(events_of(phone)) == 4
    assert Game.objects.count() == 2


def test_what_a_late_repeat_brought_after_all_is_not_kept_beside_it(phone, table):
    ids = ["e1", "e2"]
    phone.send(lost(table), ids=ids[:1])
    events = [{"id": text, **lost(table)} for text in ids]
    version = {"id": "v", "game": phone.key, "number": 1, "base": 0, "header": {}}
    for sent in (events[:1], events):
        answer = phone.call("post", f"tables/{table.pk}/versions/", {**version, "events": sent})
        assert answer.status_code == 200, answer.json()
    assert len(OtherVersion.objects.get().events) == 1


def test_who_wrote_what_a_phone_has_not_seen(next_game, phone, table, club):
    phone.key = next_game.key
    told = phone.call("get", f"games/{phone.key}/entries/?since=0").json()
    assert told["written"]["by"] == ["Anke"]
    assert told["written"]["last_at"] is not None
    nothing = phone.call("get", f"games/{phone.key}/entries/?since=1").json()
    assert nothing["written"] == {"by": [], "last_at": None}


# --- for whom -----------------------------------------------------------------------------------
def sender(phone):
    return phone.call("get", f"tables/{phone.table.pk}/").json()["me"]["sender"]


def sends_as(sign, phone, body):
    return phone.client.post(
        f"/api/games/{phone.key}/events/",
        body,
        content_type="application/json",
        headers={"x-sender": sign},
    )


def test_nobody_sends_what_somebody_else_entered(phone, table, club):
    sign = sender(phone)
    assert sign.startswith("person-")
    other = Phone(table, club.anke)
    other.key = phone.key
    body = {"seen": 0, "events": [{"id": "e", **lost(table)}]}
    refused = sends_as(sign, other, body)
    assert (refused.status_code, refused.json()["code"]) == (403, "other_sender")
    assert sends_as(sign, phone, body).status_code == 200


def opens(phone, link, name):
    token = tokens.sign_link(tokens.LinkToken(link.pk, link.table_id, link.ends_at))
    phone.client.post(reverse("league:enter_table", args=[token]), {"name": name})


def test_a_new_link_of_the_table_sends_what_an_older_one_left_and_says_who_tapped(club):
    event = builders.evening("rsc2003", day=timezone.localdate())
    table = builders.table(event, club.anke, club.bernd)
    jette, oemer = Phone(table), Phone(table)
    link = links.make_link(table=table, by=club.rolf.user, now=timezone.now())
    opens(jette, link, "Jette")
    sign = sender(jette)
    assert sign.startswith(f"link-{table.pk}-")
    new = links.make_link(table=table, by=club.rolf.user, now=timezone.now(), replaces=link)
    opens(oemer, new, "Ömer")
    assert oemer.start(starter=table.seats.first().pk).status_code == 201
    body = {"seen": 0, "events": [{"id": "e", **lost(table)}], "tapped_at": TAPPED}
    assert sends_as(sign, oemer, body).status_code == 200
    (arrival,) = oemer.read_game(rounds=1)["arrivals"]
    assert (arrival["tapped_by"], arrival["tapped_at"]) == ("Jette", TAPPED)


# --- later than it was played -------------------------------------------------------------------
@built_once
def last_year(club):
    """Return the table of an evening long ago: its season and the year in the books are closed."""
    day = date(2025, 12, 5)
    event = builders.evening("rsc2003", day=day)
    table = builders.table(event, club.anke, club.bernd, club.jette)
    builders.card(table, club.anke, club.bernd, club.bernd)
    now, today = timezone.now(), timezone.localdate()
    close_season(season=event.season, by=None, now=now, today=today)
    close_through(through=date(2025, 12, 31), by=None, today=today, now=now)
    return table


def test_a_game_of_a_closed_season_and_a_sealed_year_comes_as_a_late_card_does(last_year, club):
    phone = Phone(last_year, club.rolf)
    assert phone.start(starter=last_year.seats.first().pk, number=2).status_code == 201
    answer = phone.call(
        "post",
        f"games/{phone.key}/events/",
        {
            "seen": 0,
            "events": [
                {
                    "id": "i",
                    "type": "infraction",
                    "player": seats(last_year)[1],
                    "code": "dice_off_table",
                },
                {
                    "id": "r",
                    "type": "ruling",
                    "by": "",
                    "text": "",
                    "effect": {"lose_game": seats(last_year)[2]},
                },
            ],
            "tapped_at": "2025-12-05T22:00:00+01:00",
        },
    )
    assert answer.status_code == 200, answer.json()
    phone.seen = 2
    answer = phone.mark("finish")
    assert answer.status_code == 200, answer.json()
    card = Result.objects.get(number=1)
    game = Result.objects.get(number=2)
    assert game.is_current
    assert game.entered_at > game.table.block.event.season.closed_at
    assert Charge.objects.filter(result=game).exists()
    # What it costs waits for the treasurer, on a day that is open, as what a late card brings does.
    assert {claim.state for claim in Claim.objects.filter(charge__result=game)} <= {
        claim.state for claim in Claim.objects.filter(charge__result=card)
    } | {Claim.State.PROPOSED}


@pytest.mark.parametrize(
    ("tapped", "counts"),
    [("2026-03-06T21:05:00+01:00", True), ("2026-03-06T22:05:00+01:00", False), (None, None)],
)
def test_a_game_that_waited_on_a_phone_is_asked_for_like_a_late_card(club, tapped, counts):
    """The phone's clock is a hint: it is shown, and the user who runs the evening decides."""
    event = builders.evening("rsc2003", start_time=time(20), end_time=time(22))
    phone = Phone(builders.table(event, club.anke, club.bernd), club.rolf)
    phone.start(starter=phone.table.seats.first().pk)
    late = {"tapped_at": tapped} if tapped else {}
    assert phone.mark("abandon", reason="Bus", **late).status_code == 200
    race = kings.race(event)
    if tapped is None:
        assert (race.late_cards, race.too_late) == ([], 1)
        return
    (card,) = race.late_cards
    assert (card.counts, race.too_late) == (counts, 0)
    page = phone.client.get(f"/abende/{event.pk}/").content.decode()
    assert f"nach der Uhr des Handys um {tapped[11:16]} zu Ende" in " ".join(page.split())
    phone.client.post(f"/ergebnisse/{card.result.pk}/zeit/", {"in_time": "0" if counts else "1"})
    assert [late_card.counts for late_card in kings.race(event).late_cards] == [not counts]
