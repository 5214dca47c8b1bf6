"""Reading the links of tables: those in force, the holders of phones, and the log of use."""

from collections.abc import Iterable
from datetime import datetime

from django.db.models import QuerySet

from league.events.models import Event, Table
from league.links.models import Holder, LinkUse, TableLink


def _in_force(now: datetime) -> QuerySet[TableLink]:
    return TableLink.objects.filter(revoked_at=None, ends_at__gt=now)


def link_in_force(table: Table, now: datetime) -> TableLink | None:
    """Return the link that opens the table now; a new one takes the place of the old."""
    return _in_force(now).filter(table=table).order_by("-pk").first()


def links_in_force(event: Event, now: datetime) -> dict[int, TableLink]:
    """Return the links of an evening that open something now, by table."""
    links = _in_force(now).filter(table__block__event=event).order_by("pk")
    return {link.table_id: link for link in links}


def get_link(pk: int) -> TableLink | None:
    """Return a link whose token carried our signature."""
    return TableLink.objects.select_related("table__block__event").filter(pk=pk).first()


def holders(links: Iterable[TableLink]) -> list[Holder]:
    """Return the claimed holders of phones, by the latest name of each phone, first come first."""
    latest = {
        holder.device: holder
        for holder in Holder.objects.filter(link__in=list(links)).order_by("pk")
    }
    return sorted(latest.values(), key=lambda holder: holder.pk)


def link_uses(table: Table) -> QuerySet[LinkUse]:
    """Return the log of all links of a table, newest first."""
    return LinkUse.objects.filter(link__table=table).select_related("holder").order_by("-pk")


def links_of(table: Table) -> QuerySet[TableLink]:
    return (
        TableLink.objects.filter(table=table)
        .select_related("made_by__person", "revoked_by__person")
        .order_by("-pk")
    )


def last_holder(link: TableLink, device: str) -> Holder | None:
    return Holder.objects.filter(link=link, device=device).order_by("-pk").first()
