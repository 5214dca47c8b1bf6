"""Rows of the till against what was written down of them when they changed."""

from collections.abc import Iterator

from django.apps import apps
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext_lazy

from finance.books.models.versions import RowVersion, Versioned, rows_of, split
from finance.books.versions import GENESIS, Written, chained, columns_digest, words_digest

Last = dict[tuple[str, int], Written]

# What the rows of a table are, in the words of the till.
NAMES = {
    "guestagreement": gettext_lazy("Gastvereinbarung"),
    "yearend": gettext_lazy("Jahresabschluss"),
    "yearstep": gettext_lazy("Schritt eines Jahresabschlusses"),
    "auditsample": gettext_lazy("Stichprobe"),
    "auditmark": gettext_lazy("Urteil der Kassenprüfung"),
    "auditanswer": gettext_lazy("Antwort an die Kassenprüfung"),
    "auditfinding": gettext_lazy("Feststellung"),
    "clubaccount": gettext_lazy("Konto des Clubs"),
    "bankimport": gettext_lazy("Import der Bank"),
    "bankbalance": gettext_lazy("Saldo der Bank"),
    "bankline": gettext_lazy("Zeile der Bank"),
    "banklinetext": gettext_lazy("Text zu einer Zeile der Bank"),
    "bankbooking": gettext_lazy("Zuordnung einer Zeile der Bank"),
    "cashbookentry": gettext_lazy("Eintrag im Kassenbuch"),
    "tariff": gettext_lazy("Eintrag im Katalog"),
    "deed": gettext_lazy("Strafe aus dem Katalog"),
    "claim": gettext_lazy("Forderung"),
    "claimhead": gettext_lazy("Empfänger einer geschuldeten Runde"),
    "cashcount": gettext_lazy("Kassensturz"),
    "duesrate": gettext_lazy("Beitragssatz"),
    "eveningclose": gettext_lazy("Abschluss eines Abends"),
    "closesignature": gettext_lazy("Unterschrift unter einem Abend"),
    "closepaper": gettext_lazy("PDF eines Abschlusses"),
    "closing": gettext_lazy("Abschluss einer Periode"),
    "paymentnotice": gettext_lazy("Angekündigte Überweisung"),
    "claimobjection": pgettext_lazy("what one raises", "Einspruch"),
    "payment": gettext_lazy("Zahlung"),
    "payout": gettext_lazy("Preisgeld"),
    "periodname": gettext_lazy("Name von damals"),
    "givenround": gettext_lazy("Ausgegebene Runde"),
    "givenhead": gettext_lazy("Empfänger einer ausgegebenen Runde"),
    "roundmove": gettext_lazy("Verschobene Runde"),
    "rounddecision": gettext_lazy("Beschluss über Runden"),
    "conversion": gettext_lazy("Umwandlung einer Runde"),
    "voucherlink": gettext_lazy("Beleg an einer Buchung"),
}


def check_versions() -> Iterator[str]:
    """Every row is as it was when it was last written down, and so are its words."""
    last: Last = {}
    yield from _check_chain(last)
    for model in versioned():
        table = str(model._meta.model_name)
        for row in rows_of(model, model.SUMS).iterator(2000):
            columns, words = split(row, model.WORDS)
            written = last.pop((table, row["pk"]), None)
            if written is None:
                yield _("%(row)s: Die Zeile kam an der Kasse vorbei in die Datenbank.") % {
                    "row": _name(table, row["pk"])
                }
            elif columns_digest(columns) != written.digest:
                yield _(
                    "%(row)s: Die Zeile wurde nachträglich verändert, die Prüfsumme stimmt nicht."
                ) % {"row": _name(table, row["pk"])}
            elif words_digest(written.salt, words) != written.text_digest:
                yield _("%(row)s: Der Text wurde nachträglich verändert.") % {
                    "row": _name(table, row["pk"])
                }
    for (table, key), written in last.items():
        if written.digest:
            yield _("%(row)s: Die Zeile fehlt.") % {"row": _name(table, key)}


def _check_chain(last: Last) -> Iterator[str]:
    hashes = {GENESIS}
    rows = RowVersion.objects.order_by("pk").values_list(
        "pk", "table_name", "row_key", "digest", "text_digest", "salt", "previous_hash", "hash"
    )
    for pk, table, row, digest, text_digest, salt, previous, hash_ in rows.iterator(5000):
        written = Written(table, row, digest, text_digest, salt)
        if previous not in hashes or chained(previous, written) != hash_:
            yield _(
                "Prüfsumme Nr. %(number)s (%(row)s): Sie hängt nicht an der vorigen oder wurde "
                "nachträglich verändert."
            ) % {"number": pk, "row": _name(table, row)}
        hashes.add(hash_)
        last[table, row] = written


def versioned() -> list[type[Versioned]]:
    """The tables of which each version of a row is written down."""
    return [
        one for one in apps.get_app_config("finance").get_models() if issubclass(one, Versioned)
    ]


def _name(table: str, key: int) -> str:
    return _("%(what)s Nr. %(number)s") % {"what": NAMES.get(table, table), "number": key}
