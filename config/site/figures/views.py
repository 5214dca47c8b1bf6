"""Show the figures: of a person, of the club, and the games behind each number."""

from typing import Any

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from config.site import queries as site_queries
from config.site.figures import (
    club_sections,
    lists,
    person_sections,
    sections,
    throw_sections,
    words,
)
from config.site.figures import company as beside
from config.site.figures import queries as figures
from config.site.figures import throws as throw_figures
from config.site.figures.filter import OCCASIONS_OF_GAMES, Chosen, FigureFilter
from config.site.navigation import public_links
from games.luck.queries import throws
from league.access.permissions import public_or_login
from league.access.queries.rights import is_member, person_of
from league.club.queries import public_pages
from league.events.models import Event
from league.figures import queries
from league.files.lists import export_response
from league.people.models.people import Person
from league.people.queries.people import get_person_for
from league.standings.scoring import half_of_median
from league.tournaments.core.queries.reading import tournaments_for
from league.web.asked import asked_text


@require_safe
@login_required
def person_figures(request: HttpRequest, pk: int) -> HttpResponse:
    """Show a person's figures; the costs to that person alone."""
    today = timezone.localdate()
    person = get_person_for(request.user, pk, today)
    form = FigureFilter(request.GET)
    chosen = form.chosen
    own = person_of(request.user) == person
    of_person = figures.of_person(request.user, today, person, chosen)
    return render(
        request,
        "site/figures_person.html",
        {
            "person": person,
            "own": own,
            "form": form,
            "chosen": chosen,
            "as_of": queries.as_of(chosen.season),
            "may_list": is_member(request.user, today),
            "counts": of_person and of_person.counts,
            **(_shown(person, chosen, of_person, own=own) if of_person else {}),
            **(_cost(person, chosen) if own else {}),
        },
    )


def _shown(
    person: Person, chosen: Chosen, of_person: figures.OfPerson, *, own: bool
) -> dict[str, Any]:
    counts = of_person.counts
    company = beside.company(counts, of_person.names)
    return {
        "phases": words.phases([counts], counts.games),
        "streaks": person_sections.streaks(person, counts, chosen),
        "counted": person_sections.counted(person, counts, chosen),
        "course": person_sections.over_time(person, counts, chosen),
        "company": company,
        "beside": beside.groups(company, person, counts, chosen, own=own),
        "few_together": beside.FEW_TOGETHER,
        "events": of_person.events,
        "rating": words.rating_text(counts.rating),
        "rating_drawing": words.draw_rating(counts.rating),
        "is_sure": words.is_sure(counts.rating),
        "few_rated": words.FEW_RATED,
        "seasons": person_sections.seasons_of(
            person, figures.seasons_of_person(person, chosen), chosen
        ),
        "luck": throw_figures.luck(chosen.which, person),
        "hands": throw_sections.hands(throws.hands(chosen.which, person), person),
    }


def _cost(person: Person, chosen: Chosen) -> dict[str, Any]:
    costs = figures.costs_by(person, chosen)
    return {"costs": costs, "cost": sum(cost.cents for cost in costs)}


@require_safe
@login_required
def person_games(request: HttpRequest, pk: int) -> HttpResponseBase:
    """List the games behind a person's figures, narrowed as a number asks for."""
    today = timezone.localdate()
    person = get_person_for(request.user, pk, today)
    form = FigureFilter(request.GET)
    counts = queries.person_figures(person, _listed(request, form), form.chosen.season)
    listing = lists.listing(
        form.seasons.values(),
        site_queries.names_beside(request.user, today, counts.beside) if counts else {},
        counts.runs if counts else None,
    )
    list_page = listing.read(request, queries.games_of(person))
    if (sheet := list_page.sheet(f"spiele-{person.pk}")) is not None:
        return sheet
    return render(
        request,
        "site/person_games.html",
        {
            "person": person,
            "list_page": list_page,
            "cups": _cups(request, [line.result.table.block.event for line in list_page.lines]),
            "chosen": form.chosen,
        },
    )


def _listed(request: HttpRequest, form: FigureFilter) -> Any:
    """Return the scope of the list: it leaves nothing out by itself."""
    occasion = asked_text(request, "occasion")
    return form.chosen.scope._replace(occasion=occasion if occasion in OCCASIONS_OF_GAMES else "")


def _cups(request: HttpRequest, events: list[Event]) -> set[int]:
    """Return those of these tournaments that this user may open."""
    asked = {event.pk for event in events if event.kind == Event.Kind.TOURNAMENT}
    if not asked:
        return set()
    seen = tournaments_for(request.user, timezone.localdate()).filter(pk__in=asked)
    return set(seen.values_list("pk", flat=True))


@require_safe
@public_or_login("statistics")
def club_figures(request: HttpRequest) -> HttpResponseBase:
    """Show the club's games, its records, and the losses of each person.

    If the club says so the page is public, by the names each person chose.
    """
    today = timezone.localdate()
    figures.require_club_figures(request.user, today)
    form = FigureFilter(request.GET)
    of_club = figures.of_club(request.user, today, form.chosen)
    least = half_of_median(counts.games for _person, counts in of_club.persons)
    ranked = club_sections.by_share(of_club.persons, least)
    columns = lists.of_club(of_club.naming)
    if sheet := export_response(request, _("The club's figures"), columns, ranked, "zahlen"):
        return sheet
    inside = is_member(request.user, today)
    reader = sections.Reader(of_club.naming, form.chosen, inside, person_of(request.user))
    return render(
        request,
        "site/figures_club.html",
        {
            "inside": inside,
            "links": [] if inside else public_links(public_pages() & {"table", "all_time"}),
            "form": form,
            "chosen": form.chosen,
            "as_of": queries.as_of(form.chosen.season),
            "club_figures": of_club.figures_of_all,
            "few_rated": words.FEW_RATED,
            **(_of_club(of_club, reader, ranked, least) if of_club.figures_of_all.games else {}),
        },
    )


def _of_club(
    of_club: figures.OfClub, reader: sections.Reader, ranked: sections.Named, least: int
) -> dict[str, list[sections.Section]]:
    """Return the sections by their places: above, in two columns, below."""
    which = reader.chosen.which
    lucky = throw_figures.lucky(which, of_club.people) if of_club.naming.inside else []
    shown = {
        "above": [club_sections.records(of_club.records, reader)],
        "left": [
            club_sections.losers(ranked, reader, least=least, others=of_club.others),
            club_sections.phases(of_club.phases),
            club_sections.seasons_of_club(of_club.seasons, reader.chosen),
        ],
        "right": [
            club_sections.ratings(of_club.persons, reader),
            throw_sections.hands(throws.hands(which)),
            throw_sections.thrown(throw_figures.records_of(which, of_club.people, of_club.naming)),
        ],
        "below": [throw_sections.lucky(lucky)],
    }
    return {place: [section for section in among if section] for place, among in shown.items()}
