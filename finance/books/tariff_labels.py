"""An entry of the catalogue in words: what it costs, and on what ground."""

from typing import TYPE_CHECKING, Any

from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from finance.books import formulas
from league.web.money import euro

if TYPE_CHECKING:
    from finance.books.formulas import Formula, Step
    from finance.books.models.catalogue import Deed, Tariff

_UNITS: dict[str, Any] = {
    formulas.MINUTES: gettext_lazy("%(n)s minutes"),
    formulas.COUNT: gettext_lazy("%(n)s pieces"),
    formulas.HEADS: gettext_lazy("%(n)s heads"),
}

EXAMPLES: dict[str, Any] = {
    formulas.FIXED: gettext_lazy("For example: staying away costs €5, the second time €10"),
    formulas.PIECE: gettext_lazy("For example: €1 for each die that falls off the table"),
    formulas.STARTED: gettext_lazy("For example: €1 for each started quarter of an hour late"),
    formulas.STEPS: gettext_lazy(
        "For example: up to 30 minutes €5, up to 60 minutes €10, above that €15"
    ),
    formulas.OPEN: gettext_lazy(
        "A fine of a free amount. It is never a donation for the tax office."
    ),
    formulas.OTHERS: gettext_lazy(
        "For example: whoever bowls all nine pays nothing, everybody else €0.50"
    ),
    formulas.THING: gettext_lazy("No money, but something to be given"),
    formulas.AVERAGE: gettext_lazy("Reckoned at the evening's close and shown before it counts"),
}


def price(tariff: "Tariff") -> str:
    """Write „1,00 € je Stück“, „bis 30 Minuten 5,00 €, darüber 10,00 €“, „ein Kasten Bier“."""
    formula = tariff.formula
    text = _plain(formula, tariff.thing)
    if formula.again:
        text = _again(formula, text, tariff.within)
    if formula.most:
        text = _("%(said)s, at most %(most)s") % {"said": text, "most": euro(formula.most)}
    return text


def _plain(formula: "Formula", thing: str) -> str:
    amount = euro(formula.cents) if formula.cents else ""
    if formula.kind == formulas.PIECE:
        return _("%(amount)s per piece") % {"amount": amount}
    if formula.kind == formulas.STARTED:
        return _("%(amount)s for each started %(n)s minutes") % {"amount": amount, "n": formula.per}
    if formula.kind == formulas.STEPS:
        unit = str(_UNITS[formula.measure])
        return ", ".join(_step(step, unit) for step in formula.steps)
    if formula.kind == formulas.OPEN:
        return _("open amount")
    if formula.kind == formulas.OTHERS:
        return _("%(amount)s from everybody else") % {"amount": amount}
    if formula.kind == formulas.THING:
        return thing
    if formula.kind == formulas.AVERAGE:
        return _average(formula)
    return amount


def _step(step: "Step", unit: str) -> str:
    amount = euro(step.cents)
    if step.up_to is None:
        return _("above that %(amount)s") % {"amount": amount}
    return _("up to %(end)s %(amount)s") % {"end": unit % {"n": step.up_to}, "amount": amount}


def _average(formula: "Formula") -> str:
    sentence = _("The evening's average")
    if formula.round_to > 1:
        how = {
            formulas.UP: _("rounded up to %(to)s"),
            formulas.DOWN: _("rounded down to %(to)s"),
            formulas.NEAREST: _("rounded to %(to)s"),
        }[formula.rounding]
        sentence = f"{sentence}, {how % {'to': euro(formula.round_to)}}"
    if formula.cents:
        sentence = _("%(said)s, plus %(more)s") % {"said": sentence, "more": euro(formula.cents)}
    return sentence


def _again(formula: "Formula", text: str, within: str) -> str:
    ladder = ", ".join(euro(cents) for cents in formula.again)
    if within == "season":
        return _("%(said)s, the next time in the season %(ladder)s") % {
            "said": text,
            "ladder": ladder,
        }
    return _("%(said)s, the next time in the year %(ladder)s") % {"said": text, "ladder": ladder}


def ground(tariff: "Tariff") -> str:
    """Write „Satzung § 7, beschlossen am 3. März 2026“, with the clause of a ready catalogue."""
    parts = [part for part in (tariff.clause, tariff.ground) if part]
    if tariff.decided_on is not None:
        day = date_format(tariff.decided_on, "SHORT_DATE_FORMAT")
        parts.append(_("decided on %(day)s") % {"day": day})
    return ", ".join(parts)


def deed(recorded: "Deed") -> str:
    """Return the entry of a charge: „Katalog: 1,00 € je Stück, zum 2. Mal · Satzung § 7“."""
    sentence = _("Catalogue: %(price)s") % {"price": price(recorded.tariff)}
    if recorded.minutes is not None:
        late = ngettext("%(n)s minute late", "%(n)s minutes late", recorded.minutes)
        sentence = f"{sentence}, {late % {'n': recorded.minutes}}"
    if recorded.times > 1:
        sentence = _("%(said)s, time no. %(n)s") % {"said": sentence, "n": recorded.times}
    if recorded.cause is not None:
        sentence = _("%(said)s, because of %(name)s") % {
            "said": sentence,
            "name": recorded.cause.name,
        }
    text = ground(recorded.tariff)
    return f"{sentence} · {text}" if text else sentence
