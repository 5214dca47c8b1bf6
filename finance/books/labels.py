"""The till's figures and causes in words, for pages and checks alike."""

import re
from collections.abc import Iterable
from datetime import date
from typing import TYPE_CHECKING, Any

from django.utils.formats import date_format
from django.utils.timezone import localtime
from django.utils.translation import gettext as _
from django.utils.translation import (
    gettext_lazy,
    ngettext,
    pgettext_lazy,
)

from finance.books import chart, periods
from finance.books import tariff_labels as tariff_words
from finance.books.periods import Period
from league.people.models.kinds import MembershipKind
from league.web.money import MINUS, euro

if TYPE_CHECKING:
    from finance.books.models.catalogue import Tariff
    from finance.books.models.claims import Claim
    from league.people.models.people import Person

# What a charge's code says, in the words of the rulebooks: a test holds both against each other.
CODES: dict[str, Any] = {
    "stake": gettext_lazy("Stake"),
    "spinksen": gettext_lazy("Peeking"),
    "early_lift": gettext_lazy("Cup lifted too early"),
    "dice_off_table": gettext_lazy("Dice off the table"),
    "cup_off_table": gettext_lazy("Cup off the table"),
    "played_while_out": gettext_lazy("Threw although out"),
    "too_many_throws": gettext_lazy("Too many throws"),
    "left_table": gettext_lazy("Left the table without good reason"),
    "dropped_dice": gettext_lazy("Dropped dice"),
    "aus_round": gettext_lazy("Round of drinks for an Aus in one throw"),
    "no_show": gettext_lazy("Did not turn up"),
    "late": gettext_lazy("Came late"),
    "set_lost": gettext_lazy("Set lost"),
    "table_fine": gettext_lazy("Fine at the table"),
    "entry_fee": gettext_lazy("Entry fee"),
    "prize_pot": gettext_lazy("Stake for the prize pot"),
    # What is owed without a charge.
    "dues": pgettext_lazy("one", "Dues"),
    "transfer": gettext_lazy("Takeover"),
    "outing": gettext_lazy("Outing"),
    "levy": gettext_lazy("Levy"),
    "joining_fee": gettext_lazy("Joining fee"),
    "goods": gettext_lazy("Shirts and other goods"),
    "returned_debit": gettext_lazy("Fee for a returned debit"),
    "reminder_fee": gettext_lazy("Fee for a reminder"),
    "other": gettext_lazy("Other claim"),
    "opening": gettext_lazy("Debt from before"),
}
# A credit that was paid out, by what the money came from.
REFUNDED: dict[str, Any] = {
    "cash": gettext_lazy("Credit paid out in cash"),
    "bank": gettext_lazy("Credit paid out by transfer"),
}


# The reasons why a claim is not in force any more.
GONE: dict[str, Any] = {
    "corrected": gettext_lazy("because the result was corrected"),
    "withdrawn": gettext_lazy("because the fine was withdrawn"),
    "checked_out": gettext_lazy("because the check-in was taken back"),
    "by_hand": gettext_lazy("by hand"),
    "other": gettext_lazy("because there is another one by now"),
}

# Where income and expense belong for the tax office, by the numbers of chart.py.
SHARED = gettext_lazy("It belongs to the active members, to each the same part")
SPHERES: dict[int, Any] = {
    chart.IDEAL: gettext_lazy("non-profit sphere"),
    chart.WEALTH: gettext_lazy("asset management"),
    chart.PURPOSE: gettext_lazy("special-purpose business"),
    chart.BUSINESS: gettext_lazy("taxable business"),
}


def rounds(count: int) -> str:
    """Write „eine Runde“, „3 Runden“."""
    if count < 0:
        return MINUS + rounds(-count)
    return ngettext("%(n)s round", "%(n)s rounds", count) % {"n": count}


def money(amount: int, unit: str) -> str:
    return rounds(amount) if unit == chart.RUNDE else euro(amount)


def whole_euro(cents: int) -> str:
    """Write „1.250 €“: a round amount on the scale of a drawing."""
    return re.sub(r"[.,]00(?!\d)", "", euro(cents))


def standing(amount: int, unit: str) -> str:
    """Return a balance in words: „12,50 € offen“, „3,00 € Guthaben“, „ausgeglichen“."""
    if not amount:
        return _("even")
    params = {"amount": money(abs(amount), unit)}
    return _("%(amount)s open") % params if amount > 0 else _("%(amount)s credit") % params


def day_label(day: Any) -> str:
    return date_format(day, "SHORT_DATE_FORMAT") if isinstance(day, date) else str(day)


def what(kind: str, code: str) -> str:
    """Return the purpose of a charge of this kind and code, in the words of the club."""
    if kind == "drinks_round" and code == "stake":
        return _("Round of drinks")
    known = REFUNDED.get(chart.like(code) or "") if kind == "refund" else CODES.get(code)
    return str(known) if known else code.replace("_", " ").capitalize()


def tariff(entry: "Tariff") -> str:
    """Return the title of a catalogue entry, in the club's words or the rulebook's."""
    return entry.title or what("", entry.code)


def cause(claim: "Claim") -> str:
    """Return the cause: „Spiel 3 an Tisch 1 verloren, Einsatz“ or
    „Würfel nicht auf dem Tisch (2×)“.
    """
    charge = claim.charge
    if charge is None:
        return claim.note or _due(claim) or _entered_as(claim)
    text = charge.title or what(claim.kind, claim.code)
    if claim.count > 1 and claim.unit != chart.RUNDE:
        text = _("%(what)s (%(n)s×)") % {"what": text, "n": claim.count}
    if charge.result is not None:
        place = {
            "table": charge.result.table.number,
            "game": charge.result.number,
            "what": text,
        }
        if claim.code == "stake":
            text = _("%(what)s for losing game %(game)s at table %(table)s") % place
        else:
            text = _("Game %(game)s at table %(table)s: %(what)s") % place
    return f"{text} ({charge.note})" if charge.note else text


def _entered_as(claim: "Claim") -> str:
    """Return the purpose of a claim made by hand: „Ausflug“, „Guthaben bar ausgezahlt“."""
    if claim.kind in {"other", "refund"}:
        return what(claim.kind, claim.code)
    return str(claim.get_kind_display())


def _due(claim: "Claim") -> str:
    """Name a share of the dues, whose key says of which period: `finance.dues.queries.Share`."""
    begins, _person, *of = f"{claim.key}:".split(":")
    if begins != "dues" or len(of) != 4:
        return ""
    kind, period, start, _end = of
    # A claim about a kind of the club's own has a note.
    built_in = {counts_as.value: str(counts_as.label) for counts_as in MembershipKind.CountsAs}
    name = built_in.get(kind, kind)
    return dues(name, Period(period, date.fromisoformat(start)), claim.count)


def dues(kind: str, period: Period, months: int) -> str:
    """Write „Beitrag für das 4. Quartal 2026, passiv (2 von 3 Monaten)“."""
    sentence = _("Dues for %(period)s, %(kind)s") % {
        "period": _period(period),
        "kind": kind,
    }
    if months < len(period.months):
        part = _("(%(n)s of %(all)s months)") % {"n": months, "all": len(period.months)}
        sentence = f"{sentence} {part}"
    return sentence


def _period(period: Period) -> str:
    """Write „November 2026“, „das 4. Quartal 2026“, „2026“."""
    if period.kind == periods.MONTH:
        return date_format(period.start, "F Y")
    if period.kind == periods.QUARTER:
        quarter = (period.start.month + 2) // 3
        return _("quarter %(n)s of %(year)s") % {"n": quarter, "year": period.start.year}
    return str(period.start.year)


def entered(claim: "Claim") -> str:
    """Return by whom and when a claim was entered; the time alone if the program did it."""
    charge = claim.charge
    at = charge.recorded_at if charge is not None else claim.created_at
    params = {"day": date_format(localtime(at), "SHORT_DATETIME_FORMAT")}
    if charge is not None and charge.result is not None and charge.result.entered_holder:
        params["name"] = charge.result.entered_holder.name
        return _("Entered at the table by “%(name)s”, %(day)s") % params
    user = charge.recorded_by if charge is not None else claim.decided_by
    person = getattr(user, "person", None)
    if person is None:
        return _("Entered on %(day)s") % params
    return _("Entered by %(name)s, %(day)s") % (params | {"name": person.name})


def basis(claim: "Claim") -> str:
    """Return the source of the amount: the rulebook, or the club's price with the rulebook's."""
    if claim.unit == chart.RUNDE:
        heads = len(claim.heads.all())
        sentence = ngettext("for %(n)s head", "for %(n)s heads", heads) % {"n": heads}
        return f"{sentence} · {drink}" if (drink := drink_of(claim)) else sentence
    if claim.kind == "drinks_round":
        return _("instead of a round of drinks, converted by hand")
    if claim.kind in chart.ENTRY:
        return _("as announced")
    if claim.charge is None:
        return _entered_as(claim)
    deed = getattr(claim.charge, "deed", None)
    if deed is not None:
        return tariff_words.deed(deed)
    book = euro(claim.rulebook_cents) if claim.rulebook_cents is not None else ""
    if claim.club_cents is not None:
        club = euro(claim.club_cents)
        if claim.code == "stake" and book:  # from the catalogue, or what the club said once
            return _("what the club agreed; rulebook %(book)s") % {"book": book}
        if book:
            return _("Catalogue %(club)s, rulebook %(book)s") % {"club": club, "book": book}
        return _("Catalogue %(club)s") % {"club": club}
    if claim.kind == "donation":
        return _("set at the table") if book else _("no fixed amount")
    if claim.code in {"set_lost", "table_fine"}:
        return _("as the league agreed")
    return _("Rulebook %(book)s") % {"book": book} if book else _("no fixed amount")


def drink_of(claim: "Claim") -> str:
    """Return the drink agreed for a round: noted by hand, or before the game."""
    return claim.drink or (claim.charge.drink if claim.charge is not None else "")


def people(persons: "Iterable[Person]") -> str:
    """Write „Anna, Ben und Cleo“."""
    *most, last = [person.name for person in persons] or [""]
    return _("%(names)s and %(last)s") % {"names": ", ".join(most), "last": last} if most else last


def state(claim: "Claim") -> str:
    """Return the state of a claim in words; a round is given, not paid."""
    if claim.unit == chart.RUNDE and claim.state == "waived" and claim.conversions.all():
        return _("converted into euros")
    if claim.state == "settled" and claim.unit == chart.RUNDE:
        return _("bought")
    return str(claim.get_state_display())


# Beside a claim in a list; the whole sentence is on its own page.
OPEN_SHORT: dict[str, Any] = {
    "amount_open": gettext_lazy("Amount open"),
    "no_price": gettext_lazy("no price"),
    "guest": gettext_lazy("Guest"),
    "closed": gettext_lazy("day closed"),
}


def because(why: str, reason: str) -> str:
    """Write „weil das Ergebnis korrigiert wurde (Grund: falsch abgelesen)“."""
    text = str(GONE[why])
    return _("%(why)s (reason: %(reason)s)") % {"why": text, "reason": reason} if reason else text


def still_open(name: str, cents: int, owed_rounds: int) -> list[str]:
    """Return sentences for the debts, credit and rounds to settle with a person who leaves."""
    texts = []
    if cents > 0:
        owes = _("%(name)s still owes %(amount)s.")
        texts.append(owes % {"name": name, "amount": euro(cents)})
    elif cents < 0:
        has = _("%(name)s has a credit of %(amount)s. The treasurer can pay it out.")
        texts.append(has % {"name": name, "amount": euro(-cents)})
    if owed_rounds > 0:
        owes = _("%(name)s still owes %(rounds)s.")
        texts.append(owes % {"name": name, "rounds": rounds(owed_rounds)})
    return texts
