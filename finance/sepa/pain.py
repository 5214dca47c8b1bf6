"""The file for the bank: ISO 20022, pain.008.001.08, Core direct debits of the kind RCUR.

Of no address rather than an unstructured one, and of the debtor's bank its IBAN says which it is.
"""

from collections.abc import Sequence

from lxml import etree

from finance.sepa.models import Debit, DebitRun
from finance.sepa.rules import LONGEST_TEXT, latin

NAMESPACE = "urn:iso:std:iso:20022:tech:xsd:pain.008.001.08"


def file_of(run: DebitRun, debits: Sequence[Debit], purpose: dict[int, str]) -> bytes:
    """The run as XML, the same each time. `purpose` says by mandate what the payer reads."""
    document = etree.Element(f"{{{NAMESPACE}}}Document", nsmap={None: NAMESPACE})
    whole = _in(document, "CstmrDrctDbtInitn")
    count, total = str(len(debits)), _euros(sum(debit.cents for debit in debits))
    head = _in(whole, "GrpHdr")
    _in(head, "MsgId", run.message)
    _in(head, "CreDtTm", f"{run.made_at:%Y-%m-%dT%H:%M:%S}")
    _in(head, "NbOfTxs", count)
    _in(head, "CtrlSum", total)
    _in(head, "InitgPty/Nm", latin(run.holder))
    batch = _in(whole, "PmtInf")
    _in(batch, "PmtInfId", run.message)
    _in(batch, "PmtMtd", "DD")
    _in(batch, "BtchBookg", "true")
    _in(batch, "NbOfTxs", count)
    _in(batch, "CtrlSum", total)
    kind = _in(batch, "PmtTpInf")
    _in(kind, "SvcLvl/Cd", "SEPA")
    _in(kind, "LclInstrm/Cd", "CORE")
    _in(kind, "SeqTp", "RCUR")
    _in(batch, "ReqdColltnDt", run.day.isoformat())
    _in(batch, "Cdtr/Nm", latin(run.holder))
    _in(batch, "CdtrAcct/Id/IBAN", run.iban)
    _in(batch, "CdtrAgt/FinInstnId/Othr/Id", "NOTPROVIDED")
    _in(batch, "ChrgBr", "SLEV")
    scheme = _in(batch, "CdtrSchmeId/Id/PrvtId/Othr")
    _in(scheme, "Id", run.identifier)
    _in(scheme, "SchmeNm/Prtry", "SEPA")
    for debit in debits:
        _debit(batch, debit, purpose[debit.mandate_id])
    return etree.tostring(document, xml_declaration=True, encoding="UTF-8", pretty_print=True)


def _debit(batch: etree._Element, debit: Debit, purpose: str) -> None:
    mandate = debit.mandate
    one = _in(batch, "DrctDbtTxInf")
    _in(one, "PmtId/EndToEndId", debit.end_to_end)
    _in(one, "InstdAmt", _euros(debit.cents)).set("Ccy", "EUR")
    agreed = _in(one, "DrctDbtTx/MndtRltdInf")
    _in(agreed, "MndtId", mandate.reference)
    _in(agreed, "DtOfSgntr", mandate.signed_on.isoformat())
    _in(one, "DbtrAgt/FinInstnId/Othr/Id", "NOTPROVIDED")
    _in(one, "Dbtr/Nm", latin(mandate.holder))
    _in(one, "DbtrAcct/Id/IBAN", mandate.iban)
    _in(one, "RmtInf/Ustrd", latin(purpose, LONGEST_TEXT))


def _in(parent: etree._Element, path: str, text: str | None = None) -> etree._Element:
    """An element, or several inside each other, at the end of a parent."""
    for name in path.split("/"):
        parent = etree.SubElement(parent, f"{{{NAMESPACE}}}{name}")
    parent.text = text
    return parent


def _euros(cents: int) -> str:
    return f"{cents // 100}.{cents % 100:02}"
