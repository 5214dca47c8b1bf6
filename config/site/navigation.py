"""List the pages that a stranger can go on to."""

from collections.abc import Set

from django.urls import reverse
from django.utils.translation import gettext as _

from league.seasons.models import Season


def public_links(pages: Set[str], season: Season | None = None) -> list[tuple[str, str]]:
    """Return word and address of each page; that of `season` has its table on it already."""
    links = []
    if "table" in pages and season is None:
        links.append((_("Standings"), reverse("league:table")))
    if "year" in pages and season is not None and season.place_points:
        links.append((_("Year’s ranking"), reverse("league:year_ranking", args=[season.pk])))
    if "all_time" in pages:
        links.append((_("All-time table"), reverse("league:all_time")))
    if "statistics" in pages:
        links.append((_("The club's figures"), reverse("club_figures")))
    return links
