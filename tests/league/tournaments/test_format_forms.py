"""The forms of the format editor: each setting of a format is a field, and comes back."""

import random
from dataclasses import fields, replace

import pytest
from django.utils.translation import override
from hypothesis import given, settings
from hypothesis import strategies as st

from league import formats
from league.formats import Advance, Block, Fit, Format, Games, Scoring, Source, Tables, Team, Who
from league.tournaments.core.labels.format_errors import _FORMAT, format_error
from league.tournaments.core.labels.formats import block_lines
from league.tournaments.planning import labels
from league.tournaments.planning.forms.block import BlockForm
from league.tournaments.planning.forms.whole import FitsForm, TeamForm
from league.tournaments.planning.queries import Draft
from league.tournaments.planning.views import block as block_page

pytestmark = pytest.mark.once
many = settings(max_examples=40, deadline=None)


def sent(form):
    """Return what a browser sends of an untouched form."""
    values = {name: form[name].value() for name in form.fields}
    return {
        name: "on" if value is True else str(value)
        for name, value in values.items()
        if value is not None and value is not False
    }


def through_the_forms(format: Format) -> Format:
    """Return the format with every form of the editor opened and saved as it is."""
    blocks = []
    for number in range(1, len(format.blocks) + 1):
        form = BlockForm(
            sent(BlockForm(format=format, number=number)), format=format, number=number
        )
        assert form.is_valid(), (format.slug, number, form.errors)
        blocks.append(form.block)
    team = TeamForm(sent(TeamForm(format=format)), format=format)
    fits = FitsForm(sent(FitsForm(format=format)), format=format)
    assert team.is_valid()
    assert fits.is_valid()
    return replace(format, blocks=tuple(blocks), team=team.team, fits=fits.fits)


@pytest.mark.parametrize("slug", formats.slugs())
def test_each_template_comes_back_from_the_forms_and_from_its_file(slug):
    template = formats.load(slug)
    assert through_the_forms(template) == template
    assert formats.read(formats.written(template).encode()) == template


small = st.integers(1, 9)
exits = st.sampled_from([(3, 2, 1, 0), (4, 2), (1,), ()])
weights = st.fixed_dictionaries(
    {}, optional={name: st.integers(-99, 99) for name in formats.WEIGHTS}
)


@st.composite
def scorings(draw):
    lives = draw(st.sampled_from([0, 0, 1, 7, 20]))
    given_lives = {
        "lives": lives,
        "life_per": draw(st.sampled_from(["game", "half", "stake"])),
        "leave": draw(st.integers(1, 2)),
    }
    by_place = draw(st.sampled_from([(), (7, 5, 4, 3), (99, 0)]))
    better = "more" if by_place else draw(st.sampled_from(["more", "fewer"]))
    falling = draw(exits)
    by_size = draw(st.sampled_from([{}, {3: (3, 1, 0), 4: (3, 2, 1, 0), 5: (4, 3, 2, 1, -1)}]))
    turned = (lambda points: points) if better == "more" else (lambda points: points[::-1])
    own = {"half_kept": 1, **draw(weights)}
    return Scoring(
        better=better,
        exits={size: turned(points) for size, points in by_size.items()},
        exits_else=turned(falling),
        together=draw(st.sampled_from(["share", "seat", "entered"])),
        springer=draw(st.sampled_from(["mean", "none"])),
        place_points=by_place,
        **own,
        **(given_lives if lives else {}),
    )


@st.composite
def blocks(draw, number, before):
    """Draw a block that can be meant, whatever the others say."""
    scoring = draw(scorings())
    lives = bool(scoring.lives)
    criteria = [code for code in formats.CRITERIA if lives or code not in formats.LIVES]
    more = draw(st.permutations(criteria[1:] if lives else [c for c in criteria if c != "points"]))
    ties = ("lives" if lives else "points", *more[: draw(st.integers(0, len(more)))])
    kinds = [None, Advance("best", draw(small)), Advance("per_table", 1, draw(st.integers(0, 3)))]
    least, target, most = sorted(draw(st.lists(st.integers(3, 5), min_size=3, max_size=3)))
    whos = [Who()]
    if before:
        takes = st.sampled_from(formats.TAKES)
        sources = []
        for of in draw(st.lists(st.sampled_from(before), min_size=1, max_size=4)):
            take = draw(takes)
            first, last = draw(small), draw(st.none() | st.integers(9, 1000))
            is_range = take in formats.RANGES
            sources.append(
                Source(of, take, first if is_range else None, last if is_range else None)
            )
        whos += [Who.out_of(tuple(sources)), Who("rest", draw(st.sampled_from(before)))]
    return Block(
        name=f"{draw(st.sampled_from(['Runde', 'Finale', '„Bärenrunde“', 'A & B <1>']))} {number}",
        who=draw(st.sampled_from(whos)),
        scoring=scoring,
        tables=Tables(
            target,
            least,
            most,
            draw(st.sampled_from(["nearest", "smaller", "larger", "springer"])),
            draw(st.sampled_from([0, 0, 9])) if scoring.leave == 1 and not scoring.exits else 0,
        ),
        games=draw(st.builds(Games, st.integers(1, 50), st.sampled_from([{}, {3: 6, 12: 1}])))
        if not lives or draw(st.booleans())
        else None,
        minutes=draw(st.none() | st.integers(1, 600)),
        overtime=draw(st.sampled_from(["sudden_round", "one_half", "finish_game"])),
        draw=draw(st.sampled_from(["lot", "meetings", "points", *(["parity"] if lives else [])])),
        separate_teams=draw(st.booleans()),
        advance=draw(st.sampled_from([*kinds, Advance("survivors")] if lives else kinds)),
        carry_over=draw(st.booleans()),
        carry_lives=lives and draw(st.booleans()),
        again=lives and draw(st.booleans()),
        deckel=draw(st.sampled_from([{}, dict.fromkeys(range(2, 13), 13)])),
        ties=ties,
    )


@st.composite
def drafts(draw):
    """Draw formats whose blocks can each be meant; together they need not make an event."""
    own = []
    for number in range(1, draw(st.integers(1, 5)) + 1):
        block = draw(blocks(number, list(range(1, number))))
        try:
            block.check()
        except formats.FormatError:
            block = replace(block, advance=None, tables=Tables())
        own.append(block)
    team = draw(st.sampled_from([None, Team(), Team(3, 8, 5, 2), Team(4, 12, by="lives")]))
    fits = draw(st.sampled_from([(), (Fit(40, 12, 1), Fit(9, None, 0, (2, 3)))]))
    return Format("own", "X", "X", tuple(own), team, fits)


@many
@given(drafts())
def test_any_draft_comes_back_from_the_forms_and_from_its_file(draft):
    for block in draft.blocks:
        block.check()
    assert through_the_forms(draft) == draft
    assert formats.read(formats.written(draft).encode()) == draft


def fields_at(format: Format, place: formats.Where):
    if place.part == "team":
        return TeamForm(format=format).fields
    if place.part == "fits":
        return FitsForm(format=format).fields
    return BlockForm(format=format, number=place.number).fields


def refusals_of(format: Format):
    """Yield each reason why it makes no event, without a number of people and for several."""
    asked = [formats.check, *(lambda f, n=n: formats.fitted(f, n) for n in (8, 23, 80))]
    for ask in asked:
        try:
            ask(format)
        except formats.FormatError as error:
            yield error


@settings(max_examples=25, deadline=None)
@given(drafts(), st.randoms(use_true_random=False))
def test_whatever_is_refused_of_a_whole_names_a_field_that_is_there(draft, rng):
    for format in (draft, *built_on(formats.load(rng.choice(formats.slugs())), rng)):
        pages_of(format)
        for error in refusals_of(format):
            place = formats.where(error, format)
            assert place is not None, (error.code, error.data)
            assert place.field in fields_at(format, place), (error.code, place)
            assert error.code in _FORMAT or error.code == "tables_impossible"
            assert "%(" not in format_error(error, format)


def pages_of(format: Format) -> None:
    """Assert that the editor can show a draft."""
    assert labels.shown(format, 24, str).svg
    for number in range(1, len(format.blocks) + 1):
        assert block_lines(format, number, 24)
    assert labels.changes(format, formats.blank())


def built_on(format: Format, rng: random.Random):
    """Yield a template after each of some taps on the editor's buttons."""
    for _tap in range(6):
        deed = rng.choice((formats.another, formats.beside, formats.removed, formats.moved))
        number = rng.randint(1, len(format.blocks))
        try:
            format = deed(format, number, *([rng.choice((-1, 1))] if deed is formats.moved else []))
        except formats.FormatError:  # the only block stays
            continue
        yield format


@many
@given(st.sampled_from(formats.slugs()), st.randoms(use_true_random=False))
def test_whatever_is_refused_of_a_block_stands_beside_a_field(slug, rng):
    """Each of a form's fields typed wrong or otherwise, some at once."""
    format = formats.load(slug)
    number = rng.randint(1, len(format.blocks))
    form = BlockForm(format=format, number=number)
    data = sent(form)
    for name in rng.sample(sorted(form.fields), rng.randint(1, 4)):
        choices = [code for code, _words in getattr(form.fields[name], "choices", [])]
        typed = ["", "0", "1", "2", "5", "12", "-3", "3/2/1/0", "0/1/3", "x", "1000000"]
        data[name] = str(rng.choice([*typed, *choices]))
    form = BlockForm(data, format=format, number=number)
    if not form.is_valid():
        assert set(form.errors) <= set(form.fields), form.errors
    else:
        form.block.check()


# What of the scoring counts only together with something else, and is named without a sentence.
DEPENDS = {"exits_else", "springer", "together", "life_per", "leave", "lives"}


@many
@given(blocks(1, []), blocks(1, []))
def test_whatever_is_set_otherwise_stands_in_the_preview(block, other):
    """One setting at a time, so that none hides behind another."""
    block = replace(block, name="Runde")
    for part in fields(Scoring):
        own = {part.name: getattr(other.scoring, part.name)}
        after = replace(block, scoring=replace(block.scoring, **own))
        stands_in_the_preview(block, after, part.name in DEPENDS)
    for part in fields(Block):
        if part.name not in ("name", "scoring"):
            after = replace(block, **{part.name: getattr(other, part.name)})
            stands_in_the_preview(block, after)


def stands_in_the_preview(before: Block, after: Block, depends: bool = False) -> None:
    try:
        after.check()
    except formats.FormatError:
        return
    with override("en"):
        told = labels.changes(*(Format("x", "X", "-", (own,)) for own in (before, after)))
    assert bool(told) == (before != after), (before, after)
    if told and not depends:
        assert "changes nothing" not in told[0].lines[0][2], (before, after)


# The page of a round


def test_a_round_is_moved_and_removed_only_where_nobody_was_drawn_to():
    chain = formats.longer(formats.longer(formats.load("schockfreunde")))
    last = len(chain.blocks)

    def steps_of(number, *drawn, chain=chain):
        free = {block: frozenset[str]() for block in drawn}
        draft = Draft(chain, chain, is_kept=True, is_old=False, free=free)
        return [button.do for button in labels.step_buttons(block_page.steps(draft, number))]

    assert steps_of(1) == ["another", "down", "remove"]
    assert steps_of(last) == ["another", "up", "remove"]
    assert steps_of(2, 1, 2) == ["another"]
    assert steps_of(1, 1, 2) == []
    two_lives = formats.load("dm2007")  # from its second round on people fall out
    assert steps_of(2, chain=two_lives) == ["another", "losers", "up", "down", "remove"]
