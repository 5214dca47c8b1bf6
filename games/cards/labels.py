"""A card of a game in words, and points as they stand on paper. Pure."""

from collections.abc import Mapping

from django.utils.translation import gettext as _

from games.rules.outcomes import Card


def in_words(card: Card, ended_by: str, names: Mapping[int, str]) -> str:
    """„H1 Kai, H2 Jenny, verloren Kai“."""

    def name(seat: int | None) -> str:
        return names.get(seat, "?") if seat is not None else "–"

    if ended_by == "sweep":
        said = [_("both halves %(name)s") % {"name": name(card.lost_first)}]
    else:
        said = [
            word % {"name": name(seat)}
            for word, seat in (
                (_("H1 %(name)s"), card.lost_first),
                (_("H2 %(name)s"), card.lost_second),
            )
            if seat is not None
        ]
    if ended_by == "overtime":
        last = card.lost_first if card.lost_second is None else card.lost_second
        said.append(_("sudden death, lost by %(name)s") % {"name": name(last)})
    elif ended_by == "abandoned":
        said.append(_("abandoned"))
    elif ended_by != "sweep":
        said.append(_("lost by %(name)s") % {"name": name(card.lost_game)})
    for seat in card.seats:
        if strokes := card.schock_aus.get(seat, 0):
            times = f" {strokes}×" if strokes > 1 else ""
            said.append(_("Schock-Aus %(name)s") % {"name": name(seat)} + times)
    return ", ".join(said)
