"""A round in one sentence, with the clause a table argues about."""

from __future__ import annotations

from games.engine import explain, hand_name, load
from tests.games.engine.scoring import Scorer


def table(rulebook="schock4life", players="ABC", **header):
    return Scorer(rulebook, players, starter=players[0], **header)


def explained(game, lang="de", names=None):
    return explain(game.settled, lang, names)


def test_the_best_beats_the_next_and_the_worst_gets_deckel():
    game = table().round(A="211", B="666", C="643")
    assert explained(game) == (
        "Schock 2 von A schlägt Jenny 6 von B (Z. 89); C verliert mit 643 und bekommt 2 Deckel "
        "aus der Mitte (Z. 80, Z. 101)."
    )
    assert explained(game, "en") == (
        "A’s Schock 2 beats B’s Jenny 6 (Z. 89); C loses with 643 and gets 2 Deckel from the "
        "middle (Z. 80, Z. 101)."
    )


def test_players_can_be_shown_under_their_names():
    game = table(players="AB").round(A="654", B="643")
    assert explained(game, names={"A": "Anna", "B": "Bodo"}) == (
        "Straße 6-5-4 von Anna schlägt 643 von Bodo (Z. 96); Bodo bekommt 2 Deckel aus der Mitte "
        "(Z. 80, Z. 101)."
    )


def test_a_tie_at_the_top_names_its_clause():
    game = table(players="AB").hand("A", "643", 2).hand("B", "643", 1)
    assert "643 von B schlägt 643 von A, mit weniger Würfen (Z. 82)" in explained(game)
    game = table(players="AB").round(A="643", B="643")
    assert "643 von A schlägt 643 von B, weil früher (Z. 83)" in explained(game)
    game = table(players="AB").hand("A", "111", 3).hand("B", "111", 3, True)
    assert "Schock-Aus von B schlägt Schock-Aus von A, weil aus der Hand (Z. 154)" in explained(
        game
    )


def test_a_tie_at_the_bottom_names_its_clause():
    game = table().round(A="654", B="643", C="643")
    assert "C verliert mit 643, so gut wie B, aber später (Z. 83) und bekommt" in explained(game)
    game = table().hand("A", "654", 2).hand("B", "643", 1).hand("C", "643", 2)
    assert ", so gut wie B, aber mit mehr Würfen (Z. 82)" in explained(game)
    game = table("jule").hand("A", "654", 2).hand("B", "643", 2, True).hand("C", "643", 2)
    assert ", so gut wie B, aber nicht aus dem Rohr (2.1)" in explained(game)


def test_a_built_hand_that_counts_as_a_number_says_so():
    game = table("schockfreunde").hand("A", "665", 2).hand("B", "654", 2).hand("C", "221", 2)
    assert "6-6-5 von A schlägt 6-5-4 (gebaut) von B" in explained(game)


def test_fewer_deckel_than_asked_for():
    game = (
        table(players="AB", house_rules={"deckel": 7})
        .round(A="643", B="116")
        .round(A="643", B="116")
    )
    assert "A bekommt nur 1 Deckel aus der Mitte, mehr sind es dort nicht" in explained(game)
    assert explained(game).endswith("Hinrunde verloren für A (Z. 104).")
    assert explained(game, "en").endswith("A loses the first half (Z. 104).")


def emptied(rulebook, **header):
    game = table(rulebook, house_rules={"deckel": 8}, **header)
    return game.round(A="221", B="116", C="643").round(A="643", B="221", C="116")


def test_deckel_of_the_best_and_none_at_all():
    game = emptied("dortmund").round(B="654", A="643")
    assert explained(game, "en") == (
        "B’s straight 6-5-4 beats A’s 643 (Z. 11); A gets 2 lids from B (Z. 14, Z. 18); A loses "
        "the first half (Z. 19)."
    )
    game = emptied("schockfreunde").reenter("C").round(B="643", C="116", A="221")
    assert "A verliert mit 2-2-1 und bekommt nichts, denn C hat nichts zu geben" in explained(game)


def test_all_deckel():
    game = table("jule").round(A="111", B="643", C="221")
    assert explained(game) == (
        "Aus von A schlägt 6-4-3 von B (2.1); C verliert mit 2-2-1 und bekommt alle Strafscheiben "
        "(1.2.1); erste Hälfte verloren für C (1.1)."
    )


def test_a_sudden_round_moves_none():
    game = table().overtime("sudden_round").round(A="116", B="643", C="221")
    assert explained(game) == (
        "Schock 6 von A schlägt 643 von B (Z. 89); C verliert mit 221; Hinrunde verloren für C."
    )
    game = table(players="AB").overtime("sudden_round").round(A="116", B="643")
    assert explained(game) == "Schock 6 von A schlägt 643 von B (Z. 89); Hinrunde verloren für B."


def test_a_forfeit_is_named_with_the_clause_that_asks_for_it():
    game = table("rsc2003").breach("B", "too_many_throws").round(A="116", B="111", C="221")
    assert explained(game) == (
        "Schock 6 von A schlägt 22/1 von C (§ 13); B gilt wegen „Zu oft gewürfelt“ als "
        "Letzter, egal mit welchem Wurf (§ 22) und bekommt 6 Deckel aus der Mitte (§ 10, § 11)."
    )
    game = table("dortmund", "AB").rule(lose_round="B").round(A="221", B="111")
    assert explained(game) == (
        "B gilt nach Entscheidung des Schiedsrichters als Letzter, egal mit welchem Wurf und "
        "bekommt 1 Deckel aus der Mitte (Z. 14)."
    )


def test_of_two_direct_schock_aus_the_later_one_is_said_to_have_won():
    game = table("schock4life", rules=2).round(A="111", B="111", C="221")
    assert explained(game).startswith(
        "Schock-Aus von B schlägt Schock-Aus von A, weil später (Z. 154); C verliert"
    )
    game = table("schock4life", "AB", rules=2).round(A="111", B="111")
    assert "weil später (Z. 154)" in explained(game)
    assert "verliert" not in explained(game).split(";")[0]


def test_what_the_table_has_changed_is_a_house_rule():
    game = table(house_rules={"general_over_schock2": True}).round(A="211", B="666", C="643")
    assert "Jenny 6 von B schlägt Schock 2 von A (Hausregel)" in explained(game)
    game = table("dortmund", "AB", house_rules={"fewer_throws_first": True})
    game.hand("A", "643", 2).hand("B", "643", 1)
    assert ", mit weniger Würfen (Hausregel)" in explained(game)


def test_the_name_of_a_hand():
    book = load("rsc2003")
    assert hand_name(book, book.ranking.hands[(6, 5, 5), 1, True]) == "65/5"
    assert hand_name(book, book.ranking.hands[(4, 4, 4), 1, True], "en") == "Pasch 4"
