"""The paper of a closed evening: the signed figures and who signed them, as PDF."""

from dataclasses import asdict

from django.utils.formats import date_format
from django.utils.timezone import localtime
from django.utils.translation import gettext as _
from django.utils.translation import ngettext, override

from finance.books import booking_labels as booking_words
from finance.cash import labels as counting_words
from finance.close import labels as closing_words
from finance.close.figures import item_names
from finance.close.models import EveningClose
from finance.close.statement import Evening, books_of, evening_of
from league.club.queries import paper_head
from league.files.printing.typeset import pdf
from league.web.money import euro


def evening_close(close: EveningClose, language: str) -> bytes:
    """Print what was signed and the names as they were then: made again, it is the same paper."""
    with override(language):
        event, signed = close.event, close.signed
        evening, names = evening_of(close.statement), item_names(event)
        last = max(signature.signed_at for signature in signed)
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
                *(
                    []
                    if close.count.by_pieces
                    else [{"what": _("only the sum was counted"), "amount": ""}]
                ),
                {"what": _("Counted"), "amount": euro(close.count.counted)},
                {"what": _("By the book"), "amount": euro(close.count.expected)},
            ],
            "agrees": counting_words.agrees(close.count.difference),
            "reason": booking_words.text_of(close.count.transaction)
            if close.count.transaction
            else "",
            "signatures": [
                {
                    "name": signature.name,
                    "role": signature.get_role_display(),
                    "when": date_format(localtime(signature.signed_at), "SHORT_DATETIME_FORMAT"),
                }
                for signature in signed
            ],
            "digest": close.digest,
            "paper_head": asdict(paper_head()),
            "books": [
                {
                    "label": booking_words.booking_label(head.journal, head.year, head.number),
                    "hash": head.hash,
                }
                for head in books_of(close.statement)
            ],
            "words": {
                "over": _("Close of the evening"),
                "earned": _("Stakes and fines"),
                "cash": _("Cash on that day"),
                "after": _("Till after this day"),
                "sum": _("Sum"),
                "count": _("What was counted"),
                "signatures": _("Signatures"),
                "signed": _("Both signed with their own login, and what they signed is this:")
                if close.signatures_needed > 1
                else _("Signed with the own login by the treasurer alone, and this is what:"),
                "books": _("The last bookings that stood in the books then:"),
                "version": _("Version %(version)s") % {"version": close.version},
                "nothing": _("Nothing."),
                "page": _("Page %(number)s of %(all)s") % {"number": "{page}", "all": "{pages}"},
            },
        }
        title = _("Close: %(event)s, %(day)s") % {"event": event.name, "day": day}
        return pdf("evening_close", data, title=title, language=language, now=last)


def _facts(evening: Evening) -> list[str]:
    """Return the other facts of the evening as sentences."""
    facts = [
        ngettext("One person was there.", "%(n)s people were there.", evening.here)
        % {"n": evening.here},
        ngettext("One person paid in cash.", "%(n)s people paid in cash.", evening.payers)
        % {"n": evening.payers},
        closing_words.whose_cash(),
    ]
    if evening.rounds or evening.rounds_given:
        facts.append(
            _("Rounds: %(lost)s lost, %(given)s given.")
            % {"lost": evening.rounds, "given": evening.rounds_given}
        )
    if evening.undecided:
        facts.append(
            ngettext(
                "One claim has not been decided on yet.",
                "%(n)s claims have not been decided on yet.",
                evening.undecided,
            )
            % {"n": evening.undecided}
        )
    return facts
