"""Before a meeting: the list, its call, the agenda, motions, the invitation, the club's rules."""

from datetime import date, timedelta
from typing import Any
from uuid import uuid4

from django.contrib.auth.decorators import login_required
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_safe

from league.access.permissions import acting, acting_today
from league.access.queries.rights import is_member, person_of
from league.assemblies import labels, mails, registry
from league.assemblies.forms import AssemblyForm, ItemForm, MotionForm, RulesForm, changes_of_rules
from league.assemblies.models.calling import AgendaItem, Assembly, AssemblyInvitation
from league.assemblies.queries import access
from league.assemblies.queries import calling as queries
from league.assemblies.queries.meeting import states
from league.assemblies.services import agenda
from league.assemblies.services import calling as services
from league.mail.queries import by_mail
from league.security.queries import MOST_CHANGES
from league.web.asked import posted_client_id, posted_text
from league.web.submit import attempt, submit
from league.web.views import takes_a_form, typed_number


@require_safe
@login_required
def assemblies(request: HttpRequest) -> HttpResponse:
    """Render every meeting so far, the newest first."""
    today = timezone.localdate()
    may_call = access.may_call(request.user, today)
    if not access.may_see(request.user, today):
        raise PermissionDenied
    shown = access.assemblies_for(request.user, today)
    context = {
        "assemblies": shown if may_call else shown.exclude(invited_at=None),
        "may_call": may_call,
        "may_set_rules": access.may_set_rules(request.user, today),
        "today": today,
    }
    return render(request, "league/assembly/assemblies.html", context)


def _require_caller(request: HttpRequest) -> date:
    today = timezone.localdate()
    if not access.may_call(request.user, today):
        raise PermissionDenied
    return today


def _to_call(request: HttpRequest, pk: int) -> Assembly:
    assembly = access.get_assembly_for(request.user, pk, timezone.localdate())
    _require_caller(request)
    return assembly


@takes_a_form
@login_required
def new_assembly(request: HttpRequest) -> HttpResponse:
    today = _require_caller(request)
    soonest = today + timedelta(days=queries.rule_now().notice_days + 1)
    initial = {"title": _("Annual general meeting"), "day": soonest, "offices": ["chair"]}
    form = AssemblyForm(request.POST or None, initial=initial)
    if answer := submit(
        request,
        form,
        lambda data: services.call_assembly(**data, **acting_today(request)),
        _("The meeting has the usual agenda. Nobody is invited yet."),
        lambda made: redirect("league:assembly", made.pk),
    ):
        return answer
    context = {"form": form, "rule": queries.rule_now()}
    status = 422 if form.errors else 200
    return render(request, "league/assembly/new.html", context, status=status)


@takes_a_form
@login_required
def assembly_rules(request: HttpRequest) -> HttpResponse:
    """Edit the statutes' rules for meetings."""
    today = timezone.localdate()
    if not access.may_set_rules(request.user, today):
        raise PermissionDenied
    form = RulesForm(request.POST or None, rule=queries.rule_now(), today=today)
    if answer := submit(
        request,
        form,
        lambda data: services.set_rules(**data, **acting(request)),
        _("This holds for meetings that are called from now on."),
        redirect("league:assemblies"),
    ):
        return answer
    status = 422 if form.errors else 200
    context = {"form": form, "changes": changes_of_rules()[:MOST_CHANGES]}
    return render(request, "league/assembly/rules.html", context, status=status)


@require_safe
@login_required
def assembly(request: HttpRequest, pk: int) -> HttpResponse:
    """Render time, place and agenda, and the links to what this reader may do next."""
    today = timezone.localdate()
    assembly = access.get_assembly_for(request.user, pk, today)
    items = queries.agenda(assembly)
    may_read_minutes = assembly.opened_at is not None and access.may_read_minutes(
        request.user, assembly, today
    )
    decided = states(assembly, items) if may_read_minutes else []
    shown = {state.item.pk: state for state in decided}
    rows = [
        (number, item, shown.get(item.pk), registry.links_of(request.user, item, today))
        for number, item in queries.numbered(items)
    ]
    reader = labels.Reader(
        calls=access.may_call(request.user, today),
        runs=access.may_run(request.user, assembly, today),
        hands_in=access.may_hand_in(request.user, assembly, today),
        reads_minutes=may_read_minutes,
    )
    to_invite = queries.to_invite(assembly).count if assembly.is_called else 0
    context = {
        "assembly": assembly,
        "rows": rows,
        "may_call": reader.calls,
        "may_hand_in": reader.hands_in,
        "next_step": labels.next_step(assembly, reader, to_invite, today),
        "other_steps": labels.other_steps(assembly, reader, to_invite, today),
        "invited": assembly.invitations.count(),
        "letters": queries.letters_of(assembly) if reader.calls else "",
    }
    return render(request, "league/assembly/assembly.html", context)


@takes_a_form
@login_required
def change_assembly(request: HttpRequest, pk: int) -> HttpResponse:
    """Correct time and place; `cancel` calls the meeting off."""
    assembly = _to_call(request, pk)
    back = redirect("league:assembly", pk)
    if request.method == "POST" and "cancel" in request.POST:
        attempt(
            request,
            lambda: services.cancel_assembly(
                assembly=assembly, tell=mails.call_off, now=timezone.now()
            ),
            _("The meeting is called off.") + " " + by_mail(_("All who were invited are told.")),
        )
        return back
    form = AssemblyForm(request.POST or None, assembly=assembly)
    if answer := submit(
        request,
        form,
        lambda data: services.change_assembly(
            assembly=assembly, today=timezone.localdate(), **data
        ),
        _("Saved."),
        back,
    ):
        return answer
    context = {"assembly": assembly, "form": form}
    status = 422 if form.errors else 200
    return render(request, "league/assembly/change.html", context, status=status)


@takes_a_form
@login_required
def assembly_agenda(request: HttpRequest, pk: int) -> HttpResponse:
    """Put the agenda in order: `up`, `down`, `two_thirds` or `gone` name an item; or add one."""
    assembly = _to_call(request, pk)
    back = redirect("league:assembly_agenda", pk)
    for act in ("up", "down", "two_thirds", "gone"):
        if request.method == "POST" and act in request.POST:
            key = typed_number(posted_text(request, act)) or 0
            _change(request, act, get_object_or_404(assembly.items.all(), pk=key))
            return back
    form = ItemForm(request.POST or None)
    if answer := submit(
        request,
        form,
        lambda data: agenda.add_item(assembly=assembly, now=timezone.now(), **data),
        _("The item is on the agenda."),
        back,
    ):
        return answer
    context = {"assembly": assembly, "rows": queries.numbered(queries.agenda(assembly))}
    context |= {"form": form}
    status = 422 if form.errors else 200
    return render(request, "league/assembly/agenda.html", context, status=status)


def _change(request: HttpRequest, act: str, item: AgendaItem) -> None:
    majority = AgendaItem.Majority
    other = majority.SIMPLE if item.majority == majority.TWO_THIRDS else majority.TWO_THIRDS
    deeds: dict[str, Any] = {
        "up": lambda: agenda.move_item(item=item, up=True),
        "down": lambda: agenda.move_item(item=item, up=False),
        "two_thirds": lambda: agenda.set_majority(item=item, majority=other),
        "gone": lambda: agenda.remove_item(item=item),
    }
    attempt(request, deeds[act], "")


@takes_a_form
@login_required
def invite_assembly(request: HttpRequest, pk: int) -> HttpResponse:
    """Render who is invited and how, and the time limit; then send the invitations at once."""
    assembly = _to_call(request, pk)
    if request.method == "POST":
        client_id = posted_client_id(request)
        attempt(
            request,
            lambda: services.invite(
                assembly=assembly, tell=mails.invite, client_id=client_id, now=timezone.now()
            ),
            lambda count: (
                ngettext("One person is invited.", "%(n)s people are invited.", count)
                % {"n": count}
            ),
        )
        return redirect("league:assembly", pk)
    context = {
        "assembly": assembly,
        "to_invite": queries.to_invite(assembly),
        "notice": queries.notice(assembly, timezone.localdate()),
        "client_id": uuid4().hex,
        "rows": queries.numbered(queries.agenda(assembly)),
        "ways": AssemblyInvitation.How,
    }
    return render(request, "league/assembly/invite.html", context)


@takes_a_form
@login_required
def assembly_motion(request: HttpRequest, pk: int) -> HttpResponse:
    """Hand in a member's motion; `withdraw` names an own one that is taken back."""
    today = timezone.localdate()
    assembly = access.get_assembly_for(request.user, pk, today)
    person = person_of(request.user)
    if person is None:
        raise Http404
    if request.method == "POST" and "withdraw" in request.POST:
        own = access.own_motions(request.user, assembly)
        key = typed_number(posted_text(request, "withdraw")) or 0
        item = get_object_or_404(own, pk=key)
        attempt(
            request,
            lambda: agenda.withdraw_motion(item=item, now=timezone.now()),
            _("The motion is withdrawn."),
        )
        return redirect("league:assembly_motion", pk)
    if not is_member(request.user, today):
        raise PermissionDenied
    form = MotionForm(request.POST or None)
    if answer := submit(
        request,
        form,
        lambda data: agenda.hand_in(
            assembly=assembly, person=person, now=timezone.now(), today=today, **data
        ),
        _("The motion is on the agenda."),
        redirect("league:assembly", pk),
    ):
        return answer
    context = {
        "assembly": assembly,
        "form": form,
        "own": access.own_motions(request.user, assembly),
        "may_hand_in": access.may_hand_in(request.user, assembly, today),
    }
    status = 422 if form.errors else 200
    return render(request, "league/assembly/motion.html", context, status=status)
