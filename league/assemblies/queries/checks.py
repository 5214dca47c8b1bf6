"""Signed minutes against their digest and the counts of votes they tell of."""

import re
from collections import Counter
from collections.abc import Iterator
from typing import Any

from django.utils.translation import gettext as _

from league.assemblies.models.minutes import Minutes
from league.assemblies.queries.meeting import ItemState, states
from league.assemblies.queries.minutes import digest_of


def check_minutes() -> Iterator[str]:
    """Yield a sentence for minutes whose words were changed, or that tell of other counts."""
    signed = Minutes.objects.filter(erased_at=None).select_related("assembly")
    for minutes in signed.order_by("pk"):
        where = {"assembly": minutes.assembly}
        if digest_of(minutes.content) != minutes.digest:
            yield _("Minutes of “%(assembly)s”: the words are not those that were signed.") % where
            continue
        items = minutes.content["items"]
        counted = states(minutes.assembly)
        if len(items) != len(counted) or any(
            _numbers(state) - _told(item) for state, item in zip(counted, items, strict=True)
        ):
            yield _("Minutes of “%(assembly)s”: the votes counted are others.") % where


def _numbers(state: ItemState) -> Counter[int]:
    """Return the counts of an item; none and one are written in words."""
    numbers: Counter[int] = Counter()
    for ballot in state.rounds:
        counts = [ballot.yes, ballot.no, ballot.abstained]
        counts += [vote.votes for vote in ballot.votes.all()]
        numbers.update(count for count in counts if count > 1)
    return numbers


def _told(item: dict[str, Any]) -> Counter[int]:
    return Counter(int(digits) for digits in re.findall(r"\d+", " ".join(item["results"])))
