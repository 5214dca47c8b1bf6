"""Everything a screen on the wall shows at this moment, as JSON: its screens in their order."""

from collections.abc import Iterable, Sequence
from datetime import datetime
from typing import Any, NamedTuple

import segno
from django.utils.formats import date_format
from django.utils.translation import gettext as _

from games.wall import moments, tournament
from games.wall.tables import names_of_seats, running, tables, waiting
from league.club.queries import club_name, is_public
from league.events.models import Event
from league.events.queries import season_on
from league.kings.queries import king_of, race, reigning
from league.people.queries.names import Naming, public_naming, room_naming
from league.results.queries.results import results
from league.seasons.models import Season
from league.standings.models import StandingRow
from league.standings.queries.standings import evening_table, standing_of, standing_rows
from league.templatetags.league import percent
from league.tournaments.core.queries.live import state_of, version_key
from league.wall.queries import Place, ceremony_of, newest, next_event, places

Json = dict[str, Any]


class Screen(NamedTuple):
    """The event that is shown, if any; `address` is where phones follow it. Without a secret link
    (`by_link`) only what the club has made public is shown.
    """

    event: Event | None
    by_link: bool
    address: str


def snapshot(screen: Screen, now: datetime) -> Json:
    """Return the screens, the moments and the heading above them."""
    event = screen.event
    if event is None:
        return _between(screen, now)
    if event.kind == Event.Kind.TOURNAMENT:
        return _tournament(screen, event)
    return _evening(screen, event)


def _naming(screen: Screen, event: Event) -> Naming:
    """Return the names of the room for a screen by secret link, of the public for any other."""
    return room_naming(event) if screen.by_link else public_naming()


def _frame(screen: Screen, title: str, below: str, screens: Iterable[Json | None]) -> Json:
    """Frame the screens; `below` is shown under the title. A last screen leads on to the phone."""
    everybody = screen.event is not None and screen.event.is_public
    follow = {
        "kind": "follow",
        "title": _("Follow along on your phone"),
        "note": _("For everybody, without a login") if everybody else _("For members"),
        "address": screen.address,
        "code": _code(screen.address),
    }
    shown = [screen for screen in screens if screen is not None]
    return {
        "title": title,
        "below": below,
        "screens": [*shown, follow],
        "clock": None,
        "moments": [],
    }


def _code(address: str) -> list[str]:
    """Return a QR code row by row, 1 is dark."""
    return ["".join(map(str, row)) for row in segno.make(address, error="m").matrix]


def _day(event: Event) -> str:
    return date_format(event.business_date, _("l, j F"))


# --- an evening -----------------------------------------------------------------------------
def _evening(screen: Screen, event: Event) -> Json:
    naming, ceremony = _naming(screen, event), ceremony_of(event)
    if ceremony.revealed is not None:
        return _ceremony(screen, event, ceremony.revealed, places(event, naming))
    hides, games = ceremony.hides_results, running(event)
    others = waiting(event, games)
    played = [] if hides else list(results(event))
    names = names_of_seats(event, naming)
    shown_tables = tables(games, others, names, hides=hides)
    shown: list[Json | None] = [
        {"kind": "tables", "title": "", "tables": shown_tables} if shown_tables else None
    ]
    if not hides:
        shown += [
            _standing(
                _tonight(event), evening_table(event), naming, side=_king(event, played, naming)
            ),
            _season(screen, event.season),
        ]
    return {
        **_frame(screen, event.name, _day(event), shown),
        "moments": [
            *moments.of_jubilees(event, naming),
            *moments.of_results(played, names),
            *moments.of_games(games, names, hides=hides),
            *([] if hides else moments.of_king(king_of(event), naming)),
        ],
    }


def _tonight(event: Event) -> str:
    """Return the title: „so far“ until the König is named at the end of an evening."""
    return _("Tonight so far") if king_of(event) is None else _("Tonight")


def _king(event: Event, played: list[Any], naming: Naming) -> Json | None:
    """Show the König, or who leads; beside the table of the evening."""
    king = king_of(event)
    if king is not None:
        if king.person is None:
            return None
        return _crown(_("König of the evening"), [naming.of(king.person)], king.schock_aus)
    now = race(event, played)
    if not now.scores:
        return None
    return _crown(
        _("Most Schock-Aus so far"), [naming.of(leader) for leader in now.leaders], now.most
    )


def _crown(title: str, names: list[str], schock_aus: int) -> Json:
    return {"title": title, "names": names[:3], "number": schock_aus}


# --- no evening -----------------------------------------------------------------------------
def _between(screen: Screen, now: datetime) -> Json:
    coming, naming = next_event(now), public_naming()
    season, king = season_on(now.date()), reigning()
    shown = [
        None if coming is None else _coming(coming),
        None if season is None else _season(screen, season),
    ]
    if king is not None and king.person is not None and screen.by_link:
        crown = _crown(_("The reigning König"), [naming.of(king.person)], king.schock_aus)
        shown.append({"kind": "king", "title": "", "side": crown})
    return _frame(screen, club_name(), "", shown)


def _coming(event: Event) -> Json:
    start = event.start_time
    return {
        "kind": "coming",
        "title": _("Next time"),
        "name": event.name,
        "day": _day(event),
        "time": start.strftime("%H:%M") if start else "",
    }


def _season(screen: Screen, season: Season) -> Json | None:
    standing = standing_of(season)
    if standing is None or not (screen.by_link or is_public("table")):
        return None
    title = _("Season %(name)s") % {"name": season.name}
    return _standing(title, standing_rows(standing), public_naming())


def _standing(
    title: str, rows: Iterable[StandingRow], naming: Naming, side: Json | None = None
) -> Json | None:
    shown = [
        [row.rank, naming.of(row.person), percent(row.share_lost), row.games]
        for row in rows
        if row.is_ranked
    ]
    if not shown:
        return None
    heads = [_("Share"), _("Games")]
    return {"kind": "ranking", "title": title, "heads": heads, "rows": shown, "side": side}


# --- a tournament ---------------------------------------------------------------------------
def _tournament(screen: Screen, event: Event) -> Json:
    naming, ceremony = _naming(screen, event), ceremony_of(event)
    state, hides = state_of(event, version_key(event), public_naming()), ceremony.hides_results
    if ceremony.revealed is not None:
        return _ceremony(screen, event, ceremony.revealed, places(event, naming, state))
    games, names = running(event), names_of_seats(event, naming)
    clocks = tournament.clocks(state)
    shown_tables = tables(games, [], names, hides=hides)
    shown: list[Json | None] = [
        *({"kind": "clock", "title": clock["label"], "clock": clock} for clock in clocks),
        {"kind": "tables", "title": _("At the tables"), "tables": shown_tables}
        if shown_tables
        else None,
        *tournament.draws(state),
        *([] if hides else tournament.rankings(state)),
    ]
    return {
        **_frame(screen, event.name, _day(event), shown),
        "clock": tournament.soonest(clocks),
        "moments": moments.of_games(games, names, hides=hides),
    }


# --- the ceremony ---------------------------------------------------------------------------
def _ceremony(screen: Screen, event: Event, revealed: int, ranking: Sequence[Place]) -> Json:
    """Return the places from the last one up to the one that was announced; no others are in the
    JSON, and nothing else interrupts.
    """
    revealed = min(revealed, len(ranking))
    shown = ranking[len(ranking) - revealed :]
    page = {
        "kind": "ceremony",
        "title": _("The ceremony"),
        "name": event.name,
        "rows": [[place.rank, place.name] for place in shown],
        "newest": len(newest(ranking, revealed)),
    }
    return _frame(screen, event.name, _day(event), [page])
