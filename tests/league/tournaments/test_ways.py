"""Tournaments with more than one way: losers play on, lives go from round to round."""

import random
from dataclasses import replace
from decimal import Decimal

import pytest
from django.utils.translation import override

from games.cards.sheets import sheet_of
from games.scoring.queries import against_another_game
from league import formats
from league.errors import IllegalError
from league.events.models import Event, Participation
from league.tournaments.core.labels.formats import block_lines
from league.tournaments.core.labels.rankings import special
from league.tournaments.core.queries import agenda, playing, reading
from league.tournaments.core.queries.state import TournamentState
from league.tournaments.core.queries.stored_state import StoredState
from league.tournaments.direction.services import rounds, setting_up
from league.tournaments.models.tournaments import Tournament
from league.tournaments.public.queries import public
from league.tournaments.ranking.services import crediting
from league.tournaments.registration.services.teams import set_group
from tests import tournaments as day
from tests.builders import NIGHT, tournament
from tests.directing import NAMES, changed, longer
from tests.plugins.built import built_once

pytestmark = [pytest.mark.django_db, pytest.mark.once]


def play(event: Event, number: int, rng: random.Random) -> TournamentState:
    day.draw(event, number)
    day.play(event, number, rng)
    day.close(event, number, rng)
    return TournamentState(event)


@built_once
def duels():
    """Leev Marie with eight people, one game in each round: the two semi-finals are over."""
    event = tournament(template="leevmarie")
    day.people(event, *NAMES)
    chain = formats.fitted(formats.load("leevmarie"), 8)
    blocks = [replace(block, games=formats.Games(1)) for block in chain.blocks]
    setting_up.set_chain(event=event, seen=day.seen(event), blocks=blocks, team=None)
    rng = random.Random(3)
    for number in (1, 2, 3):
        play(event, number, rng)
    return event, rng


def test_the_losers_of_the_semi_finals_are_drawn_against_each_other(duels):
    event, rng = duels
    state = TournamentState(event)
    semi = state.blocks[3]
    winners, losers = set(semi.advancing.people), {row.person for row in semi.rows}
    losers -= winners
    assert (set(state.players(4)), set(state.players(5))) == (losers, winners)
    assert [block.block.number for block in agenda.open_blocks(state)] == [4, 5]
    assert agenda.next_step(state, NIGHT).deed == "draw"
    # Both are drawn side by side, at tables of their own.
    day.draw(event, 5)
    day.draw(event, 4)
    tables = [state.table.number for n in (4, 5) for state in day.tables(event, n)]
    assert len(set(tables)) == 2
    out = set(state.people) - winners - losers
    tournament_state = TournamentState(event)
    assert {public.whereabouts(tournament_state, person).where for person in out} == {"out"}
    for number in (4, 5):
        day.play(event, number, rng)
        day.close(event, number, rng)
    day.finish(event)
    order = list(event.placings.order_by("position").values_list("participation", flat=True))
    assert (set(order[:2]), set(order[2:4])) == (winners, losers)


def test_who_waits_for_a_match_is_not_sent_home(duels):
    event, _rng = duels
    day.draw(event, 5)
    state = TournamentState(event)
    wheres = {public.whereabouts(state, person).where for person in state.players(4)}
    assert wheres == {"wait"}


def test_the_kept_rankings_say_who_comes_where_too(duels):
    event, _rng = duels
    computed = TournamentState(event)
    stored = StoredState(day.counted(event))
    for number in (1, 2, 3):
        assert stored.blocks[number].ranked.leads == computed.blocks[number].ranked.leads
        assert stored.blocks[number].advancing == computed.blocks[number].advancing
    assert stored.players(4) == computed.players(4)


def test_a_corrected_card_changes_who_plays_for_the_third_place(duels):
    event, _rng = duels
    day.draw(event, 4)
    table = day.tables(event, 3)[0].table
    names = day.circle(table)
    loser = next(
        seat.participation.person.name
        for seat in table.seats.all()
        if seat.participation_id in TournamentState(event).players(4)
    )
    other = next(name for name in names if name != loser)
    day.game(table, 1, other, other, reason="falsch gelesen")
    wrong, missing = TournamentState(event).differs(4)
    people = TournamentState(event).people
    assert [people[person].person.name for person in (*wrong, *missing)] == [loser, other]


def lines(slug, number, people=None):
    """Return the sentences about a block, in German."""
    chain = formats.fitted(formats.load(slug), people) if people else formats.load(slug)
    with override("de"):
        return {line.about: line.sentence for line in block_lines(chain, number, people)}


def test_a_block_says_from_where_its_people_come_and_where_they_go():
    assert lines("oberkirchen", 4)["Wer"] == (
        "wer aus „Trostrunde (1)“ weiterkommt und wer aus „Hauptrunde (2)“ nicht weiterkommt"
    )
    assert lines("oberkirchen", 1)["Weiter"] == (
        "wer noch ein Leben hat; in „Trostrunde (1)“: alle anderen; "
        "in „Hauptrunde (2)“: wer weiterkommt"
    )
    assert lines("leevmarie", 4, 80)["Weiter"] == (
        "der Beste von jedem Tisch; in „Spiel um Platz 3“: alle anderen; "
        "in „Finale“: wer weiterkommt"
    )
    assert lines("dm2007", 3, 563)["Weiter"] == (
        "wer noch ein Leben hat; 140 Leute spielen danach nirgends mehr"
    )
    assert lines("dm2007", 3)["Weiter"].endswith("alle anderen spielen danach nirgends mehr")
    assert "nirgends" not in lines("schockfreunde", 3, 40)["Weiter"]


def test_a_block_says_what_becomes_of_its_lives():
    chain = formats.with_another(formats.load("puetzchen"))
    with override("de"):
        sentences = {line.about: line.sentence for line in block_lines(chain, 2)}
    assert sentences["Wer"] == "wer nach „Runde“ noch ein Leben hat"
    assert sentences["Wertung"].startswith("Die Leben, die von vorher übrig sind")
    assert "Bis zu 9 Leute sitzen alle an einem." in sentences["Tische"]
    assert "gerade und ungerade" in sentences["Tische"].lower()
    assert sentences["Weiter"].endswith("bis nur noch einer eins hat")


def test_tables_of_five_are_allowed_where_points_go_by_getting_out():
    event = tournament(template="werl")
    changed(event, 1, tables={"target": 4, "least": 3, "most": 5})
    block = formats.Block.from_dict(event.blocks.get(number=1).settings)
    with override("de"):
        sentences = block_lines(formats.Format("x", "X", "-", (block,)), 1)
    scoring = next(line.sentence for line in sentences if line.about == "Wertung")
    assert "an jedem anderen Tisch in der Reihenfolge des Ausscheidens: 3/2/1/0 Punkte" in scoring
    assert "jedem anderen" not in lines("werl", 1)["Wertung"]


def test_a_double_knock_out_is_played_to_its_end():
    event = tournament(template="dormagen")
    day.people(event, *(f"Gast {n}" for n in range(1, 13)))
    setting_up.fit_to_people(event=event, seen=day.seen(event))
    rng = random.Random(5)
    for number in range(1, event.blocks.count() + 1):
        state = play(event, number, rng)
    day.finish(event)
    final = state.blocks[len(state.blocks)]
    order = list(event.placings.order_by("position").values_list("participation", flat=True))
    assert set(order[:4]) == {row.person for row in final.rows}
    assert len(order) == 12
    lost = {row.person for block in (2, 4, 6) for row in state.blocks[block].rows}
    assert len(lost & set(order[:4])) == 2


def test_special_rankings_are_kept_as_they_are_computed(duels):
    event, _rng = duels
    ladies = [participation.pk for participation in event.participations.all()[:3]]
    Tournament.objects.filter(event=event).update(group="Damen")
    for pk in ladies:
        set_group(participation=Participation.objects.get(pk=pk), is_in=True)
    setting_up.add_prize(event=event, award="games_lost", place=None, thing="Trost")
    event = Event.objects.get(pk=event.pk)
    state, stored = TournamentState(event), StoredState(day.counted(event))
    assert {code: list(rows) for code, rows in state.honours.items()} == stored.honours
    assert {honour.person for honour in stored.honours["best_of_group"]} == set(ladies)
    best = next(placed.person for placed in state.ranking if placed.person in ladies)
    with override("de"):
        sentences = {special(prize, "Damen"): prize.people for prize in stored.specials}
    assert sentences["Beste Wertung „Damen“"] == (best,)
    most = max(tally.games_lost for tally in state.day.values())
    assert sentences[f"Meiste verlorene Spiele: {most}"] == tuple(
        sorted(who for who, tally in state.day.items() if tally.games_lost == most)
    )


@built_once
def bands():
    """Grafschaft with six people, two bands, one game in each round."""
    event = tournament(template="grafschaft")
    day.people(event, *NAMES[:6])
    block = formats.load("grafschaft").block(1)
    block = replace(block, games=formats.Games(1), scoring=formats.Scoring(lives=2))
    setting_up.set_chain(event=event, seen=day.seen(event), blocks=[block], team=None)
    return event


def test_the_round_is_played_again_until_one_is_left(bands):
    rng, number = random.Random(1), 0
    while number < bands.blocks.count():
        number += 1
        step = agenda.next_step(TournamentState(bands), NIGHT)
        assert (step.deed, step.block.block.number) == ("draw", number)
        state = play(bands, number, rng)
    rows = {n: {row.person: row.lives for row in item.rows} for n, item in state.blocks.items()}
    assert number > 4
    for n in range(2, number + 1):
        assert set(rows[n]) == {person for person, lives in rows[n - 1].items() if lives}
        assert all(rows[n][person] <= rows[n - 1][person] for person in rows[n])
    assert sum(bool(lives) for lives in rows[number].values()) == 1
    assert state.unfinished is None
    assert agenda.next_step(state, NIGHT).deed == "finish"
    names = [item.block.settings["name"] for item in state.blocks.values()]
    assert names[:2] == ["Runde", "Runde (2)"]
    day.finish(bands)
    first = next(lives for lives in rows.values() if 0 in lives.values())
    honours = TournamentState(bands).honours["first_out"]
    assert {honour.person for honour in honours} == {who for who, left in first.items() if not left}


def test_at_the_table_the_lives_of_before_are_all_there_are(bands):
    state = play(bands, 1, random.Random(1))
    hurt = {row.person for row in state.blocks[1].rows if row.lives == 1}
    day.draw(bands, 2)
    block = day.block_of(bands, 2)
    assert reading.lives_at_start(block) == {row.person: row.lives for row in state.blocks[1].rows}
    at = next(item for item in day.tables(bands, 2) if hurt & set(item.people))
    table = at.table
    by_name = {seat.participation.person.name: seat for seat in table.seats.all()}
    loser = next(name for name, seat in by_name.items() if seat.participation_id in hurt)
    day.game(table, 1, loser, loser)
    assert reading.out_of_lives(table) == {by_name[loser].pk}
    assert against_another_game(table).code == "table_is_over"
    tournament_state = TournamentState(bands)
    assert tournament_state.blocks[2].row_of(by_name[loser].participation_id).lives == 0
    assert [item.table for item in tournament_state.blocks[2].outstanding] == playing.cards_out(
        block
    )
    assert len(sheet_of(table).columns) == 1


def test_however_many_rounds_there_were_a_table_asks_no_more(bands, django_assert_num_queries):
    rng = random.Random(1)
    for number in (1, 2, 3):
        state = play(bands, number, rng)
    block = day.block_of(bands, 4)
    with django_assert_num_queries(4):
        begun = reading.lives_at_start(block)
    for row in state.blocks[3].rows:
        assert begun[row.person] == row.lives


def test_lives_entered_by_hand_go_on_counting(bands):
    state = play(bands, 1, random.Random(1))
    row = next(row for row in state.blocks[1].rows if row.lives == 2)
    crediting.credit(
        block=day.block_of(bands, 1),
        participation=state.people[row.person],
        kind="sums",
        sums=crediting.Sums(points=Decimal(0), lost=1, schock_aus=0),
        reason="eingewürfelt",
        seen=day.seen(bands),
        by=None,
        now=NIGHT,
    )
    day.draw(bands, 2)
    assert reading.lives_at_start(day.block_of(bands, 2))[row.person] == 1
    assert TournamentState(bands).blocks[2].row_of(row.person).lives == 1


def test_a_clock_alone_leaves_room_for_as_many_games_as_there_are_lives(bands):
    blocks = [replace(formats.load("puetzchen").block(1), scoring=formats.Scoring(lives=2))]
    setting_up.set_chain(event=bands, seen=day.seen(bands), blocks=blocks, team=None)
    day.draw(bands, 1)
    (at,) = day.tables(bands, 1)
    loser = day.circle(at.table)[0]
    assert len(sheet_of(at.table).columns) == 6 * 2 - 1
    for number in (1, 2):
        day.game(at.table, number, loser, loser)
    assert len(reading.out_of_lives(at.table)) == 1


def test_even_and_odd_are_drawn_apart():
    event = tournament(template="puetzchen")
    people = [f"Gast {n}" for n in range(1, 13)]
    day.people(event, *people)
    block = replace(
        formats.load("puetzchen").block(1), tables=formats.Tables(3, 3, 4), games=formats.Games(1)
    )
    second = formats.with_another(formats.Format("x", "X", "-", (block,))).blocks[1]
    setting_up.set_chain(event=event, seen=day.seen(event), blocks=[block, second], team=None)
    state = play(event, 1, random.Random(1))
    left = {row.person: row.lives for row in state.blocks[1].rows}
    day.draw(event, 2)
    tables = [item.people for item in day.tables(event, 2)]
    assert len(tables) > 2
    assert all(len({left[person] % 2 for person in table}) == 1 for table in tables)
    assert {left[person] % 2 for person in tables[0]} == {0}


def test_equal_lives_in_a_round_that_is_played_again_ask_for_no_play_off(bands):
    """All who have a life go on, so nothing is at stake: the next round tells them apart."""
    day.draw(bands, 1)
    day.play(bands, 1, random.Random(1))
    rounds.lock_block(block=day.block_of(bands, 1), seen=day.seen(bands), now=NIGHT)
    state = TournamentState(bands)
    assert any(row.tied_with for row in state.blocks[1].rows[:3])
    assert state.blocks[1].podium_ties == ()
    assert agenda.next_step(state, NIGHT).deed == "rank"


def test_what_is_not_settled_cannot_be_drawn(duels):
    event, _rng = duels
    event.blocks.filter(number=3).update(locked_at=None, ranked_at=None)
    with pytest.raises(IllegalError) as refused:
        TournamentState(Event.objects.get(pk=event.pk)).players(4)
    assert refused.value.code == "block_not_locked"


def test_a_drawn_block_of_an_older_release_does_not_forbid_other_changes(duels):
    """Its settings say nothing of what blocks could not do then."""
    event, _rng = duels
    for block in event.blocks.filter(number__lte=3):
        stored = {key: block.settings[key] for key in block.settings if key not in NEW}
        stored["who"] = {key: stored["who"][key] for key in stored["who"] if key != "sources"}
        block.settings = stored
        block.save()
    event = Event.objects.get(pk=event.pk)
    longer(event)
    assert event.blocks.count() == 6


NEW = ("carry_lives", "again")
