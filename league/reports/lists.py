"""The list of all reports: its filters, its orders, the columns of its sheet."""

from typing import Any

from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from league.files.lists import Column, Listing, Order, choice
from league.reports.models import Report
from league.reports.registry import choices, label_of


def _states() -> list[tuple[str, Any]]:
    return list(Report.State.choices)


REPORTS: Listing[Report] = Listing(
    title=_("Reports"),
    filters=(
        choice("kind", _("Kind"), choices, "kind"),
        choice("state", pgettext_lazy("how it is", "Status"), _states, "state"),
    ),
    orders=(
        Order("newest", pgettext_lazy("masculine", "newest first"), ("-pk",)),
        Order("name", _("Name"), ("title", "-pk")),
    ),
    columns=(
        Column(_("Name"), lambda row: row.title),
        Column(_("Kind"), lambda row: label_of(row.kind)),
        Column(pgettext_lazy("how it is", "Status"), lambda row: row.get_state_display()),
        Column(_("Asked for"), lambda row: row.asked_at, "moment"),
        Column(pgettext_lazy("of a report", "Done"), lambda row: row.made_at, "moment"),
        Column(_("Pages"), lambda row: row.pages or None, "number"),
        Column("SHA-256", lambda row: row.sha256),
    ),
    annotate=lambda rows: rows,
    per_page=20,
)
