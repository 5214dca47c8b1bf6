"""The figures: of a person, of the club, and the games behind each number."""

from typing import Any

from django.contrib.auth.decorators import login_required
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import render
from django.utils import timezone
from django.views.decorators.http import require_safe

from config.desk import figure_lists as lists
from config.desk import figure_throws as thrown
from config.desk import figure_words as words
from config.desk.figure_filter import Chosen, FigureFilter
from finance.queries.costs import costs_of
from games.queries.throws import Which
from league import queries as league
from league.doors import public_or_login
from league.models import Event, Person
from league.queries import figures as queries
from league.queries.tournaments.reading import tournaments_for


@require_safe
@login_required
def person_figures(request: HttpRequest, pk: int) -> HttpResponse:
    """How somebody plays; what it cost only for his own eyes."""
    today = timezone.localdate()
    person = league.get_person_for(request.user, pk, today)
    form = FigureFilter(request.GET)
    chosen = form.chosen
    own = league.person_of(request.user) == person
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
            "may_list": league.is_member(request.user, today),
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
    return {
        "phases": found,
        "course": course,
        "course_drawing": words.draw_course(person.name, course) if len(course) > 1 else "",
        "company": words.company(counts, _names(request, counts.beside)),
        "few_together": words.FEW_TOGETHER,
        "held": queries.evenings_held(chosen.scope, chosen.season),
        "rating": words.said_rating(counts.rating),
        "rating_drawing": words.draw_rating(counts.rating),
        "is_sure": words.is_sure(counts.rating),
        "few_rated": words.FEW_RATED,
    }


def _names(request: HttpRequest, persons: Any) -> dict[int, str]:
    """Those of them whom this user sees by name."""
    today = timezone.localdate()
    if not league.is_member(request.user, today):
        return {}
    seen = league.people_for(request.user, today).filter(pk__in=list(persons))
    return dict(seen.order_by("sort_key", "pk").values_list("pk", "name"))


def _cost(person: Person, chosen: Chosen) -> dict[str, Any]:
    season = chosen.season
    costs = costs_of(person, season.start, season.end) if season else costs_of(person)
    return {"costs": costs, "cost": sum(one.cents for one in costs)}


@require_safe
@login_required
def person_games(request: HttpRequest, pk: int) -> HttpResponseBase:
    """The games behind somebody's figures, narrowed as a number asks for."""
    today = timezone.localdate()
    person = league.get_person_for(request.user, pk, today)
    form = FigureFilter(request.GET)
    counts = queries.person_figures(person, _listed(request, form), form.chosen.season)
    listing = lists.listing(
        form.seasons.values(),
        _names(request, counts.beside) if counts else {},
        counts.runs if counts else None,
    )
    found = listing.read(request, lists.games_of(person))
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
    occasion = {"abende": "evenings", "turniere": "tournaments"}.get(
        request.GET.get("wobei", ""), ""
    )
    return form.chosen.scope._replace(occasion=occasion)


def _cups(request: HttpRequest, events: list[Event]) -> set[int]:
    """Which of these tournaments this user may open."""
    asked = {event.pk for event in events if event.kind == Event.Kind.TOURNAMENT}
    if not asked:
        return set()
    seen = tournaments_for(request.user, timezone.localdate()).filter(pk__in=asked)
    return set(seen.values_list("pk", flat=True))


@require_safe
@public_or_login("statistics")
def club_figures(request: HttpRequest) -> HttpResponse:
    """What the club has played, its records, and who lost how often."""
    today = timezone.localdate()
    if not league.is_member(request.user, today):
        return _for_everybody(request)
    form = FigureFilter(request.GET)
    chosen = form.chosen
    found = queries.club_figures(chosen.scope, chosen.season)
    persons = _seen(request, found)
    phases = words.phases([counts for _person, counts in found.persons], found.games)
    by_share = sorted(persons, key=lambda one: (one[1].share, -one[1].games, one[0].sort_key))
    by_rating = sorted(persons, key=lambda one: (-one[1].rating.mean, one[0].sort_key))
    wanted = [found.most_people.event, found.most_games.event]
    events = league.events_for(request.user, today).in_bulk(wanted)
    return render(
        request,
        "desk/figures_club.html",
        {
            "form": form,
            "chosen": chosen,
            "as_of": queries.as_of(chosen.season),
            "found": found,
            "phases": phases,
            "phases_drawing": words.draw_phases(phases),
            "records": words.records(persons, found.most_people, found.most_games, events),
            "losers": by_share,
            "losers_drawing": words.draw_losers(
                [(person.name, counts) for person, counts in by_share]
            ),
            "others": len(found.persons) - len(persons),
            "ratings": [
                (who, words.said_rating(counts.rating), words.is_sure(counts.rating), counts)
                for who, counts in by_rating
                if counts.rating.games
            ],
            "ratings_drawing": words.draw_ratings(
                [(who.name, counts.rating) for who, counts in by_rating if counts.rating.games]
            ),
            "few_rated": words.FEW_RATED,
            **thrown.of_club(_which(chosen), [person for person, _counts in persons]),
        },
    )


def _for_everybody(request: HttpRequest) -> HttpResponse:
    """What the club lets everybody see: without links, by the names each person chose."""
    if not league.is_public("statistics"):
        raise PermissionDenied
    naming = league.naming(request.user, timezone.localdate())
    form = FigureFilter(request.GET)
    found = queries.club_figures(form.chosen.scope, form.chosen.season)
    phases = words.phases([counts for _person, counts in found.persons], found.games)
    by_share = sorted(_seen(request, found), key=lambda one: (one[1].share, -one[1].games))
    losers = [(naming.of(person), counts) for person, counts in by_share]
    return render(
        request,
        "desk/figures_public.html",
        {
            "form": form,
            "chosen": form.chosen,
            "as_of": queries.as_of(form.chosen.season),
            "found": found,
            "phases": phases,
            "phases_drawing": words.draw_phases(phases),
            "losers": losers,
            "losers_drawing": words.draw_losers(losers),
        },
    )


def _which(chosen: Chosen) -> Which:
    """The choice as the throws read it."""
    rulebook, depth, occasion = chosen.scope
    return Which(chosen.season, rulebook, depth, occasion)


def _seen(request: HttpRequest, found: queries.ClubFigures) -> list[tuple[Person, queries.Counts]]:
    """Those whom this user sees by name; whoever is known from tournaments alone is not."""
    people = league.people_for(request.user, timezone.localdate())
    seen = set(people.values_list("pk", flat=True))
    return [(person, counts) for person, counts in found.persons if person.pk in seen]
