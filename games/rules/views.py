"""The rulebook and agreements of an evening, and the rulebooks for a phone."""

from typing import Any

from django.contrib.auth.decorators import login_required
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import cache_control
from django.views.decorators.gzip import gzip_page
from django.views.decorators.http import require_safe

from games.engine.phone import rulebooks_digest, rulebooks_json
from games.rules import rulebooks as books
from games.rules.forms import MoneyForm, RulesForm
from games.rules.labels import loser_pays
from games.rules.services import agree_on_rules
from league.access.permissions import require_run, user_of
from league.access.queries import rights
from league.access.queries.rights import may_run_evenings
from league.club.queries import games_before_the_answer, stakes_on
from league.club.services import answer_stake
from league.events.models import Event
from league.events.queries import get_event_for
from league.web.asked import asked_text
from league.web.submit import submit
from league.web.views import takes_a_form

YEAR = 31_536_000  # seconds


@takes_a_form
@login_required
def rules(request: HttpRequest, pk: int) -> HttpResponse:
    """Show the rulebook played and what was agreed; `?rulebook=` looks at another one."""
    today = timezone.localdate()
    event = get_event_for(request.user, pk, today)
    may_run = may_run_evenings(request.user, today)
    is_tournament = event.kind == Event.Kind.TOURNAMENT
    slug = asked_text(request, "rulebook", event.rulebook)
    if slug not in books.slugs():
        raise Http404
    agreed = event.house_rules if slug == event.rulebook else {}
    form = RulesForm(
        request.POST or None,
        rulebook=books.load(slug),
        initial={"venue": event.venue, **{code: str(value) for code, value in agreed.items()}},
    )
    may_set_stakes = rights.may_set_stakes(request.user, today)
    if request.method == "POST" and "money" in request.POST:
        if not may_set_stakes:
            raise PermissionDenied
        money = MoneyForm(request.POST)
        back = redirect(f"{reverse('games:rules', args=[event.pk])}?rulebook={slug}")
        if answer := _answer(request, money, back):
            return answer
        form = RulesForm(None, rulebook=books.load(slug), initial=form.initial)
    elif request.method == "POST":
        money = MoneyForm()
        require_run(request)
        if answer := submit(
            request,
            form,
            lambda data: agree_on_rules(
                event=event, rulebook=slug, venue=data["venue"], house_rules=form.house_rules()
            ),
            _("Played by “%(name)s” from now on.") % {"name": books.load(slug).name},
            redirect("league:direction" if is_tournament else "league:evening", event.pk),
        ):
            return answer
    else:
        money = MoneyForm()
    stakes, rows = stakes_on(today), books.stakes_at(books.load(slug), event.venue)
    in_drinks = bool(rows) and rows[0].kind == "drinks_round"
    return render(
        request,
        "games/rules.html",
        {
            "event": event,
            "is_tournament": is_tournament,
            "rulebook": books.load(slug),
            "rulebooks": books.all_rulebooks(),
            "values": _values(slug),
            "readings": [
                (reading.clause, getattr(reading.text, books.lang()))
                for reading in books.load(slug).readings
            ],
            "form": form,
            "may_run": may_run,
            "money": money,
            "may_set_stakes": may_set_stakes,
            "stakes": stakes,
            "stake_rows": rows,
            "loser_pays": loser_pays(rows, stakes),
            "in_drinks": in_drinks,
            "guests_are_asked": stakes.is_money and rows and not in_drinks,
            "played_before": games_before_the_answer(today),
        },
        status=422 if form.errors or money.errors else 200,
    )


@require_safe
@gzip_page
@cache_control(public=True, max_age=YEAR, immutable=True)
def rulebooks_data(_request: HttpRequest, digest: str) -> HttpResponse:
    """Return all rulebooks as the engine of a phone reads them. The content of an address never
    changes.
    """
    if digest != rulebooks_digest():
        raise Http404
    return HttpResponse(rulebooks_json(), content_type="application/json")


def _answer(request: HttpRequest, money: MoneyForm, back: HttpResponse) -> HttpResponse | None:
    def do(data: dict[str, Any]) -> str:
        answer_stake(
            kind=data["money"],
            cents=data["stake"],
            earlier=data["earlier"],
            by=user_of(request),
            today=timezone.localdate(),
        )
        if data["earlier"]:
            return _("Entered. It holds for the evenings before as well.")
        return _("Entered. It holds from today.")

    return submit(request, money, do, str, back)


def _values(slug: str) -> list[dict[str, Any]]:
    return [
        {
            "hand": value.hand,
            "name": getattr(value.name, books.lang()),
            "penalty": value.penalty,
            "clause": value.clause,
        }
        for value in books.load(slug).value_table
    ]
