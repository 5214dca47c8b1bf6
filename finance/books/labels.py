"""The till's figures and causes in words, for pages and checks alike."""

import re
from collections.abc import Iterable, Sequence
from datetime import date
from functools import cache
from typing import TYPE_CHECKING, Any

from django.conf import settings
from django.utils.formats import date_format
from django.utils.timezone import localtime
from django.utils.translation import gettext, gettext_lazy, gettext_noop, ngettext, override
from django.utils.translation import gettext as _

from finance.books import chart, periods
from finance.books import tariff_labels as tariff_words
from finance.books.periods import Period
from finance.books.references import reference
from league.people.models.people import Membership
from league.tournaments.models.tournaments import Prize
from league.web.money import MINUS, euro

if TYPE_CHECKING:
    from finance.bank.models.bank import ClubAccount
    from finance.books.models.catalogue import Tariff
    from finance.books.models.claims import Claim
    from finance.books.models.ledger import Posting, Transaction
    from finance.years.models import YearStep
    from league.people.models.people import Person

# What a charge's code says, in the words of the rulebooks: a test holds both against each other.
CODES: dict[str, Any] = {
    "stake": gettext_lazy("Einsatz"),
    "spinksen": gettext_lazy("Spinksen"),
    "early_lift": gettext_lazy("Becher zu früh gehoben"),
    "dice_off_table": gettext_lazy("Würfel nicht auf dem Tisch"),
    "cup_off_table": gettext_lazy("Becher nicht auf dem Tisch"),
    "played_while_out": gettext_lazy("Ausgeschieden und trotzdem geworfen"),
    "too_many_throws": gettext_lazy("Zu oft gewürfelt"),
    "left_table": gettext_lazy("Tisch ohne wichtigen Grund verlassen"),
    "dropped_dice": gettext_lazy("Würfel fallen gelassen"),
    "aus_round": gettext_lazy("Runde für ein Aus aus dem Rohr"),
    "no_show": gettext_lazy("Nicht zum Schocktermin erschienen"),
    "late": gettext_lazy("Zu spät gekommen"),
    "entry_fee": gettext_lazy("Startgeld"),
    "prize_pot": gettext_lazy("Einsatz für den Preistopf"),
    # What is owed without a charge.
    "dues": gettext_lazy("Beitrag"),
    "transfer": gettext_lazy("Übernahme"),
}


# Stored as it stands, shown in the reader's language.
CAUSE_GONE = gettext_noop("Die Grundlage ist entfallen oder korrigiert.")
# What a prize was paid for, as the form writes it into the book.
PLACE_IN_BOOK = re.compile(r"(\d+)\. Platz( der Mannschaften)?")

# Why a claim does not stand any more.
GONE: dict[str, Any] = {
    "corrected": gettext_lazy("weil das Ergebnis korrigiert wurde"),
    "withdrawn": gettext_lazy("weil die Strafe zurückgenommen wurde"),
    "checked_out": gettext_lazy("weil der Check-in zurückgenommen wurde"),
    "by_hand": gettext_lazy("von Hand storniert"),
    "other": gettext_lazy("weil es inzwischen eine andere gibt"),
}

# Where income and expense belong for the tax office, by the numbers of chart.py.
SPHERES: dict[int, Any] = {
    chart.IDEAL: gettext_lazy("ideeller Bereich"),
    chart.WEALTH: gettext_lazy("Vermögensverwaltung"),
    chart.PURPOSE: gettext_lazy("Zweckbetrieb"),
    chart.BUSINESS: gettext_lazy("wirtschaftlicher Geschäftsbetrieb"),
}


def rounds(count: int) -> str:
    """„eine Runde“, „3 Runden“."""
    if count < 0:
        return MINUS + rounds(-count)
    return ngettext("%(n)s Runde", "%(n)s Runden", count) % {"n": count}


def money(amount: int, unit: str) -> str:
    return rounds(amount) if unit == chart.RUNDE else euro(amount)


def whole_euro(cents: int) -> str:
    """„1.250 €“: a round amount on the scale of a drawing."""
    return re.sub(r"[.,]00(?!\d)", "", euro(cents))


def standing(amount: int, unit: str) -> str:
    """How somebody's account stands: „12,50 € offen“, „3,00 € Guthaben“, „ausgeglichen“."""
    if not amount:
        return _("ausgeglichen")
    said = {"amount": money(abs(amount), unit)}
    return _("%(amount)s offen") % said if amount > 0 else _("%(amount)s Guthaben") % said


def day_label(day: Any) -> str:
    return date_format(day, "SHORT_DATE_FORMAT") if isinstance(day, date) else str(day)


def what(kind: str, code: str) -> str:
    """What a charge of this kind and code is for, in the words of the club."""
    if kind == "drinks_round" and code == "stake":
        return _("Getränkerunde")
    known = CODES.get(code)
    return str(known) if known else code.replace("_", " ").capitalize()


def tariff(entry: "Tariff") -> str:
    """What an entry of the catalogue is for, in the club's words or the rulebook's."""
    return entry.title or what("", entry.code)


def cause(claim: "Claim") -> str:
    """Why: „Spiel 3 an Tisch 1 verloren, Einsatz“, „Würfel nicht auf dem Tisch (2×)“."""
    charge = claim.charge
    if charge is None:
        return claim.note or _due(claim) or str(claim.get_kind_display())
    said = charge.title or what(claim.kind, claim.code)
    if claim.count > 1 and claim.unit != chart.RUNDE:
        said = _("%(what)s (%(n)s×)") % {"what": said, "n": claim.count}
    if charge.result is not None:
        place = {
            "table": charge.result.table.number,
            "game": charge.result.number,
            "what": said,
        }
        if claim.code == "stake":
            said = _("Spiel %(game)s an Tisch %(table)s verloren, %(what)s") % place
        else:
            said = _("Spiel %(game)s an Tisch %(table)s: %(what)s") % place
    return f"{said} ({charge.note})" if charge.note else said


def _due(claim: "Claim") -> str:
    """A share of the dues, whose key says of which period: `finance.dues.queries.Share`."""
    begins, _person, *of = f"{claim.key}:".split(":")
    if begins != "dues" or len(of) != 4:
        return ""
    kind, period, start, _end = of
    return dues(kind, Period(period, date.fromisoformat(start)), claim.count)


def dues(kind: str, period: Period, months: int) -> str:
    """„Beitrag für das 4. Quartal 2026, passiv (2 von 3 Monaten)“."""
    said = _("Beitrag für %(period)s, %(kind)s") % {
        "period": _period(period),
        "kind": Membership.Kind(kind).label,
    }
    if months < len(period.months):
        part = _("(%(n)s von %(all)s Monaten)") % {"n": months, "all": len(period.months)}
        said = f"{said} {part}"
    return said


def _period(period: Period) -> str:
    """„November 2026“, „das 4. Quartal 2026“, „2026“."""
    if period.kind == periods.MONTH:
        return date_format(period.start, "F Y")
    if period.kind == periods.QUARTER:
        quarter = (period.start.month + 2) // 3
        return _("das %(n)s. Quartal %(year)s") % {"n": quarter, "year": period.start.year}
    return str(period.start.year)


def entered(claim: "Claim") -> str:
    """Who entered what somebody owes, and when; only when, where the program did."""
    charge = claim.charge
    at = charge.recorded_at if charge is not None else claim.created_at
    said = {"day": date_format(localtime(at), "SHORT_DATETIME_FORMAT")}
    if charge is not None and charge.result is not None and charge.result.entered_holder:
        said["name"] = charge.result.entered_holder.name
        return _("Eingetragen am Tisch von „%(name)s“, %(day)s") % said
    user = charge.recorded_by if charge is not None else claim.decided_by
    person = getattr(user, "person", None)
    if person is None:
        return _("Eingetragen am %(day)s") % said
    return _("Eingetragen von %(name)s, %(day)s") % (said | {"name": person.name})


def basis(claim: "Claim") -> str:
    """Where the amount comes from: the rulebook, or the club's price with the rulebook's."""
    if claim.unit == chart.RUNDE:
        heads = len(claim.heads.all())
        said = ngettext("für %(n)s Kopf", "für %(n)s Köpfe", heads) % {"n": heads}
        return f"{said} · {drink}" if (drink := drink_of(claim)) else said
    if claim.kind == "drinks_round":
        return _("statt einer Getränkerunde, von Hand umgewandelt")
    if claim.kind in chart.ENTRY:
        return _("laut Ausschreibung")
    if claim.charge is None:
        return str(claim.get_kind_display())
    deed = getattr(claim.charge, "deed", None)
    if deed is not None:
        return tariff_words.deed(deed)
    book = euro(claim.rulebook_cents) if claim.rulebook_cents is not None else ""
    if claim.club_cents is not None:
        club = euro(claim.club_cents)
        if claim.code == "stake" and book:  # from the catalogue, or what the club said once
            return _("so will es der Club; Regelwerk %(book)s") % {"book": book}
        if book:
            return _("Katalog %(club)s, Regelwerk %(book)s") % {"club": club, "book": book}
        return _("Katalog %(club)s") % {"club": club}
    if claim.kind == "donation":
        return _("am Tisch festgelegt") if book else _("freier Betrag")
    return _("Regelwerk %(book)s") % {"book": book} if book else _("freier Betrag")


def award(prize: Prize) -> str:
    """„1. Platz“, „2. Platz der Mannschaften“, „Schock-Aus-König“."""
    if prize.award == "place":
        return _("%(place)s. Platz") % {"place": prize.place}
    if prize.award == "team":
        return _("%(place)s. Platz der Mannschaften") % {"place": prize.place}
    return str(prize.get_award_display())


def award_in_book(prize: Prize) -> str:
    """The same as the book keeps it, in the language of the source; `text_of` translates it."""
    with override(settings.LANGUAGE_CODE):
        return award(prize)


def _award_read(text: str) -> str:
    """An award as the book keeps it, in the reader's language; anything else as it was typed."""
    if place := PLACE_IN_BOOK.fullmatch(text):
        said = _("%(place)s. Platz der Mannschaften") if place[2] else _("%(place)s. Platz")
        return said % {"place": place[1]}
    kept = _awards_in_book().get(text)
    return str(kept.label) if kept else text


@cache
def _awards_in_book() -> dict[str, Prize.Award]:
    with override(settings.LANGUAGE_CODE):
        return {str(one.label): one for one in Prize.Award}


def drink_of(claim: "Claim") -> str:
    """What was agreed on for a round: noted by hand, or before the game."""
    return claim.drink or (claim.charge.drink if claim.charge is not None else "")


def people(persons: "Iterable[Person]") -> str:
    """„Anna, Ben und Cleo“."""
    *most, last = [one.name for one in persons] or [""]
    return _("%(names)s und %(last)s") % {"names": ", ".join(most), "last": last} if most else last


def state(claim: "Claim") -> str:
    """Where a claim stands; a round is given and not paid."""
    if claim.unit == chart.RUNDE and claim.state == "waived" and claim.conversions.all():
        return _("in Euro umgewandelt")
    if claim.state == "settled" and claim.unit == chart.RUNDE:
        return _("ausgegeben")
    return str(claim.get_state_display())


# Beside a claim in a list; the whole sentence is on its own page.
OPEN_SHORT: dict[str, Any] = {
    "amount_open": gettext_lazy("Betrag offen"),
    "no_price": gettext_lazy("kein Preis"),
    "guest": gettext_lazy("Gast"),
    "closed": gettext_lazy("Tag abgeschlossen"),
}


def booking_label(journal: str, year: int, number: int) -> str:
    """„Kasse 2026/12“: how a booking is named on pages, slips and in findings."""
    return f"{journal_name(journal)} {year}/{number}"


def journal_name(journal: str) -> str:
    """The book in words; one that is not in the chart, which `check_books` says, as it is."""
    known = chart.JOURNALS.get(journal)
    return gettext(known.name) if known else journal


def label(transaction: "Transaction") -> str:
    head = transaction.head
    return booking_label(head.journal, head.year, transaction.number)


def person_name(posting: "Posting") -> str:
    """Whose account it is, by the name that stood when the period was closed."""
    return vars(posting).get("name_then") or str(posting.account.person or "")


def account_name(posting: "Posting") -> str:
    """The account, by the name it had when the period was closed."""
    now = chart.ACCOUNTS[posting.account.code].name
    then = vars(posting).get("account_then") or now
    return gettext(now) if then == now else then


def entered_by(transaction: "Transaction") -> str:
    """Who typed a booking in, by the name of that time; empty where the program did."""
    user = transaction.entered_by
    if user is None:
        return ""
    return vars(transaction).get("entered_then") or str(getattr(user, "person", None) or user)


def late(transaction: "Transaction") -> str:
    """„3 Tage später erfasst“, where a booking was not typed in on its own day; empty otherwise."""
    days = (localtime(transaction.entered_at).date() - transaction.date).days
    if days <= 0:
        return ""
    return ngettext("%(n)s Tag später erfasst", "%(n)s Tage später erfasst", days) % {"n": days}


def title(transaction: "Transaction", reader: "Person | None" = None) -> str:
    """What a booking is, in words: from whom (not to the reader himself), and for what."""
    persons = ", ".join(
        person_name(posting)
        for posting in transaction.postings.all()
        if posting.account.person not in {None, reader}
    )
    original = transaction.reverses
    if original is not None:
        said = _("Storno von %(label)s") % {"label": label(original)}
    elif claim := getattr(transaction, "claim", None):
        said = cause(claim)
    elif payment := getattr(transaction, "payment", None):
        said = str(PAID[payment.method])
        if payment.method == "given" and payment.amount > 1:
            said = _("%(n)s Runden ausgegeben") % {"n": payment.amount}
    elif payout := getattr(transaction, "payout", None):
        payee = vars(transaction).get("payee_then") or str(payout.person)
        persons, said = payee, transaction.get_kind_display()
    elif transaction.kind in {"expense", "income"}:
        said = ", ".join(
            account_name(posting)
            for posting in transaction.postings.all()
            if posting.account.code not in chart.MONEY
        )
    else:
        said = transaction.get_kind_display()
    return f"{persons}: {said}" if persons else said


PAID: dict[str, Any] = {
    "cash": gettext_lazy("Barzahlung"),
    "bank": gettext_lazy("Überweisung"),
    "transfer": gettext_lazy("Übernahme"),
    "given": gettext_lazy("Runde ausgegeben"),
    "waiver": gettext_lazy("Erlass"),
}


def title_without_names(transaction: "Transaction") -> str:
    """What a booking is, for a paper that goes to everybody: no names and no free words."""
    if transaction.reverses is not None:
        return _("Storno von %(label)s") % {"label": label(transaction.reverses)}
    if claim := getattr(transaction, "claim", None):
        return what(claim.kind, claim.code)
    if payment := getattr(transaction, "payment", None):
        return str(PAID[payment.method])
    return str(transaction.get_kind_display())


def discharge(step: "YearStep") -> str:
    """„Entlastung erteilt am 3. März mit 12 Ja, 1 Nein, 2 Enthaltungen“."""
    votes = {
        "day": day_label(step.held_on),
        "yes": step.votes_for,
        "no": step.votes_against,
        "abstained": step.abstained,
    }
    if step.agrees:
        return (
            _("Entlastung erteilt am %(day)s: %(yes)s Ja, %(no)s Nein, %(abstained)s Enthaltungen")
            % votes
        )
    return (
        _("Entlastung verweigert am %(day)s: %(yes)s Ja, %(no)s Nein, %(abstained)s Enthaltungen")
        % votes
    )


def span(numbers: "dict[str, int]") -> str:
    """„Bank 1–45, Kasse 1–312“: what a sample was drawn from."""
    named = sorted((gettext(chart.JOURNALS[code].name), last) for code, last in numbers.items())
    return ", ".join(f"{name} 1–{last}" for name, last in named)


def because(why: str, reason: str) -> str:
    """„weil das Ergebnis korrigiert wurde (Grund: falsch abgelesen)“."""
    said = str(GONE[why])
    return _("%(why)s (Grund: %(reason)s)") % {"why": said, "reason": reason} if reason else said


def own_text(transaction: "Transaction") -> str:
    """The free words of a booking as they are stored."""
    row = getattr(transaction, "text", None)
    return row.text if row is not None else ""


def text_of(transaction: "Transaction") -> str:
    """The free words of a booking; those the house itself wrote in the reader's language."""
    text = own_text(transaction)
    if transaction.kind == "prize":
        return _award_read(text)
    return gettext(text) if text == CAUSE_GONE else text


def reminder(
    person: "Person",
    claims: "Sequence[Claim]",
    cents: int,
    more: int = 0,
    account: "ClubAccount | None" = None,
) -> str:
    """A friendly word to somebody who owes something, to copy and to send. `more` are not named."""
    lines = [_("Hallo %(name)s,") % {"name": person.name}, ""]
    if cents > 0:
        lines.append(_("auf deinem Konto sind %(amount)s offen:") % {"amount": euro(cents)})
    else:
        lines.append(_("das hast du noch offen:"))
    lines += [
        f"– {day_label(claim.day)}: {cause(claim)}, {money(claim.open_amount, claim.unit)}"
        for claim in claims
    ]
    if more > 0:
        lines.append(
            ngettext("– und noch ein Posten", "– und noch %(n)s Posten", more) % {"n": more}
        )
    return "\n".join([*lines, "", _how_to_pay(person, cents, account)])


def _how_to_pay(person: "Person", cents: int, account: "ClubAccount | None") -> str:
    if cents <= 0:
        return _("Denk am nächsten Abend daran. Danke dir.")
    if account is None:
        return _("Bring es zum nächsten Abend mit, oder überweise es. Danke dir.")
    return _(
        "Bring es zum nächsten Abend mit, oder überweise es an %(holder)s, %(iban)s, "
        "Verwendungszweck %(reference)s. Danke dir."
    ) % {
        "holder": account.holder,
        "iban": account.grouped,
        "reference": reference(person.pk),
    }
