"""The short form of a game on a card, as a desk types it: „121“, „22+3“, „1s“. Pure.

Digits are the players in the order of their seats. Read left to right:

* who lost the first half, the second, the final: `121`; `22` if one player lost both;
* if the order of getting out counts, each half from the first who is out to the loser, players
  who get out together joined by `=`: `4312/2=143`, then the loser of the final: `4312/2143/2`;
* `s` for „scharf“: the last half named decided the game: `1s`, `12s`;
* `+` and each player who had a Schock-Aus, once for each: `121+2`, `121+223`;
* `j` and each player who had a Jule, once for each: `121j3`, `121+2j33`;
* if points of throws count, those of all players in the order of the seats: `121 5 0 7 2`.

`0` is a game that was not played. `games.rules.outcomes` tells if a game can have happened.
"""

import re
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field

from django.utils.translation import gettext_lazy as _

from games.rules.outcomes import Card, CardError

MOST_SEATS = 9  # a seat is one digit
NOT_PLAYED = "0"
LONGEST = 80

_TEXT = re.compile(
    r"(?P<halves>[1-9=/]+)(?P<sharp>s?)(?P<aus>(?:\+[1-9]+)*)(?P<jule>(?:j[1-9]+)*)"
    r"(?P<points>(?:[ ,]+\d{1,4})*)"
)
_POINTS = re.compile(r"\d+")


@dataclass(frozen=True)
class Shape:
    """The parts that the scoring of the table needs beyond who lost."""

    exits: bool = False
    throw_points: bool = False
    sharp: bool = True  # the time can end a game


@dataclass(frozen=True)
class _Halves:
    lost: Sequence[int]  # of one half or both, as places around the table
    final: int | None
    exits: Sequence[Mapping[int, int]] = field(default_factory=tuple)


def parse(
    text: str, seats: Sequence[int], shape: Shape, absent: Collection[int] = ()
) -> Card | None:
    """Parse the card of one game; None if it was not played.

    `seats` are those around the table, in order; those `absent` keep their place and did not play
    this game. Raises CardError for what cannot be read.
    """
    text = " ".join(text.lower().split())
    if text in {"", NOT_PLAYED}:
        return None
    match = _TEXT.fullmatch(text)
    if match is None or len(text) > LONGEST:
        raise CardError("not_readable", _("That is no short form. For example: 121, 22 or 1s."))
    if match["sharp"] and not shape.sharp:
        raise CardError(
            "no_overtime_here", _("There is no sudden death in this round. Leave the s out.")
        )
    seat = dict(enumerate(seats, start=1))
    playing = [place for place, player in seat.items() if player not in absent]
    halves = _orders(match["halves"], playing) if shape.exits else _losers(match["halves"])
    _check_places([*halves.lost, halves.final], len(seats))
    strokes = [int(place) for place in match["aus"].replace("+", "")]
    jules = [int(place) for place in match["jule"].replace("j", "")]
    _check_places([*strokes, *jules], len(seats))
    first, second = halves.lost[0], halves.lost[1] if len(halves.lost) > 1 else None
    exits = [{seat[place]: when for place, when in half.items()} for half in halves.exits]
    return Card(
        seats=tuple(seat[place] for place in playing),
        lost_first=seat[first],
        lost_second=seat[second] if second else None,
        lost_game=seat[halves.final] if halves.final else None,
        ending="overtime" if match["sharp"] else "normal",
        schock_aus={seat[place]: strokes.count(place) for place in sorted(set(strokes))},
        jule={seat[place]: jules.count(place) for place in sorted(set(jules))},
        exits=tuple(exits),
        throw_points=_points(match["points"], [seat[place] for place in playing], shape),
    )


def _losers(text: str) -> _Halves:
    if not text.isdigit() or len(text) > 3:
        raise CardError("too_many_parts", _("At most three digits: 1st half, 2nd half, loser."))
    places = [int(digit) for digit in text]
    return _Halves(places[:2], places[2] if len(places) > 2 else None)


def _orders(text: str, playing: Sequence[int]) -> _Halves:
    """Return each half as the order of getting out; the last one has lost it."""
    parts = text.split("/")
    final = None
    if len(parts) == 3 and len(parts[2]) == 1 and parts[2].isdigit():
        final = int(parts.pop())
    orders = [[[int(place) for place in group] for group in _groups(part)] for part in parts]
    for order in orders:
        everybody = sorted(place for group in order for place in group)
        if len(parts) > 2 or everybody != list(playing) or len(order[-1]) != 1:
            raise CardError(
                "order_incomplete",
                _(
                    "For each half everybody stands there once, whoever got out first comes "
                    "first, the loser last: %(example)s."
                )
                % {"example": "/".join(["".join(str(n) for n in reversed(playing))] * 2)},
            )
    return _Halves(
        [order[-1][0] for order in orders],
        final,
        [
            {place: when for when, group in enumerate(order[:-1], 1) for place in group}
            for order in orders
        ],
    )


def _groups(part: str) -> list[str]:
    """Split the groups of an order: `2=143` are 2 and 1 together, then 4, then 3."""
    groups = re.findall(r"[1-9](?:=[1-9])*", part)
    if "".join(groups) != part or not groups:
        raise CardError("not_readable", _("The = stands between two who got out together."))
    return [group.replace("=", "") for group in groups]


def _points(text: str, seats: Sequence[int], shape: Shape) -> dict[int, int]:
    points = [int(number) for number in _POINTS.findall(text)]
    if points and not shape.throw_points:
        raise CardError("no_points_here", _("Throw points do not count in this round."))
    if shape.throw_points and len(points) != len(seats):
        raise CardError(
            "points_missing",
            _("After it stand the points of all %(number)s, with a space between: 121 5 0 7 2.")
            % {"number": len(seats)},
        )
    return dict(zip(seats, points, strict=True)) if points else {}


def _check_places(places: Sequence[int | None], size: int) -> None:
    for place in places:
        if place is not None and place > size:
            raise CardError(
                "no_such_seat",
                _("There is no seat %(place)s here, only 1 to %(size)s.")
                % {"place": place, "size": size},
            )


def written(card: Card, shape: Shape, around: Sequence[int] = ()) -> str | None:
    """Write the short form of a card, so that it can be shown and corrected; None if it has none.

    `around` are all seats of the table if not all of them played: a digit is a place there.
    """
    place = {seat: str(at) for at, seat in enumerate(around or card.seats, start=1)}
    endings = {"normal", "overtime"} if shape.sharp else {"normal"}
    if card.ending not in endings or card.lost_first is None:
        return None
    if len(place) > MOST_SEATS:
        return None
    lost = [loser for loser in (card.lost_first, card.lost_second) if loser is not None]
    final = "" if card.lost_game is None else place[card.lost_game]
    if len(set(lost)) < len(lost) or card.ending == "overtime":
        final = ""
    if shape.exits:
        orders = [
            _order(card, half, loser, place) for half, loser in zip(card.exits, lost, strict=False)
        ]
        if len(orders) != len(lost) or None in orders:
            return None
        halves = "/".join([*map(str, orders), *([final] if final else [])])
    else:
        halves = "".join(place[loser] for loser in lost) + final
    if shape.throw_points and set(card.throw_points) != set(card.seats):
        return None
    strokes = "".join(place[seat] * card.schock_aus.get(seat, 0) for seat in card.seats)
    jules = "".join(place[seat] * card.jule.get(seat, 0) for seat in card.seats)
    points = [str(card.throw_points[seat]) for seat in card.seats] if shape.throw_points else []
    head = halves + ("s" if card.ending == "overtime" else "") + (f"+{strokes}" if strokes else "")
    return " ".join([head + (f"j{jules}" if jules else ""), *points])


def _order(
    card: Card, exits: Mapping[int, int], loser: int, place: Mapping[int, str]
) -> str | None:
    if set(exits) != set(card.seats) - {loser}:
        return None
    moments = sorted(set(exits.values()))
    groups = [[place[seat] for seat in card.seats if exits.get(seat) == when] for when in moments]
    return "".join("=".join(group) for group in groups) + place[loser]
