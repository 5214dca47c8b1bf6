"""The tool that keeps the English texts complete finds each way in which they are not."""

import gettext
import io

import pytest

from config import translations


@pytest.fixture
def house(tmp_path, monkeypatch):
    """A project of one template and one module, translated."""
    (tmp_path / "templates").mkdir()
    (tmp_path / "league").mkdir()
    (tmp_path / "templates" / "page.html").write_text(
        "{% load i18n %}\n"
        "    {% if x %}<p>{% translate 'Würfel' %}</p>\n"
        "  {% endif %}{% blocktranslate count n=n %}ein Deckel{% plural %}{{ n }} Deckel"
        "{% endblocktranslate %}\n"
    )
    (tmp_path / "league" / "words.py").write_text(
        "from django.utils.translation import gettext as _, pgettext\n"
        "a = _('%(name)s sitzt schon.') % {'name': 1}\n"
        "b = pgettext('Möbel', 'Tisch')\n"
    )
    monkeypatch.setattr(translations, "ROOT", tmp_path)
    monkeypatch.setattr(translations, "APPS", ("league",))
    translations.update()
    po = tmp_path / "locale" / "en" / "LC_MESSAGES" / "django.po"
    text = po.read_text()
    for german, english in (
        ('msgid "Würfel"\nmsgstr ""', 'msgid "Würfel"\nmsgstr "dice"'),
        ('msgstr[0] ""', 'msgstr[0] "one chip"'),
        ('msgstr[1] ""', 'msgstr[1] "%(n)s chips"'),
        ('schon."\nmsgstr ""', 'schon."\nmsgstr "%(name)s is seated."'),
        ('msgid "Tisch"\nmsgstr ""', 'msgid "Tisch"\nmsgstr "table"'),
    ):
        assert german in text
        text = text.replace(german, english)
    po.write_text(text)
    translations.update()
    return tmp_path


def _change(house, old, new):
    po = house / "locale" / "en" / "LC_MESSAGES" / "django.po"
    assert old in po.read_text()
    po.write_text(po.read_text().replace(old, new))


def test_a_complete_translation_has_no_problem(house):
    assert translations.problems() == []


def test_updating_twice_changes_nothing(house):
    folder = house / "locale" / "en" / "LC_MESSAGES"
    before = {path.name: path.read_bytes() for path in folder.iterdir()}
    translations.update()
    assert {path.name: path.read_bytes() for path in folder.iterdir()} == before
    assert set(before) == {"django.po", "django.mo"}


def test_the_compiled_file_is_one_that_gettext_reads(house):
    mo = (house / "locale" / "en" / "LC_MESSAGES" / "django.mo").read_bytes()
    english = gettext.GNUTranslations(io.BytesIO(mo))
    assert english.gettext("Würfel") == "dice"
    assert english.ngettext("ein Deckel", "%(n)s Deckel", 1) == "one chip"
    assert english.ngettext("ein Deckel", "%(n)s Deckel", 4) == "%(n)s chips"
    assert english.pgettext("Möbel", "Tisch") == "table"
    assert english.gettext("Tisch") == "Tisch"


@pytest.mark.parametrize(
    ("old", "new", "problem"),
    [
        ('msgstr "dice"', 'msgstr ""', "not translated: 'Würfel'"),
        ('msgstr[1] "%(n)s chips"', 'msgstr[1] ""', "not translated: 'ein Deckel'"),
        ('msgid "Würfel"', '#, fuzzy\nmsgid "Würfel"', "marked fuzzy: 'Würfel'"),
        ("%(name)s is", "%(nome)s is", "other placeholders: '%(name)s sitzt schon.'"),
        ('"%(n)s chips"', '"many chips"', "other placeholders: 'ein Deckel'"),
    ],
)
def test_what_is_wrong_in_the_file_is_named(house, old, new, problem):
    _change(house, old, new)
    assert [found for found in translations.problems() if found.startswith(problem)]
    assert translations.check() == 1


def test_a_new_text_is_missing_and_a_vanished_one_is_stale(house):
    (house / "league" / "words.py").write_text("a = _('Neu')\n")
    found = translations.problems()
    assert "missing in the .po: 'Neu'" in found
    assert "no longer in the code: 'Tisch'" in found


def test_an_edit_that_was_not_compiled_is_found(house):
    _change(house, '"dice"', '"die"')
    assert translations.problems() == ["the .mo is not what the .po compiles to: run `update`"]


def test_words_that_nobody_marked_are_found(house):
    page = house / "templates" / "page.html"
    page.write_text(page.read_text() + '<b>Strafe</b> {{ x }} <img alt="Ein Becher"> EUR')
    assert translations.unmarked(page) == ["Strafe", "Ein Becher"]
