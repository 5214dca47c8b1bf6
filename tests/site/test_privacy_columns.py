"""What an erasure makes of each column of text is decided, whatever table it stands in."""

from django.apps import apps
from django.db.models import BinaryField, CharField, JSONField, TextField

from config.privacy import columns


def text_columns():
    """Every column of text or JSON, and of bytes, of every table there is."""
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
            or column.name in (columns.KEPT[label].words if label in columns.KEPT else ())
            or column.name in columns.CODES
            or f"{label}.{column.name}" in columns.NOBODY
            or bool(column.choices)
            or isinstance(column, BinaryField)
            or label.startswith("privacy.")
        )
        if not decided:
            undecided.append(f"{label}.{column.name}")
    assert undecided == []
