"""Read the texts that may mean a person who is erased, for the officers who decide on each."""

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from django.apps import apps
from django.db.models import QuerySet

from config.privacy.labels import table_name
from config.privacy.likely import Span, text_at
from config.privacy.models import PossibleMention
from config.privacy.queries import Preview

# So many letters are shown before and after the words.
AROUND = 70
# So many are shown at a time; the rest comes as these are decided.
MOST = 40


@dataclass(frozen=True)
class Excerpt:
    """A text with its first words in question: what is before them, they, and what follows."""

    place: str
    before: str
    words: str
    after: str


@dataclass(frozen=True)
class Waiting:
    """One text to be decided on; without an excerpt where it was changed meanwhile."""

    mention: PossibleMention
    excerpt: Excerpt | None


def excerpt_of(place: str, text: str, spans: list[Span]) -> Excerpt:
    """Return the first of these words with what is around them, named for people."""
    start, end = spans[0]
    before, after = text[max(0, start - AROUND) : start], text[end : end + AROUND]
    before = f"…{before}" if start > AROUND else before
    after = f"{after}…" if end + AROUND < len(text) else after
    return Excerpt(table_name(apps.get_model(place)), before, text[start:end], after)


def excerpts_of(preview: Preview) -> list[Excerpt]:
    """Return the texts that may mean the person whose erasure is looked at, each once."""
    hits = {
        (hit.place, hit.row, hit.column, hit.path): hit
        for part in [preview, *preview.merged]
        for hit in part.hits
    }
    return [excerpt_of(hit.place, hit.text, hit.spans) for hit in hits.values()]


def undecided() -> QuerySet[PossibleMention]:
    """Return the texts without a decision, the oldest first."""
    return PossibleMention.objects.filter(decided_at=None).select_related("erasure__person")


def waiting() -> list[Waiting]:
    """Return the first texts that wait. One query, and one for each table they are in."""
    mentions = list(undecided()[:MOST])
    values = values_at((m.place, m.row, m.field) for m in mentions)
    return [Waiting(mention, _excerpt(mention, values)) for mention in mentions]


def _excerpt(mention: PossibleMention, values: dict[tuple[str, int, str], Any]) -> Excerpt | None:
    text = text_at(values.get((mention.place, mention.row, mention.field)), tuple(mention.path))
    if text is None or len(text) != mention.size:
        return None
    return excerpt_of(mention.place, text, mention.spans)


def values_at(wanted: Iterable[tuple[str, int, str]]) -> dict[tuple[str, int, str], Any]:
    """Return what is in these columns of these rows, by table, row and column."""
    rows: dict[str, set[int]] = defaultdict(set)
    fields: dict[str, set[str]] = defaultdict(set)
    for place, row, field in wanted:
        rows[place].add(row)
        fields[place].add(field)
    return {
        (place, row["pk"], field): row[field]
        for place in rows
        for row in apps.get_model(place)
        ._base_manager.filter(pk__in=rows[place])
        .values("pk", *fields[place])
        for field in fields[place]
    }
