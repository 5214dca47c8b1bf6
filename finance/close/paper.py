"""The paper of a closed evening: the signed figures and who signed them, as PDF."""

from django.utils.formats import date_format
from django.utils.timezone import localtime
from django.utils.translation import gettext as _
from django.utils.translation import ngettext, override

from finance.books import labels as words
from finance.books.labels import euro
from finance.cash import labels as counting_words
from finance.close import labels as closing_words
from finance.close.figures import item_names
from finance.close.models import EveningClose
from finance.close.statement import Evening, books_of, evening_of
from league.files.printing.typeset import pdf


def evening_close(close: EveningClose, language: str) -> bytes:
    """Out of what was signed and the names as they were then: made again, it is the same paper."""
    with override(language):
        event, signed = close.event, close.signed
        evening, names = evening_of(close.statement), item_names(event)
        last = max(one.signed_at for one in signed)
        day = date_format(event.business_date, "j. F Y")
        data = {
            "title": event.name,
            "subtitle": day,
            "earned": [
                {"what": closing_words.item(item, names), "amount": euro(item.cents)}
                for item in evening.items
            ],
            "earned_sum": euro(evening.charged),
            "cash": [
                {"what": str(closing_words.FIGURES[name]), "amount": euro(getattr(evening, name))}
                for name in ("cash_before", "cash_in", "cash_out")
            ],
            "cash_sum": euro(evening.cash_after),
            "facts": _facts(evening) + closing_words.left_open(close.statement),
            "pieces": [
                {"number": f"{number} ×", "kind": counting_words.denomination(name)}
                for name, number in close.count.pieces.items()
            ],
            "counted": [
                {"what": _("Gezählt"), "amount": euro(close.count.counted)},
                {"what": _("Laut Buch"), "amount": euro(close.count.expected)},
            ],
            "agrees": counting_words.agrees(close.count.difference),
            "reason": words.text_of(close.count.transaction) if close.count.transaction else "",
            "signatures": [
                {
                    "name": one.name,
                    "role": one.get_role_display(),
                    "when": date_format(localtime(one.signed_at), "SHORT_DATETIME_FORMAT"),
                }
                for one in signed
            ],
            "digest": close.digest,
            "books": [
                {"label": words.booking_label(one.journal, one.year, one.number), "hash": one.hash}
                for one in books_of(close.statement)
            ],
            "words": {
                "over": _("Abschluss des Abends"),
                "earned": _("Einsätze und Strafen"),
                "cash": _("Barkasse an diesem Tag"),
                "after": _("Kasse nach diesem Tag"),
                "sum": _("Summe"),
                "count": _("Gezählt wurde"),
                "signatures": _("Unterschriften"),
                "signed": _("Beide haben mit der eigenen Anmeldung unterschrieben, und zwar dies:"),
                "books": _("Die letzten Buchungen, die dazu im Buch standen:"),
                "version": _("Fassung %(version)s") % {"version": close.version},
                "nothing": _("Nichts."),
                "page": _("Seite %(number)s von %(all)s") % {"number": "{page}", "all": "{pages}"},
            },
        }
        title = _("Abschluss: %(event)s, %(day)s") % {"event": event.name, "day": day}
        return pdf("evening_close", data, title=title, language=language, now=last)


def _facts(evening: Evening) -> list[str]:
    """What else is to be said, in sentences."""
    said = [
        ngettext("Eine Person war da.", "%(n)s Personen waren da.", evening.here)
        % {"n": evening.here},
        ngettext(
            "Bar gezahlt hat eine Person.", "Bar gezahlt haben %(n)s Personen.", evening.payers
        )
        % {"n": evening.payers},
        closing_words.whose_cash(),
    ]
    if evening.rounds or evening.rounds_given:
        said.append(
            _("Runden: %(lost)s verloren, %(given)s ausgegeben.")
            % {"lost": evening.rounds, "given": evening.rounds_given}
        )
    if evening.undecided:
        said.append(
            ngettext(
                "Über eine Forderung ist noch nicht entschieden.",
                "Über %(n)s Forderungen ist noch nicht entschieden.",
                evening.undecided,
            )
            % {"n": evening.undecided}
        )
    return said
