"""The list of kings: narrowed, sorted and handed out."""

from collections.abc import Mapping

from django.utils.translation import gettext_lazy as _

from league.files.lists import Column, Listing, Order, days, words
from league.kings.models import King


def kings(streaks: Mapping[int, int]) -> Listing[King]:
    """Who was König when; `streaks` says by evening how many in a row that made."""
    return Listing(
        title=_("Könige"),
        filters=(words("person__name"), *days("event__business_date")),
        orders=(
            Order("neueste", _("der letzte zuerst"), ("-event__business_date", "-event_id")),
            Order("aelteste", _("der erste zuerst"), ("event__business_date", "event_id")),
            Order(
                "meiste",
                _("meiste Schock-Aus zuerst"),
                ("-schock_aus", "-event__business_date", "-event_id"),
            ),
        ),
        columns=(
            Column(_("Datum"), lambda row: row.event.business_date, "day"),
            Column(_("Abend"), lambda row: row.event.name),
            Column(_("König"), lambda row: row.person.name if row.person else ""),
            Column(_("Schock-Aus"), lambda row: row.schock_aus, "number"),
            Column(_("im Stechen"), lambda row: row.by_playoff, "yes"),
            Column(_("in Folge"), lambda row: streaks.get(row.event_id), "number"),
        ),
        dress=lambda rows: rows,
    )
