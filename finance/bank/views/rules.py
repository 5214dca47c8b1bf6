"""The club's rules for lines of the bank: what holds, another one, the end of one."""

from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _

from finance.bank.forms import RuleForm
from finance.bank.queries import bank as queries
from finance.bank.queries.rule_changes import changes_of_rules
from finance.bank.services import rules as services
from finance.books.permissions import posts, reads
from finance.books.queries.access import may_post
from finance.books.queries.chart import whole_chart
from league.access.permissions import acting
from league.security.queries import MOST_CHANGES
from league.web.asked import asked_text
from league.web.submit import submit


@reads
def rules(request: HttpRequest) -> HttpResponse:
    incoming = "incoming" in request.GET
    form = RuleForm(initial={"words": asked_text(request, "words")}, incoming=incoming)
    return _page(request, form, incoming=incoming)


@posts
def add(request: HttpRequest) -> HttpResponse:
    incoming = "incoming" in request.POST
    form = RuleForm(request.POST, incoming=incoming)
    return submit(
        request,
        form,
        lambda data: services.set_rule(**data, incoming=incoming, **acting(request)),
        _("Remembered. It is proposed from now on."),
        redirect("finance:bank_rules"),
    ) or _page(request, form, incoming=incoming, status=422)


@posts
def end(request: HttpRequest, pk: int) -> HttpResponse:
    rule = queries.get_rule_for(request.user, pk, timezone.localdate())
    services.end_rule(rule=rule, **acting(request))
    messages.success(request, _("The rule has ended."))
    return redirect("finance:bank_rules")


def _page(
    request: HttpRequest, form: RuleForm, *, incoming: bool, status: int = 200
) -> HttpResponse:
    may = may_post(request.user, timezone.localdate())
    names = {code: _(account.label) for code, account in whole_chart().items()}
    other = RuleForm(incoming=not incoming)
    context: dict[str, Any] = {
        "rules": [(rule, names[rule.account]) for rule in queries.open_rules()],
        "forms": [(form, incoming), (other, not incoming)],
        "may_post": may,
        "changes": changes_of_rules(names)[:MOST_CHANGES] if may else [],
    }
    return render(request, "finance/bank_rules.html", context, status=status)
