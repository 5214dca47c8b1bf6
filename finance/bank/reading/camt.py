"""Reads CAMT.053, 052 and 054 in any of their versions: „Kontoauszug im XML-Format“.

Pure. No entity is resolved, no document type accepted, nothing is fetched. Elements are found by
their names without the namespace, because each version has its own and means the same.
"""

import re
from collections.abc import Iterator
from datetime import date
from decimal import Decimal
from typing import Any, TypeAlias

from finance.bank.reading.statements import (
    LONGEST_NAME,
    LONGEST_TEXT,
    MOST_LINES,
    Balance,
    BankFileError,
    Line,
    Moment,
    Statement,
    iban_of,
    tidy,
    without_own,
)
from league.files.reading.days import day_of

# lxml says no types.
Element: TypeAlias = Any

_REPORTS = {"Stmt", "Rpt", "Ntfctn"}
_OPENING = {"OPBD", "PRCD"}
_NO_REFERENCE = {"", "NONREF", "NOTPROVIDED", "NOTAVAILABLE"}


def read(content: bytes) -> list[Statement]:
    """Return the statements of a file. Raises BankFileError."""
    from lxml import etree  # 3 MB, only for such a file

    parser = etree.XMLParser(
        resolve_entities=False, no_network=True, load_dtd=False, huge_tree=False
    )
    try:
        root = etree.fromstring(content, parser)
    except (etree.XMLSyntaxError, ValueError) as error:
        line = getattr(error, "lineno", None)
        raise BankFileError("xml_broken", str(line) if line else "") from error
    if root.getroottree().docinfo.doctype:
        raise BankFileError("xml_doctype")
    reports = [element for element in root.iter() if _name(element) in _REPORTS]
    if not reports:
        raise BankFileError("xml_no_statement", _name(root))
    return [_statement(report) for report in reports]


# --- one statement -------------------------------------------------------------------------------
def _statement(report: Element) -> Statement:
    iban = iban_of(_text(report, "Acct", "Id", "IBAN"))
    account = "" if iban else _text(report, "Acct", "Id", "Othr", "Id")
    if not (iban or account):
        raise BankFileError("no_account")
    lines: list[Line] = []
    pending = 0
    for entry in _all(report, "Ntry"):
        status = _text(entry, "Sts", "Cd") or _text(entry, "Sts")
        if status not in {"BOOK", ""}:
            pending += 1
            continue
        lines += _lines(entry, iban)
        if len(lines) > MOST_LINES:
            raise BankFileError("too_many_lines", str(MOST_LINES))
    owner = _text(report, "Acct", "Ownr", "Nm")
    return Statement(
        iban=iban,
        account=account,
        lines=tuple(without_own(line, owner, iban) for line in lines),
        balances=tuple(_balances(report)),
        pending=pending,
    )


def _balances(report: Element) -> Iterator[Balance]:
    """Yield booked balances only; of several pages the first opening and the last closing count."""
    balance_of: dict[Moment, Balance] = {}
    for balance in _all(report, "Bal"):
        kind = _text(balance, "Tp", "CdOrPrtry", "Cd")
        moment: Moment = "opening" if kind in _OPENING else "closing"
        if kind not in _OPENING and kind != "CLBD":
            continue
        if moment == "opening" and moment in balance_of:
            continue
        balance_of[moment] = Balance(_day(balance, "Dt"), _signed(balance), moment)
    yield from balance_of.values()


# --- one entry, and what it is made of -----------------------------------------------------------
def _lines(entry: Element, own: str) -> list[Line]:
    cents = _signed(entry)
    details = [element for group in _all(entry, "NtryDtls") for element in _all(group, "TxDtls")]
    amounts = [_detail_cents(element, entry, cents) for element in details]
    if len(details) > 1 and None not in amounts:
        known = [amount for amount in amounts if amount is not None]
        fee = cents - sum(known)
        if not fee or fee == -_charges(entry):
            lines = [
                _line(entry, own, amount, detail, place)
                for place, (amount, detail) in enumerate(zip(known, details, strict=True), 1)
            ]
            return [*lines, _fee(entry, fee)] if fee else lines
    detail = details[0] if len(details) == 1 else None
    if detail is not None and amounts[0] not in {None, cents}:
        gross = amounts[0] or 0
        if cents - gross == -_charges(entry):
            return [_line(entry, own, gross, detail, 1), _fee(entry, cents - gross)]
    return [_line(entry, own, cents, detail, 0)]


def _detail_cents(detail: Element, entry: Element, whole: int) -> int | None:
    """Return the amount of a part; None if the bank does not say it."""
    amount = _find(detail, "Amt")
    if amount is None:
        amount = _find(detail, "AmtDtls", "TxAmt", "Amt")
    if amount is None or amount.get("Ccy", "EUR") != "EUR":
        return None
    turned = _text(detail, "CdtDbtInd")
    incoming = turned == "CRDT" if turned else whole >= 0
    return _amount(amount) * (1 if incoming else -1)


def _charges(entry: Element) -> int:
    """Return what the bank kept of an entry for itself."""
    charges = [*_all(entry, "Chrgs")]
    for group in _all(entry, "NtryDtls"):
        charges += [
            element for detail in _all(group, "TxDtls") for element in _all(detail, "Chrgs")
        ]
    records = [element for charge in charges for element in (_all(charge, "Rcrd") or [charge])]
    amounts = [_find(record, "Amt") for record in records]
    return sum(_amount(amount) for amount in amounts if amount is not None)


def _line(entry: Element, own: str, cents: int, detail: Element | None, place: int) -> Line:
    about = entry if detail is None else detail
    name, iban = _other_side(about, own, incoming=cents > 0)
    words = [text.text or "" for group in _all(about, "RmtInf") for text in _all(group, "Ustrd")]
    for group in _all(about, "RmtInf"):
        for structured in _all(group, "Strd"):
            words.append(_text(structured, "CdtrRefInf", "Ref"))
            words += [text.text or "" for text in _all(structured, "AddtlRmtInf")]
    end_to_end = _text(about, "Refs", "EndToEndId")
    if end_to_end not in _NO_REFERENCE:
        words.append(end_to_end)
    message = " ".join(filter(None, words)) or _text(about, "AddtlTxInf")
    returned = _text(about, "RtrInf", "Rsn", "Cd")
    return Line(
        booked=_day(entry, "BookgDt", "ValDt"),
        cents=cents,
        name=tidy(name, LONGEST_NAME),
        iban=iban,
        text=tidy(message or _text(entry, "AddtlNtryInf"), LONGEST_TEXT),
        reference=_own_reference(entry, about, place),
        is_return=bool(returned) or _text(entry, "RvslInd") in {"true", "1"},
        is_fee=not name and _code(entry) in {"CHRG", "FEES", "COMM", "INTR"},
    )


def _fee(entry: Element, cents: int) -> Line:
    reference = _own_reference(entry, entry, 0)
    return Line(
        booked=_day(entry, "BookgDt", "ValDt"),
        cents=cents,
        text=tidy(_text(entry, "AddtlNtryInf") or "Entgelt", LONGEST_TEXT),
        reference=f"{reference}/fee" if reference else "",
        is_fee=True,
    )


def _code(entry: Element) -> str:
    return _text(entry, "BkTxCd", "Domn", "Fmly", "SubFmlyCd")


def _own_reference(entry: Element, about: Element, place: int) -> str:
    """Return the bank's own number; parts of a batch share that of their entry, so they are
    counted.
    """
    own = _text(about, "Refs", "AcctSvcrRef") if about is not entry else ""
    if own not in _NO_REFERENCE:
        return own[:80]
    whole = _text(entry, "AcctSvcrRef")
    if whole in _NO_REFERENCE:
        return ""
    return f"{whole[:70]}/{place}" if place else whole[:80]


def _other_side(about: Element, own: str, *, incoming: bool) -> tuple[str, str]:
    """Return name and IBAN of the payer or payee.

    An entry that was sent back keeps the parts of the first booking, so the other side is the party
    that is not the own account.
    """
    sides = {side: _party(about, side) for side in ("Dbtr", "Cdtr")}
    first, second = ("Dbtr", "Cdtr") if incoming else ("Cdtr", "Dbtr")
    name, iban = sides[first]
    if iban == own or not (name or iban):
        name, iban = sides[second]
    return ("", "") if iban == own else (name, iban)


def _party(about: Element, side: str) -> tuple[str, str]:
    parties = _find(about, "RltdPties")
    if parties is None:
        return "", ""
    name = _text(parties, side, "Pty", "Nm") or _text(parties, side, "Nm")
    ultimate = f"Ultmt{side}"
    name = name or _text(parties, ultimate, "Pty", "Nm") or _text(parties, ultimate, "Nm")
    return name, iban_of(_text(parties, f"{side}Acct", "Id", "IBAN"))


# --- words and figures ---------------------------------------------------------------------------
def _name(element: Element) -> str:
    return element.tag.rpartition("}")[2] if isinstance(element.tag, str) else ""


def _all(element: Element, name: str) -> list[Element]:
    return [child for child in element if _name(child) == name]


def _find(element: Element, *path: str) -> Element | None:
    for name in path:
        child_element = next((child for child in element if _name(child) == name), None)
        if child_element is None:
            return None
        element = child_element
    return element


def _text(element: Element, *path: str) -> str:
    child_element = _find(element, *path)
    return "" if child_element is None else (child_element.text or "").strip()


def _signed(element: Element) -> int:
    amount = _find(element, "Amt")
    turned = _text(element, "CdtDbtInd")
    if amount is None or turned not in {"CRDT", "DBIT"}:
        raise BankFileError("no_amount", str(element.sourceline or ""))
    return _amount(amount) * (1 if turned == "CRDT" else -1)


def _amount(element: Element) -> int:
    currency = element.get("Ccy", "EUR")
    if currency != "EUR":
        raise BankFileError("currency", currency[:3])
    text = (element.text or "").strip()
    if not re.fullmatch(r"[0-9]{1,11}(\.[0-9]{1,5})?", text):
        raise BankFileError("no_amount", str(element.sourceline or ""))
    cents = Decimal(text) * 100
    if cents != int(cents):
        raise BankFileError("no_amount", str(element.sourceline or ""))
    return int(cents)


def _day(element: Element, *names: str) -> date:
    """Return the first of these days that is given; for one in no calendar the last of
    its month.
    """
    texts = [
        _text(element, *path) for name in names for path in ((name, "Dt"), (name, "DtTm"), (name,))
    ]
    day = day_of(next(filter(None, texts), "")[:10], last_of_month=True)
    if day is None:
        raise BankFileError("no_day", str(element.sourceline or ""))
    return day
