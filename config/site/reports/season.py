"""The season's report: final table, criteria in words, records, evenings, figures, drawings."""

from collections import Counter
from collections.abc import Iterable, Sequence
from datetime import datetime, timedelta

from django.utils.translation import gettext as _
from django.utils.translation import ngettext, pgettext

from config.site.figures import throws as thrown
from config.site.reports import figured
from config.site.reports.figures import figure_columns, figures_of
from games.luck.queries.throws import Which
from league.events.models import Event
from league.figures.queries import ClubFigures, club_figures
from league.figures.services import compute_where_stale
from league.files import drawings
from league.files.drawings import Bar, Said
from league.kings import queries as kings_queries
from league.kings.models import King
from league.people.queries.names import inside_naming
from league.reports.models import Report
from league.reports.paper import (
    Drawing,
    Facts,
    Paper,
    Points,
    Section,
    Table,
    Tell,
    Text,
    paper,
    short_day,
)
from league.reports.paper import day as day_of
from league.results.models.results import Result
from league.seasons.models import Season
from league.standings import scoring
from league.standings.models import StandingRow
from league.standings.queries.standings import standing_of, standing_rows
from league.tasks import compute_season
from league.templatetags.league import percent


def make(report: Report, tell: Tell, now: datetime) -> Paper:
    season = Season.objects.get(pk=report.subject)
    compute_season(season.pk)  # does nothing where the table is up to date
    standing = standing_of(season)
    rows = list(standing_rows(standing)) if standing else []
    least = standing.min_games if standing else 0
    tell(10)
    compute_where_stale(season=season, now=now)
    found = club_figures(figured.AT_EVENINGS, season)
    tell(40)
    evenings = list(
        season.events.filter(kind=Event.Kind.EVENING, cancelled_at=None)
        .filter(business_date__lte=now.date())
        .order_by("business_date", "pk")
    )
    played = _played(season)
    kings = {one.event_id: one for one in kings_queries.crowned().filter(event__in=evenings)}
    throws = thrown.of_club(
        Which(season, occasion=figured.AT_EVENINGS.occasion),
        [who for who, _one in found.persons],
        inside_naming(),
    )
    tell(80)
    as_of = season.closed_at or (standing.as_of if standing else None) or now
    title = _("Saison %(name)s") % {"name": season.name}
    return paper(
        over=_("Saisonbericht"),
        title=title,
        under=_("%(first)s bis %(last)s")
        % {
            "first": day_of(season.start),
            "last": day_of((season.end or now.date()) - timedelta(days=1)),
        },
        as_of=as_of,
        sections=[
            Section(_("In Zahlen"), [_facts(rows, evenings, played)] if rows else [_nothing()]),
            Section(_("Abschlusstabelle") if season.is_closed else _("Tabelle"), _table(rows)),
            Section(_("Wonach geordnet wird"), _criteria(season, least)),
            Section(_("Bestmarken"), _records(found, throws["thrown"], kings.values())),
            Section(_("Die Abende"), _evenings(evenings, played, kings)),
            Section(_("Wo Spiele verloren gehen"), figured.phases_of_all(found)),
            Section(pgettext("of a person", "Wertung"), figured.ratings(found.persons)),
            Section(_("Glück und Können"), figured.lucky(throws["lucky"])),
            Section(_("Welche Hände fielen"), figured.hands(_("Hände des Clubs"), throws["hands"])),
            *_drawings(rows, evenings, played),
        ],
    )


def _played(season: Season) -> Counter[int]:
    """How many games each evening had that count."""
    found = Result.objects.filter(table__block__event__season=season, is_current=True)
    counted = found.exclude(ended_by=Result.EndedBy.ABANDONED)
    return Counter(counted.values_list("table__block__event_id", flat=True))


def _nothing() -> Text:
    return Text([_("In dieser Saison ist noch kein Spiel eingetragen.")])


def _facts(rows: Sequence[StandingRow], evenings: Sequence[Event], played: Counter[int]) -> Facts:
    held = sum(played[one.pk] > 0 for one in evenings)
    games = sum(played[one.pk] for one in evenings)
    return Facts(
        [
            (str(held), ngettext("Spielabend", "Spielabende", held)),
            (str(games), ngettext("Spiel", "Spiele", games)),
            (str(len(rows)), _("haben mitgespielt")),
            (str(sum(row.schock_aus for row in rows)), _("Schock-Aus")),
        ]
    )


def _table(rows: Sequence[StandingRow]) -> list[Table]:
    if not rows:
        return []
    return [
        Table(
            columns=[_("Platz"), _("Name"), *figure_columns(), _("Abende")],
            rows=[
                [
                    f"{row.rank}" if row.is_ranked else "–",
                    row.person.name,
                    *figures_of(row),
                    str(row.evenings),
                ]
                for row in rows
            ],
            figures=2,
            wide=1,
            ranked=True,
        )
    ]


def _criteria(season: Season, least: int) -> list[Points | Text]:
    words = {
        "share_of_games_lost": _("kleinerer Anteil verlorener Spiele"),
        "share_next_to_last": _(
            "öfter Vorletzter, gemessen an den Spielen: Das ist das Ziel des Spiels"
        ),
        "share_of_halves_lost": _("weniger verlorene Hälften je Spiel"),
        "schock_aus": _("mehr Schock-Aus"),
        "games": _("mehr Spiele"),
    }
    counts = []
    if season.best_evenings:
        counts.append(
            ngettext(
                "Es zählt von jedem nur der beste Abend.",
                "Es zählen von jedem die %(n)s besten Abende.",
                season.best_evenings,
            )
            % {"n": season.best_evenings}
        )
    elif season.dropped_evenings:
        counts.append(
            ngettext(
                "Der schlechteste Abend von jedem fällt weg; einer zählt immer.",
                "Die %(n)s schlechtesten Abende von jedem fallen weg; einer zählt immer.",
                season.dropped_evenings,
            )
            % {"n": season.dropped_evenings}
        )
    if season.min_games is None and least:
        counts.append(
            ngettext(
                "Ein Platz braucht ein Spiel.",
                "Damit nicht vorn steht, wer selten kommt, braucht ein Platz %(n)s Spiele: "
                "halb so viele, wie jemand in der Mitte der Liste hat.",
                least,
            )
            % {"n": least}
        )
    if season.min_games:
        counts.append(
            ngettext(
                "Einen Platz hat, wer mindestens ein Spiel gespielt hat.",
                "Einen Platz hat, wer mindestens %(n)s Spiele gespielt hat; "
                "die anderen stehen darunter.",
                season.min_games,
            )
            % {"n": season.min_games}
        )
    note = _(
        "Wer in allem gleich ist, teilt sich den Platz. Abgebrochene Spiele zählen nicht. "
        "Vorletzter ist, wer eine Hälfte verloren und das Finale überstanden hat; nach einem "
        "Blattschuss ist es niemand."
    )
    return [
        Points([words[one.code] for one in scoring.CRITERIA]),
        Text([*counts, note], soft=True),
    ]


def _records(
    found: ClubFigures, outermost: Sequence[thrown.Outermost], kings: Iterable[King]
) -> list[Table]:
    """Those of the page of the figures, and who was König most often."""
    lines = figured.records(found, outermost)
    crowned = Counter(king.person.name for king in kings if king.person)
    if best := _most(crowned):
        lines.append([_("Am häufigsten König"), *best])
    return [Table([_("Was"), _("Wer"), _("Wie oft")], lines, figures=2, wide=1)] if lines else []


def _most(counts: Counter[str]) -> tuple[str, str] | None:
    """Who has most, all of them where several have; nobody where it never happened."""
    most = max(counts.values(), default=0)
    if not most:
        return None
    return ", ".join(name for name, count in counts.items() if count == most), str(most)


def _evenings(
    evenings: Sequence[Event], played: Counter[int], kings: dict[int, King]
) -> list[Table]:
    rows = []
    for event in evenings:
        if not played[event.pk]:
            continue
        king = kings.get(event.pk)
        crowned = king.person.name if king is not None and king.person is not None else "–"
        rows.append([short_day(event.business_date), event.name, crowned, str(played[event.pk])])
    if not rows:
        return []
    columns = [_("Datum"), _("Abend"), _("König"), _("Spiele")]
    return [Table(columns, rows, figures=3, wide=1)]


def _drawings(
    rows: Sequence[StandingRow], evenings: Sequence[Event], played: Counter[int]
) -> list[Section]:
    """What the tables say, as bars: the table behind each is in this very report."""
    found = []
    ranked = [row for row in rows if row.is_ranked][: figured.DRAWN]
    if ranked:
        title = _("Anteil verlorener Spiele")
        lines = [Bar(row.person.name, round(row.share_lost * 1000)) for row in ranked]
        found.append(_bars(title, lines, lambda share: percent(share / 1000)))
    months = Counter[str]()
    for event in evenings:
        if played[event.pk]:
            months[f"{event.business_date:%m/%Y}"] += played[event.pk]
    if len(months) > 1:
        found.append(_bars(_("Spiele je Monat"), [Bar(*one) for one in months.items()], str))
    return found


def _bars(title: str, lines: Sequence[Bar], said: drawings.Money) -> Section:
    words = "; ".join(f"{one.name}: {said(one.now)}" for one in lines)
    drawn = drawings.bars(Said(title, words), lines, money=said)
    return Section(title, [Drawing(drawn, f"{title}. {words}")])
