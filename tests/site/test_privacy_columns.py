"""Every column of text has a decision about its erasure, in whatever table."""

import unicodedata

from django.apps import apps
from django.db.models import (
    BigAutoField,
    BigIntegerField,
    BinaryField,
    CharField,
    DateTimeField,
    JSONField,
    TextField,
)
from django.utils.functional import Promise

from config.privacy import archive_keys, columns
from config.privacy.access import SECRET
from config.privacy.column_labels import COLUMNS
from config.privacy.labels import table_name
from config.privacy.mentions import Mentions
from config.privacy.queries import links_to
from league.people.models.people import Person, User


def text_columns():
    """Yield every column of text, JSON or bytes of every table."""
    for model in apps.get_models(include_auto_created=True):
        for column in model._meta.concrete_fields:
            if isinstance(column, CharField | TextField | JSONField | BinaryField):
                yield model, column


def test_each_column_of_text_has_a_decision():
    undecided = []
    for model, column in text_columns():
        label = model._meta.label
        decided = (
            label in columns.OWN_RULES
            or column.name in columns.WORDS.get(label, ())
            or column.name in (columns.RETAINED[label].words if label in columns.RETAINED else ())
            or column.name in columns.CODES
            or f"{label}.{column.name}" in columns.NOBODY
            or bool(column.choices)
            or isinstance(column, BinaryField)
            or label.startswith("privacy.")
        )
        if not decided:
            undecided.append(f"{label}.{column.name}")
    assert undecided == []


def by_label(*decisions):
    """Each key of these decisions, as „table.column“."""
    pairs = [pair for keys in decisions for pair in keys.items()]
    return {f"{label}.{name}" for label, names in pairs for name in names}


def test_each_key_that_leads_to_a_person_is_in_the_archive_or_left_out_with_a_reason():
    """Directly, or through a row that is theirs. A key to a login says who did something, and of
    that the archive has the moments, unless the row is decided to be theirs.
    """
    own = {apps.get_model(label) for label in archive_keys.THEIRS}
    leading = {
        f"{model._meta.label}.{column.name}"
        for model in apps.get_models()
        for column in model._meta.concrete_fields
        if column.is_relation and column.related_model in own | {Person}
    }
    theirs = by_label(archive_keys.THEIRS)
    decided = theirs | by_label(archive_keys.NAMING, archive_keys.DEEDS)
    without = set(archive_keys.LEFT_OUT)
    logins = {f"{model._meta.label}.{column.name}" for model, column in links_to(User)}
    assert leading - decided - without == set()
    assert decided - leading - logins == set()  # nothing is decided that is not there
    assert without - leading - logins == set()
    assert not decided & without
    assert all(archive_keys.LEFT_OUT.values())


def test_each_column_that_could_name_a_person_without_a_key_has_a_decision():
    """JSON names seats, and a large number may be a key that the database does not know."""
    held_whole = set(archive_keys.THEIRS) | set(archive_keys.NAMING)
    found = {
        f"{model._meta.label}.{column.name}"
        for model in apps.get_models()
        for column in model._meta.concrete_fields
        if model._meta.label not in held_whole
        and not column.is_relation
        and not isinstance(column, BigAutoField)
        and isinstance(column, JSONField | BigIntegerField)
    }
    assert found == {*archive_keys.WITHOUT_KEY, *archive_keys.NOBODY}
    assert not archive_keys.NOBODY.intersection(archive_keys.WITHOUT_KEY)
    assert all(archive_keys.WITHOUT_KEY.values())


def tables_of_archives():
    labels = {*archive_keys.THEIRS, *archive_keys.NAMING, *archive_keys.ABOVE}
    besides = {"league.Mail", "league.SecurityPrivate"}
    return {Person, User, *map(apps.get_model, labels | besides)}


def columns_of_archives():
    """Yield each column that a person may find in the own archive: of tables that name the person
    all but keys and digests, of those that name the login only the moments.
    """
    for model in tables_of_archives():
        for column in model._meta.concrete_fields:
            hidden = {column.name, f"{model._meta.label}.{column.name}"} & SECRET
            if not hidden and not isinstance(column, BinaryField):
                yield column.attname, column
    deeds = {model for model, _link in links_to(User)} | set(
        map(apps.get_model, archive_keys.DEEDS)
    )
    for model in deeds:
        for column in model._meta.concrete_fields:
            if isinstance(column, DateTimeField):
                yield column.attname, None
    yield from dict.fromkeys(("table_id", "number", "events", "at", "kind")).items()


def test_each_column_of_an_archive_has_a_word():
    raw = {
        name
        for name, column in columns_of_archives()
        if name not in COLUMNS and not isinstance(getattr(column, "verbose_name", None), Promise)
    }
    assert raw == set()


def test_each_table_of_an_archive_has_a_word():
    tables = tables_of_archives() | {model for model, _link in links_to(User)}
    tables |= set(map(apps.get_model, archive_keys.DEEDS))
    raw = {model._meta.label for model in tables if table_name(model) == model._meta.label}
    assert raw == set()


def test_a_person_is_found_however_the_name_is_written():
    mentions = Mentions.of(
        ["Rolf Pfeiffer-Groß", "Zoë Ångström", "0651 / 4711-77", "Ute"], "Jemand"
    )
    for text in (
        "ROLF PFEIFFER-GROSS war da",
        "Rolf\n Pfeiffer-Groß",
        unicodedata.normalize("NFD", "mit Zoë Ångström"),
        "ruf 0651 / 4711-77 an",
        {"by": ["zoë ångström"]},
    ):
        assert mentions.found_in(text)
        assert not mentions.found_in(mentions.without(text))
    assert mentions.without("Rolf Pfeiffer-Großmann") == "Rolf Pfeiffer-Großmann"
    assert not mentions.found_in("Bob, Bo")  # too short to say whom
    assert not Mentions.of([], "Jemand").found_in("")
