"""What stands about an evening beside its tables: where its page leads to."""

from collections.abc import Collection, Iterator
from typing import NamedTuple

from django.urls import reverse
from django.utils.translation import gettext as _

from league.events.models import Event


class Link(NamedTuple):
    """A button that leads to another page; `icon` is the name of a Lucide icon."""

    address: str
    icon: str
    text: str


def links_about(
    event: Event, *, may_run: bool, roles: Collection[str], has_tables: bool
) -> Iterator[Link]:
    """The pages of an evening that this reader may open: the rulebook for everybody."""
    audits = "auditor" in roles
    yield Link(reverse("games:rules", args=[event.pk]), "book-open", _("Rulebook"))
    if may_run:
        yield Link(reverse("league:details", args=[event.pk]), "clock", _("When and where"))
        yield Link(reverse("games:breaches", args=[event.pk]), "gavel", _("Fines"))
    if may_run and has_tables:
        yield Link(reverse("league:table_cards", args=[event.pk]), "qr-code", _("Table cards"))
    if may_run or audits:
        yield Link(reverse("finance:rounds", args=[event.pk]), "cup-soda", _("Rounds"))
    if "treasurer" in roles or audits:
        yield Link(reverse("finance:evening", args=[event.pk]), "wallet", _("Till"))
