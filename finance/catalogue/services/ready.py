"""Taking over a ready catalogue."""

from datetime import date, datetime

from django.db import transaction
from django.utils.translation import gettext

from finance.books.models.catalogue import Tariff
from finance.catalogue.queries.catalogue import has_entry
from finance.catalogue.ready import CATALOGUES
from finance.catalogue.services.catalogue import follow, set_tariff
from finance.errors import InvalidError


def adopt(
    *, slug: str, start: date, ground: str, decided_on: date | None, now: datetime
) -> list[Tariff]:
    """Take over the entries of a ready catalogue from `start` on; return those that are new.

    An entry that the club has already, from that day on or later, is left as it is, so that a
    repeat changes nothing. They keep their German names in any language. InvalidError for an
    unknown catalogue; else as `set_tariff`.
    """
    if slug not in CATALOGUES:
        raise InvalidError("catalogue_unknown", gettext("There is no such catalogue."))
    with transaction.atomic():
        adopted = [
            set_tariff(
                code=ready.code,
                formula=ready.formula,
                start=start,
                title=ready.title,
                thing=ready.thing,
                ground=ground,
                decided_on=decided_on,
                source=slug,
                clause=ready.clause,
                is_one_of_many=True,
                now=now,
            )
            for ready in CATALOGUES[slug].entries
            if not has_entry(ready, slug, start)
        ]
        follow([tariff.code for tariff in adopted], start, now)
        return adopted
