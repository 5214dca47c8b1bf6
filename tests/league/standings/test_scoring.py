"""The season's table, by hand and by its properties."""

from hypothesis import given
from hypothesis import strategies as st

from league.standings.scoring import Game, Line, next_to_last, table

ANNA, BEN, CARO = 1, 2, 3


def game(first, second, loser, ended_by="final", seats=(ANNA, BEN, CARO), event=1, aus=None):
    return Game(
        event,
        ended_by,
        tuple(
            Line(seat, seat == first, seat == second, seat == loser, (aus or {}).get(seat, 0))
            for seat in seats
        ),
    )


def by_person(rows):
    return {row.person: row for row in rows}


def test_a_small_season_by_hand():
    rows = table(
        [
            game(ANNA, BEN, BEN, aus={CARO: 1}),
            game(BEN, BEN, BEN, "sweep"),
            game(CARO, ANNA, CARO, event=2),
        ]
    )
    assert [(row.rank, row.person) for row in rows] == [(1, ANNA), (2, CARO), (3, BEN)]
    anna, ben, caro = (by_person(rows)[who] for who in (ANNA, BEN, CARO))
    assert (anna.games, anna.games_lost, anna.halves_lost, anna.next_to_last) == (3, 0, 2, 2)
    assert (ben.games_lost, ben.halves_lost, ben.sweeps, ben.next_to_last) == (2, 3, 1, 0)
    assert (caro.games_lost, caro.halves_lost, caro.schock_aus, caro.evenings) == (1, 1, 1, 2)


def test_an_abandoned_game_counts_for_nothing():
    assert table([game(ANNA, None, None, "abandoned")]) == []


def test_next_to_last_is_the_winner_of_the_final_and_nobody_after_a_sweep():
    assert next_to_last(game(ANNA, BEN, BEN)) == [ANNA]
    assert next_to_last(game(ANNA, ANNA, ANNA, "sweep")) == []
    assert next_to_last(game(ANNA, None, ANNA, "overtime")) == []


def test_who_is_equal_in_everything_shares_the_place():
    rows = table([game(ANNA, ANNA, ANNA, "sweep")])
    assert [(row.rank, row.person) for row in rows] == [(1, BEN), (1, CARO), (3, ANNA)]


def test_losing_less_often_counts_not_playing_less():
    """One loss in four games ranks above one in two."""
    four = [game(BEN, CARO, CARO, seats=(ANNA, BEN, CARO)) for _ in range(3)]
    rows = by_person(
        table(
            [
                *four,
                game(ANNA, ANNA, ANNA, "sweep"),
                game(BEN, 4, 4, seats=(BEN, 4)),
                game(4, BEN, BEN, seats=(BEN, 4)),
            ]
        )
    )
    assert rows[ANNA].position < rows[4].position


players = st.sampled_from([1, 2, 3, 4, 5])


@st.composite
def games(draw):
    seats = draw(st.lists(players, min_size=2, unique=True))
    first, second = draw(st.sampled_from(seats)), draw(st.sampled_from(seats))
    ended_by = "sweep" if first == second else draw(st.sampled_from(["final", "abandoned"]))
    loser = first if first == second else draw(st.sampled_from([first, second]))
    loser = None if ended_by == "abandoned" else loser
    aus = {seat: draw(st.integers(0, 2)) for seat in seats}
    return game(first, second, loser, ended_by, tuple(seats), draw(st.integers(1, 3)), aus)


@given(st.lists(games(), max_size=30), st.randoms())
def test_the_order_in_which_games_come_changes_nothing(played, random):
    shuffled = list(played)
    random.shuffle(shuffled)
    assert table(played) == table(shuffled)


@given(st.lists(games(), max_size=30))
def test_each_finished_game_has_one_loser_in_the_table(played):
    rows = table(played)
    finished = [game for game in played if game.ended_by != "abandoned"]
    assert sum(row.games_lost for row in rows) == len(finished)
    assert sum(row.games for row in rows) == sum(len(game.lines) for game in finished)
    assert sum(row.halves_lost for row in rows) == 2 * len(finished)
    assert [row.position for row in rows] == list(range(1, len(rows) + 1))
    assert all(row.rank <= row.position for row in rows)
