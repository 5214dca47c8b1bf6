"""The roles that the columns of a bank's table can have, and the words banks have for them.

Known are those of Sparkassen (also the old ones, whose days have no year), Volksbanken and GLS,
ING, DKB, HypoVereinsbank, Deutsche Bank and Postbank (debit and credit in two columns, German and
English), comdirect and Commerzbank (all words in one column), N26, PayPal (a fee in each row),
Wise, Revolut, and all who use the same words.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

# `in` and `out`: all of them did, where nothing in the file says it; `turned`: debit came in.
Amounts = Literal["signed", "in", "out", "turned"]
Days = Literal["", "dmy", "mdy"]

WORDS: Mapping[str, tuple[str, ...]] = {
    "booked": (
        *("buchungstag", "buchungsdatum", "buchung", "bookingdate", "dateofbooking", "datum"),
        *("completeddate", "transactiondate", "postingdate", "date", "valutadatum", "valuedate"),
    ),
    "valued": (
        "valutadatum",
        "valuedate",
        "wertstellung",
        "wertstellungsdatum",
        "wertstellungvaluta",
    ),
    "amount": (
        *("betrag", "betrageur", "betragineur", "umsatz", "umsatzineur", "amount", "amounteur"),
        *("brutto", "gross", "betragineuro", "umsatzbetrag"),
    ),
    "debit": ("soll", "debit", "belastung", "ausgang", "ausgabe", "lastschrift", "moneyout"),
    "credit": ("haben", "credit", "gutschrift", "eingang", "einnahme", "moneyin"),
    "sign": (
        *("sollhaben", "habensoll", "sh", "sollhabenkennzeichen", "shkennzeichen", "vorzeichen"),
        *("kennzeichen", "dc", "cd", "debitcredit", "creditdebit", "creditdebitindicator"),
        *("auswirkungaufguthaben", "balanceimpact", "direction"),
    ),
    "fee": ("gebühr", "entgelt", "fee", "gebühren"),
    "text": (
        *("verwendungszweck", "vorgangverwendungszweck", "vwz", "verwendungszweckzeile"),
        *("buchungsdetails", "paymentreference", "paymentdetails", "purpose"),
        # PayPal says it there; where a bank has one column for all words, it is this one.
        *("betreff", "subject", "hinweis", "note", "description", "buchungstext"),
    ),
    "name": (
        *("namezahlungsbeteiligter", "begünstigterzahlungspflichtiger", "auftraggeberempfänger"),
        *("empfängerzahlungspflichtiger", "empfängerauftraggebername", "auftraggeberbegünstigter"),
        *("auftraggeberzahlungsempfänger", "empfängerauftraggeber", "begünstigterauftraggeber"),
        *("beneficiaryoriginator", "originatorbeneficiary", "partnername", "gegenpartei"),
        *("counterparty", "gegenüber", "name"),
    ),
    "payer": ("zahlungspflichtiger", "zahlungspflichtige", "auftraggeber", "payername", "payer"),
    "payee": (
        *("zahlungsempfänger", "zahlungsempfängerin", "empfänger", "begünstigter"),
        *("payeename", "payee"),
    ),
    "iban": (
        *("ibanzahlungsbeteiligter", "kontonummeriban", "iban", "ibankontonummer", "partneriban"),
        *("ibanaccountnumber", "empfängerauftraggeberiban", "kontonummer"),
    ),
    "kind": (
        *("umsatzart", "vorgang", "umsatztyp", "transactiontype", "transactiondetailstype"),
        *("typ", "type", "buchungsart", "beschreibung", "buchungstext"),
    ),
    "more": ("kundenreferenzendtoend", "kundenreferenz", "customerreference"),
    "own": (
        *("ibanauftragskonto", "auftragskonto", "ibankontoinhaber", "kartennummer", "kreditkarte"),
        *("kreditkartennummer", "cardnumber"),
    ),
    "currency": ("währung", "currency"),
    "standing": (
        *("saldonachbuchung", "saldo", "kontostand", "runningbalance", "guthaben", "balance"),
        *("saldoeur",),
    ),
    "status": ("status", "info", "umsatzstatus", "state"),
}
ROLES = tuple(WORDS)
# Roles that several columns may have: their cells are read one after the other.
SEVERAL = frozenset({"text"})

WENT_OUT = frozenset(
    {
        *("s", "soll", "-", "d", "db", "dr", "dbit", "debit", "belastung", "lastschrift"),
        *("ausgang", "ausgabe", "abgang", "out"),
    }
)
CAME_IN = frozenset(
    {
        *("h", "haben", "+", "c", "k", "cr", "crdt", "credit", "gutschrift"),
        *("eingang", "einnahme", "zugang", "in"),
    }
)
# What is written down without a change of the account.
MEMO = frozenset({"memo"})


@dataclass(frozen=True)
class Columns:
    """The role of each column, by its place; empty for one that is not needed.

    `amounts` tells what nothing in the file does, `days` what comes first in a day.
    """

    roles: tuple[str, ...]
    amounts: Amounts = "signed"
    days: Days = ""

    def places(self, role: str) -> list[int]:
        """Return where columns of a role are."""
        return [place for place, known in enumerate(self.roles) if known == role]

    def has(self, *roles: str) -> bool:
        """Return whether each of the roles has a column."""
        return all(role in self.roles for role in roles)
