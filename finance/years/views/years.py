"""The end of a year: its standing, figures, steps and exports."""

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from django import forms
from django.http import Http404, HttpRequest, HttpResponse, StreamingHttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import get_language
from django.utils.translation import gettext as _

from finance.books.permissions import actor, posts, reads, sees_years
from finance.books.queries import bookings
from finance.books.queries.access import may_post, may_read
from finance.books.queries.settings import till_settings
from finance.errors import IllegalError, InvalidError, StaleError
from finance.years import check_year, labels
from finance.years.forms import BackForm, DischargeForm, MattersForm, SignForm
from finance.years.matters import Matter
from finance.years.models import YearStep
from finance.years.paper import year_report
from finance.years.permissions import audits as audits_only
from finance.years.permissions import gives_back, presides
from finance.years.queries import audits, year_figures
from finance.years.queries.matters import open_matters, said_before
from finance.years.queries.yearfile import year_lines
from finance.years.services import yearend
from finance.years.steps import STATES, Reader, offers_signing, turn_of
from league.access.permissions import acting, acting_today
from league.access.queries.rights import roles_of
from league.access.reauthentication import asks_again
from league.assemblies.models.meeting import Ballot
from league.assemblies.queries.meeting import last_discharge
from league.club.queries import club_name
from league.web.submit import submit

# Of all turns those that the page shows more of than a sentence.
WITH_A_TEMPLATE = {"draft", "confirm", "not_sampled", "unsettled", "discharge"}


def require_year(year: int) -> None:
    """Raise Http404 for a year in which nothing is booked."""
    if year not in bookings.years():
        raise Http404


@sees_years
def years(request: HttpRequest) -> HttpResponse:
    standings = audits.standings()
    rows = [(year, standings.get(year)) for year in bookings.years()]
    context = {"years": rows, "may_read": may_read(request.user, timezone.localdate())}
    return render(request, "finance/years.html", context)


@sees_years
def year(request: HttpRequest, year: int) -> HttpResponse:
    return _page(request, year)


def _page(request: HttpRequest, year: int, status: int = 200, **sent: forms.Form) -> HttpResponse:
    require_year(year)
    today = timezone.localdate()
    steps = list(audits.steps_of(year))
    standing = audits.standing_of(steps)
    roles = roles_of(request.user, today)
    seal = audits.seal_of_year(year)
    changed = standing.state != "open" and standing.seal != seal
    signs = request.user if "auditor" in roles else None
    unsettled = audits.unsettled(year, signs) if standing.state == "board" else []
    reader = Reader(
        user=actor(request).pk,
        posts=may_post(request.user, today),
        presides="chair" in roles,
        audits="auditor" in roles,
        is_independent=audits.is_independent(request.user, year, today),
    )
    turn = turn_of(
        reader,
        standing,
        changed=changed,
        is_over=today.year > year,
        is_sampled=bool(audits.samples_of(year)),
        is_settled=not unsettled,
    )
    auditors = [
        (person, person.user_id in standing.signed) for person in audits.auditors(year, today)
    ]
    open_here = _open_here(year)
    vote = _vote(steps) if turn == "discharge" else None
    result = year_figures.result_of(year)
    context: dict[str, Any] = {
        "year": year,
        "steps": steps,
        "standing": standing,
        "states": [
            (state, done, labels.audit_notes(auditors) if state == "audited" and not done else [])
            for state, done in ((state, standing.reached(state)) for state in STATES)
        ],
        "seal": seal,
        "changed": changed and not standing.is_final,
        "turn_template": f"finance/year/{turn}.html" if turn in WITH_A_TEMPLATE else "",
        "turn_words": labels.turn(turn, year),
        "offers_signing": offers_signing(turn, tried="sign_form" in sent),
        "result": result,
        "spheres": [] if till_settings().simple else result.spheres,
        "may_read": may_read(request.user, today),
        "unsettled": unsettled,
        "draft_form": MattersForm(prefix="draft", **open_here),
        "sign_form": SignForm(prefix="sign", **open_here),
        "vote": vote,
        "discharge_form": DischargeForm(
            prefix="vote", initial=DischargeForm.counted(vote), **open_here
        ),
        "back_form": BackForm(prefix="back"),
        **sent,
    }
    return render(request, "finance/year.html", context, status=status)


def _open_here(year: int) -> dict[str, Any]:
    """Return the open matters of a year and the earlier sentences about them."""
    matters = open_matters(year, timezone.localdate())
    return {"matters": matters, "before": said_before(year)}


def _vote(steps: Sequence[YearStep]) -> Ballot | None:
    """Return a vote on the discharge since the audit, if the app counted one."""
    audited = [step for step in steps if step.kind == YearStep.Kind.AUDITED]
    return last_discharge(timezone.localdate(audited[-1].taken_at)) if audited else None


@posts
@asks_again()
def draft(request: HttpRequest, year: int) -> HttpResponse:
    return _take_step(
        request,
        year,
        lambda said: yearend.draft_year(year=year, said=said, **acting_today(request)),
        _("The draft is with the board."),
    )


@presides
@asks_again()
def confirm(request: HttpRequest, year: int) -> HttpResponse:
    return _take_step(
        request,
        year,
        lambda said: yearend.confirm_year(year=year, said=said, **acting(request)),
        _("Confirmed. Now it is the auditors' turn."),
    )


def _take_step(
    request: HttpRequest, year: int, do: Callable[[dict[Matter, str]], object], text: str
) -> HttpResponse:
    require_year(year)
    form = MattersForm(request.POST, prefix="draft", **_open_here(year))
    return submit(
        request,
        form,
        lambda _data: do(form.said),
        text,
        redirect("finance:year", year),
        refusals=InvalidError,
    ) or _page(request, year, 422, draft_form=form)


@audits_only
@asks_again()
def sign(request: HttpRequest, year: int) -> HttpResponse:
    require_year(year)
    form = SignForm(request.POST, prefix="sign", **_open_here(year))
    return submit(
        request,
        form,
        lambda data: yearend.sign_year(
            year=year,
            recommends=data["recommends"] == "yes",
            remark=data["remark"],
            said=form.said,
            **acting_today(request),
        ),
        _("Signed."),
        redirect("finance:year", year),
        refusals=(IllegalError, InvalidError, StaleError),
    ) or _page(request, year, 422, sign_form=form)


@presides
@asks_again()
def discharge(request: HttpRequest, year: int) -> HttpResponse:
    require_year(year)
    form = DischargeForm(request.POST, prefix="vote", **_open_here(year))
    return submit(
        request,
        form,
        lambda data: yearend.discharge_board(
            year=year,
            **{name: data[name] for name in DischargeForm.VOTE},
            said=form.said,
            **acting_today(request),
        ),
        _("The meeting's decision is recorded."),
        redirect("finance:year", year),
        refusals=InvalidError,
    ) or _page(request, year, 422, discharge_form=form)


@gives_back
@asks_again()
def back(request: HttpRequest, year: int) -> HttpResponse:
    require_year(year)
    form = BackForm(request.POST, prefix="back")
    return submit(
        request,
        form,
        lambda data: yearend.give_back(year=year, **data, **acting(request)),
        _("The year is open again. Submit a new draft."),
        redirect("finance:year", year),
        refusals=(),
    ) or _page(request, year, 422, back_form=form)


# --- exports -----------------------------------------------------------------------------------
@sees_years
def report(request: HttpRequest, year: int) -> HttpResponse:
    require_year(year)
    made = year_report(
        year,
        club=club_name(),
        language=get_language() or "de",
        now=timezone.now(),
    )
    answer = HttpResponse(made, content_type="application/pdf")
    answer.headers["Content-Disposition"] = f'inline; filename="kassenbericht-{year}.pdf"'
    return answer


@reads
@asks_again(shows=True)
def file(request: HttpRequest, year: int) -> HttpResponseBase:
    """Send the year for the stand-alone checker."""
    require_year(year)
    lines = year_lines(year, club=club_name(), now=timezone.now())
    answer = StreamingHttpResponse(lines, content_type="application/jsonl")
    answer.headers["Content-Disposition"] = f'attachment; filename="jahr-{year}.jsonl"'
    return answer


@reads
def checker(request: HttpRequest) -> HttpResponse:
    """Send the program itself, as it lies here."""
    program = Path(check_year.__file__).read_bytes()
    answer = HttpResponse(program, content_type="text/x-python; charset=utf-8")
    answer.headers["Content-Disposition"] = 'attachment; filename="check_year.py"'
    return answer
