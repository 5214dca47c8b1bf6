"""The season's report: final table, criteria in words, records, evenings, figures, drawings."""

from collections import Counter
from collections.abc import Iterable, Sequence
from datetime import datetime, timedelta

from django.utils.translation import gettext as _
from django.utils.translation import ngettext, npgettext, pgettext

from config.site.figures import throws as throw_figures
from config.site.reports import figured
from config.site.reports.figures import figure_columns, figures_of
from games.luck.queries.throws import Which
from league.events.models import Event
from league.figures.queries import ClubFigures, club_figures
from league.figures.services import compute_where_stale
from league.files import drawings
from league.files.drawings import Bar, Caption
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
from league.standings import labels as standing_words
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
    figures = club_figures(figured.AT_EVENINGS, season)
    tell(40)
    evenings = list(
        season.events.filter(kind=Event.Kind.EVENING, cancelled_at=None)
        .filter(business_date__lte=now.date())
        .order_by("business_date", "pk")
    )
    played = _played(season)
    kings = {king.event_id: king for king in kings_queries.crowned().filter(event__in=evenings)}
    which = Which(season, occasion=figured.AT_EVENINGS.occasion)
    people = [who for who, _figures in figures.persons]
    outermost = throw_figures.records_of(which, people, inside_naming())
    lucky = throw_figures.lucky(which, people)
    tell(80)
    as_of = season.closed_at or (standing.as_of if standing else None) or now
    title = _("Season %(name)s") % {"name": season.name}
    return paper(
        over=_("Season report"),
        title=title,
        under=_("%(first)s to %(last)s")
        % {
            "first": day_of(season.start),
            "last": day_of((season.end or now.date()) - timedelta(days=1)),
        },
        as_of=as_of,
        sections=[
            Section(_("In figures"), [_facts(rows, evenings, played)] if rows else [_nothing()]),
            Section(_("Final table") if season.is_closed else _("Standings"), _table(rows)),
            Section(_("How the ranking works"), _criteria(season, least)),
            Section(
                pgettext("of a season", "Records"),
                _records(figures, outermost, kings.values()),
            ),
            Section(_("The evenings"), _evenings(evenings, played, kings)),
            Section(_("Where games are lost"), figured.phases_of_all(figures)),
            Section(pgettext("of a person", "Rating"), figured.ratings(figures.persons)),
            Section(_("Luck and skill"), figured.lucky(lucky)),
            Section(_("Which hands fell"), figured.hands(which)),
            *_drawings(rows, evenings, played),
        ],
    )


def _played(season: Season) -> Counter[int]:
    """Count the games of each evening that count."""
    results = Result.objects.filter(table__block__event__season=season, is_current=True)
    counted = results.exclude(ended_by=Result.EndedBy.ABANDONED)
    return Counter(counted.values_list("table__block__event_id", flat=True))


def _nothing() -> Text:
    return Text([_("No game is recorded in this season yet.")])


def _facts(rows: Sequence[StandingRow], evenings: Sequence[Event], played: Counter[int]) -> Facts:
    evenings_held = sum(played[event.pk] > 0 for event in evenings)
    games = sum(played[event.pk] for event in evenings)
    return Facts(
        [
            (str(evenings_held), npgettext("kind of event", "Evening", "Evenings", evenings_held)),
            (str(games), ngettext("Game", "Games", games)),
            (str(len(rows)), _("have played")),
            (str(sum(row.schock_aus for row in rows)), _("Schock-Aus")),
        ]
    )


def _table(rows: Sequence[StandingRow]) -> list[Table]:
    if not rows:
        return []
    return [
        Table(
            columns=[_("Place"), _("Name"), *figure_columns(), _("Evenings")],
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
    counts = []
    if season.best_evenings:
        counts.append(
            ngettext(
                "Only everybody’s best evening counts.",
                "Everybody’s %(n)s best evenings count.",
                season.best_evenings,
            )
            % {"n": season.best_evenings}
        )
    elif season.dropped_evenings:
        counts.append(
            ngettext(
                "Everybody’s worst evening is dropped; one always counts.",
                "Everybody’s %(n)s worst evenings are dropped; one always counts.",
                season.dropped_evenings,
            )
            % {"n": season.dropped_evenings}
        )
    if season.min_games is None and least:
        counts.append(
            ngettext(
                "A place takes one game.",
                "Nobody leads by staying away: a place takes %(n)s games, half of what the "
                "person in the middle of the list has.",
                least,
            )
            % {"n": least}
        )
    if season.min_games:
        counts.append(
            ngettext(
                "Whoever played at least one game has a place.",
                "Whoever played at least %(n)s games has a place; the others stand below.",
                season.min_games,
            )
            % {"n": season.min_games}
        )
    note = _(
        "Players equal in everything share the rank. Abandoned games do not count. "
        "Next to last is whoever lost a half and survived the final; after a "
        "Blattschuss nobody is."
    )
    return [
        Points([str(standing_words.CRITERIA[criterion.code]) for criterion in scoring.CRITERIA]),
        Text([*counts, note], soft=True),
    ]


def _records(
    figures: ClubFigures, outermost: Sequence[throw_figures.Outermost], kings: Iterable[King]
) -> list[Table]:
    """Tabulate the records of the figures' page, and the most frequent König."""
    lines = figured.records(figures, outermost)
    crowned = Counter(king.person.name for king in kings if king.person)
    if best := _most(crowned):
        lines.append([_("König most often"), *best])
    return [Table([_("What"), _("Who"), _("How often")], lines, figures=2, wide=1)] if lines else []


def _most(counts: Counter[str]) -> tuple[str, str] | None:
    """Return those who have most, all of several, with the number; None if it never happened."""
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
    columns = [_("Date"), _("Evening"), _("König"), _("Games")]
    return [Table(columns, rows, figures=3, wide=1)]


def _drawings(
    rows: Sequence[StandingRow], evenings: Sequence[Event], played: Counter[int]
) -> list[Section]:
    """Draw the tables as bars: the table behind each is in this very report."""
    sections = []
    ranked = [row for row in rows if row.is_ranked][: figured.DRAWN]
    if ranked:
        title = pgettext("chart", "Share of games lost")
        lines = [Bar(row.person.name, round(row.share_lost * 1000)) for row in ranked]
        sections.append(_bars(title, lines, lambda share: percent(share / 1000)))
    months = Counter[str]()
    for event in evenings:
        if played[event.pk]:
            months[f"{event.business_date:%m/%Y}"] += played[event.pk]
    if len(months) > 1:
        sections.append(_bars(_("Games per month"), [Bar(*month) for month in months.items()], str))
    return sections


def _bars(title: str, lines: Sequence[Bar], money: drawings.Money) -> Section:
    words = "; ".join(f"{line.name}: {money(line.now)}" for line in lines)
    drawn = drawings.bars(Caption(title, words), lines, money=money)
    return Section(title, [Drawing(drawn, f"{title}. {words}")])
