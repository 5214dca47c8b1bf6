"""The till's figures and causes in words, for pages and checks alike."""

import re
from collections.abc import Iterable, Sequence
from datetime import date
from functools import cache
from typing import TYPE_CHECKING, Any

from django.conf import settings
from django.utils.formats import date_format
from django.utils.timezone import localtime
from django.utils.translation import (
    gettext,
    gettext_lazy,
    ngettext,
    override,
    pgettext_lazy,
)
from django.utils.translation import gettext as _

from finance.books import chart, periods
from finance.books import tariff_labels as tariff_words
from finance.books.periods import Period
from finance.books.references import reference
from league.people.models.kinds import MembershipKind
from league.tournaments.models.tournaments import Prize
from league.web.money import MINUS, euro

if TYPE_CHECKING:
    from finance.bank.models.bank import ClubAccount
    from finance.books.models.catalogue import Tariff
    from finance.books.models.claims import Claim
    from finance.books.models.ledger import Posting, Transaction
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


# Why the program reversed a booking: stored as it stands, shown in the reader's language.
CAUSE_GONE = "Die Grundlage ist entfallen oder korrigiert."
DUES_CHANGED = "Der Beitrag ist neu berechnet."
WRITTEN_BY_PROGRAM: dict[str, Any] = {
    CAUSE_GONE: gettext_lazy("Its cause is gone or was corrected."),
    DUES_CHANGED: gettext_lazy("The dues were worked out anew."),
}
# What a prize was paid for, as the form writes it into the book.
PLACE_IN_BOOK = re.compile(r"(\d+)\. Platz( der Mannschaften)?")

# Why a claim does not stand any more.
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
    """„eine Runde“, „3 Runden“."""
    if count < 0:
        return MINUS + rounds(-count)
    return ngettext("%(n)s round", "%(n)s rounds", count) % {"n": count}


def money(amount: int, unit: str) -> str:
    return rounds(amount) if unit == chart.RUNDE else euro(amount)


def whole_euro(cents: int) -> str:
    """„1.250 €“: a round amount on the scale of a drawing."""
    return re.sub(r"[.,]00(?!\d)", "", euro(cents))


def standing(amount: int, unit: str) -> str:
    """How somebody's account stands: „12,50 € offen“, „3,00 € Guthaben“, „ausgeglichen“."""
    if not amount:
        return _("even")
    params = {"amount": money(abs(amount), unit)}
    return _("%(amount)s open") % params if amount > 0 else _("%(amount)s credit") % params


def day_label(day: Any) -> str:
    return date_format(day, "SHORT_DATE_FORMAT") if isinstance(day, date) else str(day)


def what(kind: str, code: str) -> str:
    """What a charge of this kind and code is for, in the words of the club."""
    if kind == "drinks_round" and code == "stake":
        return _("Round of drinks")
    known = REFUNDED.get(chart.like(code) or "") if kind == "refund" else CODES.get(code)
    return str(known) if known else code.replace("_", " ").capitalize()


def tariff(entry: "Tariff") -> str:
    """What an entry of the catalogue is for, in the club's words or the rulebook's."""
    return entry.title or what("", entry.code)


def cause(claim: "Claim") -> str:
    """Why: „Spiel 3 an Tisch 1 verloren, Einsatz“, „Würfel nicht auf dem Tisch (2×)“."""
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
    """What a claim made by hand is for: „Ausflug“, „Guthaben bar ausgezahlt“."""
    if claim.kind in {"other", "refund"}:
        return what(claim.kind, claim.code)
    return str(claim.get_kind_display())


def _due(claim: "Claim") -> str:
    """A share of the dues, whose key says of which period: `finance.dues.queries.Share`."""
    begins, _person, *of = f"{claim.key}:".split(":")
    if begins != "dues" or len(of) != 4:
        return ""
    kind, period, start, _end = of
    # A claim about a kind of the club's own has a note.
    built_in = {counts_as.value: str(counts_as.label) for counts_as in MembershipKind.CountsAs}
    name = built_in.get(kind, kind)
    return dues(name, Period(period, date.fromisoformat(start)), claim.count)


def dues(kind: str, period: Period, months: int) -> str:
    """„Beitrag für das 4. Quartal 2026, passiv (2 von 3 Monaten)“."""
    sentence = _("Dues for %(period)s, %(kind)s") % {
        "period": _period(period),
        "kind": kind,
    }
    if months < len(period.months):
        part = _("(%(n)s of %(all)s months)") % {"n": months, "all": len(period.months)}
        sentence = f"{sentence} {part}"
    return sentence


def _period(period: Period) -> str:
    """„November 2026“, „das 4. Quartal 2026“, „2026“."""
    if period.kind == periods.MONTH:
        return date_format(period.start, "F Y")
    if period.kind == periods.QUARTER:
        quarter = (period.start.month + 2) // 3
        return _("quarter %(n)s of %(year)s") % {"n": quarter, "year": period.start.year}
    return str(period.start.year)


def entered(claim: "Claim") -> str:
    """Who entered what somebody owes, and when; only when, where the program did."""
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
    """Where the amount comes from: the rulebook, or the club's price with the rulebook's."""
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


def award(prize: Prize) -> str:
    """„1. Platz“, „2. Platz der Mannschaften“, „Schock-Aus-König“."""
    if prize.award == "place":
        return _("Place %(place)s") % {"place": prize.place}
    if prize.award == "team":
        return _("Teams, place %(place)s") % {"place": prize.place}
    return str(prize.get_award_display())


def award_in_book(prize: Prize) -> str:
    """The same as the book keeps it, in the language of the source; `text_of` translates it."""
    with override(settings.LANGUAGE_CODE):
        return award(prize)


def _award_read(text: str) -> str:
    """An award as the book keeps it, in the reader's language; anything else as it was typed."""
    if place := PLACE_IN_BOOK.fullmatch(text):
        sentence = _("Teams, place %(place)s") if place[2] else _("Place %(place)s")
        return sentence % {"place": place[1]}
    award = _awards_in_book().get(text)
    return str(award.label) if award else text


@cache
def _awards_in_book() -> dict[str, Prize.Award]:
    with override(settings.LANGUAGE_CODE):
        return {str(award.label): award for award in Prize.Award}


def drink_of(claim: "Claim") -> str:
    """What was agreed on for a round: noted by hand, or before the game."""
    return claim.drink or (claim.charge.drink if claim.charge is not None else "")


def people(persons: "Iterable[Person]") -> str:
    """„Anna, Ben und Cleo“."""
    *most, last = [person.name for person in persons] or [""]
    return _("%(names)s and %(last)s") % {"names": ", ".join(most), "last": last} if most else last


def state(claim: "Claim") -> str:
    """Where a claim stands; a round is given and not paid."""
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


def booking_label(journal: str, year: int, number: int) -> str:
    """„Kasse 2026/12“: how a booking is named on pages, slips and in findings."""
    return f"{journal_name(journal)} {year}/{number}"


def journal_name(journal: str) -> str:
    """The book in words; one that is not in the chart, which `check_books` says, as it is.

    The club's second till is „Kasse 2“ whatever people call it now: a reference never changes.
    """
    known = chart.find_journal(journal)
    if known is None:
        return journal
    return f"{gettext(known.label)} {known.place}" if known.place > 1 else gettext(known.label)


def label(transaction: "Transaction") -> str:
    head = transaction.head
    return booking_label(head.journal, head.year, transaction.number)


def person_name(posting: "Posting") -> str:
    """Whose account it is, by the name that stood when the period was closed."""
    return posting.name_then or str(posting.account.person or "")


def account_name(posting: "Posting") -> str:
    """The account, by the name it had when the period was closed."""
    now = chart.account(posting.account.code)  # of one's own the query gives the name
    then = posting.account_then or now.name
    return gettext(now.label) if then == now.name else then


def entered_by(transaction: "Transaction") -> str:
    """Who typed a booking in, by the name of that time; empty where the program did."""
    user = transaction.entered_by
    if user is None:
        return ""
    return transaction.entered_then or str(getattr(user, "person", None) or user)


def late(transaction: "Transaction") -> str:
    """„3 Tage später erfasst“, where a booking was not typed in on its own day; empty otherwise."""
    days = (localtime(transaction.entered_at).date() - transaction.date).days
    if days <= 0:
        return ""
    return ngettext("entered %(n)s day later", "entered %(n)s days later", days) % {"n": days}


def title(transaction: "Transaction", reader: "Person | None" = None) -> str:
    """What a booking is, in words: from whom (not to the reader himself), and for what."""
    persons = ", ".join(
        person_name(posting)
        for posting in transaction.postings.all()
        if posting.account.person not in {None, reader}
    )
    original = transaction.reverses
    if original is not None:
        sentence = _("Reversal of %(label)s") % {"label": label(original)}
    elif claim := getattr(transaction, "claim", None):
        sentence = cause(claim)
    elif payment := getattr(transaction, "payment", None):
        sentence = str(PAID[payment.method])
        if payment.method == "given" and payment.amount > 1:
            sentence = _("%(n)s rounds given") % {"n": payment.amount}
    elif payout := getattr(transaction, "payout", None):
        payee = transaction.payee_then or str(payout.person)
        persons, sentence = payee, transaction.get_kind_display()
    elif transaction.kind in {"expense", "income"}:
        sentence = ", ".join(
            account_name(posting)
            for posting in transaction.postings.all()
            if not chart.like(posting.account.code)
        )
    else:
        sentence = transaction.get_kind_display()
    return f"{persons}: {sentence}" if persons else sentence


PAID: dict[str, Any] = {
    "cash": gettext_lazy("Cash payment"),
    "bank": gettext_lazy("Bank transfer"),
    "transfer": gettext_lazy("Takeover"),
    "setoff": gettext_lazy("Outlay set off"),
    "opening": gettext_lazy("Credit from before"),
    "given": gettext_lazy("Round bought"),
    "waiver": gettext_lazy("Waiver"),
}


def title_without_names(transaction: "Transaction") -> str:
    """What a booking is, for a paper that goes to everybody: no names and no free words."""
    if transaction.reverses is not None:
        return _("Reversal of %(label)s") % {"label": label(transaction.reverses)}
    if claim := getattr(transaction, "claim", None):
        return what(claim.kind, claim.code)
    if payment := getattr(transaction, "payment", None):
        return str(PAID[payment.method])
    return str(transaction.get_kind_display())


def because(why: str, reason: str) -> str:
    """„weil das Ergebnis korrigiert wurde (Grund: falsch abgelesen)“."""
    text = str(GONE[why])
    return _("%(why)s (reason: %(reason)s)") % {"why": text, "reason": reason} if reason else text


def own_text(transaction: "Transaction") -> str:
    """The free words of a booking as they are stored."""
    row = getattr(transaction, "text", None)
    return row.text if row is not None else ""


def text_of(transaction: "Transaction") -> str:
    """The free words of a booking; those the program wrote in the reader's language."""
    text = own_text(transaction)
    if transaction.kind == "prize":
        return _award_read(text)
    return str(WRITTEN_BY_PROGRAM.get(text, text))


def reminder(
    person: "Person",
    claims: "Sequence[Claim]",
    cents: int,
    more: int = 0,
    account: "ClubAccount | None" = None,
) -> str:
    """A friendly word to somebody who owes something, to copy and to send. `more` are not named."""
    lines = [_("Hello %(name)s,") % {"name": person.name}, ""]
    if cents > 0:
        lines.append(_("%(amount)s are open on your account:") % {"amount": euro(cents)})
    else:
        lines.append(_("this is still open:"))
    lines += [
        f"– {day_label(claim.day)}: {cause(claim)}, {money(claim.open_amount, claim.unit)}"
        + (f", {payable(claim)}" if claim.due else "")
        for claim in claims
    ]
    if more > 0:
        lines.append(ngettext("– and one more item", "– and %(n)s more items", more) % {"n": more})
    return "\n".join([*lines, "", _how_to_pay(person, cents, account)])


def still_open(name: str, cents: int, owed_rounds: int) -> list[str]:
    """What is to be settled with somebody who leaves, in sentences."""
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


def payable(claim: "Claim") -> str:
    return _("payable by %(day)s") % {"day": day_label(claim.due)}


def _how_to_pay(person: "Person", cents: int, account: "ClubAccount | None") -> str:
    if cents <= 0:
        return _("Remember it at the next evening. Thank you.")
    if account is None:
        return _("Bring it along to the next evening, or transfer it. Thank you.")
    return _(
        "Bring it along to the next evening, or transfer it to %(holder)s, %(iban)s, "
        "reference %(reference)s. Thank you."
    ) % {
        "holder": account.holder,
        "iban": account.grouped,
        "reference": reference(person.pk),
    }
