"""Test that the tool for complete German texts finds each way in which they are not."""

import gettext
import io

import pytest

from config import translations
from config.messages import compile_texts


@pytest.fixture
def project(tmp_path, monkeypatch):
    """Make a project of one template and one module, translated."""
    (tmp_path / "templates").mkdir()
    (tmp_path / "league").mkdir()
    (tmp_path / "templates" / "page.html").write_text(
        "{% load i18n %}\n"
        "    {% if x %}<p>{% translate 'dice' %}</p>\n"
        "  {% endif %}{% blocktranslate count n=n %}one chip{% plural %}{{ n }} chips"
        "{% endblocktranslate %}\n"
    )
    (tmp_path / "league" / "words.py").write_text(
        "from django.utils.translation import gettext as _, pgettext\n"
        "a = _('%(name)s is seated.') % {'name': 1}\n"
        "b = pgettext('furniture', 'table')\n"
    )
    monkeypatch.setattr(translations, "ROOT", tmp_path)
    monkeypatch.setattr(translations, "APPS", ("league",))
    translations.update()
    po = tmp_path / "locale" / "de" / "LC_MESSAGES" / "django.po"
    text = po.read_text()
    for untranslated, translated in (
        ('msgid "dice"\nmsgstr ""', 'msgid "dice"\nmsgstr "Würfel"'),
        ('msgstr[0] ""', 'msgstr[0] "ein Deckel"'),
        ('msgstr[1] ""', 'msgstr[1] "%(n)s Deckel"'),
        ('seated."\nmsgstr ""', 'seated."\nmsgstr "%(name)s sitzt schon."'),
        ('msgid "table"\nmsgstr ""', 'msgid "table"\nmsgstr "Tisch"'),
    ):
        assert untranslated in text
        text = text.replace(untranslated, translated)
    po.write_text(text)
    translations.update()
    return tmp_path


def _change(project, old, new):
    po = project / "locale" / "de" / "LC_MESSAGES" / "django.po"
    assert old in po.read_text()
    po.write_text(po.read_text().replace(old, new))


def _compiled(project):
    folder = project / "locale" / "de" / "LC_MESSAGES"
    compile_texts(folder)
    return gettext.GNUTranslations(io.BytesIO((folder / "django.mo").read_bytes()))


def test_a_counted_text_is_german_too_where_nobody_counts(project):
    """Python finds it in the plural forms from 3.11.3 on; Debian 12 has 3.11.2."""
    folder = project / "locale" / "de" / "LC_MESSAGES"
    compile_texts(folder)
    pairs = (folder / "django.mo").read_bytes().split(b"\0")
    assert pairs.count(b"one chip") == 2
    assert _compiled(project).gettext("one chip") == "ein Deckel"
    assert _compiled(project).ngettext("one chip", "%(n)s chips", 3) == "%(n)s Deckel"


def test_a_complete_translation_has_no_problem(project):
    assert translations.problems() == []


def test_updating_twice_changes_nothing(project):
    folder = project / "locale" / "de" / "LC_MESSAGES"
    before = {path.name: path.read_bytes() for path in folder.iterdir()}
    translations.update()
    assert {path.name: path.read_bytes() for path in folder.iterdir()} == before
    assert set(before) == {"django.po"}


def test_the_compiled_file_is_one_that_gettext_reads(project):
    german = _compiled(project)
    assert german.gettext("dice") == "Würfel"
    assert german.ngettext("one chip", "%(n)s chips", 1) == "ein Deckel"
    assert german.ngettext("one chip", "%(n)s chips", 4) == "%(n)s Deckel"
    assert german.pgettext("furniture", "table") == "Tisch"
    assert german.gettext("table") == "table"


@pytest.mark.parametrize(
    ("old", "new", "problem"),
    [
        ('msgstr "Würfel"', 'msgstr ""', "not translated: 'dice'"),
        ('msgstr[1] "%(n)s Deckel"', 'msgstr[1] ""', "not translated: 'one chip'"),
        ('msgid "dice"', '#, fuzzy\nmsgid "dice"', "marked fuzzy: 'dice'"),
        ("%(name)s sitzt", "%(nome)s sitzt", "other placeholders: '%(name)s is seated.'"),
        ('msgstr[1] "%(n)s Deckel"', 'msgstr[1] "viele"', "other placeholders: 'one chip'"),
    ],
)
def test_what_is_wrong_in_the_file_is_named(project, old, new, problem):
    _change(project, old, new)
    assert [text for text in translations.problems() if text.startswith(problem)]
    assert translations.check() == 1


def test_a_new_text_is_missing_and_a_vanished_one_is_stale(project):
    (project / "league" / "words.py").write_text("a = _('New')\n")
    problems = translations.problems()
    assert "missing in the .po: 'New'" in problems
    assert "no longer in the code: 'table'" in problems


def test_an_edit_is_compiled_at_the_next_start_and_nothing_else_is(project):
    assert _compiled(project).gettext("dice") == "Würfel"
    compiled = project / "locale" / "de" / "LC_MESSAGES" / "django.mo"
    before = compiled.stat().st_ino
    assert _compiled(project).gettext("dice") == "Würfel"
    assert compiled.stat().st_ino == before
    _change(project, '"Würfel"', '"Becher"')
    assert _compiled(project).gettext("dice") == "Becher"


def test_words_that_nobody_marked_are_found(project):
    page = project / "templates" / "page.html"
    page.write_text(page.read_text() + '<b>Strafe</b> {{ x }} <img alt="Ein Becher"> EUR')
    assert translations.unmarked(page) == ["Strafe", "Ein Becher"]


def test_a_text_inside_an_f_string_is_named_because_it_is_not_gathered(project):
    """All users were shown it in the language of the source."""
    words = project / "league" / "words.py"
    words.write_text(words.read_text() + "c = f\"{a} {_('Nothing yet.')}\"\n")
    assert translations.problems() == ["league/words.py: inside an f-string: 'Nothing yet.'"]
