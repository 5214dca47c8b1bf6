"""The list of kings: narrowed, sorted and handed out."""

from collections.abc import Mapping

from django.utils.translation import gettext_lazy as _

from league.files.lists import Column, Listing, Order, days, words
from league.kings.models import King


def kings(streaks: Mapping[int, int]) -> Listing[King]:
    """Return the list of kings; `streaks` gives for each evening the length of its row."""
    return Listing(
        title=_("Könige"),
        filters=(words("person__name"), *days("event__business_date")),
        orders=(
            Order("newest", _("the last one first"), ("-event__business_date", "-event_id")),
            Order("oldest", _("the first one first"), ("event__business_date", "event_id")),
            Order(
                "most",
                _("most Schock-Aus first"),
                ("-schock_aus", "-event__business_date", "-event_id"),
            ),
        ),
        columns=(
            Column(_("Date"), lambda row: row.event.business_date, "day"),
            Column(_("Evening"), lambda row: row.event.name),
            Column(_("König"), lambda row: row.person.name if row.person else ""),
            Column(_("Schock-Aus"), lambda row: row.schock_aus, "number"),
            Column(_("in a play-off"), lambda row: row.by_playoff, "yes"),
            Column(_("in a row"), lambda row: streaks.get(row.event_id), "number"),
        ),
        annotate=lambda rows: rows,
    )
