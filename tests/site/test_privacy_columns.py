"""Every column of text has a decision about its erasure, in whatever table."""

import unicodedata

from django.apps import apps
from django.db.models import BinaryField, CharField, DateTimeField, JSONField, TextField
from django.utils.functional import Promise

from config.privacy import columns
from config.privacy.access import FURTHER, SECRET
from config.privacy.column_labels import COLUMNS
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


def columns_of_archives():
    """Yield each column that a person may find in the own archive: of tables that name the person
    all but keys and digests, of those that name the login only the moments.
    """
    whole = {Person, User, *(model for model, _link in links_to(Person))}
    for model in whole | {apps.get_model(label) for label in FURTHER}:
        for column in model._meta.concrete_fields:
            if column.name not in SECRET and not isinstance(column, BinaryField):
                yield column.attname, column
    for model, _link in links_to(User):
        for column in model._meta.concrete_fields:
            if isinstance(column, DateTimeField):
                yield column.attname, None


def test_each_column_of_an_archive_has_a_word():
    raw = {
        name
        for name, column in columns_of_archives()
        if name not in COLUMNS and not isinstance(getattr(column, "verbose_name", None), Promise)
    }
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
