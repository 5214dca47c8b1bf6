"""The season's table and the games behind each of its numbers."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import date

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.clickjacking import xframe_options_exempt
from django.views.decorators.http import require_POST, require_safe

from league.access.permissions import acting, acting_today, public_or_login, user_of
from league.access.queries.rights import is_member, may_close_seasons, person_of
from league.club.models import Club
from league.club.queries import is_public, public_pages
from league.events.models import Event
from league.events.queries import get_event_for, get_season_for, season_on, seasons, seasons_for
from league.files.lists import export_response
from league.old_tables.models import OldTable
from league.old_tables.queries import all_time_tables, figures_before
from league.people.queries import names as names_queries
from league.people.queries.people import get_person_for
from league.seasons import lists, services
from league.seasons.models import Season
from league.seasons.past_forms import PastForm
from league.seasons.queries import year_page
from league.seasons.queries.as_of import all_time_at, evening_at, season_at
from league.seasons.queries.year import year_of, year_standing
from league.seasons.scoring_forms import ScoringForm, changes_of
from league.security.queries import MOST_CHANGES
from league.standings import labels as words
from league.standings.models import Standing, StandingRow
from league.standings.queries import standings as standings_queries
from league.standings.scoring import CRITERIA
from league.web.asked import posted_text
from league.web.submit import submit
from league.web.views import takes_a_form

FEW_EVENTS = 6


@require_safe
@public_or_login("table")
def current_table(request: HttpRequest) -> HttpResponse:
    today = timezone.localdate()
    season = season_on(today) or seasons_for(request.user, today).first()
    if season is None:
        inside = names_queries.naming(request.user, today).inside
        return render(request, "league/season_table.html", {"season": None, **_reachable(inside)})
    return redirect("league:season_table", season.pk)


@require_safe
@public_or_login("table")
def season_table(request: HttpRequest, pk: int) -> HttpResponseBase:
    return _season_table(request, pk, "league/season_table.html")


@xframe_options_exempt
@require_safe
@public_or_login("table")
def embedded_season(request: HttpRequest, pk: int) -> HttpResponseBase:
    """Show the same for the page of another site, which brings no login along."""
    return _season_table(request, pk, "league/season_embedded.html")


def _season_table(request: HttpRequest, pk: int, template: str) -> HttpResponseBase:
    today = timezone.localdate()
    season = get_season_for(request.user, pk, today, "table")
    naming = names_queries.naming(request.user, today)
    closed = season.closed_at if naming.inside else None
    standing = standings_queries.standing_of(season)
    return _table(
        request,
        Shown(template, _("Standings"), "tabelle", standing),
        naming,
        lambda day: season_at(season, day),
        {
            "season": season,
            "is_settled": season.is_closed or standing is None or not standing.is_stale,
            "marks": list(standings_queries.season_marks(season)) if naming.inside else [],
            "since": list(standings_queries.entered_since(season, closed)[:50]) if closed else [],
            "may_close": may_close_seasons(request.user, today),
            "is_public": is_public("table"),
            **_reachable(naming.inside),
        },
    )


@require_safe
@login_required
def evening_table(request: HttpRequest, pk: int) -> HttpResponseBase:
    """Show an evening's own ranking, by the criteria of the season's."""
    today = timezone.localdate()
    event = get_event_for(request.user, pk, today)
    if event.kind == Event.Kind.TOURNAMENT:
        return redirect("league:tournament", pk)
    if event.kind == Event.Kind.MATCH:
        return redirect("league:match", event.match.pk)
    standing = standings_queries.evening_standing(event)
    return _table(
        request,
        Shown("league/evening_table.html", _("Table of the evening"), "abend", standing),
        names_queries.inside_naming(),  # guests of the evening read who was there
        lambda day: evening_at(event, day),
        {
            "event": event,
            "season": event.season,
            "inside": is_member(request.user, today),
        },
    )


@dataclass(frozen=True)
class Shown:
    """A table: its template, its title and file name as a sheet, its stored standing."""

    template: str
    title: str
    name: str
    standing: Standing | None


def _table(
    request: HttpRequest,
    shown: Shown,
    naming: names_queries.Naming,
    rows_at: Callable[[date], list[StandingRow]],
    context: dict[str, object],
    old_tables: Sequence[OldTable] = (),
) -> HttpResponseBase:
    """Show the stored table; to members also that of a past day, if one is asked for."""
    asked = request.GET if naming.inside else None
    past = PastForm(asked or None, today=timezone.localdate())
    rows: Iterable[StandingRow] = []
    if past.day is not None:
        rows = rows_at(past.day)
    elif shown.standing is not None:
        rows = standings_queries.standing_rows(shown.standing)
    rows = _with_figures_before(rows, old_tables)
    columns = (*lists.standing(naming), *lists.before(old_tables))
    if sheet := export_response(request, shown.title, columns, rows, shown.name):
        return sheet
    context = {
        "old_tables": old_tables,
        "standing": shown.standing,
        "rows": list(rows),
        "past": past,
        "corrections": [] if past.day else standings_queries.corrected(shown.standing),
        "criteria": [words.CRITERIA[criterion.code] for criterion in CRITERIA],
        "naming": naming,
        **context,
    }
    return render(request, shown.template, context, status=422 if past.errors else 200)


def _with_figures_before(
    rows: Iterable[StandingRow], tables: Sequence[OldTable]
) -> Iterator[StandingRow]:
    """Yield the rows, each with its figures in these tables of before."""
    said = figures_before() if tables else {}
    for row in rows:
        row.before = tuple(said.get(table.pk, {}).get(row.person_id, "") for table in tables)
        yield row


@require_safe
@public_or_login("year")
def year_ranking(request: HttpRequest, pk: int) -> HttpResponseBase:
    """Show the year by places, if the season has one; to members also that of a past day."""
    today = timezone.localdate()
    season = get_season_for(request.user, pk, today, "year")
    naming = names_queries.naming(request.user, today)
    past = PastForm((naming.inside and request.GET) or None, today=today)
    year = year_of(season, naming, past.day)
    if sheet := export_response(
        request, _("Year’s ranking"), lists.YEAR, year.lines, "jahreswertung"
    ):
        return sheet
    standing, reader = year_standing(season), person_of(request.user)
    return render(
        request,
        "league/year_ranking.html",
        {
            "season": season,
            "standing": standing,
            "rules": year_page.rules(season) if season.place_points else [],
            "rows": year_page.rows(season, year, reader, inside=naming.inside),
            "events": year_page.events(season, year, inside=naming.inside),
            "events_title": year_page.events_title(season),
            "nothing_yet": year_page.nothing_yet(
                season,
                is_past=past.day is not None,
                is_stale=standing is not None and standing.is_stale,
            ),
            "past": past,
            "naming": naming,
            # Results of a few tournaments are read at a glance; those of many evenings unfold.
            "few": len(year.events) <= FEW_EVENTS,
            "may_score": may_close_seasons(request.user, today) and not season.is_closed,
            **_reachable(naming.inside),
        },
        status=422 if past.errors else 200,
    )


@require_safe
@public_or_login("all_time")
def all_time(request: HttpRequest) -> HttpResponseBase:
    """Show the sum of all seasons, to members."""
    naming = names_queries.naming(request.user, timezone.localdate())
    if not naming.inside and not is_public("all_time"):
        raise PermissionDenied
    return _table(
        request,
        Shown(
            "league/all_time.html",
            _("All-time table"),
            "ewige-tabelle",
            standings_queries.all_time(),
        ),
        naming,
        all_time_at,
        {
            **_reachable(naming.inside),
        },
        old_tables=list(all_time_tables()) if naming.inside else [],
    )


def _reachable(inside: bool) -> dict[str, object]:
    """Return the tables that the reader can go on to."""
    pages = frozenset(Club.PAGES) if inside else public_pages()
    shown = seasons() if inside else seasons().filter(members_only=False)
    return {
        "inside": inside,
        "pages": pages,
        "seasons": shown if "table" in pages else [],
    }


def _season_of_the_chair(request: HttpRequest, pk: int) -> Season:
    today = timezone.localdate()
    if not may_close_seasons(request.user, today):
        raise PermissionDenied
    return get_season_for(request.user, pk, today)


@takes_a_form
@login_required
def season_scoring(request: HttpRequest, pk: int) -> HttpResponse:
    """Set the scoring: best evenings, dropped ones, a number of games; the year by places."""
    season = _season_of_the_chair(request, pk)
    form = ScoringForm(request.POST or None, initial=ScoringForm.shown(season))
    if answer := submit(
        request,
        form,
        lambda _data: services.set_scoring(season=season, **form.scoring(), by=user_of(request)),
        "",
        redirect("league:season_table", pk),
    ):
        return answer
    context = {"season": season, "form": form, "changes": changes_of(season)[:MOST_CHANGES]}
    status = 422 if form.errors else 200
    return render(request, "league/season_scoring.html", context, status=status)


@login_required
@require_POST
def close_season(request: HttpRequest, pk: int) -> HttpResponse:
    season = _season_of_the_chair(request, pk)
    services.close_season(season=season, **acting_today(request))
    messages.success(request, _("The season is closed. The ranking is fixed."))
    return redirect("league:season_table", season.pk)


@login_required
@require_POST
def reopen_season(request: HttpRequest, pk: int) -> HttpResponse:
    season = _season_of_the_chair(request, pk)
    reason = posted_text(request, "reason")
    services.reopen_season(season=season, reason=reason, **acting(request))
    return redirect("league:season_table", season.pk)


@require_safe
@login_required
def season_person(request: HttpRequest, pk: int, person: int) -> HttpResponseBase:
    today = timezone.localdate()
    season = get_season_for(request.user, pk, today)
    shown = get_person_for(request.user, person, today)
    lines = standings_queries.games_of(shown, season)
    if sheet := export_response(request, shown.name, lists.PERSON_GAMES, lines, "spiele"):
        return sheet
    return render(
        request,
        "league/season_person.html",
        {"season": season, "person": shown, "lines": lines},
    )
