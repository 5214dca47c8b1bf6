"""Pages of the second pair of eyes: a result, problems with it, and the referees' page."""

from hashlib import sha256
from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.contrib.auth.views import redirect_to_login
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.template.loader import render_to_string
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from league.access.actors import Actor
from league.access.permissions import acting, or_login, user_of
from league.access.phones import actor_of, refuse_ended_link
from league.access.queries.rights import may_rule
from league.access.queries.tables import (
    TableRights,
    get_table_at,
    may_correct,
    may_decide,
    table_rights,
)
from league.events.models import Table
from league.events.views import back_to
from league.people.views.approvals import say
from league.results import labels
from league.results.forms import ObjectionForm, RulingForm
from league.results.labels import any_of
from league.results.models.results import Result
from league.results.models.second_look import Objection
from league.results.queries import results as results_queries
from league.results.queries.actions import is_own_hand, result_actions
from league.results.queries.confirming import (
    against_confirming,
    by_table,
    calls_to_show,
    get_call_for,
    get_objection_for,
    get_result_at,
    hands,
    open_problems,
    person_behind,
    problem_of,
    same_network,
    state_of,
    unconfirmed,
    waits_for,
)
from league.results.services import confirming as services
from league.web.asked import asked_text, posted_client_id, posted_text, posted_texts
from league.web.submit import submit
from league.web.views import typed_number

MOST_UNCONFIRMED = 200  # some thirty cards

# The effect of a ruling, said once it is made.
CONSEQUENCES = {
    Objection.Outcome.STANDS: gettext_lazy("Decided: the result stays as it is."),
    Objection.Outcome.CORRECT: gettext_lazy(
        "Decided: the game is free. Somebody at the table now enters the new version."
    ),
}


def _result(request: HttpRequest, pk: int) -> tuple[Result, Actor, TableRights]:
    """Return a result for a login or for a phone on its table's link; with the actor's rights."""
    now, today = timezone.now(), timezone.localdate()
    table = results_queries.table_of_result(pk)
    refuse_ended_link(request, table, now)
    actor = actor_of(request, table, now)
    result = get_result_at(actor, request.user, pk, today)
    return result, actor, table_rights(actor, request.user, result.table, today)


@require_safe
@never_cache
@or_login
def result(request: HttpRequest, pk: int) -> HttpResponse:
    """Show one game's result with all versions: whether it is right, its signatures, its problems.

    `?problem=1` opens the form that reports a problem.
    """
    return _page(request, *_result(request, pk))


def _page(
    request: HttpRequest,
    shown: Result,
    actor: Actor,
    rights: TableRights,
    **forms: Any,
) -> HttpResponse:
    versions = list(results_queries.versions(shown.table, shown.number))
    current = next((version for version in versions if version.is_current), shown)
    against = against_confirming(current, actor, person_behind(actor))
    state, by_link = state_of(current), actor.user_id is None
    actions = result_actions(
        state=state,
        rights=rights,
        against=against,
        may_correct=may_correct(rights, current),
        by_link=by_link,
        source=current.source,
    )
    is_entered = state == "entered"
    context = {
        "table": shown.table,
        "event": shown.table.block.event,
        "current": current,
        "versions": versions,
        "actions": actions,
        "may_decide": may_decide(request.user, shown.table, timezone.localdate()),
        "heading": labels.heading(state),
        "sentence": labels.STANDING[state],
        "waits_for": any_of(waits_for(current)) if is_entered and "confirm" not in actions else "",
        "problem": problem_of(current),
        "own_hand": against if is_entered and rights.confirm and is_own_hand(against) else None,
        "by_link": by_link,
        "objection_form": ObjectionForm.fresh(),
        "ruling_form": RulingForm(),
        **forms,
    }
    wrong = any(form.errors for form in forms.values())
    context["reporting"] = "problem" in request.GET or "objection_form" in forms
    return render(request, "league/result.html", context, status=422 if wrong else 200)


@require_POST
@or_login
def confirm(request: HttpRequest, pk: int) -> HttpResponse:
    result, actor, rights = _result(request, pk)
    if not rights.confirm:
        raise PermissionDenied
    services.confirm_result(result=result, actor=actor, now=timezone.now())
    messages.success(request, _("Confirmed. The result is settled now."))
    if posted_text(request, "from") == "home":
        return redirect("home")
    if posted_text(request, "from") == "evening":
        return back_to(result.table.block.event, "jetzt")
    return redirect("league:result", result.pk)


@require_POST
@or_login
def confirm_card(request: HttpRequest, pk: int) -> HttpResponse:
    """Confirm all games of a table at once, as far as they are on the page it was sent from."""
    now, today = timezone.now(), timezone.localdate()
    refuse_ended_link(request, pk, now)
    actor = actor_of(request, pk, now)
    table = get_table_at(actor, request.user, pk, today)
    if not table_rights(actor, request.user, table, today).confirm:
        raise PermissionDenied
    seen = map(typed_number, posted_texts(request, "result")[:MOST_UNCONFIRMED])
    keys = {key for key in seen if key is not None}
    results = services.confirm_card(table=table, results=keys, actor=actor, now=now)
    sentence = ngettext(
        "One game of table %(number)s is confirmed.",
        "%(n)s games of table %(number)s are confirmed.",
        len(results),
    )
    if results:
        messages.success(request, sentence % {"n": len(results), "number": table.number})
    if may_rule(request.user, today):
        return redirect("league:referee")
    return _to_the_table(actor, table)


@require_POST
@or_login
def object_to(request: HttpRequest, pk: int) -> HttpResponse:
    result, actor, rights = _result(request, pk)
    if not rights.object:
        raise PermissionDenied
    form = ObjectionForm(request.POST)
    return submit(
        request,
        form,
        lambda data: services.raise_objection(
            result=result, actor=actor, now=timezone.now(), **data
        ),
        "",
        redirect("league:result", result.pk),
        refusals=(),
    ) or _page(request, result, actor, rights, objection_form=form)


@login_required
@require_POST
def rule(request: HttpRequest, pk: int) -> HttpResponse:
    objection = get_objection_for(request.user, pk, timezone.localdate())
    form = RulingForm(request.POST)

    def do(data: dict[str, Any]) -> str:
        by, now = user_of(request), timezone.now()
        if services.is_own(objection, by) and objection.ruled_at is None:
            waiting = services.propose_ruling(objection=objection, by=by, now=now, **data)
            say(request, waiting)
            return ""
        services.rule_on_objection(objection=objection, by=by, now=now, **data)
        return str(CONSEQUENCES[data["outcome"]])

    to_result = redirect("league:result", objection.result_id)
    return submit(request, form, do, str, to_result, refusals=()) or _page(
        request, *_result(request, objection.result_id), ruling_form=form
    )


@require_POST
@or_login
def call(request: HttpRequest, pk: int) -> HttpResponse:
    """Call a referee from a table („Schiedsrichter rufen“), or `back`: not needed any more."""
    now, today = timezone.now(), timezone.localdate()
    refuse_ended_link(request, pk, now)
    actor = actor_of(request, pk, now)
    table = get_table_at(actor, request.user, pk, today)
    if not table_rights(actor, request.user, table, today).call:
        raise PermissionDenied
    if "back" in request.POST:
        services.take_back_call(table=table, actor=actor, now=now)
    else:
        services.call_referee(
            table=table,
            client_id=posted_client_id(request),
            note=posted_text(request, "note"),
            actor=actor,
            now=now,
        )
    return _to_the_table(actor, table)


def _to_the_table(actor: Actor, table: Table) -> HttpResponse:
    if actor.user_id is None:
        return redirect("games:play", table.pk)
    return back_to(table.block.event, f"tisch-{table.number}")


@login_required
@require_POST
def answer(request: HttpRequest, pk: int) -> HttpResponse:
    """Answer a call: a referee is on the way."""
    referee_call = get_call_for(request.user, pk, timezone.localdate())
    services.answer_call(call=referee_call, **acting(request))
    return redirect("league:referee")


@require_safe
@never_cache
def referee(request: HttpRequest) -> HttpResponse:
    """Show the tables that call and since when, the open problems, and results without a second
    look.

    The page asks again every few seconds with the mark of its content; nothing new, no answer.
    """
    now, today = timezone.now(), timezone.localdate()
    if not request.user.is_authenticated:
        way = redirect_to_login(request.path)
        # A user who was logged out meanwhile sees the login, not an empty list.
        asking = "HX-Request" in request.headers
        return HttpResponse(status=204, headers={"HX-Redirect": way.url}) if asking else way
    if not may_rule(request.user, today):
        raise PermissionDenied
    calls = [
        (call, hand, (now - call.called_at).total_seconds() // 60)
        for call, hand in hands(calls_to_show(now))
    ]
    context = {
        "calls": calls,
        "open_calls": sum(1 for call, *_rest in calls if call.answered_at is None),
        "problems": hands(open_problems()),
        "unconfirmed": by_table(unconfirmed(today)[:MOST_UNCONFIRMED]),
        "same_network": same_network(today)[:MOST_UNCONFIRMED],
    }
    # Without the request: a form's token is another one each time.
    mark = sha256(render_to_string("league/_referee.html", context).encode()).hexdigest()[:12]
    if asked_text(request, "mark") == mark:
        return HttpResponse(status=204)
    return render(request, "league/referee.html", {**context, "mark": mark})
