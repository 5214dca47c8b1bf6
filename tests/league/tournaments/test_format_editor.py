"""A direction builds a format in the browser: draft, picture, preview, templates, files."""

import re
from datetime import timedelta

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.utils import timezone

from league import formats
from league.events.models import Event
from league.results.models.results import Result
from league.tournaments.core.queries.state import format_of
from league.tournaments.models.templates import FormatTemplate
from league.tournaments.planning.forms.block import BlockForm
from league.tournaments.planning.queries import draft_of
from tests import tournaments as day
from tests.directing import address, all_play, longer, message_of, page
from tests.league.tournaments.test_format_forms import sent

pytestmark = [pytest.mark.django_db, pytest.mark.once]


def fresh(event):
    return Event.objects.select_related("tournament").get(pk=event.pk)


def draft(event):
    return draft_of(fresh(event))


def post(desk, event, route, *args, **data):
    """Sent from the page as it is now."""
    stamp = data.pop("stamp", draft(event).stamp)
    data = {"stamp": stamp, "seen": day.seen(event), **data}
    return desk.post(address(route, event, *args), data, follow=True)


def change(desk, event, number, **typed):
    """Send one round's form with some fields typed otherwise."""
    form = BlockForm(format=draft(event).format, number=number)
    return post(desk, event, "format_block", number, **{**sent(form), **typed})


def names(format):
    return [block.name for block in format.blocks]


def test_what_is_changed_is_a_draft_until_it_is_taken_over(desk, event):
    change(desk, event, 1, games="3", minutes="", advance_number="3")
    assert format_of(fresh(event)).block(1).games.default == 2
    preview = page(desk, event, "take_format_over")
    assert "<del>2 Spiele</del> <ins>3 Spiele</ins>" in preview
    assert "<del>die besten 4; " in preview
    assert "<ins>die besten 3; " in preview
    post(desk, event, "take_format_over")
    block = format_of(fresh(event)).block(1)
    assert (block.games.default, block.minutes, block.advance.number) == (3, None, 3)
    assert not draft(event).is_kept


def test_the_chain_grows_gets_a_way_for_losers_and_shrinks(desk, event):
    blocks = format_of(event).blocks
    post(desk, event, "format_step", 1, do="losers")
    assert names(draft(event).format) == ["Vorrunde", "Trostrunde", "Finale"]
    post(desk, event, "format_step", 2, do="another")
    assert names(draft(event).format) == ["Vorrunde", "Trostrunde", "Trostrunde (2)", "Finale"]
    assert not message_of(post(desk, event, "take_format_over"))
    assert names(format_of(fresh(event))) == names(draft(event).format)
    for number in (3, 2):
        post(desk, event, "format_step", number, do="remove")
    post(desk, event, "take_format_over")
    assert format_of(fresh(event)).blocks == blocks


def test_a_draft_that_is_no_event_says_which_field_to_change(desk, event):
    change(desk, event, 1, advance="nobody", advance_number="")
    text = page(desk, event, "format_editor")
    assert "nimmt, wer aus „Vorrunde“ weiterkommt. Sag dort, wer weiterkommt." in text
    link = re.search(r'href="(/[^"]*durchgang/1/#id_advance)"', text)[1]
    form = desk.get(link.partition("#")[0]).content.decode()
    field = form[form.index('id="id_advance"') :]
    assert "Sag dort, wer weiterkommt." in field[: field.index("</fieldset>")]
    answer = post(desk, event, "take_format_over")
    assert answer.status_code == 409
    assert format_of(fresh(event)).block(1).advance.number == 4


def test_two_rounds_of_one_name_are_no_event(desk, event):
    change(desk, event, 2, name="VORRUNDE")
    text = page(desk, event, "format_editor")
    assert "Zwei Durchgänge heißen „VORRUNDE“." in text
    assert "/durchgang/2/#id_name" in text
    assert 'id="id_has_teams"' in page(desk, event, "format_whole")  # what is wrong is elsewhere


def test_a_field_that_is_refused_has_its_sentence_beside_it(desk, event):
    answer = change(desk, event, 1, advance="per_table", advance_number="3")
    assert answer.status_code == 422
    text = answer.content.decode()
    field = text[text.index('for="id_advance_number"') :]
    assert 'class="errors"' in field[: field.index("</div>")]
    assert draft(event).is_kept is False


def test_the_picture_counts_heads_and_names_who_plays_nowhere(desk, event):
    text = page(desk, event, "format_editor", people="24")
    assert "24 Leute, 6 Tische zu 4; 20 Leute spielen danach nirgends mehr." in text
    assert ">20 raus</text>" in text
    assert "4 Leute in „Vorrunde“ sind zu wenige" in page(desk, event, "format_editor", people="4")


@pytest.mark.parametrize("slug", formats.slugs())
def test_each_template_can_be_looked_at_before_it_is_taken(desk, event, slug):
    for people in (8, 96, 600):
        page(desk, event, "format_editor", people=people)
    text = page(desk, event, "format_templates", choice=slug)
    assert "<svg" in text
    assert '<span class="tag">' in text
    assert not draft(event).is_kept
    post(desk, event, "format_templates", choice=slug)
    assert draft(event).format.blocks == formats.load(slug).blocks
    assert "<svg" in page(desk, event, "format_editor", people=600)


def test_what_was_played_stays_whatever_the_draft_does(desk, event):
    day.draw(event, 1)
    all_play(event)
    results = list(Result.objects.values_list("pk", "is_current"))
    change(desk, event, 1, name="Gruppen", advance_number="3")
    post(desk, event, "format_step", 2, do="another")
    preview = page(desk, event, "take_format_over")
    assert "Schon ausgelost: Vorrunde." in preview
    assert "<del>Vorrunde</del> <ins>Gruppen</ins>" in preview
    post(desk, event, "take_format_over")
    holds = format_of(fresh(event))
    assert names(holds) == ["Gruppen", "Finale", "Finale (2)"]
    assert holds.block(1).advance.number == 3
    change(desk, event, 1, games="50")  # locked: the field is not asked
    assert not draft(event).is_kept
    post(desk, event, "format_templates", choice="werl")
    answer = post(desk, event, "take_format_over")
    assert "ist schon ausgelost und bleibt, wie es ist." in message_of(answer)
    post(desk, event, "discard_format")
    assert list(Result.objects.values_list("pk", "is_current")) == results
    assert format_of(fresh(event)) == holds


def test_two_directors_do_not_overwrite_each_other(desk, event):
    stamp = draft(event).stamp
    change(desk, event, 1, games="3")
    answer = post(desk, event, "format_step", 1, do="remove", stamp=stamp)
    assert "Inzwischen hat jemand den Entwurf geändert." in answer.content.decode()
    assert len(draft(event).format.blocks) == 2
    typed = sent(BlockForm(format=draft(event).format, number=1))
    answer = post(desk, event, "format_block", 1, **{**typed, "minutes": "45", "stamp": stamp})
    text = answer.content.decode()
    assert 'value="45"' in text
    assert f'name="stamp" value="{draft(event).stamp}"' in text


def test_a_draft_says_when_what_holds_has_moved_on(desk, event):
    change(desk, event, 1, games="3")
    assert "Seit dieser Entwurf" not in page(desk, event, "take_format_over")
    longer(event)
    text = page(desk, event, "take_format_over")
    assert "Seit dieser Entwurf begonnen wurde" in text
    assert "Finale (2)" in text  # it would be gone


def test_a_format_is_saved_and_another_tournament_begins_with_it(desk, event):
    change(desk, event, 1, games="7")
    post(desk, event, "save_format", name="Weihnachtsturnier")
    assert post(desk, event, "save_format", name="Weihnachtsturnier").status_code == 200
    saved = FormatTemplate.objects.get()
    in_a_month = (timezone.localdate() + timedelta(days=30)).isoformat()
    new = {"name": "Heiligabend", "business_date": in_a_month, "venue": "pub"}
    desk.post("/turniere/neu/", {**new, "template": f"saved-{saved.pk}"})
    begun = Event.objects.get(name="Heiligabend")
    assert format_of(begun).block(1).games.default == 7
    desk.post("/turniere/neu/", {**new, "name": "Silvester", "template": f"event-{begun.pk}"})
    assert format_of(Event.objects.get(name="Silvester")).blocks == format_of(begun).blocks
    post(desk, event, "remove_format", saved=saved.pk)
    assert not FormatTemplate.objects.exists()
    assert format_of(begun).block(1).games.default == 7


def test_a_format_goes_out_as_a_file_and_comes_back(desk, event):
    change(desk, event, 1, games="7")
    text = desk.get(address("format_file", event)).content
    post(desk, event, "discard_format")
    assert read(desk, event, text).status_code == 200
    assert draft(event).format.block(1).games.default == 7


def read(desk, event, content):
    return post(desk, event, "read_format", file=SimpleUploadedFile("a.jpg", content))


@pytest.mark.parametrize(
    ("content", "sentence"),
    [
        (b"\xff\xd8\xff\xe0 a picture", "Diese Datei ist kein Text"),
        (b"x" * 70_000, "64 KB"),
        (b'[[blocks]]\nname = "A\n', "Zeile 2"),
        (b'[[blocks]]\nname = "A"\nwho = { kind = "all" }\nscoring = { lives = 99 }', "Zeile 4"),
        (b'[[blocks]]\nname = "A"\nscoring = { lives = 1 }', "Zeile 1"),
        (b"[" * 60_000, "Zeile 1"),
        (b"", "mindestens einen Durchgang"),
    ],
)
def test_a_file_that_is_no_format_is_told_its_line(desk, event, content, sentence):
    answer = read(desk, event, content or b"\n")
    assert answer.status_code == 422
    assert sentence in answer.content.decode()
    assert not draft(event).is_kept


def test_a_step_button_saves_what_was_typed_above_it(desk, event):
    change(desk, event, 1, name="Gruppen", do="another")
    assert names(draft(event).format) == ["Gruppen", "Gruppen (2)", "Finale"]
    change(desk, event, 3, name="Schluss", do="up")
    assert names(draft(event).format) == ["Gruppen", "Schluss", "Gruppen (2)"]


def test_removing_a_round_asks_nothing_of_its_form(desk, event):
    text = page(desk, event, "format_block", 2)
    assert f'formnovalidate formaction="{address("format_step", event, 2)}"' in text


def test_sixteen_into_a_final_are_mended_at_the_cut_not_at_the_table(desk, event):
    change(desk, event, 1, advance_number="16")
    text = page(desk, event, "format_editor")
    assert "Ins Finale kommen 16, an keinen Tisch passen mehr als 12." in text
    assert f"{address('format_block', event, 1)}#id_advance_number" in text


def test_copies_of_a_numbered_round_go_on_counting(desk, event):
    change(desk, event, 1, name="1. Durchgang", do="another")
    post(desk, event, "format_step", 2, do="another")
    assert names(draft(event).format)[:3] == ["1. Durchgang", "2. Durchgang", "3. Durchgang"]


def test_a_round_after_a_cut_takes_who_advances_and_points_begin_anew(desk, event):
    post(desk, event, "format_step", 2, do="remove")
    change(desk, event, 1, advance="best", advance_number="4", do="another")
    after = draft(event).format.block(2)
    assert (after.who.kind, after.who.of, after.advance, after.carry_over) == (
        *("advancing", 1, None, False),
    )


def test_the_line_of_a_round_names_lives_again_and_who_advances(desk, event):
    text = page(desk, event, "format_editor")
    assert "alle, die da sind · 2 Spiele · weiter: die besten 4" in text
    change(desk, event, 2, lives="3", again="on", tie_1="lives", tie_2="lot", tie_3="")
    assert "3 Leben · noch einmal, bis nur noch einer eins hat" in page(
        desk, event, "format_editor"
    )


def test_the_editor_is_one_tap_from_the_direction(desk, event):
    assert f'href="{address("format_editor", event)}"' in page(desk, event)
