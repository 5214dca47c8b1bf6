"""Queries that sort cost hardly more than others.

Django looks for each field it sorts by among the columns it reads, and for that hashes all of them
by the signature of their class: a twentieth of the processor's time of a page, and of a test. Equal
columns have the same table and the same name, so these two are enough of a hash.
"""

from django.db.models.expressions import Col


def _hash_of(column: Col) -> int:
    return hash((column.alias, column.target.name))


Col.__hash__ = _hash_of  # type: ignore[assignment, method-assign]
