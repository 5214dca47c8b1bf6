"""A table's whole paper card: typed in by the desk, checked while typing, overruled."""

import re
from contextlib import contextmanager
from datetime import timedelta
from io import BytesIO
from random import Random
from uuid import uuid4

import pytest
from django.test import Client
from django.urls import reverse
from pypdf import PdfReader

from games.cards.services.cards import enter_card
from games.cards.services.deciding import decide_result
from games.cards.services.score_cards import enter_score_card
from games.cards.sheet_reading import read
from games.cards.sheets import sheet_of
from games.rules.outcomes import Card
from games.scoring.queries import live_game
from games.scoring.services import closing, play, start
from league.access.actors import NOBODY, Actor
from league.access.queries.tables import TableRights, forget_locked, is_locked, table_rights
from league.access.tokens import LinkToken, sign_link
from league.errors import IllegalError, InvalidError, LeagueError, NotAllowedError, StaleError
from league.events import queries as events_queries
from league.events.models import Table
from league.links import services as access
from league.results.models.results import Charge, Result
from league.results.queries.results import current_result, results
from league.tournaments.core.queries import reading
from league.tournaments.core.queries.state import TournamentState
from league.tournaments.direction.services import rounds
from league.tournaments.draws.services import changes, releasing
from tests import builders
from tests import tournaments as day
from tests.builders import NIGHT
from tests.directing import browser, final_of_lives, phone_at
from tests.html import one_line
from tests.plugins.built import built_once

pytestmark = [pytest.mark.django_db, pytest.mark.once]
PLAYING, RULING = TableRights(score=True, inside=True), TableRights(score=True, rule=True)
SIX = {1: "121", 2: "233", 3: "44+1", 4: "122+3", 5: "313", 6: "12s"}
NAMES = ("Kai Berger", "Jenny Boll", "Ute Clausen", "Ole Dahl")


def opened(template: str = "schockfreunde", *names: str) -> Table:
    """Return the only table of a tournament's first block, drawn and released."""
    event = builders.tournament(template=template)
    day.people(event, *(names or NAMES))
    day.draw(event, 1)
    return events_queries.table(day.tables(event, 1)[0].table.pk)


@built_once
def table(club) -> Table:
    return opened()


def typed(table: Table, texts: dict[int, str], sums: list[str] = ()):
    sheet = sheet_of(table)
    fields = dict(zip([seat.pk for seat in sheet.seats], sums, strict=False))
    return read(sheet, texts, fields)


def enter(table: Table, texts: dict[int, str], **more):
    """Enter a card as the service gets it, by default from a page just opened."""
    seen = {
        column.number: column.result.version if column.result else None
        for column in sheet_of(table).columns
    }
    fields = {
        "client_id": uuid4().hex, "seen": seen, "complete": False,
        "actor": NOBODY, "rights": PLAYING, "now": NIGHT, **more,
    }  # fmt: skip
    return enter_score_card(table=table, games=typed(table, texts).games, **fields)


@contextmanager
def refused(kind: type[LeagueError], code: str):
    with pytest.raises(kind) as caught:
        yield
    assert caught.value.code == code


def losers(table: Table) -> list[int | None]:
    """Return the loser of each game as a place at the table; None where no line has one."""
    places = {seat.pk: at for at, seat in enumerate(events_queries.seats_of(table), start=1)}
    return [
        next((places[line.seat_id] for line in result.lines.all() if line.lost_game), None)
        for result in results(table.block.event).filter(table=table)
    ]


def address(table: Table) -> str:
    return reverse("games:score_card", args=[table.pk])


def form(texts: dict[int, str], **more: str) -> dict[str, str]:
    return {"client_id": uuid4().hex, **{f"game_{at}": text for at, text in texts.items()}, **more}


# --- what the texts mean --------------------------------------------------------------------
def test_everybody_has_one_name_on_the_card_that_of_this_event():
    names = ("Max Meier", "Max Müller", "Jette Klapper", "Uwe Wolf")
    table = opened("schockfreunde", *names)
    own = table.block.event.participations.get(person__name="Jette Klapper")
    own.shown_as = "Die Kanone"
    own.save()
    reading = typed(table, {1: "121"})
    at_table = [total.seat.participation.name for total in reading.sums]
    assert [total.name for total in reading.sums] == at_table
    assert set(at_table) == {"Max Meier", "Max Müller", "Die Kanone", "Uwe Wolf"}
    assert reading.cells[0].words.startswith(f"H1 {at_table[0]}, H2 {at_table[1]}")


def test_six_games_and_their_sums(table):
    reading = typed(table, SIX)
    assert not reading.is_wrong
    assert reading.is_full
    # Schockfreunde: a point for every half not lost; the lost final takes one, „scharf“ has none.
    assert [total.total for total in reading.sums] == ["7", "7", "8", "10"]


def test_each_game_is_said_in_words(table):
    names = [total.name for total in typed(table, {}).sums]
    cells = typed(table, SIX).cells
    assert cells[0].words == f"H1 {names[0]}, H2 {names[1]}, verloren {names[0]}"
    assert cells[2].words == f"beide Hälften {names[3]}, Schock-Aus {names[0]}"
    assert cells[5].words == f"H1 {names[0]}, H2 {names[1]}, scharf, verloren {names[1]}"


def test_a_sum_that_differs_is_found(table):
    wrong = typed(table, SIX, ["7", "7", "9", ""]).differs
    assert [problem.error for problem in wrong] == ["Karte sagt 9, die Spiele ergeben 8."]


@pytest.mark.parametrize("typed_sum", ["acht", "8-", "1/2", "--1", "8,,5"])
def test_a_sum_that_is_no_number_is_refused(table, typed_sum):
    reading = typed(table, SIX, [typed_sum])
    assert reading.is_wrong
    assert reading.sums[0].unreadable


def test_half_points_are_written_as_on_paper(club):
    table = opened("werl")
    reading = typed(table, {1: "1=234/4321/4"}, ["3,5", "3.5", "3", "-1"])
    # 3/2/1/0 by getting out: the first two shared places one and two; the lost final costs one.
    assert [total.total for total in reading.sums] == ["2,5", "3,5", "3", "2"]
    assert [differ.seat.pk for differ in reading.differs] == [
        reading.sums[0].seat.pk, reading.sums[3].seat.pk
    ]  # fmt: skip


def test_points_of_throws_are_added_up(club):
    reading = typed(opened("koenigswinter"), {1: "121 5 0 7 2", 2: "33 1 1 1 4"})
    assert [total.total for total in reading.sums] == ["6", "1", "8", "6"]


@pytest.mark.parametrize(
    ("texts", "number", "sentence"),
    [
        ({1: "12"}, 1, "Wer hat das Finale verloren?"),
        ({1: "123"}, 1, "Das Finale spielen nur"),
        ({1: "1"}, 1, "zweite Hälfte"),
        ({1: "112"}, 1, "Ein Finale gibt es nicht"),
        ({1: "121+1111"}, 1, "So viele kann einer nicht haben"),
        ({1: "121", 3: "121"}, 2, "schreib 0"),
    ],
)
def test_a_card_that_cannot_be_is_marked_where_it_is_wrong(table, texts, number, sentence):
    reading = typed(table, texts)
    assert [cell.column.number for cell in reading.cells if cell.error] == [number]
    assert sentence in reading.cells[number - 1].error


def test_a_game_that_was_not_played_leaves_a_gap(table):
    reading = typed(table, {1: "121", 2: "0", 3: "122"})
    assert not reading.is_wrong
    assert sorted(reading.games) == [1, 3]


# --- storing it -----------------------------------------------------------------------------
def test_a_whole_card_at_once_charges_nobody(table):
    before = Charge.objects.count()
    assert len(enter(table, SIX)) == 6
    assert losers(table) == [1, 3, 4, 2, 3, 2]
    assert {result.source for result in table.results.all()} == {Result.Source.CARD}
    assert Charge.objects.count() == before
    state = day.tables(table.block.event, 1)[0]
    assert state.state == "in"


def test_at_an_evening_the_loser_pays_as_ever(club):
    evening = builders.table(builders.evening(), club.anke, club.bernd, club.jette)
    builders.card(evening, club.anke, club.bernd, club.bernd)
    assert list(Charge.objects.values_list("kind", flat=True)) == ["stake"]


def test_the_same_card_sent_twice_is_one_card(table):
    first = enter(table, SIX, client_id="card")
    assert enter(table, SIX, client_id="card", seen={}) == []
    assert table.results.count() == len(first) == 6


def test_other_games_under_the_same_id_are_no_repeat(table):
    enter(table, {1: "121"}, client_id="card")
    with pytest.raises(StaleError):
        enter(table, {1: "122"}, client_id="card")
    assert losers(table) == [1]
    assert [result.number for result in enter(table, {1: "121", 2: "233"}, client_id="card")] == [2]


def test_two_people_enter_the_same_card(table):
    seen = dict.fromkeys(range(1, 7))
    enter(table, SIX, seen=seen)
    assert enter(table, SIX, seen=seen) == []  # the same: nothing to quarrel about
    with refused(StaleError, "game_entered_meanwhile"):
        enter(table, {**SIX, 4: "121"}, seen=seen, reason="Ich sehe eine 1")
    assert (table.results.count(), losers(table)[3]) == (6, 2)


def test_a_correction_needs_a_reason_and_leaves_the_other_games_alone(table):
    enter(table, SIX)
    with refused(InvalidError, "reason_missing"):
        enter(table, {**SIX, 4: "121"})
    [changed] = enter(table, {**SIX, 4: "121"}, reason="Schlecht lesbar")
    assert (changed.number, changed.version, changed.reason) == (4, 2, "Schlecht lesbar")
    assert table.results.count() == 7


def test_one_wrong_game_stores_none(table):
    games = {**typed(table, SIX).games}
    seats = games[6].seats
    games[6] = Card(seats, seats[0], seats[1], seats[2])
    with refused(InvalidError, "not_in_final"):
        enter_score_card(
            table=table, client_id="x", games=games, seen={}, complete=True,
            actor=NOBODY, rights=PLAYING, now=NIGHT,
        )  # fmt: skip
    assert not table.results.exists()


def test_a_card_with_fewer_games_is_handed_in_as_it_is(table):
    enter(table, {1: "121", 2: "122"})
    assert day.tables(table.block.event, 1)[0].state == "playing"
    enter(table, {1: "121", 2: "122"}, complete=True)
    assert day.tables(table.block.event, 1)[0].state == "in"
    assert table.results.count() == 2


def test_an_empty_card_is_not_handed_in(table):
    with refused(IllegalError, "card_is_empty"):
        enter(table, {}, complete=True)


# --- a game from the phone ------------------------------------------------------------------
def phone_game(table: Table):
    """Score a game of the table on its phone to its end: place 2 lost it by a ruling."""
    seats = [seat.pk for seat in events_queries.seats_of(table)]
    key = uuid4()
    start.start_game(
        table=table, key=key, seats=seats, starter=seats[0], options={}, actor=NOBODY, now=NIGHT,
        rng=Random(1),
    )  # fmt: skip
    game = live_game(key)
    game.refresh()
    ruling = {
        "id": "r", "type": "ruling", "by": "Rolf", "text": "Geht so nicht",
        "effect": {"lose_game": str(seats[1])},
    }  # fmt: skip
    fine = {"id": "f", "type": "infraction", "player": str(seats[0]), "code": "early_lift"}
    play.append_events(
        game=game, seen=game.sequence, events=[fine, ruling], actor=NOBODY, may_rule=True, now=NIGHT
    )
    return game


def finish(game, client_id: str = "end") -> None:
    game.refresh()
    closing.finish_game(game=game, seen=game.sequence, client_id=client_id, actor=NOBODY, now=NIGHT)


def test_a_game_from_the_phone_charges_nobody_and_is_shown_only(table):
    before = Charge.objects.count()
    game = phone_game(table)
    assert sheet_of(table).columns[0].closed == "wird gerade mitgeschrieben"
    shown = browser(builders.member("Rita", "referee")).get(
        reverse("games:api_game", args=[game.key])
    )
    assert (shown.json()["game"]["stake"], shown.json()["view"]["charges"]) == (None, [])
    finish(game)
    assert Charge.objects.count() == before
    assert sheet_of(table).columns[0].closed == "am Tisch mitgeschrieben"
    enter(table, {2: "121"})
    assert losers(table) == [2, 1]
    page = browser(builders.member("Dora", "director")).get(address(table)).content.decode()
    assert "am Tisch mitgeschrieben" in page
    assert 'name="game_1"' not in page
    assert 'name="game_2"' in page


# --- the direction decides ------------------------------------------------------------------
def decide(table: Table, places: tuple, number: int = 1, **more) -> Result:
    seats = [seat.pk for seat in events_queries.seats_of(table)]
    current = current_result(table, number)
    fields = {"reason": "Würfel verschwunden", "client_id": uuid4().hex, **more}
    return decide_result(
        table=table, number=number, seen=current.version if current else None,
        card=Card(seats, *(seats[at - 1] if at else None for at in places)),
        actor=NOBODY, now=NIGHT, **fields,
    )  # fmt: skip


@pytest.mark.parametrize(
    ("places", "ended_by"),
    [
        ((1, 2, 3), "final"),  # no rulebook knows it, the direction may
        ((1, 1, None), "sweep"),
        ((1, None, 2), "ruling"),
        ((None, None, 4), "ruling"),
        ((None, None, None), "abandoned"),
    ],
)
def test_what_the_direction_decides_need_not_be_possible(table, places, ended_by):
    assert decide(table, places).ended_by == ended_by


def test_a_decision_survives_finishing_the_game_again(club, table):
    game = phone_game(table)
    finish(game)
    closing.reopen_game(
        game=game, seen=game.sequence, client_id="re", reason="Streit", rights=RULING,
        actor=NOBODY, now=NIGHT,
    )  # fmt: skip
    decided = decide(table, (3, 4, 3))
    assert decided.version == 2
    finish(game, "end again")
    current = current_result(table, 1)
    assert (current.pk, current.source, current.in_correction) == (decided.pk, "director", False)
    assert losers(table) == [3]
    # The log is beside it, whole.
    assert live_game(game.key).state.step == "over"
    page = browser(club.rolf).get(reverse("league:result", args=[current.pk])).content.decode()
    assert "Entscheidung der Leitung" in page
    assert "Würfel verschwunden" in page


def test_a_decision_before_the_game_is_over_counts_too(table):
    game = phone_game(table)
    decide(table, (3, 4, 3))
    finish(game)
    assert losers(table) == [3]


def test_a_decision_needs_a_reason_and_a_tournament(club, table):
    with refused(InvalidError, "reason_missing"):
        decide(table, (1, 2, 1), reason="  ")
    evening = builders.table(builders.evening(), club.anke, club.bernd)
    with refused(IllegalError, "no_direction"):
        decide(evening, (1, 2, 1))
    assert not Result.objects.exists()


def test_no_table_corrects_what_the_direction_decided(table):
    decide(table, (1, 2, 3))
    current, seats = current_result(table, 1), list(events_queries.seats_of(table))
    card = Card([seat.pk for seat in seats], seats[0].pk, seats[0].pk, None)
    fields = {
        "table": table, "number": 1, "replaces": current, "seen": 1, "card": card,
        "reason": "Doch nicht", "actor": NOBODY, "now": NIGHT,
    }  # fmt: skip
    with pytest.raises(NotAllowedError):
        enter_card(client_id="a", rights=PLAYING, **fields)
    assert enter_card(client_id="b", rights=RULING, **fields).version == 2


def test_only_the_direction_decides_on_its_page(club, table):
    enter(table, {1: "121"})
    page = reverse("games:decide", args=[table.pk, 1])
    data = {"client_id": "d", "seen": "1", "game": "123", "reason": "Becher umgeworfen"}
    assert browser(club.rolf).post(page, data).status_code == 403
    assert browser(club.anke).post(page, {**data, "reason": ""}).status_code == 422
    assert browser(club.anke).post(page, {**data, "game": "?"}).status_code == 422
    assert losers(table) == [1]
    for _twice in range(2):
        assert browser(club.anke).post(page, data).status_code == 302
    assert (losers(table), table.results.count()) == ([3], 2)


# --- the page -------------------------------------------------------------------------------
def test_a_card_is_typed_in_and_the_next_one_opens(club):
    first = opened("schockfreunde", *(f"Gast {at}" for at in range(8)))
    second = next(table.table for table in day.tables(first.block.event, 1) if table.table != first)
    desk = browser(club.stine)
    answer = desk.post(address(first), form(SIX))
    assert (answer.status_code, answer.url) == (302, address(second))
    assert 'name="game_1" autocomplete="off" ' in one_line(desk.get(answer.url))
    assert losers(first) == [1, 3, 4, 2, 3, 2]
    answer = desk.post(address(second), form({1: "121"}, complete="on"))
    assert answer.url == reverse("league:direction", args=[first.block.event_id])


def test_a_wrong_sum_is_refused_and_everything_typed_stays(club, table):
    seat = events_queries.seats_of(table)[0].pk
    answer = browser(club.stine).post(address(table), form(SIX, **{f"sum_{seat}": "11"}))
    page = answer.content.decode()
    assert answer.status_code == 422
    assert "Karte sagt 11, die Spiele ergeben 7." in page
    assert 'value="44+1"' in page
    assert not table.results.exists()


def test_a_wrong_sum_is_taken_with_a_reason_that_stands_at_the_games(club, table):
    seat = events_queries.seats_of(table)[0].pk
    fields = {f"sum_{seat}": "11", "doubtful": "on"}
    desk = browser(club.stine)
    assert desk.post(address(table), form(SIX, **fields)).status_code == 422  # a tick is no reason
    fields["doubt"] = "Verrechnet, alle vier einig"
    assert desk.post(address(table), form(SIX, **fields)).status_code == 302
    reasons = set(table.results.values_list("reason", flat=True))
    assert len(reasons) == 1
    assert "11 statt 7. Verrechnet, alle vier einig" in reasons.pop()


def test_a_stale_card_says_so(club, table):
    enter(table, {1: "122"})
    answer = browser(club.stine).post(address(table), form({1: "121"}, reason="Ich sehe eine 1"))
    assert answer.status_code == 409
    assert "inzwischen anders eingetragen" in answer.content.decode()


def test_what_is_stored_is_not_deleted_by_emptying_its_field(club, table):
    enter(table, {1: "121"})
    answer = browser(club.stine).post(address(table), form({1: "", 2: "121"}, seen_1="1"))
    assert answer.status_code == 422
    assert "Löschen geht nicht" in answer.content.decode()


# --- who comes late, who goes early ---------------------------------------------------------
@built_once
def left(club):
    """Return a table of five, and the player at the first seat, who goes home before the card is
    typed.
    """
    table = opened("gonzerath", *NAMES, "Pia Ernst")
    gone = events_queries.seats_of(table)[0]
    event = table.block.event
    proposal = changes.propose_leave(
        block=day.block_of(event, 1),
        participation=gone.participation,
        seen=day.seen(event),
        seed="weg",
        by=None,
        now=NIGHT,
    )
    releasing.release_draw(draw=proposal, seen=day.seen(event), by=None, now=NIGHT)
    return table, gone


def test_the_paper_of_who_went_home_is_typed_with_the_games_he_played(club, left):
    table, gone = left
    page = one_line(browser(club.stine).get(address(table)))
    assert f"{gone.participation.name}: dabei bis Spiel" in page
    assert re.search(r"<b>1</b> .*nicht mehr am Tisch", page)
    data = form({1: "121", 2: "232", 3: "131"}, **{f"until_{gone.pk}": "2"})
    answer = browser(club.stine).post(address(table), data)
    assert "war in diesem Spiel nicht dabei" in answer.content.decode()
    data = form({1: "121", 2: "232", 3: "343"}, **{f"until_{gone.pk}": "2"})
    assert browser(club.stine).post(address(table), data).status_code == 302
    played = [result.lines.count() for result in table.results.order_by("number")]
    assert played == [5, 5, 4]
    row = TournamentState(table.block.event).blocks[1].row_of(gone.participation_id)
    assert (row.here.games, row.here.games_lost) == (2, 1)


def test_a_whole_card_is_corrected_although_somebody_has_left(club, left):
    table, gone = left
    data = form({1: "121", 2: "232"}, **{f"until_{gone.pk}": "1"})
    browser(club.stine).post(address(table), data)
    sheet = sheet_of(table)
    assert [column.text for column in sheet.columns[:2]] == ["121", "232"]
    seen = {"seen_1": "1", "seen_2": "1", f"until_{gone.pk}": "1"}
    data = form({1: "122", 2: "232"}, reason="Verlesen", **seen)
    assert browser(club.stine).post(address(table), data).status_code == 302
    assert [result.version for result in results(table.block.event)] == [2, 1]


def test_paper_short_form_and_phone_number_the_seats_alike(club, left, time_machine):
    """The numbers agree also after a player has got up, and are never the start numbers."""
    time_machine.move_to(NIGHT, tick=False)
    table, gone = left
    event = table.block.event
    page = one_line(browser(club.stine).get(address(table)))
    screen = dict(re.findall(r"<li[^>]*> <b>(\d)</b> ([\w ]+?) (?:<span|</li>)", page))
    text = one_line(phone_at(table).get(reverse("games:new_card", args=[table.pk])))
    on_phone = dict(re.findall(r'<b class="place">(\d)</b> ([\w ]+?) ?</legend>', text))
    printed = browser(club.anke).post(
        reverse("league:papers", args=[event.pk, "tischkarten"]) + "?block=1"
    )
    paper = PdfReader(BytesIO(printed.content)).pages[0].extract_text()
    assert len(on_phone) == 4
    assert screen == {**on_phone, "1": gone.participation.name}
    assert all(
        re.search(rf"{place}\s+Nr\. \d+\s+{name}", paper) for place, name in on_phone.items()
    )
    cell = read(sheet_of(table), {1: "232"}, {}).cells[0]
    assert on_phone["2"] in cell.words


def test_who_came_late_does_not_lose_the_games_before(club):
    table = opened("gonzerath", *NAMES)
    event = table.block.event
    (late,) = day.people(event, "Pia Ernst")
    proposal = changes.propose_join(
        block=day.block_of(event, 1),
        participation=late,
        seen=day.seen(event),
        seed="da",
        by=None,
        now=NIGHT,
    )
    releasing.release_draw(draw=proposal, seen=day.seen(event), by=None, now=NIGHT)
    seat = events_queries.seats_of(table).get(participation=late)
    data = form({1: "121", 2: "151", 3: "155"}, **{f"from_{seat.pk}": "2"})
    assert browser(club.stine).post(address(table), data).status_code == 302
    assert TournamentState(event).blocks[1].row_of(late.pk).here.games == 2
    assert [column.text for column in sheet_of(table).columns[:3]] == ["121", "151", "155"]


# --- a locked block -------------------------------------------------------------------------
def lock(table: Table) -> None:
    enter(table, SIX)
    block = day.block_of(table.block.event, 1)
    rounds.lock_block(block=block, seen=day.seen(table.block.event), now=NIGHT)
    forget_locked()  # as after the commit


def test_in_a_locked_block_only_who_rules_scores(club, table):
    lock(table)
    answer = browser(club.stine).post(address(table), form({**SIX, 1: "122"}, reason="Doch 2"))
    assert answer.status_code == 403
    assert "Dieser Durchgang ist gesperrt" in answer.content.decode()
    seen = {f"seen_{at}": "1" for at in SIX}
    data = form({**SIX, 1: "122"}, reason="Doch 2", **seen)
    assert browser(club.rolf).post(address(table), data).status_code == 302
    assert losers(table)[0] == 2


def test_the_code_on_a_tournament_table_opens_its_card(table):
    """And says whom to mark: not the winners."""
    now = builders.datetime.now(builders.BERLIN)
    link = access.make_link(table=table, by=None, now=now, ends_at=now + timedelta(hours=1))
    token = sign_link(LinkToken(link.pk, link.table_id, link.ends_at))
    client = Client(headers={"accept-language": "de"})
    code = reverse("league:enter_table", args=[token])
    card = reverse("games:new_card", args=[table.pk])
    for answer in (client.post(code, {"name": "Kai"}), client.get(code)):
        assert (answer.status_code, answer.url) == (302, card)
    text = client.get(card).content.decode()
    assert "Wer hat verloren?" in text
    assert "verlor 1. Hälfte" in text


def test_a_phone_notices_that_its_block_is_locked(table, django_assert_num_queries):
    here = phone_at(table)
    game = phone_game(table)
    api = reverse("games:api_finish", args=[game.key])
    assert here.get(reverse("games:api_game", args=[game.key])).json()["view"]["can"]["score"]
    table.block.locked_at = NIGHT
    table.block.save(update_fields=["locked_at"])
    forget_locked()
    view = here.get(reverse("games:api_game", args=[game.key])).json()["view"]
    assert (view["can"]["score"], view["can"]["call"]) == (False, True)
    data = {"seen": game.sequence, "id": "end"}
    answer = here.post(api, data, content_type="application/json")
    assert answer.status_code == 403
    assert "gesperrt" in answer.json()["sentence"]
    assert not table.results.exists()
    table.block.locked_at = None
    table.block.save(update_fields=["locked_at"])
    forget_locked()
    assert here.post(api, data, content_type="application/json").status_code == 200


def test_every_process_knows_within_a_second_that_a_block_is_locked(table):
    now = builders.datetime.now(builders.BERLIN)
    access.make_link(table=table, by=None, now=now, ends_at=now + timedelta(hours=1))
    assert not is_locked(table.pk, now)
    table.block.locked_at = now
    table.block.save(update_fields=["locked_at"])
    assert not is_locked(table.pk, now + timedelta(milliseconds=900))
    assert is_locked(table.pk, now + timedelta(milliseconds=1001))


def test_a_tap_of_a_phone_asks_nothing_more_for_the_lock(table, django_assert_num_queries):
    now = builders.datetime.now(builders.BERLIN)
    access.make_link(table=table, by=None, now=now, ends_at=now + timedelta(hours=1))
    with django_assert_num_queries(1):
        for tap in range(20):
            is_locked(table.pk, now + timedelta(milliseconds=40 * tap))


def test_a_phone_still_confirms_and_reports_in_a_locked_block(table):
    rights = table_rights(Actor(table_id=table.pk), None, table, builders.DAY, locked=True)
    assert (rights.score, rights.confirm, rights.object, rights.call) == (False, True, True, True)


# --- lives ----------------------------------------------------------------------------------
@built_once
def knockout():
    return final_of_lives()


def test_where_lives_decide_there_is_room_for_every_game_they_can_take(knockout):
    sheet = sheet_of(knockout)
    lives, size = sheet.setting.scoring.lives, len(sheet.seats)
    assert sheet.counts_lives
    assert len(sheet.columns) == size * lives - 1
    reading = read(sheet, {1: "121", 2: "122"}, {})
    assert [total.total for total in reading.sums] == ["1", "1", *["0"] * (size - 2)]
    assert not reading.is_full


def test_who_has_no_life_left_looks_on(knockout):
    told = read(sheet_of(knockout), {1: "11", 2: "11", 3: "22", 4: "1"}, {})
    assert [len(cell.card.seats) for cell in told.cells[:3]] == [4, 4, 3]
    assert "hat kein Leben mehr" in told.cells[3].error


def test_who_is_out_is_not_proposed_for_the_next_game(client, knockout):
    loser = day.circle(knockout)[0]
    for number in (1, 2):
        day.game(knockout, number, loser, loser)
    out = reading.out_of_lives(knockout)
    assert [seat.pk for seat in knockout.seats.all() if seat.participation.name == loser] == [*out]
    client.force_login(builders.member("Rosi", "director").user)
    lobby = client.get(reverse("games:api_lobby", args=[knockout.pk])).json()
    assert {seat["name"]: seat["out"] for seat in lobby["seats"]}[loser] is True
    assert lobby["proposal"]["starter"] not in out
