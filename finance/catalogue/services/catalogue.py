"""The club's catalogue: new versions of its entries, and their end."""

from collections.abc import Collection
from datetime import date, datetime, timedelta
from typing import Any

from django.db import transaction
from django.utils.text import slugify
from django.utils.translation import gettext_lazy as _

from finance.books import chart, formulas
from finance.books import labels as words
from finance.books.formulas import Formula
from finance.books.models.catalogue import Tariff
from finance.books.models.claims import Claim
from finance.books.queries.tariffs import OF_RULEBOOKS
from finance.books.services.reconcile import reconcile_all
from finance.books.services.tables import lock_versions
from finance.errors import IllegalError, InvalidError
from league.security import services as security
from league.security.models import SecurityEntry

_PROBLEMS: dict[str, tuple[Any, str]] = {
    "amount_missing": (_("Please enter an amount."), "amount"),
    "span_unreadable": (_("A span has 1 to 600 minutes."), "per"),
    "measure_missing": (_("Steps by what?"), "measure"),
    "steps_without_end": (_("The last step holds for all above it."), "steps"),
    "steps_do_not_rise": (_("Each step reaches further than the one before."), "steps"),
    "again_without_amount": (
        _("Dearer the next time works for a fixed amount or per piece."),
        "again",
    ),
}


def set_tariff(
    *,
    code: str = "",
    formula: Formula,
    start: date,
    title: str = "",
    thing: str = "",
    within: str = "",
    ground: str = "",
    decided_on: date | None = None,
    source: str = "",
    clause: str = "",
    is_one_of_many: bool = False,
    now: datetime,
) -> Tariff:
    """Set an entry that counts from `start` on; the version before ends then. Proposals of
    rulebooks follow.

    Without a `code` it is a new deed of the club's own, named by `title`. What is confirmed, and
    what was charged out of the catalogue, keeps its amount. A version of the same first day is
    replaced. For one that `is_one_of_many` the caller sees to what follows (`follow`). Locks the
    catalogue, then as `reconcile_all`, then the security log. InvalidError for what is no entry,
    IllegalError if another version begins later, or this one was charged by already.
    """
    title, thing, ground = _plain(title, 80), _plain(thing, 40), _plain(ground, 200)
    _must_be_an_entry(formula, code, title, thing, within)
    if start > now.date() + timedelta(days=366):
        raise InvalidError(
            "price_far_ahead", _("An entry begins in a year at the latest."), field="start"
        )
    if decided_on is not None and start < decided_on:
        raise InvalidError(
            "before_its_decision",
            _("A decision cannot punish what happened before it."),
            field="start",
        )
    with transaction.atomic():
        lock_versions(Tariff)
        code = code or _own_code(title)
        versions = list(Tariff.objects.filter(code=code))
        if any(version.start > start for version in versions):
            raise IllegalError(
                "price_later", _("There is a later version of this already."), field="start"
            )
        _must_be_the_only_average(code, formula, start)
        for version in versions:
            if version.start == start:
                _remove(version)
        Tariff.objects.on(start).filter(code=code).update(end=start)
        tariff = Tariff.objects.create(
            code=code,
            title=title,
            kind=formula.kind,
            cents=formula.cents,
            measure=formula.measure,
            per=formula.per,
            steps=[[step.up_to, step.cents] for step in formula.steps],
            again=list(formula.again),
            within=within if formula.again else "",
            most=formula.most,
            thing=thing,
            round_to=formula.round_to,
            rounding=formula.rounding,
            ground=ground,
            decided_on=decided_on,
            source=source,
            clause=clause,
            start=start,
        )
        if not is_one_of_many:
            follow([code], start, now)
        return tariff


def end_tariff(*, tariff: Tariff, end: date, now: datetime) -> None:
    """End an entry, so that it does not count from `end` on. A repeat changes nothing. Locks the
    version.

    One that never counted is taken away; IllegalError if it was charged by on that day already.
    """
    with transaction.atomic():
        locked = Tariff.objects.select_for_update(no_key=True).filter(pk=tariff.pk).first()
        if locked is None or (locked.end is not None and locked.end <= end):
            return
        if end <= locked.start:
            _remove(locked)
            follow([locked.code], locked.start, now)
            return
        locked.end = end
        locked.save(update_fields=["end"])
        follow([locked.code], end, now)


def _must_be_an_entry(formula: Formula, code: str, title: str, thing: str, within: str) -> None:
    if code in chart.ENTRY:
        raise InvalidError("code_unknown", _("The entry fee stands in the announcement."))
    if not code and not title:
        raise InvalidError("title_missing", _("Please say what for."), field="title")
    if problem := formulas.problem(formula):
        sentence, field = _PROBLEMS.get(problem, (_("This cannot be reckoned like that."), "kind"))
        raise InvalidError(problem, sentence, field=field)
    if formula.kind == formulas.THING and not thing:
        raise InvalidError(
            "thing_missing", _("What becomes due? For example: a crate of beer"), field="thing"
        )
    if formula.again and not within:
        raise InvalidError("within_missing", _("Within which time does it count?"), field="within")
    if code in OF_RULEBOOKS and not _fits_a_rulebook(formula):
        raise InvalidError(
            "formula_of_a_rulebook",
            _("The games charge this by themselves. It can have an amount or steps."),
            field="kind",
        )


def _fits_a_rulebook(formula: Formula) -> bool:
    """Tell if a rulebook's charge alone is enough for the formula, without a memory and a clock."""
    if formula.again or formula.measure == formulas.MINUTES:
        return False
    return formula.kind in {formulas.FIXED, formulas.PIECE, formulas.STEPS, formulas.OPEN}


def _must_be_the_only_average(code: str, formula: Formula, start: date) -> None:
    if formula.kind != formulas.AVERAGE:
        return
    others = Tariff.objects.filter(kind=formulas.AVERAGE).exclude(code=code)
    if any(tariff.end is None or tariff.end > start for tariff in others):
        raise IllegalError(
            "average_once",
            _("There is an average for the absent already. End the other entry first."),
        )


def _own_code(title: str) -> str:
    """Return a code for a deed that no rulebook knows; the same title is the same deed."""
    code = slugify(title)[:36] or "eintrag"
    known = Tariff.objects.filter(code=code).order_by("-start").first()
    if code in words.CODES or (known is not None and known.title != title):
        code = f"{code}-{Tariff.objects.filter(code__startswith=code).count() + 1}"
    return code


def _remove(tariff: Tariff) -> None:
    if tariff.deeds.exists():
        raise IllegalError(
            "tariff_used",
            _(
                "Somebody was charged by it already. A new version holds from tomorrow on at "
                "the earliest."
            ),
            field="start",
        )
    tariff.end = tariff.start
    tariff.save(update_fields=["end"])


def _plain(text: str, most: int) -> str:
    return " ".join(text.split())[:most]


def follow(codes: Collection[str], start: date, now: datetime) -> None:
    """Let the proposals of evenings from `start` on take the new amounts, and write down who
    changed these entries. Once for all of them: the log is locked last.
    """
    events = (
        Claim.objects.filter(
            code__in=codes,
            is_current=True,
            state__in=Claim.UNDECIDED,
            event__isnull=False,
            day__gte=start,
        )
        .order_by("event_id")
        .values_list("event_id", flat=True)
        .distinct()
    )
    reconcile_all(events=[event for event in events if event is not None], now=now)
    for code in codes:
        security.note(kind=SecurityEntry.Kind.TARIFF_CHANGED, now=now, about=f"tariff:{code}")
