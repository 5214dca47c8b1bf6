"""One item on the evening: hands counted, candidates, the office that follows, words."""

from datetime import timedelta
from typing import Any

from django.contrib.auth.decorators import login_required
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST

from league.access.permissions import acting
from league.access.queries.rights import person_of
from league.access.reauthentication import asks_again
from league.approvals.models import Approval
from league.assemblies import registry
from league.assemblies.forms import (
    AcceptForm,
    CandidateForm,
    CountForm,
    ElectionForm,
    NoteForm,
    VoteForm,
)
from league.assemblies.models.calling import AgendaItem
from league.assemblies.queries import access
from league.assemblies.queries import calling as calling_queries
from league.assemblies.queries import meeting as queries
from league.assemblies.queries.meeting import ItemState
from league.assemblies.services import elections
from league.assemblies.services import meeting as services
from league.assemblies.views.meeting import to_run
from league.web.asked import asked_text, posted_text
from league.web.submit import attempt, submit
from league.web.views import takes_a_form, typed_number


@takes_a_form
@login_required
@never_cache
def assembly_item(request: HttpRequest, pk: int, item: int) -> HttpResponse:
    """Render one item: counts, elections, and the minutes' text about it.

    `act` says what was sent: a count, a candidate, one who withdraws, or words.
    """
    to_run(request, pk)
    shown = access.get_item_for(request.user, pk, item, timezone.localdate())
    state = queries.state_of(shown)
    back = redirect("league:assembly_item", pk, item)
    act = posted_text(request, "act")
    if act == "withdraw":
        key = typed_number(posted_text(request, "candidacy")) or 0
        candidacy = access.get_candidacy(pk, key)
        if candidacy.item_id != shown.pk:
            raise Http404
        attempt(
            request,
            lambda: services.withdraw_candidacy(candidacy=candidacy, now=timezone.now()),
            "",
        )
        return back
    forms = _forms(request, state, act)
    if answer := _take(request, state, forms, back):
        return answer
    errors = any(form.errors for form in forms.values() if form is not None)
    status = 422 if errors else 200
    return render(
        request, "league/assembly/item.html", _item_context(request, state, forms), status=status
    )


def _forms(request: HttpRequest, state: ItemState, act: str) -> dict[str, Any]:
    """Return the forms of an item's page, that of `act` with what was sent."""

    def sent(name: str) -> Any:
        return request.POST if request.method == "POST" and act == name else None

    item = state.item
    return {
        "count_form": _count_form(sent("count"), state, asked_text(request, "round_number")),
        "candidate_form": CandidateForm(
            sent("candidate"), members=calling_queries.members_on(item.assembly.day)
        )
        if state.is_election and state.accepted is None
        else None,
        "note_form": NoteForm(sent("note"), initial={"note": item.note}),
    }


def _count_form(data: Any, state: ItemState, asked: str) -> CountForm | None:
    """Return the form of the round that was sent or `asked` for, otherwise of the one that is
    due.
    """
    item = state.item
    initial: dict[str, Any] = {"seen": len(state.ballots)}
    if not state.is_election:
        discharge = item.kind == AgendaItem.Kind.DISCHARGE
        board = queries.board_present(item.assembly) if discharge else []
        return VoteForm(data, board=board, initial=initial)
    typed = typed_number(data.get("round_number", "") if data else asked)
    round_number = typed or state.next_round
    candidacies = state.votable(round_number)
    if not candidacies or state.accepted is not None:
        return None
    initial["round_number"] = round_number
    return ElectionForm(data, candidacies=candidacies, initial=initial)


def _take(
    request: HttpRequest, state: ItemState, forms: dict[str, Any], back: HttpResponse
) -> HttpResponse | None:
    item, now = state.item, timezone.now()
    count, candidate, note = forms["count_form"], forms["candidate_form"], forms["note_form"]
    if count is not None and count.is_bound:
        return submit(request, count, lambda _data: _count(request, item, count), "", back)
    if candidate is not None and candidate.is_bound:
        return submit(
            request,
            candidate,
            lambda data: services.put_up(item=item, person=data["person"], now=now),
            "",
            back,
        )
    if note.is_bound:
        return submit(
            request,
            note,
            lambda data: services.write_note(item=item, note=data["note"]),
            _("Noted."),
            back,
        )
    return None


def _count(request: HttpRequest, item: AgendaItem, form: CountForm) -> None:
    data = form.cleaned_data
    by: Any = acting(request)
    once = {name: data[name] for name in ("seen", "client_id", "abstained", "fewer")}
    if isinstance(form, ElectionForm):
        services.count_election(
            item=item,
            round_number=data["round_number"],
            votes=form.votes,
            against=data.get("against") or 0,
            **once,
            **by,
        )
        return
    services.count_vote(
        item=item,
        yes=data["yes"],
        no=data["no"],
        board_abstained=list(data.get("board_abstained") or ()),
        **once,
        **by,
    )


def _item_context(
    request: HttpRequest, state: ItemState, forms: dict[str, Any], **more: Any
) -> dict[str, Any]:
    assembly, today = state.item.assembly, timezone.localdate()
    shown = queries.states(assembly)
    place = next((n for n, other in enumerate(shown) if other.item.pk == state.item.pk), 0)
    votes_usually = state.item.kind in (AgendaItem.Kind.DISCHARGE, AgendaItem.Kind.MOTION)
    is_counted = state.elected is not None if state.is_election else state.current is not None
    is_signed = access.signed_minutes(assembly) is not None
    counts_now = assembly.opened_at is not None and not is_signed
    count_form = forms["count_form"] if counts_now else None
    # While the next round is counted the last one may still have to be corrected.
    round_shown = count_form["round_number"].value() if isinstance(count_form, ElectionForm) else 0
    last = state.current if count_form is not None and state.needs_another_round else None
    needs_answer = state.elected is not None and state.accepted is None and not is_signed
    return {
        **forms,
        "assembly": assembly,
        "item": state.item,
        "state": state,
        "number": place + 1,
        "next": shown[place + 1].item if place + 1 < len(shown) else None,
        "entitled": queries.present_voters(assembly),
        "links": registry.links_of(request.user, state.item, today),
        # The form is open if hands are to be counted, or were counted wrong.
        "count_form": count_form,
        "counts_first": ((votes_usually or state.is_election) and not is_counted)
        or bool(count_form is not None and count_form.errors),
        "count_title": _("Count again") if state.current else _("Vote"),
        "last_round": last.round if last is not None and last.round != round_shown else None,
        "is_done": state.accepted is not None
        if state.is_election
        else not votes_usually or state.current is not None,
        "is_signed": is_signed,
        "may_appoint": access.may_call(request.user, today),
        "accept_form": _accept_form(None, state) if needs_answer else None,
        "waits_for_second": queries.waits_for_second(state),
        **more,
    }


def _accept_form(data: Any, state: ItemState) -> AcceptForm:
    """Return the form with the day after the meeting, so that no office ends in the middle of it.

    The longest-serving holder leaves the office, unless one of its holders is elected again.
    """
    start = state.item.assembly.day + timedelta(days=1)
    holders = [o for o in queries.holders(state.item) if o.end is None or o.end > start]
    elected = state.elected.person if state.elected is not None else None
    leaving = [office for office in holders if office.person != elected]
    is_again = len(leaving) < len(holders)
    replaces = leaving[0].pk if leaving and not is_again else None
    return AcceptForm(data, holders=leaving, initial={"start": start, "replaces": replaces})


def _appoints(request: HttpRequest, **_address: int) -> bool:
    """Return True for an acceptance by a user who may appoint: all others are refused, not
    asked again.
    """
    accepts = posted_text(request, "answer") == "accepted"
    return accepts and access.may_call(request.user, timezone.localdate())


@login_required
@require_POST
@asks_again(needs=_appoints)
def accept_election(request: HttpRequest, pk: int, candidacy: int) -> HttpResponse:
    """Record the elected candidate's yes, and the office follows, or no."""
    to_run(request, pk)
    elected = access.get_candidacy(pk, candidacy)
    back = redirect("league:assembly_item", pk, elected.item_id)
    if posted_text(request, "answer") != "accepted":
        attempt(
            request,
            lambda: elections.decline(candidacy=elected, now=timezone.now()),
            _("Declined. It is voted on again."),
        )
        return back
    if not access.may_call(request.user, timezone.localdate()):
        raise PermissionDenied
    state = queries.state_of(elected.item)
    form = _accept_form(request.POST, state)
    if answer := submit(
        request,
        form,
        lambda data: elections.accept(
            candidacy=elected,
            start=data["start"],
            replaces=data.get("replaces"),
            by=person_of(request.user),
            now=timezone.now(),
        ),
        lambda given: _followed(given),
        back,
    ):
        return answer
    context = _item_context(request, state, _forms(request, state, ""), accept_form=form)
    return render(request, "league/assembly/item.html", context, status=422)


def _followed(given: Any) -> str:
    if isinstance(given, Approval):
        return _("Accepted. The office waits for a second person: it is your own.")
    return _("Accepted. The office follows with its dates.")
