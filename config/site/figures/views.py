"""The figures: of a person, of the club, and the games behind each number."""

from typing import Any

from django.contrib.auth.decorators import login_required
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from config.site import queries as desk
from config.site.figures import lists, seasons, words
from config.site.figures import throws as thrown
from config.site.figures.filter import OCCASIONS_OF_GAMES, Chosen, FigureFilter
from config.site.navigation import public_links
from finance.books.queries.costs import costs_of
from games.luck.queries.throws import Which
from league.access.permissions import public_or_login
from league.access.queries.rights import is_member, person_of
from league.club.queries import is_public, public_pages
from league.events.models import Event
from league.figures import queries
from league.files.lists import export_response
from league.people.models.people import Person
from league.people.queries import names as names_queries
from league.people.queries.people import get_person_for
from league.standings.scoring import half_of_median
from league.tournaments.queries.reading import tournaments_for


@require_safe
@login_required
def person_figures(request: HttpRequest, pk: int) -> HttpResponse:
    """How somebody plays; what it cost only for his own eyes."""
    today = timezone.localdate()
    person = get_person_for(request.user, pk, today)
    form = FigureFilter(request.GET)
    chosen = form.chosen
    own = person_of(request.user) == person
    counts = queries.person_figures(person, chosen.scope, chosen.season)
    return render(
        request,
        "desk/figures_person.html",
        {
            "person": person,
            "own": own,
            "form": form,
            "chosen": chosen,
            "as_of": queries.as_of(chosen.season),
            "may_list": is_member(request.user, today),
            "counts": counts,
            **(_shown(request, person, chosen, counts) if counts else {}),
            **(thrown.of_person(person, _which(chosen)) if counts else {}),
            **(_cost(person, chosen) if own else {}),
        },
    )


def _shown(
    request: HttpRequest, person: Person, chosen: Chosen, counts: queries.Counts
) -> dict[str, Any]:
    found = words.phases([counts], counts.games)
    course = words.course(counts)
    years = [] if chosen.season else seasons.years(queries.person_seasons(person, chosen.scope))
    return {
        "phases": found,
        "course": course,
        "course_drawing": words.draw_course(person.name, course) if len(course) > 1 else "",
        "company": words.company(counts, _names(request, counts)),
        "few_together": words.FEW_TOGETHER,
        "held": queries.evenings_held(chosen.scope, chosen.season),
        "rating": words.said_rating(counts.rating),
        "rating_drawing": words.draw_rating(counts.rating),
        "is_sure": words.is_sure(counts.rating),
        "few_rated": words.FEW_RATED,
        "years": years if len(years) > 1 else [],
        "years_drawing": seasons.draw_years(person.name, years) if len(years) > 1 else "",
    }


def _names(request: HttpRequest, counts: queries.Counts) -> dict[int, str]:
    return desk.names_beside(request.user, timezone.localdate(), counts.beside)


def _cost(person: Person, chosen: Chosen) -> dict[str, Any]:
    season = chosen.season
    costs = costs_of(person, season.start, season.end) if season else costs_of(person)
    return {"costs": costs, "cost": sum(one.cents for one in costs)}


@require_safe
@login_required
def person_games(request: HttpRequest, pk: int) -> HttpResponseBase:
    """The games behind somebody's figures, narrowed as a number asks for."""
    today = timezone.localdate()
    person = get_person_for(request.user, pk, today)
    form = FigureFilter(request.GET)
    counts = queries.person_figures(person, _listed(request, form), form.chosen.season)
    listing = lists.listing(
        form.seasons.values(),
        _names(request, counts) if counts else {},
        counts.runs if counts else None,
    )
    found = listing.read(request, queries.games_of(person))
    if (sheet := found.sheet(f"spiele-{person.pk}")) is not None:
        return sheet
    return render(
        request,
        "desk/person_games.html",
        {
            "person": person,
            "found": found,
            "cups": _cups(request, [line.result.table.block.event for line in found.lines]),
            "chosen": form.chosen,
        },
    )


def _listed(request: HttpRequest, form: FigureFilter) -> Any:
    """The scope of the list: it leaves nothing out by itself."""
    occasion = request.GET.get("occasion", "")
    return form.chosen.scope._replace(occasion=occasion if occasion in OCCASIONS_OF_GAMES else "")


def _cups(request: HttpRequest, events: list[Event]) -> set[int]:
    """Which of these tournaments this user may open."""
    asked = {event.pk for event in events if event.kind == Event.Kind.TOURNAMENT}
    if not asked:
        return set()
    seen = tournaments_for(request.user, timezone.localdate()).filter(pk__in=asked)
    return set(seen.values_list("pk", flat=True))


@require_safe
@public_or_login("statistics")
def club_figures(request: HttpRequest) -> HttpResponseBase:
    """What the club has played, its records, and who lost how often.

    Where the club says so everybody reads it, by the names each person chose.
    """
    inside = is_member(request.user, timezone.localdate())
    if not inside and not is_public("statistics"):
        raise PermissionDenied
    shown = _of_club(request, inside)
    columns = lists.of_club(shown["naming"])
    if sheet := export_response(
        request, _("The club's figures"), columns, shown["losers"], "zahlen"
    ):
        return sheet
    return render(request, "desk/figures_club.html", shown)


def _of_club(request: HttpRequest, inside: bool) -> dict[str, Any]:
    today = timezone.localdate()
    form = FigureFilter(request.GET)
    chosen = form.chosen
    naming = names_queries.naming(request.user, today)
    found = queries.club_figures(chosen.scope, chosen.season)
    persons = desk.seen_among(request.user, today, found)
    phases = words.phases([counts for _person, counts in found.persons], found.games)
    least = half_of_median(counts.games for _person, counts in persons)
    by_share = sorted(persons, key=lambda one: (one[1].games < least, one[1].share, -one[1].games))
    rated = [one for one in persons if one[1].rating.games]
    by_rating = sorted(rated, key=lambda one: -one[1].rating.mean)
    years = [] if chosen.season else queries.club_seasons(chosen.scope)
    return {
        "inside": inside,
        "naming": naming,
        "ways": [] if inside else public_links(public_pages() & {"table", "all_time"}),
        "form": form,
        "chosen": chosen,
        "as_of": queries.as_of(chosen.season),
        "found": found,
        "phases": phases,
        "phases_drawing": words.draw_phases(phases),
        "records": words.records(persons, found, queries.events_of_records(found)),
        "losers": by_share,
        "least": least,
        "losers_drawing": words.draw_losers(
            [(naming.of(who), one) for who, one in by_share if one.games >= least]
        ),
        "others": len(found.persons) - len(persons),
        "ratings": [
            (who, words.said_rating(one.rating), words.is_sure(one.rating), one)
            for who, one in by_rating
        ],
        "ratings_drawing": words.draw_ratings(
            [(naming.of(who), one.rating) for who, one in by_rating]
        ),
        "few_rated": words.FEW_RATED,
        "years": years if len(years) > 1 else [],
        "years_drawing": seasons.draw_club(years) if len(years) > 1 else "",
        **thrown.of_club(_which(chosen), [who for who, _counts in persons], naming),
    }


def _which(chosen: Chosen) -> Which:
    """The choice as the throws read it."""
    rulebook, depth, occasion = chosen.scope
    return Which(chosen.season, rulebook, depth, occasion)
