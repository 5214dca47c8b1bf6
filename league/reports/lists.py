"""The list of all reports: what it is narrowed by, how it is sorted, what its sheet holds."""

from typing import Any

from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from league.files.lists import Column, Listing, Order, choice
from league.reports.models import Report
from league.reports.registry import choices, label_of


def _states() -> list[tuple[str, Any]]:
    return list(Report.State.choices)


REPORTS: Listing[Report] = Listing(
    title=_("Berichte"),
    filters=(
        choice("art", _("Art"), choices, "kind"),
        choice("stand", pgettext_lazy("how it is", "Stand"), _states, "state"),
    ),
    orders=(
        Order("neueste", _("der neueste zuerst"), ("-pk",)),
        Order("name", _("Name"), ("title", "-pk")),
    ),
    columns=(
        Column(_("Name"), lambda row: row.title),
        Column(_("Art"), lambda row: label_of(row.kind)),
        Column(pgettext_lazy("how it is", "Stand"), lambda row: row.get_state_display()),
        Column(_("Verlangt"), lambda row: row.asked_at, "moment"),
        Column(_("Fertig"), lambda row: row.made_at, "moment"),
        Column(_("Seiten"), lambda row: row.pages or None, "number"),
        Column("SHA-256", lambda row: row.sha256),
    ),
    dress=lambda rows: rows,
    per_page=20,
)
