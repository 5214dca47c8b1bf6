"""A rulebook is data: complete, with a clause for each rule, and refused where it has a hole."""

from __future__ import annotations

import re

import pytest

from games.engine import InvalidError, RulebookError, load, slugs, start
from games.engine.houserules import agreed
from games.engine.loading import FOLDER, parse
from tests.games.engine.scoring import Scorer

JULE = (FOLDER / "jule.toml").read_text("utf-8")


def test_there_are_five():
    assert slugs() == ("dortmund", "jule", "rsc2003", "schock4life", "schockfreunde")


@pytest.mark.parametrize("slug", slugs())
def test_each_says_what_a_screen_needs(slug):
    book = load(slug)
    assert book is load(slug)
    assert book.slug == slug
    assert book.name
    assert book.source.de != book.source.en
    assert (book.deckel, book.least_players, book.ideal_players) == (13, 2, (4, 8))
    texts = [*book.words.values(), *book.category_names.values()]
    texts += [infraction.label for infraction in book.infractions.values()]
    assert all(text.de.strip() and text.en.strip() for text in texts)
    clauses = [*book.clauses.values(), *book.tie_clauses.values(), book.opening.clause]
    clauses += [row.clause for row in (*book.value_table, *book.stakes, *book.outside)]
    assert all(clauses)


def test_words_are_those_of_the_text():
    assert load("dortmund").words["deckel"].en == "lids"
    assert load("jule").words["deckel"].de == "Strafscheiben"
    assert load("schock4life").words["sweep"].de == "Blattschuss"
    assert load("jule").category_names["general"].de == "Drei Dicke"


def test_cover_and_reveal_are_told_to_the_scorer():
    by_key = {slug: (load(slug).last_throw, load(slug).reveal_order) for slug in slugs()}
    assert by_key == {
        "dortmund": ("must", "any"),
        "jule": ("must", "in_turn"),
        "rsc2003": ("must", "in_turn"),
        "schock4life": ("must", "any"),
        "schockfreunde": ("may", "any"),
    }


def test_charges_outside_a_game():
    outside_charges = {charge.code: charge for charge in load("rsc2003").outside}
    no_show = outside_charges["no_show"]
    assert (no_show.kind, no_show.cents, no_show.clause) == (
        "fine", 500, "§ 17",
    )  # fmt: skip
    assert (outside_charges["dice_off_table"].cents, outside_charges["dice_off_table"].most) == (
        100,
        3,
    )
    assert (outside_charges["left_table"].kind, outside_charges["left_table"].cents) == (
        "donation",
        None,
    )
    assert [charge.code for charge in load("jule").outside] == ["dropped_dice"]
    assert load("schock4life").outside == ()


def test_the_catalogue_of_infractions():
    spinksen = load("schock4life").infractions["spinksen"]
    assert (spinksen.needs_votes, spinksen.kind, spinksen.clause) == (True, None, "Z. 172–174")
    left = load("rsc2003").infractions["left_table"]
    assert (left.open_amount, left.needs_votes) == (True, False)


def test_what_a_table_stakes():
    assert load("schock4life").stake(5) == ("stake", 500)
    assert load("schock4life").stake(6, "private") == ("stake", 1000)
    assert load("schock4life").stake(8, "pub") == ("drinks_round", None)
    assert load("jule").stake(4) is None


@pytest.mark.parametrize("slug", ["", "JULE", "../jule", "jule.toml", None, 5, ["jule"]])
def test_another_slug_is_refused(slug):
    with pytest.raises(InvalidError) as refused:
        load(slug)
    assert refused.value.code == "unknown_rulebook"


def test_no_rulebook_is_asked_for_by_name_in_the_code():
    # „jule“ is the name of a hand as well.
    names = re.compile("|".join(f"[\"']{slug}[\"']" for slug in slugs() if slug != "jule"))
    for path in FOLDER.parent.glob("*.py"):
        assert not names.search(path.read_text("utf-8")), path.name


def category(toml, key):
    """Return the text of one category."""
    return next(part for part in toml.split("[[") if f'key = "{key}"' in part)


def hole(old, new, toml=JULE):
    assert old in toml
    with pytest.raises(RulebookError) as refused:
        parse(toml.replace(old, new, 1))
    assert refused.value.sentence("de")
    assert refused.value.sentence("en")
    return refused.value.code


def test_the_file_as_it_stands_is_read():
    assert parse(JULE) == load("jule")


def test_a_combination_without_a_category_is_a_hole():
    assert hole("[[" + category(JULE, "zahl"), "") == "rulebook_hole"
    without = JULE.replace("[[" + category(JULE, "zahl"), "").replace('otherwise = "zahl"\n', "")
    assert hole('"666", ', "", without) == "rulebook_hole"
    assert hole('otherwise = "zahl"', 'otherwise = "plain"') == "rulebook_substitute"


def test_a_hand_in_two_categories_has_no_order():
    assert hole('hands = ["421"]', 'hands = ["421", "111"]') == "rulebook_order"
    assert hole('"116", "115"', '"116", "116"') == "rulebook_order"
    assert hole('hands = ["421"]\n', "") == "rulebook_order"


def test_a_tie_chain_must_end_with_earlier():
    assert hole('["fewer_throws", "one_throw", "earlier"]', '["fewer_throws"]') == "rulebook_order"
    assert hole('["one_throw", "fewer_throws", "earlier"]', "[]") == "rulebook_order"
    assert hole('["fewer_throws", "one_throw", "earlier"]', '["earlier", "earlier"]') == (
        "rulebook_order"
    )
    assert hole('["one_throw", "fewer_throws", "earlier"]', '["later"]') == "rulebook_value"


def test_two_categories_of_one_key_have_no_order():
    assert hole('key = "jule"', 'key = "schock"') == "rulebook_order"


def test_what_needs_one_throw_must_say_what_it_is_otherwise():
    general = category(JULE, "general")
    needs = general.replace("one_throw = false", "one_throw = true")
    assert hole(general, needs.replace('otherwise = "zahl"\n', "")) == "rulebook_substitute"
    assert hole(general, needs.replace('"zahl"', '"nothing"')) == "rulebook_substitute"
    assert hole(general, needs.replace('"zahl"', '"strasse"')) == "rulebook_substitute"
    zahl = category(JULE, "zahl")
    assert hole(zahl, zahl.replace("one_throw = false", "one_throw = true")) == (
        "rulebook_substitute"
    )


@pytest.mark.parametrize(
    ("old", "new", "code"),
    [
        ("deckel = 13", "deckel = 31", "rulebook_value"),
        ("deckel = 13", "deckel = true", "rulebook_value"),
        ("deckel = 13", "", "rulebook_key"),
        ("deckel = 13", "deckel = 13\nlives = 3", "rulebook_key"),
        ("deckel = 13", "deckel = ", "rulebook_toml"),
        ('slug = "jule"', 'slug = ""', "rulebook_value"),
        ('reenter = "none"', 'reenter = "maybe"', "rulebook_value"),
        ('limit = "1.2.1"\n', "", "rulebook_key"),
        ('limit = "1.2.1"\n', 'limit = ""\n', "rulebook_value"),
        ('limit = "1.2.1"\n', 'limit = "1.2.1"\nother = "2"\n', "rulebook_key"),
        ('middle = { de = "Stock", en = "stock" }', "", "rulebook_key"),
        ('middle = { de = "Stock", en = "stock" }', 'middle = { de = "Stock" }', "rulebook_key"),
        ('middle = { de = "Stock", en = "stock" }', 'middle = "Stock"', "rulebook_value"),
        ('en = "stock" }', 'en = "stock", kl = "stok" }', "rulebook_key"),
        ("dice = 1", "dice = 2", "rulebook_value"),
        ("deals = false", "deals = true", "rulebook_value"),
        ("deals = false", 'deals = "no"', "rulebook_value"),
        ("penalty = 7", "penalty = 0", "rulebook_value"),
        ("penalty = 7", "penalty = []", "rulebook_value"),
        ("penalty = 7", "penalty = [7, 6]", "rulebook_value"),
        ("penalty = 7", 'penalty = "some"', "rulebook_value"),
        ("penalty = [6, 5, 4, 3]", "penalty = [6, 5, 4]", "rulebook_value"),
        ('hands = ["421"]', "hands = []", "rulebook_value"),
        ('hands = ["421"]', 'hands = ["427"]', "rulebook_value"),
        ('hands = ["421"]', "hands = [421]", "rulebook_value"),
        ('kind = "drinks_round"', 'kind = "fine"', "rulebook_value"),
        ('kind = "drinks_round"', "", "rulebook_value"),
        ('effect = "forfeit"', 'effect = "jail"', "rulebook_value"),
        ('code = "jule"', 'code = "fish"', "rulebook_value"),
        ("most = 2", "most = 3", "rulebook_value"),
        ("[house_rules.locked]", "[house_rules.locked]\nlives = '1'", "rulebook_key"),
        ("[players]", "[[players]]", "rulebook_value"),
        ("[[options]]", "[options]", "rulebook_value"),
        ('chain = ["fewer', 'chain = "fewer"\nx = ["fewer', "rulebook_value"),
    ],
)
def test_a_file_with_a_hole_is_refused_when_it_is_loaded(old, new, code):
    assert hole(old, new) == code


def test_an_amount_without_its_kind_is_refused():
    toml = (FOLDER / "schock4life.toml").read_text("utf-8")
    assert hole("cents = 500\n", "", toml) == "rulebook_value"
    assert hole('kind = "drinks_round"', 'kind = "drinks_round"\ncents = 5', toml) == (
        "rulebook_value"
    )
    assert hole("cents = 500\n", "cents = 500\npayer_counts = true\n", toml) == "rulebook_value"
    assert hole("up_to = 5", "up_to = 1", toml) == "rulebook_value"
    assert hole('venues = ["pub"]', 'venues = ["bar"]', toml) == "rulebook_value"


def test_a_fine_is_at_most_a_thousand_euros():
    toml = (FOLDER / "schock4life.toml").read_text("utf-8")
    assert parse(toml.replace("cents = 500\n", "cents = 100_000\n")).infractions
    assert hole("cents = 500\n", "cents = 100_001\n", toml) == "rulebook_value"


def test_a_category_nobody_has_thought_of_is_data():
    """2-2-1 for nine Deckel, right below the Jule."""
    jule = category(JULE, "jule")
    lowest = jule.replace('key = "jule"', 'key = "lowest"').replace("421", "221")
    lowest = lowest.replace("penalty = 7", "penalty = 9")
    book = parse(JULE.replace(jule, jule + "[[" + lowest))
    hand = book.ranking.hands[(2, 2, 1), 1, True]
    assert (hand.key, hand.penalty) == ("lowest", 9)
    assert book.ranking.hands[(6, 1, 1), 1, True].rank < hand.rank
    assert hand.rank < book.ranking.hands[(4, 2, 1), 1, True].rank


def test_games_share_a_rulebook_and_its_tables():
    rules = {"deckel": 7, "after_turning": "rest"}
    assert agreed("jule", rules) is agreed("jule", dict(reversed(rules.items())))
    assert agreed("jule", {}) is load("jule")
    game, other = Scorer("jule").state.table.game, Scorer("dortmund").state.table.game
    assert game.start is other.start
    assert start(Scorer("rsc2003").header).table.game.start is not game.start
