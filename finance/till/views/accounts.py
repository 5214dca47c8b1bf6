"""A person's account: the treasurer takes payments, the person sees its balance."""

from typing import Any

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from finance.bank.queries.bank import pending_notices
from finance.bank.queries.paying import giro_of, notices_to_show
from finance.books.deferral_forms import DeferralForm, EqualForm
from finance.books.forms import OnceForm, PaymentForm, RefundForm
from finance.books.instalments import Due
from finance.books.lists import STATEMENT
from finance.books.models.ledger import Transaction
from finance.books.permissions import above_the_sum, actor, posts, reads, to_top
from finance.books.queries import objections, people, statement
from finance.books.queries.access import get_person_for, get_self_for, may_post, may_see_year_ends
from finance.books.queries.deferrals import Agreement, agreement_of
from finance.books.queries.doubts import with_doubts
from finance.books.queries.funds import shares_of
from finance.books.queries.holdings import holdings_for
from finance.books.queries.rounds import owed_by
from finance.books.queries.settings import may_decide, till_settings
from finance.books.services import approvals
from finance.books.services.credits import pay_out_credit
from finance.books.services.deferrals import defer
from finance.books.services.own_matters import is_own
from finance.books.services.payments import take_payment
from finance.reminders.queries import reminders_of
from finance.sepa.labels import announcement
from finance.sepa.queries import under_way
from league.access.permissions import acting, acting_today
from league.access.queries.rights import is_member
from league.access.reauthentication import asks_again
from league.approvals.models import Approval
from league.approvals.queries import waiting_of
from league.files.lists import ListPage
from league.people.models.people import Person
from league.people.views.approvals import say
from league.web.money import euro, typed
from league.web.submit import submit

# The acts on an account that a second person is asked about.
ON_ACCOUNT = (
    "cash",
    "transfer",
    "waiver",
    "refusal",
    "conversion",
    "reversal",
    "refund",
    "setoff",
    "opening",
    "deferral",
)


def _context(
    request: HttpRequest, person: Person, list_page: ListPage[Transaction]
) -> dict[str, Any]:
    return {
        "approvals": waiting_of(request.user, person, ON_ACCOUNT, timezone.now()),
        "person": person,
        "simple": till_settings().simple,
        "owing": people.owing_of(person),
        "open_claims": list(people.open_claims(person)),
        "list_page": list_page,
        "lines": statement.lines(person, list_page.lines),
    }


@reads
def account(request: HttpRequest, pk: int) -> HttpResponseBase:
    person = get_person_for(request.user, pk, timezone.localdate())
    list_page = STATEMENT.read(request, people.statement(person))
    if sheet := list_page.sheet(f"konto-{person.pk}"):
        return sheet
    return _page(request, person, list_page, equal=_equal_instalments(request))


def _equal_instalments(request: HttpRequest) -> EqualForm | None:
    """Return what was typed to work out equal instalments, or None."""
    return EqualForm(request.GET) if "each" in request.GET else None


def _page(
    request: HttpRequest,
    person: Person,
    list_page: ListPage[Transaction],
    form: PaymentForm | None = None,
    refund: RefundForm | None = None,
    deferral: DeferralForm | None = None,
    equal: EqualForm | None = None,
    status: int = 200,
) -> HttpResponse:
    context = _context(request, person, list_page)
    owed = context["owing"].cents
    if form is None:
        form = PaymentForm.on(timezone.localdate(), owed)
    else:
        form.look_again(owed)
    if refund is None and owed < 0:
        refund = RefundForm.on(timezone.localdate(), -owed)
    rounds = owed_by(person, None, timezone.localdate()) if context["owing"].rounds > 0 else None
    agreement = agreement_of(person, timezone.localdate())
    may_book = may_post(request.user, timezone.localdate())
    if deferral is None:
        deferral = _deferral_form(equal, agreement, owed)
    context |= {
        "offers_deferral": may_book and (owed > 0 or deferral.is_bound),
        "agreement": agreement,
        "deferral_form": deferral,
        "equal_form": equal or EqualForm(),
        "undecided": list(with_doubts(people.undecided_claims(person))),
        "form": form,
        "refund": refund,
        "first_round": rounds.first if rounds else None,
        "once_form": OnceForm(),
        "may_post": may_book,
        "has_left": people.has_left(person, timezone.localdate()),
        "notices": list(pending_notices(person=person)),
        "giro": giro_of(person),
        "reminders": list(reminders_of(person)[:10]),
    }
    return render(request, "finance/account.html", context, status=status)


def _deferral_form(equal: EqualForm | None, agreement: Agreement | None, owed: int) -> DeferralForm:
    """Return the rows to agree on: those worked out, those agreed, or one of all that is owed."""
    if equal is not None and equal.is_valid():
        return DeferralForm(dues=equal.dues(owed))
    if agreement is not None:
        left = [Due(due.day, due.open) for due in agreement.dues if due.open]
        return DeferralForm(dues=left, initial={"note": agreement.deferral.note})
    return DeferralForm(initial={"amount_1": typed(owed)})


@posts
def pay(request: HttpRequest, pk: int) -> HttpResponse:
    person = get_person_for(request.user, pk, timezone.localdate())
    form = PaymentForm(request.POST)
    if answer := submit(
        request,
        form,
        lambda data: take_payment(person=person, **data, **acting_today(request)),
        lambda payment: (
            _("%(amount)s from %(name)s booked.")
            % {"amount": euro(payment.amount), "name": person.name}
        ),
        to_top("finance:account", pk),
        tags="received",
    ):
        return answer
    list_page = STATEMENT.read(request, people.statement(person))
    return _page(request, person, list_page, form, status=422)


@posts
@asks_again(needs=above_the_sum("refund-amount"))
def pay_out(request: HttpRequest, pk: int) -> HttpResponse:
    """Pay back some of a person's credit; the treasurer's own waits for a second person."""
    person = get_person_for(request.user, pk, timezone.localdate())
    form = RefundForm(request.POST, prefix="refund")

    def do(data: dict[str, Any]) -> str:
        if is_own(actor(request), [person.pk]):
            say(request, _ask(person, data, request))
            return ""
        claim = pay_out_credit(person=person, **data, **acting_today(request))
        sentence = _("%(amount)s paid out to %(name)s.")
        return sentence % {"amount": euro(claim.amount or 0), "name": person.name}

    if answer := submit(request, form, do, str, to_top("finance:account", pk)):
        return answer
    list_page = STATEMENT.read(request, people.statement(person))
    return _page(request, person, list_page, refund=form, status=422)


@posts
def pay_later(request: HttpRequest, pk: int) -> HttpResponse:
    """Take an agreement to pay later; the treasurer's own debt waits for a second person."""
    person = get_person_for(request.user, pk, timezone.localdate())
    form = DeferralForm(request.POST)

    def do(data: dict[str, Any]) -> str:
        dues, note = data["dues"], data["note"]
        if dues and is_own(actor(request), [person.pk]):
            waiting = approvals.propose(
                kind="deferral",
                thing=person.pk,
                reason=note or _("Agreed later payment"),
                values={"dues": [[due.day.isoformat(), due.cents] for due in dues]},
                **acting(request),
            )
            say(request, waiting)
            return ""
        defer(person=person, dues=dues, note=note, **acting_today(request))
        return _("Noted.")

    if answer := submit(request, form, do, str, to_top("finance:account", pk)):
        return answer
    list_page = STATEMENT.read(request, people.statement(person))
    return _page(request, person, list_page, deferral=form, status=422)


def _ask(person: Person, data: dict[str, Any], request: HttpRequest) -> Approval:
    return approvals.propose(
        kind="refund",
        thing=person.pk,
        reason=data["text"] or _("Credit paid out"),
        values={"method": data["method"], "cents": data["amount"], "day": data["day"].isoformat()},
        **acting(request),
    )


@login_required
@never_cache
@require_safe
def own_account(request: HttpRequest) -> HttpResponseBase:
    person = get_self_for(request.user)
    list_page = STATEMENT.read(request, people.statement(person))
    if sheet := list_page.sheet("mein-konto"):
        return sheet
    own = list(objections.objections_of(person)[:20])
    context = {
        **_context(request, person, list_page),
        "undecided": list(people.undecided_claims(person)),
        "objections": own,
        "objected": {objection.claim_id for objection in own if objection.is_open},
        "is_member": is_member(request.user, timezone.localdate()),
        "may_rule": objections.may_rule(request.user, timezone.localdate()),
        "holdings": holdings_for(request.user, timezone.localdate()),
        "may_decide": may_decide(request.user, timezone.localdate()),
        "sees_years": may_see_year_ends(request.user, timezone.localdate()),
        "agreement": agreement_of(person, timezone.localdate()),
        "giro": giro_of(person),
        "notices": list(notices_to_show(person)),
        "shares": shares_of(person, timezone.localdate()),
        "debit": announcement(debit) if (debit := under_way(person)) else "",
    }
    return render(request, "finance/own_account.html", context)


@login_required
@never_cache
@require_safe
def balance(request: HttpRequest) -> HttpResponse:
    """Show the reader's own balance, as a part for other pages (`hx-get`)."""
    person = get_self_for(request.user)
    return render(request, "finance/_balance.html", {"owing": people.owing_of(person)})
