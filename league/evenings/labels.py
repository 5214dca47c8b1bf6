"""What an evening's page says about its tables, and where it leads to."""

from collections.abc import Collection, Iterator
from typing import NamedTuple

from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from league.events.models import GOOD_SEATS, MIN_SEATS, Event, Table


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


class TableActions(NamedTuple):
    """What a reader may do at a table: `first` stands above its seats, `others` below."""

    first: Link | None = None
    others: tuple[Link, ...] = ()
    may_call: bool = False


def table_actions(
    table: Table, *, seated: int, writes: bool, may_run: bool, is_called: bool
) -> TableActions:
    """For who `writes` at this table. Once a game is played, its score is not the first thing."""
    if not writes:
        return TableActions()
    may_call = seated > 0 and not is_called
    if seated < MIN_SEATS:
        return TableActions(may_call=may_call)
    score = Link(reverse("games:play", args=[table.pk]), "dices", _("Keep score"))
    card = Link(reverse("games:new_card", args=[table.pk]), "pencil", _("Enter a card"))
    code = Link(reverse("league:table_link", args=[table.pk]), "qr-code", _("Link and QR"))
    is_played = table.playing is not None
    others = (*((score,) if is_played else ()), card, *((code,) if may_run else ()))
    return TableActions(None if is_played else score, others, may_call)


def how_full(table: Table, seated: int) -> str:
    """The game that is being played, or how many sit there."""
    if table.playing:
        return _("game %(number)s is being played") % {"number": table.playing}
    return ngettext("one seat", "%(n)s seats", seated) % {"n": seated}


def against_seats(seated: int) -> str:
    """Why a table does not play well with so many; empty where it does, or nobody sits there."""
    if seated > GOOD_SEATS:
        sentence = _(
            "With more than %(good_seats)s at a table a game takes long. Two tables would be "
            "better."
        )
        return sentence % {"good_seats": GOOD_SEATS}
    if seated == 1:
        return _("Nobody plays Schocken alone: it takes at least two.")
    return ""
