"""A card of a game in words, what it costs, and what the page of a scanned result says."""

from collections.abc import Collection, Mapping
from typing import NamedTuple

from django.urls import reverse
from django.utils.formats import date_format
from django.utils.translation import gettext as _

from games.rules import rulebooks as books
from games.rules.outcomes import MIN_SEATS, Card
from league.club.models import StakeAnswer
from league.club.queries import Stakes
from league.events.models import Table
from league.results.models.results import Charge
from league.web.money import euro


class Link(NamedTuple):
    address: str
    text: str


class EnteredCharge(NamedTuple):
    """A charge of an evening; one of a game leads there, any other (no `address`) is withdrawn."""

    pk: int
    name: str
    about: str
    due: str
    address: str


class Notice(NamedTuple):
    """A notice in place of the card to fill in; `tone` is how serious it looks."""

    text: str
    tone: str = ""
    links: tuple[Link, ...] = ()


def in_words(card: Card, ended_by: str, names: Mapping[int, str]) -> str:
    """Describe a card: „H1 Kai, H2 Jenny, verloren Kai“."""

    def name(seat: int | None) -> str:
        return names.get(seat, "?") if seat is not None else "–"

    if ended_by == "sweep":
        texts = [_("both halves %(name)s") % {"name": name(card.lost_first)}]
    else:
        texts = [
            word % {"name": name(seat)}
            for word, seat in (
                (_("H1 %(name)s"), card.lost_first),
                (_("H2 %(name)s"), card.lost_second),
            )
            if seat is not None
        ]
    if ended_by == "overtime":
        last = card.lost_first if card.lost_second is None else card.lost_second
        texts.append(_("sudden death, lost by %(name)s") % {"name": name(last)})
    elif ended_by == "abandoned":
        texts.append(_("abandoned"))
    elif ended_by != "sweep":
        texts.append(_("lost by %(name)s") % {"name": name(card.lost_game)})
    for seat in card.seats:
        if strokes := card.schock_aus.get(seat, 0):
            times = f" {strokes}×" if strokes > 1 else ""
            texts.append(_("Schock-Aus %(name)s") % {"name": name(seat)} + times)
    for seat in card.seats:
        if jules := card.jule.get(seat, 0):
            times = f" {jules}×" if jules > 1 else ""
            texts.append(_("Jule %(name)s") % {"name": name(seat)} + times)
    return ", ".join(texts)


def back_from(table: Table, *, directs: bool, has_login: bool) -> Link:
    """Return the page that a card belongs to, for a user who `directs`, has a login, or
    has a link.
    """
    event = table.block.event
    if directs:
        address = reverse("league:direct_table", args=[event.pk, table.pk])
        return Link(address, _("Back to the table"))
    if has_login:
        evening = reverse("league:evening", args=[event.pk])
        day = date_format(event.business_date, _("j N"))
        return Link(f"{evening}#tisch-{table.number}", f"{event.name}, {day}")
    return Link(reverse("games:play", args=[table.pk]), _("Back to the table"))


def heading(table: Table, number: int, *, is_over: bool) -> str:
    """Name the game and its table; only the table if no other game may begin."""
    if is_over:
        return _("Table %(table)s") % {"table": table.number}
    return _("Table %(table)s, game %(number)s") % {"table": table.number, "number": number}


def instead(
    table: Table, number: int, *, players: int, over: str, is_scored: bool
) -> Notice | None:
    """Explain the lack of a card to fill in: too few `players`, no other game, or a log throw by
    throw.

    `over` is the reason why the table plays no other game, empty if it may.
    """
    if players < MIN_SEATS:
        alone = _("Nobody plays Schocken alone. Seat somebody else at the table.")
        return Notice(alone, "error")
    if over:
        return Notice(over)
    if not is_scored:
        return None
    return Notice(
        _("This game was scored throw by throw. If something is wrong, it is opened again there."),
        links=(
            Link(reverse("games:game", args=[table.pk, number]), _("To the game")),
            Link(reverse("games:turns", args=[table.pk, number]), _("Luck and skill")),
        ),
    )


def save_button(*, is_correction: bool) -> str:
    return _("Save as a new version") if is_correction else _("Save card")


def price_of(kind: str, cents: int | None) -> str:
    """Say what a charge costs by the rulebook."""
    if kind == Charge.Kind.DRINKS_ROUND:
        return _("a round of drinks")
    return euro(cents) if cents else _("open")


def entered(charge: Charge, stakes: Stakes, guests: Collection[int]) -> EnteredCharge:
    """Return a charge in words; `guests` are the keys of those who are no members."""
    result = charge.result
    words = charge.title or books.label(charge.rulebook, charge.code)
    parts = [f"{words} × {charge.count}" if charge.count > 1 else words, charge.note]
    address = ""
    if result is not None:
        address = reverse("league:result", args=[result.pk])
        if result.source == result.Source.GAME:
            address = reverse("games:game", args=[result.table_id, result.number])
        parts.insert(1, heading(result.table, result.number, is_over=False))
    return EnteredCharge(
        pk=charge.pk,
        name=charge.person.name,
        about=" · ".join(filter(None, parts)),
        due=_due(charge, stakes, guests),
        address=address,
    )


def _due(charge: Charge, stakes: Stakes, guests: Collection[int]) -> str:
    """Say what a charge means at this club: its own stake, nothing, or only under a condition."""
    if charge.kind == Charge.Kind.DRINKS_ROUND:
        return price_of(charge.kind, None)
    of_game = charge.result_id is not None
    if of_game and stakes.kind == StakeAnswer.Kind.NONE:
        return _("without money")
    cents = stakes.cents if of_game and charge.code == "stake" and stakes.cents else charge.cents
    amount = price_of(charge.kind, cents)
    if of_game and stakes.is_asked:
        return _("{amount}, only noted").format(amount=amount)
    if charge.person_id in guests:
        return _("{amount}, if agreed").format(amount=amount)
    return amount


def scanned_words() -> dict[str, str]:
    """Return the texts of the page of a scanned result; its script fills in `{name}`
    and the like.
    """
    return {
        "loading": _("One moment …"),
        "no_code": _("There is no result in this link. Scan the QR code on the phone that scored."),
        "bad_code": _("This link was cut off on its way. Scan the QR code once more."),
        "newer_code": _("The phone that scored has a newer version. Reload this page."),
        "deaf": _("No network. This phone has to be online to enter the result."),
        "try_again": _("Try again"),
        "at_table": _("Table {table}, game {number}"),
        "at_event": _("{event}, {date}"),
        "has_lost": _("{name} lost"),
        "nobody_lost": _("Nobody lost"),
        "played": _("Played"),
        "lost_by": _("lost by {name}"),
        "stake": _("Stake"),
        "means": _(
            "You enter it in your name, like a card. Somebody else still has to confirm it, and "
            "the whole game follows once the other phone is online."
        ),
        "other_number": _("The phone counted it as game {said}."),
        "enter": _("Enter the result"),
        "is_entered": _("The result is entered. Nothing more is needed here."),
        "is_different": _(
            "Game {number} is entered, but with another result. Look at the card and report a "
            "problem if it is wrong."
        ),
        "to_card": _("To the card"),
        "not_allowed": _(
            "Only those who sit at this table or run the evening can enter it. Log in, or scan "
            "the card on the table first and then this code."
        ),
        "outsider": _(
            "You do not sit at this table and do not run the evening, so you cannot enter it. "
            "Somebody of the table has to scan this code."
        ),
        "log_in": _("Log in"),
    }
