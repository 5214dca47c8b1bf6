"""A round as its direction runs it: the clock, two blocks side by side, who is too few for it."""

import random
import re
from dataclasses import replace
from datetime import timedelta
from fractions import Fraction
from io import BytesIO

import pytest
from django.db import IntegrityError, transaction
from django.urls import reverse
from django.utils import timezone
from pypdf import PdfReader

from league import formats
from league.errors import IllegalError
from league.tournaments.core.queries import draws
from league.tournaments.core.queries.state import TournamentState, format_of
from league.tournaments.direction.services import rounds, setting_up
from league.tournaments.models.tournaments import Credit
from tests import builders
from tests import tournaments as day
from tests.builders import NIGHT
from tests.directing import (
    FOUR,
    NAMES,
    POINTS,
    address,
    all_play,
    locked,
    message_of,
    page,
    send,
    two_beside,
    who,
)
from tests.plugins.built import built_once

pytestmark = [pytest.mark.django_db, pytest.mark.once]


def test_when_the_time_is_up_the_next_step_is_to_call_it(desk, event):
    day.draw(event, 1)
    block = day.block_of(event, 1)
    assert 'data-ends="' in page(desk, event)
    assert "Scharf rufen" in page(desk, event)  # the evening of the tests is long over
    send(desk, event, "block_step", 1, step="sharp")
    assert "<strong>scharf</strong>" in page(desk, event)
    send(desk, event, "block_step", 1, step="sharp_back")
    text = page(desk, event)
    assert "Scharf rufen" in text
    assert 'value="-5"' not in text
    send(desk, event, "block_step", 1, step="minutes", minutes="5")
    block.refresh_from_db()
    assert block.ends_at > timezone.now()
    assert 'value="-5"' in page(desk, event)
    send(desk, event, "block_step", 1, step="minutes", minutes="-4")
    left = day.block_of(event, 1).ends_at - timezone.now()
    assert timedelta() < left <= timedelta(minutes=1)
    answer = send(desk, event, "block_step", 1, step="minutes", minutes="-5")
    assert message_of(answer).startswith("So viel Zeit ist nicht mehr übrig.")


def later(event, minutes):
    """Return the clock's end in minutes after the start, less these `minutes`."""
    block = day.block_of(event, 1)
    return (block.ends_at - block.started_at) / timedelta(minutes=1) - minutes


def test_minutes_given_after_an_early_call_count_from_now(event):
    block = day.draw(event, 1)
    at = {minutes: NIGHT + timedelta(minutes=minutes) for minutes in (10, 12, 40)}
    give = {"block": block, "minutes": 5}
    assert later(event, 0) == 30
    rounds.call_sharp(block=block, seen=day.seen(event), now=at[10])
    rounds.add_minutes(**give, seen=day.seen(event), now=at[12])
    assert later(event, 12) == 5
    rounds.add_minutes(**give, seen=day.seen(event), now=at[12])
    assert later(event, 12) == 10  # the clock runs: they come on top
    rounds.add_minutes(**give, seen=day.seen(event), now=at[40])
    assert later(event, 40) == 5  # the time was up


def test_a_call_by_mistake_is_taken_back_and_the_clock_runs_on(event):
    block = day.draw(event, 1)
    for _twice in range(2):
        rounds.call_sharp(block=block, seen=day.seen(event), now=NIGHT + timedelta(minutes=3))
    for _twice in range(2):
        rounds.take_sharp_back(block=block, seen=day.seen(event))
    assert day.block_of(event, 1).sharp_at is None
    assert later(event, 0) == 30


def test_the_clock_of_a_locked_block_stands(desk, event):
    locked(event)
    text = page(desk, event)
    assert "Karten sind da" in text
    assert "data-ends" not in text
    assert "scharf" not in text
    with pytest.raises(IllegalError, match="gesperrt"):
        rounds.add_minutes(block=day.block_of(event, 1), minutes=5, seen=day.seen(event), now=NIGHT)


def test_with_too_few_for_the_chain_it_is_fitted_before_the_first_draw(desk):
    event = builders.tournament(template="werl")
    day.people(event, *NAMES)
    text = page(desk, event)
    assert "An 8 Leute anpassen" in text
    assert "Trotzdem auslosen" in text
    assert "An 8 Leute anpassen" in page(desk, event, "direct_block", 1)
    send(desk, event, "fit_format")
    text = page(desk, event)
    assert "An 8 Leute anpassen" not in text
    assert "auslosen (8 Leute)" in text


def test_whoever_is_too_few_for_a_later_round_reads_which(desk):
    event = builders.tournament(template="kamen")
    day.people(event, *(f"Gast {at:02}" for at in range(1, 13)))
    assert "Trostrunde (3): 2 Leute sind zu wenige für einen Tisch" in page(desk, event)


# --- two blocks at once ---------------------------------------------------------------------
@built_once
def beside(club):
    return two_beside()


def numbers(event, number):
    return [state.table.number for state in day.tables(event, number)]


def test_tables_side_by_side_have_numbers_of_their_own(desk, beside):
    event, knock_out, rest = beside
    first, second = numbers(event, knock_out), numbers(event, rest)
    assert first + second == list(range(1, len(first) + len(second) + 1))
    text = page(desk, event, "tournament_draw", rest)
    assert [int(match) for match in re.findall(r'id="tisch-(\d+)"', text)] == second
    card = desk.get(reverse("games:score_card", args=[day.tables(event, rest)[0].table.pk]))
    assert f"Tisch {second[0]}" in card.content.decode()
    day.play(event, knock_out, random.Random(9))
    day.close(event, knock_out, random.Random(9))
    final = next(n for n, block in TournamentState(event).blocks.items() if block.step == "planned")
    day.draw(event, final)
    assert numbers(event, final) == [1]  # the knock-out has left its tables


def test_cards_that_are_out_are_counted_in_both(desk, beside):
    event, knock_out, rest = beside
    out = len(numbers(event, knock_out)) + len(numbers(event, rest))
    for number in (knock_out, rest):
        block = day.block_of(event, number)
        if block.ends_at is not None:
            rounds.add_minutes(block=block, minutes=5, seen=day.seen(event), now=timezone.now())
    assert f"Noch {out} Karten eingeben" in page(desk, event)


def test_whoever_played_no_game_has_no_place(desk, event):
    day.draw(event, 1)
    state = day.tables(event, 1)[1]
    names = day.circle(state.table)
    all_play(event)
    missing = who(event, names[3])
    for game in (1, 2):
        day.game(state.table, game, *names[:2], names[0], out=[names[3]], reason="kam nicht")
    assert missing.pk not in [placed.person for placed in TournamentState(event).ranking]
    assert len(TournamentState(event).ranking) == 7
    text = page(desk, event, "closing")
    assert f"Einer ohne Spiel, ohne Platz: {names[3]}" in text


# --- who leaves -----------------------------------------------------------------------------
def with_lives(event):
    """Return the table of a final that is played for two lives each."""
    chain = format_of(event)
    final = replace(
        chain.blocks[1],
        games=None,
        scoring=formats.Scoring(lives=2),
        tables=formats.Tables(4, 2, 4),
        ties=("lives", "out_later", "points", "playoff", "lot"),
    )
    seen = day.seen(event)
    setting_up.set_chain(event=event, seen=seen, blocks=[chain.blocks[0], final], team=None)
    locked(event)
    rounds.release_ranking(block=day.block_of(event, 1), seen=day.seen(event), now=NIGHT)
    day.draw(event, 2)
    return day.tables(event, 2)[0].table


def leave(desk, event, name):
    send(desk, event, "change_draw", 2, change="leave", person=who(event, name).pk)
    proposal = draws.proposed_draw(day.block_of(event, 2))
    send(desk, event, "release_draw", 2, draw=proposal.pk)


def certificates(desk, event):
    """Return the names on the pages of the certificates, in their order."""
    made = desk.get(reverse("league:papers", args=[event.pk, "urkunden"]))
    pages = [page_object.extract_text() for page_object in PdfReader(BytesIO(made.content)).pages]
    return [next(name for name in NAMES if name in text) for text in pages]


def test_whoever_leaves_a_final_with_lives_does_not_win_it(desk, event):
    final = with_lives(event)
    gone, *others = day.circle(final)
    day.game(final, 1, others[0], others[1], others[0])
    leave(desk, event, gone)
    for number, loser in enumerate((others[0], others[1], others[1]), 2):
        beside = others[2] if loser != others[2] else others[1]
        out = [] if number < 3 else [others[0]]
        day.game(final, number, loser, beside, loser, out=out)
    row = TournamentState(event).blocks[2].row_of(who(event, gone).pk)
    assert (row.lives, row.out_at) == (0, 1)
    day.close(event, 2, random.Random(1))
    send(desk, event, "finish_tournament")
    order = [others[2], others[1], others[0], gone]
    assert [placing.participation.person.name for placing in event.placings.all()][:4] == order
    assert certificates(desk, event)[:4] == order


def test_whoever_never_played_in_the_final_has_no_place_in_it(desk, event):
    final = with_lives(event)
    gone, *others = day.circle(final)
    leave(desk, event, gone)
    for number, loser in enumerate((others[0], others[0], others[1], others[1]), 1):
        out = [] if number < 3 else [others[0]]
        day.game(final, number, loser, others[2], loser, out=out)
    day.close(event, 2, random.Random(1))
    assert TournamentState(event).blocks[2].row_of(who(event, gone).pk) is None
    send(desk, event, "finish_tournament")
    places = [placing.participation.person.name for placing in event.placings.all()]
    assert places[:3] == [others[2], others[1], others[0]]
    assert places.index(gone) >= 3  # where the first round left him


def test_whoever_sat_by_while_the_table_played_has_no_line_once_it_is_locked(desk, event):
    locked(event)
    rounds.release_ranking(block=day.block_of(event, 1), seen=day.seen(event), now=NIGHT)
    day.draw(event, 2)
    final = day.tables(event, 2)[0].table
    names = day.circle(final)
    day.game(final, 1, *names[:2], names[0], out=[names[3]])
    absent = who(event, names[3]).pk
    assert TournamentState(event).blocks[2].row_of(absent) is not None
    rounds.lock_block(block=day.block_of(event, 2), seen=day.seen(event), now=NIGHT)
    assert TournamentState(event).blocks[2].row_of(absent) is None
    assert len(TournamentState(event).blocks[2].rows) == 3


# --- games that are not there ---------------------------------------------------------------
def play_three_rounds(event):
    """Gonzerath's first three rounds for the eight at two tables; fewer points are better."""
    tables = formats.Tables(4, 3, 5)
    blocks = formats.load("gonzerath").blocks[:3]
    rows = [replace(block, tables=tables, minutes=None, advance=None) for block in blocks]
    setting_up.set_chain(event=event, seen=day.seen(event), blocks=rows, team=None)


def lost_card(event):
    """Play the first round at both tables, and lose the card of the second; return that table."""
    day.draw(event, 1)
    first, second = day.tables(event, 1)
    names = day.circle(first.table)
    for number in range(1, 6):
        day.game(first.table, number, names[0], names[0])
    return second.table


def test_the_button_says_what_a_lost_card_does_to_whom(desk, event):
    play_three_rounds(event)
    table = lost_card(event)
    text = page(desk, event, "direct_table", table.pk)
    assert "Eigener Schnitt der anderen Durchgänge für alle 4" in text
    assert text.count("3¾ Punkte") == 4  # five games of three points, for one of four
    assert "Nichts für alle 4: Platz hinter allen, die gespielt haben" in text
    answer = send(desk, event, "give_up_card", table.pk, kind="table", reason="")
    assert message_of(answer).startswith("Bitte sag, warum")


def test_a_lost_card_counts_as_the_own_mean_of_the_rounds_to_come(desk, event):
    play_three_rounds(event)
    table = lost_card(event)
    people = [who(event, name) for name in day.circle(table)]
    send(desk, event, "give_up_card", table.pk, kind="own", reason="im Bier ertrunken")
    day.close(event, 1, random.Random(1))
    assert {row.here.blocks for row in TournamentState(event).blocks[1].rows} == {0, 1}
    day.draw(event, 2)
    all_play(event, 2)
    state = TournamentState(event)
    for person in people:
        own = state.blocks[2].row_of(person.pk)
        there = state.blocks[1].row_of(person.pk)
        assert there.credited == "own"
        assert there.points == own.here.points
        assert own.total.points == 2 * own.here.points
    assert "eigener Schnitt" in page(desk, event, "direct_block", 1)
    assert "Ohne Spiele in einem Durchgang" not in page(desk, event)


def test_the_card_that_is_found_counts_again(desk, event):
    play_three_rounds(event)
    table = lost_card(event)
    sums = {}
    for name in day.circle(table):
        pk = who(event, name).pk
        sums |= {f"points-{pk}": "2,5", f"lost-{pk}": "1", f"aus-{pk}": "0"}
    participation = who(event, day.circle(table)[0])
    wrong = send(
        desk, event, "give_up_card", table.pk, kind="sums", reason="weg",
        **{**sums, f"points-{participation.pk}": "viel"},
    )  # fmt: skip
    assert message_of(wrong) == f"Schreib bei {participation.person.name} in jedes Feld eine Zahl."
    assert 'value="2,5"' in wrong.content.decode()
    send(desk, event, "give_up_card", table.pk, kind="sums", reason="weg", **sums)
    assert TournamentState(event).blocks[1].row_of(participation.pk).points == Fraction(5, 2)
    send(desk, event, "table_card", table.pk, do="back")
    assert TournamentState(event).blocks[1].row_of(participation.pk).points == 0
    names = day.circle(table)
    for number in range(1, 6):
        day.game(table, number, names[0], names[0])
    assert TournamentState(event).blocks[1].row_of(participation.pk).points == 15


def test_who_came_after_the_first_round_is_asked_about_once(desk, event):
    play_three_rounds(event)
    day.draw(event, 1)
    all_play(event, 1)
    day.close(event, 1, random.Random(1))
    (late,) = day.people(event, "Ida")
    day.draw(event, 2)
    text = page(desk, event)
    assert "Ohne Spiele in einem Durchgang" in text
    assert address("credit", event, 1, late.pk) in text
    text = page(desk, event, "credit", 1, late.pk)
    assert "Schnitt der anderen in diesem Durchgang für Ida" in text
    assert "Nichts für Ida: Platz hinter allen, die gespielt haben" in text
    answer = send(desk, event, "credit", 1, late.pk, kind="viel", reason="Zug")
    assert message_of(answer) == "Sag, was dafür zählen soll."
    send(desk, event, "credit", 1, late.pk, kind="table", reason="Zug verpasst")
    rows = TournamentState(event).blocks[1].rows
    others = [row.here.points for row in rows if row.person != late.pk]
    row = TournamentState(event).blocks[1].row_of(late.pk)
    assert (row.points, row.here.blocks) == (sum(others) / len(others), 1)
    assert "Ohne Spiele in einem Durchgang" not in page(desk, event)


def test_the_database_keeps_what_was_credited(desk, event):
    play_three_rounds(event)
    send(desk, event, "give_up_card", lost_card(event).pk, kind="table", reason="weg")
    credit = Credit.objects.first()
    with pytest.raises(IntegrityError), transaction.atomic():
        Credit.objects.filter(pk=credit.pk).update(kind="nothing")
    with pytest.raises(IntegrityError), transaction.atomic():
        credit.delete()
    Credit.objects.filter(pk=credit.pk).update(withdrawn_at=NIGHT)
    with pytest.raises(IntegrityError), transaction.atomic():
        Credit.objects.filter(pk=credit.pk).update(withdrawn_at=None)


def test_the_final_does_not_say_who_meets_again(desk, event):
    locked(event)
    rounds.release_ranking(block=day.block_of(event, 1), seen=day.seen(event), now=NIGHT)
    send(desk, event, "propose_draw", 2)
    text = page(desk, event, "direct_block", 2)
    assert "Vorschlag" in text
    assert "wieder:" not in text
    assert "Wiedersehen" not in text


def test_the_direction_reads_who_meets_again_and_who_begins(desk, event):
    setting = {"who": {"kind": "all"}, "tables": FOUR, "games": {"default": 4}, "scoring": POINTS}
    chain = [formats.Block.from_dict({"name": name, **setting}) for name in ("Eins", "Zwei")]
    setting_up.set_chain(event=event, seen=day.seen(event), blocks=chain, team=None)
    day.draw(event, 1)
    day.draw(event, 2)
    text = page(desk, event, "direct_block", 2)
    assert "Mit diesem Durchgang gibt es 4 Wiedersehen am Tisch" in text
    assert "niemand trifft jemanden öfter als 2 Mal" in text
    assert "Jeder wirft 0 bis 1 Mal an." in text
