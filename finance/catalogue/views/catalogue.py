"""The club's catalogue: all members read it, the treasurer keeps it."""

from collections.abc import Iterable
from dataclasses import replace
from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from finance.books import formulas
from finance.books import labels as words
from finance.books.models.catalogue import Tariff
from finance.books.permissions import posts, writes
from finance.books.queries.access import may_post
from finance.books.tariff_labels import EXAMPLES
from finance.catalogue.forms import DecidedForm, TariffForm
from finance.catalogue.queries.catalogue import (
    get_tariff_for,
    has_entry,
    is_known,
    require_member,
    tariffs,
)
from finance.catalogue.ready import CATALOGUES
from finance.catalogue.services.catalogue import end_tariff, set_tariff
from finance.catalogue.services.ready import adopt as adopt_ready
from league.security.models import SecurityEntry
from league.security.queries import changes_by_code
from league.web.asked import asked_text
from league.web.changes import Change
from league.web.submit import attempt, submit

# The German words of the ready catalogues, as a reader of another language sees them beforehand.
READY_WORDS: dict[str, Any] = {
    "In der Gaststätte verloren": gettext_lazy("Lost in a pub"),
    "eine Runde für alle am Tisch": gettext_lazy("a round for the table"),
}


@login_required
@never_cache
@require_safe
def catalogue(request: HttpRequest) -> HttpResponse:
    today = timezone.localdate()
    require_member(request.user, today)
    by_label = sorted(tariffs(), key=lambda tariff: words.tariff(tariff).casefold())
    context = {
        "current": [tariff for tariff in by_label if tariff.end is None or tariff.end > today],
        "past": [tariff for tariff in by_label if tariff.end is not None and tariff.end <= today],
        "today": today,
        "may_post": may_post(request.user, today),
        "changes": _changes(by_label),
    }
    return render(request, "finance/catalogue.html", context)


def _changes(known: Iterable[Tariff]) -> list[Change]:
    """Return who changed which entry; an entry taken away is named by its code."""
    names = {tariff.code: words.tariff(tariff) for tariff in known}
    changes = changes_by_code(SecurityEntry.Kind.TARIFF_CHANGED)
    return [replace(change, what=names.get(code, code)) for code, change in changes]


@writes
def new(request: HttpRequest) -> HttpResponse:
    """Ask first for the kind, then for its few fields; also for the next version of an entry."""
    today = timezone.localdate()
    before = _version_of(request)
    kind = asked_text(request, "kind", before.kind if before is not None else "")
    if kind not in formulas.KINDS:
        kinds = [(code, name, EXAMPLES[code]) for code, name in Tariff.Kind.choices]
        return render(request, "finance/tariff_kinds.html", {"kinds": kinds})
    form = TariffForm(
        request.POST or None,
        kind=kind,
        version_of=before,
        initial=TariffForm.initial_of(before, today),
    )

    def do(_data: object) -> None:
        values = form.words()
        known = before is None and is_known(values["code"], values["title"], today)
        tariff = set_tariff(formula=form.formula(), now=timezone.now(), **values)
        what = {"what": words.tariff(tariff)}
        if known:
            there = _("“%(what)s” was there already. This is its new version.")
            messages.info(request, there % what)
        else:
            messages.success(request, _("“%(what)s” is in the catalogue.") % what)

    if answer := submit(request, form, do, "", redirect("finance:catalogue")):
        return answer
    context: dict[str, Any] = {"form": form, "kind": Tariff.Kind(kind), "before": before}
    return render(request, "finance/new_tariff.html", context, status=422 if form.errors else 200)


def _version_of(request: HttpRequest) -> Tariff | None:
    typed = asked_text(request, "from")
    if not typed.isdecimal():
        return None
    return get_tariff_for(request.user, int(typed), timezone.localdate())


@posts
def end(request: HttpRequest, pk: int) -> HttpResponse:
    today = timezone.localdate()
    tariff = get_tariff_for(request.user, pk, today)
    sentence = _("From today on “%(what)s” does not count any more.") % {
        "what": words.tariff(tariff)
    }
    attempt(request, lambda: end_tariff(tariff=tariff, end=today, now=timezone.now()), sentence)
    return redirect("finance:catalogue")


@writes
def adopt(request: HttpRequest, slug: str) -> HttpResponse:
    """Show a ready catalogue, clause by clause, with one button to take it over."""
    if slug not in CATALOGUES:
        raise Http404
    ready, today = CATALOGUES[slug], timezone.localdate()
    proposal = {
        "ground": _("Rulebook %(name)s") % {"name": ready.name},
        "decided_on": today,
        "start": today,
    }
    form = DecidedForm(request.POST or None, initial=proposal)
    if answer := submit(
        request,
        form,
        lambda data: len(adopt_ready(slug=slug, now=timezone.now(), **data)),
        _taken_over,
        redirect("finance:catalogue"),
    ):
        return answer
    entries = [
        (
            Tariff(
                code=entry.code,
                title=str(READY_WORDS.get(entry.title, entry.title)),
                kind=entry.formula.kind,
                cents=entry.formula.cents,
                measure=entry.formula.measure,
                steps=[[step.up_to, step.cents] for step in entry.formula.steps],
                thing=str(READY_WORDS.get(entry.thing, entry.thing)),
                clause=entry.clause,
            ),
            has_entry(entry, slug, today),
        )
        for entry in ready.entries
    ]
    context = {"ready": ready, "entries": entries, "form": form}
    return render(request, "finance/adopt.html", context, status=422 if form.errors else 200)


def _taken_over(count: int) -> str:
    if not count:
        return _("All of that is in it already.")
    return ngettext("Taken over: one entry.", "Taken over: %(n)s entries.", count) % {"n": count}
