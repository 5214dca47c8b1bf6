"""A tournament in the API: kept rankings, a player's way, the door, and what the direction sees."""

from datetime import timedelta

import pytest
from django.urls import reverse

from league.events.services import evenings
from league.tournaments.direction.services import setting_up
from league.tournaments.draws.services import drawing, releasing
from tests import builders
from tests import tournaments as day
from tests.league.tournaments.test_tournament_pages import (
    _tonight,
    built_event,
    built_playing,
    closed_early,
    event,
    playing,
)

__all__ = ["_tonight", "built_event", "built_playing", "event", "playing"]
pytestmark = [pytest.mark.django_db, pytest.mark.once]


def ask(client, name, *args, status=200, **asked):
    answer = client.get(reverse(f"league:api_{name}", args=args), asked)
    assert answer.status_code == status, answer.content
    return answer.json()


def names(players):
    return [player["name"] for player in players]


def test_the_ranking_is_the_one_the_worker_kept(client, playing):
    body = ask(client, "tournament", playing.pk)
    assert body["as_of"] is not None
    assert not body["is_stale"]
    table = day.tables(playing, 1)[0].table
    circle = day.circle(table)
    day.game(table, 3, circle[0], circle[0])
    stale = ask(client, "tournament", playing.pk)
    assert stale["is_stale"]
    assert stale["places"] == body["places"]
    day.counted(playing)
    assert ask(client, "tournament", playing.pk)["places"] != body["places"]


def test_a_prize_off_the_list_and_closed_registration_are_news(client, club, playing):
    url = reverse("league:api_tournament", args=[playing.pk])
    client.force_login(club.anke.user)
    for place in (1, 2):
        setting_up.add_prize(event=playing, award="place", place=place, thing=f"Pokal {place}")

    def is_news(etag):
        return client.get(url, headers={"if-none-match": etag}).status_code == 200

    etag = client.get(url)["ETag"]
    assert not is_news(etag)
    setting_up.remove_prize(prize=playing.prizes.get(place=1))
    assert is_news(etag)
    etag = client.get(url)["ETag"]
    evenings.set_public(event=playing, is_public=False)
    assert is_news(etag)


def test_a_corrected_card_says_whom_it_moved_and_why_to_members(client, club, playing):
    table = day.tables(playing, 1)[0].table
    circle = day.circle(table)
    day.game(table, 2, circle[3], circle[3], reason="verwechselt")
    day.counted(playing)
    [row] = ask(client, "block", playing.pk, 1)["corrections"]
    assert (row["table"], row["number"], row["reason"]) == (table.number, 2, "")
    assert row["moves"]
    client.force_login(club.anke.user)
    assert ask(client, "block", playing.pk, 1)["corrections"][0]["reason"] == "verwechselt"


def test_a_player_reads_where_to_go_and_the_games_behind_the_place(client, playing):
    state = day.tables(playing, 1)[0]
    who = state.seats[0].participation
    body = ask(client, "player", playing.pk, who.pk)
    assert (body["where"], body["table"], body["block"]) == ("table", state.table.number, 1)
    [block] = body["blocks"]
    assert [game["number"] for game in block["games"]] == [1, 2]
    place = {
        row["player"]["id"]: row["rank"] for row in ask(client, "block", playing.pk, 1)["rows"]
    }
    assert block["rank"] == place[who.pk]
    ask(client, "player", playing.pk, 10**6, status=404)


def test_a_draw_says_who_met_whom_and_which_versions_there_were(client, playing):
    body = ask(client, "draw", playing.pk, 1)
    together = sum(
        len(table["players"]) * (len(table["players"]) - 1) // 2 for table in body["tables"]
    )
    assert sum(meeting["times"] for meeting in body["meetings"]) == together
    assert [version["kind"] for version in body["versions"]] == ["draw"]
    assert body["quality"]


def test_whoever_met_before_reads_why_they_sit_together_again(client, club, event):
    day.draw(event, 1)
    closed_early(event, 1)
    day.draw(event, 2)
    day.counted(event)
    tables = ask(client, "draw", event.pk, 2)["tables"]
    people = [player["id"] for table in tables for player in table["players"]]
    answers = {person: ask(client, "draw_why", event.pk, 2, person)["again"] for person in people}
    asked, [again, *_others] = next((player, text) for player, text in answers.items() if text)
    assert "saßen schon einmal zusammen" in again["reasons"][0]
    ask(client, "draw_why", event.pk, 2, 999_999, status=404)
    pair = {"player": asked, "other": again["player"]["id"]}
    ask(client, "directed_why", event.pk, 2, status=401, **pair)
    client.force_login(club.anke.user)
    body = ask(client, "directed_why", event.pk, 2, **pair)
    assert "saßen schon einmal zusammen" in body["reasons"][0]
    assert body["other"]["id"] == again["player"]["id"]
    ask(client, "directed_why", event.pk, 2, status=400, player=asked)
    ask(client, "directed_why", event.pk, 2, status=404, player=asked, other=999_999)


def test_registration_says_what_it_costs_and_why_it_is_closed(client, club, event):
    body = ask(client, "registration", event.pk)
    assert (body["closed"], body["registered"], body["own"]) == (None, 8, None)
    assert body["fee_cents"] == event.tournament.fee_cents
    day.draw(event, 1)
    body = ask(client, "registration", event.pk)
    assert body["closed"]["code"] == "tournament_runs"


def test_the_desk_reads_who_is_registered_by_name_and_number(client, club, event):
    ask(client, "registrations", event.pk, status=401)
    client.force_login(club.bernd.user)
    ask(client, "registrations", event.pk, status=403)
    client.force_login(club.anke.user)
    body = ask(client, "registrations", event.pk)
    assert (body["checked_in"], len(body["registrations"]), body["line"]) == (8, 8, [])
    assert {team["members"] for team in body["teams"]} == {2}
    [actual] = ask(client, "registrations", event.pk, search="berger")["registrations"]
    assert actual["name"] == "Kai Berger"


def test_the_direction_reads_what_is_next_and_which_cards_are_out(client, club, playing):
    client.force_login(club.anke.user)
    body = ask(client, "direction", playing.pk)
    assert (body["next"]["deed"], body["next"]["block"]) == ("play", 1)
    assert body["present"] == 8
    [block] = body["open"]
    assert {table["state"] for table in block["tables"]} == {"playing"}
    assert body["next"]["cards"] == len(block["tables"])
    people = ask(client, "directed_people", playing.pk)["results"]
    assert {person["is_here"] for person in people} == {"present"}
    assert {person["table"] for person in people} == {table["number"] for table in block["tables"]}
    places = ask(client, "closing", playing.pk)
    assert (len(places["places"]), places["is_final"], places["unplaced"]) == (8, False, [])


def test_a_proposal_is_for_the_direction_alone(client, club, event):
    proposal = drawing.propose_draw(
        block=day.block_of(event, 1),
        seen=day.seen(event),
        seed="geheim",
        by=None,
        now=builders.NIGHT,
    )
    ask(client, "directed_block", event.pk, 1, status=401)
    client.force_login(club.bernd.user)
    ask(client, "directed_block", event.pk, 1, status=404)
    ask(client, "draw", event.pk, 1, status=404)
    client.force_login(club.anke.user)
    body = ask(client, "directed_block", event.pk, 1)
    assert (body["in_force"], body["next"]["deed"]) == (None, "release")
    assert len(body["proposal"]["tables"]) == 2
    assert body["versions"] == []
    releasing.release_draw(draw=proposal, seen=day.seen(event), by=None, now=builders.NIGHT)
    version = ask(client, "directed_block", event.pk, 1)["versions"][0]["version"]
    drawn = ask(client, "draw_version", event.pk, 1, version)
    assert names(drawn["tables"][0]["players"])


def test_the_settings_are_those_of_the_page(client, club, event):
    client.force_login(club.anke.user)
    body = ask(client, "settings", event.pk)
    assert body["template"] == event.tournament.template
    assert len(body["blocks"]) == event.blocks.count()
    assert body["blocks"][0]["name"] == event.blocks.get(number=1).settings["name"]


def test_a_tournament_is_read_as_it_stood_at_a_past_moment(client, club, playing, time_machine):
    before = ask(client, "tournament", playing.pk)["places"]
    time_machine.move_to(builders.NIGHT + timedelta(hours=2), tick=False)
    moment = (builders.NIGHT + timedelta(hours=1)).isoformat()
    table = day.tables(playing, 1)[0].table
    circle = day.circle(table)
    day.game(table, 3, circle[0], circle[0], now=builders.NIGHT + timedelta(hours=2))
    day.counted(playing)
    ask(client, "tournament", playing.pk, as_of=moment, status=403)
    client.force_login(club.anke.user)
    then = ask(client, "tournament", playing.pk, as_of=moment)
    assert [(place["player"]["id"], place["rank"]) for place in then["places"]] == [
        (before_item["player"]["id"], before_item["rank"]) for before_item in before
    ]
    assert then["places"] != ask(client, "tournament", playing.pk)["places"]
    assert ask(client, "tournament", playing.pk, as_of=" ") == ask(client, "tournament", playing.pk)
    body = ask(client, "tournament", playing.pk, as_of="gestern", status=422)
    assert body["code"] == "no_such_moment"
