"""What the till says about a bank's file and its lines: sentences for their codes."""

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from finance.bank.reading.matching import Proposal, Reason
from finance.bank.reading.statements import BankFileError
from finance.books.labels import day_label, euro

if TYPE_CHECKING:
    from finance.bank.models.bank import BankLine

# Why a file cannot be read, and what to do about it.
_FILES: dict[str, Any] = {
    "empty": gettext_lazy("Die Datei ist leer."),
    "too_large": gettext_lazy("Die Datei ist zu groß. Nimm einen kürzeren Zeitraum."),
    "too_many_lines": gettext_lazy("Das sind zu viele Umsätze. Nimm einen kürzeren Zeitraum."),
    "pdf": gettext_lazy(
        "Das ist der Auszug zum Ansehen. Lade im Onlinebanking die Umsätze als CAMT oder CSV."
    ),
    "mt940": gettext_lazy("Das ist MT940. Lade im Onlinebanking die Umsätze als CAMT oder CSV."),
    "xml_broken": gettext_lazy(
        "Die Datei ist unvollständig oder beschädigt (Zeile %(place)s). Lade sie noch einmal."
    ),
    "xml_doctype": gettext_lazy("Diese Datei stammt nicht von einer Bank. Sie wird nicht gelesen."),
    "xml_no_statement": gettext_lazy("In dieser Datei steht kein Kontoauszug."),
    "no_account": gettext_lazy("In dieser Datei steht nicht, um welches Konto es geht."),
    "no_amount": gettext_lazy("In Zeile %(place)s steht kein lesbarer Betrag."),
    "no_day": gettext_lazy("In Zeile %(place)s steht kein lesbares Datum."),
    "currency": gettext_lazy("Hier wird in Euro gebucht, in der Datei steht %(place)s."),
    "encoding": gettext_lazy("Das ist keine Textdatei. Lade die Umsätze als CAMT oder CSV."),
    "zip_broken": gettext_lazy("Das ZIP-Archiv ist beschädigt oder hat ein Passwort."),
    "csv_broken": gettext_lazy(
        "In Zeile %(place)s stimmen die Anführungszeichen nicht. Lade die Datei noch einmal."
    ),
    "csv_no_heading": gettext_lazy(
        "Darin sind keine Umsätze zu erkennen. Lade sie als CAMT, das geht bei jeder Bank."
    ),
    "csv_column": gettext_lazy("Es fehlt die Spalte %(place)s. Lade die Umsätze als CAMT."),
    "csv_amount": gettext_lazy("In Zeile %(place)s steht kein lesbarer Betrag."),
    "csv_day": gettext_lazy("In Zeile %(place)s steht kein lesbares Datum."),
    "nothing_booked": gettext_lazy("In dieser Datei ist noch nichts gebucht."),
}
_COLUMNS: dict[str, Any] = {
    "booked": gettext_lazy("Buchungstag"),
    "amount": gettext_lazy("Betrag"),
    "text": gettext_lazy("Verwendungszweck"),
}

CONFIDENCE: dict[str, Any] = {
    "sure": gettext_lazy("sicher"),
    "likely": gettext_lazy("wahrscheinlich"),
    "maybe": gettext_lazy("vielleicht"),
    "none": gettext_lazy("unbekannt"),
}

_REASONS: dict[str, Any] = {
    "reference": gettext_lazy("Das Kennzeichen von %(name)s steht im Verwendungszweck."),
    "iban": gettext_lazy("Von diesem Konto kam schon Geld für %(name)s."),
    "iban_shared": gettext_lazy("Von diesem Konto kam schon Geld für %(name)s und andere."),
    "name": gettext_lazy("Überwiesen hat jemand, der wie %(name)s heißt."),
    "name_in_text": gettext_lazy("%(name)s steht im Verwendungszweck."),
    "name_against": gettext_lazy("Auf der Zeile steht aber %(name)s."),
    "announced": gettext_lazy("%(name)s hat diese Überweisung angekündigt."),
    "announced_alone": gettext_lazy("Nur %(name)s hat genau diesen Betrag angekündigt."),
    "amount_exact": gettext_lazy("Genau das ist offen."),
    "amount_oldest": gettext_lazy("Das begleicht genau das Älteste."),
    "amount_partial": gettext_lazy("Danach sind noch %(amount)s offen."),
    "amount_over": gettext_lazy("%(amount)s bleiben als Guthaben."),
    "nothing_open": gettext_lazy("Offen ist nichts, es wird ein Guthaben."),
    "amount_alone": gettext_lazy("Nur %(name)s schuldet genau diesen Betrag."),
    "together_exact": gettext_lazy("Zusammen ist genau das offen."),
    "together_unclear": gettext_lazy("Die Summe passt nicht: Verteile sie selbst."),
    "by_hand": gettext_lazy("Das ist wohl schon von Hand gebucht."),
    "twin": gettext_lazy("Eine gleiche Zeile kam schon einmal, die Bank führt sie als zweite."),
    "fee": gettext_lazy("Das hat sich die Bank genommen."),
    "returned": gettext_lazy("Die Bank hat eine Zahlung zurückgebucht."),
    "outgoing": gettext_lazy("Geld ist abgegangen: Such die Ausgabe, oder buche sie jetzt."),
    "before_opening": gettext_lazy("Vor dem Anfangsbestand vom %(day)s, schon darin enthalten."),
    "unknown": gettext_lazy("Nichts darin sagt, von wem das Geld ist."),
}


def file_refused(error: BankFileError) -> str:
    """The sentence for whoever sent a file that cannot be read."""
    place = str(_COLUMNS.get(error.place, error.place)) or "?"
    return str(_FILES[error.code]) % {"place": place}


def reason(one: Reason, names: Mapping[int, str]) -> str:
    name = names.get(one.person or 0, "")
    amount = euro(one.cents) if one.cents is not None else ""
    day = day_label(one.day)
    return str(_REASONS[one.code]) % {"name": name, "amount": amount, "day": day}


def reasons(proposal: Proposal, names: Mapping[int, str]) -> list[str]:
    """Why, in sentences; of one person each kind once."""
    return list(dict.fromkeys(reason(one, names) for one in proposal.reasons))


def confidence(proposal: Proposal) -> str:
    return str(CONFIDENCE[proposal.confidence])


def for_whom(proposal: Proposal, names: Mapping[int, str]) -> str:
    """„Anna“, „Anna 12,50 €, Ben 15,00 €“."""
    if len(proposal.parts) == 1:
        return names.get(proposal.parts[0].person, "")
    parts = [f"{names.get(part.person, '')} {euro(part.cents)}" for part in proposal.parts]
    return ", ".join(parts)


def line_state(line: "BankLine") -> str:
    """What became of a line, in a word or two."""
    if line.ignored:
        return _("ignoriert")
    if not line.left:
        return _("gebucht")
    return _("zum Teil gebucht") if line.done else _("zu klären")


def line_text(name: str, text: str) -> str:
    """How a line of the bank stands in a booking."""
    return _("%(name)s: %(text)s") % {"name": name, "text": text} if name and text else name or text
