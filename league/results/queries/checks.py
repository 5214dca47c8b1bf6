"""Versions of results, held against each other."""

from collections import defaultdict
from collections.abc import Iterator

from django.utils.translation import gettext as _

from league.results.models.results import Result


def check_versions_of_results() -> Iterator[str]:
    """Yield a sentence where versions of a result have a gap, or not the last alone counts."""
    versions: dict[tuple[int, int], list[tuple[int, bool]]] = defaultdict(list)
    rows = Result.objects.order_by("table_id", "number", "version")
    for table, number, version, counts in rows.values_list(
        "table_id", "number", "version", "is_current"
    ).iterator(2000):
        versions[table, number].append((version, counts))
    for (table, number), there in versions.items():
        last = len(there)
        if there != [(version, version == last) for version in range(1, last + 1)]:
            yield _("Table no. %(table)s, game %(number)s: a version of the result is missing.") % {
                "table": table,
                "number": number,
            }
