"""The files for the bank: ISO 20022, pain.008.001.08 (Core debits, RCUR) and pain.001.001.09.

Of no address rather than an unstructured one, and of the other's bank its IBAN says which it is.
"""

from collections.abc import Sequence

from lxml import etree

from finance.sepa.models import CreditTransfer, Debit, DebitRun, TransferRun
from finance.sepa.rules import LONGEST_TEXT, latin

DEBITS = "urn:iso:std:iso:20022:tech:xsd:pain.008.001.08"
TRANSFERS = "urn:iso:std:iso:20022:tech:xsd:pain.001.001.09"


def file_of_debits(run: DebitRun, debits: Sequence[Debit], purpose: dict[int, str]) -> bytes:
    """Write the run as XML, the same each time. `purpose` says by mandate what the payer reads."""
    document = _document(DEBITS)
    whole = _in(document, "CstmrDrctDbtInitn")
    _head(whole, run, debits)
    batch = _batch(whole, run, debits, method="DD", as_one="true")
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
    return _written(document)


def file_of_transfers(run: TransferRun, transfers: Sequence[CreditTransfer]) -> bytes:
    """Write the run as XML, the same each time; each transfer is to be a line of its own at the
    bank.
    """
    document = _document(TRANSFERS)
    whole = _in(document, "CstmrCdtTrfInitn")
    _head(whole, run, transfers)
    batch = _batch(whole, run, transfers, method="TRF", as_one="false")
    _in(batch, "PmtTpInf/SvcLvl/Cd", "SEPA")
    _in(batch, "ReqdExctnDt/Dt", run.day.isoformat())
    _in(batch, "Dbtr/Nm", latin(run.holder))
    _in(batch, "DbtrAcct/Id/IBAN", run.iban)
    _in(batch, "DbtrAgt/FinInstnId/Othr/Id", "NOTPROVIDED")
    _in(batch, "ChrgBr", "SLEV")
    for transfer in transfers:
        entry = _in(batch, "CdtTrfTxInf")
        _in(entry, "PmtId/EndToEndId", transfer.end_to_end)
        _in(entry, "Amt/InstdAmt", _euros(transfer.cents)).set("Ccy", "EUR")
        _in(entry, "Cdtr/Nm", latin(transfer.name))
        _in(entry, "CdtrAcct/Id/IBAN", transfer.iban)
        _in(entry, "RmtInf/Ustrd", latin(transfer.text, LONGEST_TEXT))
    return _written(document)


def _head(
    whole: etree._Element,
    run: DebitRun | TransferRun,
    payments: Sequence[Debit | CreditTransfer],
) -> None:
    head = _in(whole, "GrpHdr")
    _in(head, "MsgId", run.message)
    _in(head, "CreDtTm", f"{run.made_at:%Y-%m-%dT%H:%M:%S}")
    _count(head, payments)
    _in(head, "InitgPty/Nm", latin(run.holder))


def _batch(
    whole: etree._Element,
    run: DebitRun | TransferRun,
    payments: Sequence[Debit | CreditTransfer],
    method: str,
    as_one: str,
) -> etree._Element:
    batch = _in(whole, "PmtInf")
    _in(batch, "PmtInfId", run.message)
    _in(batch, "PmtMtd", method)
    _in(batch, "BtchBookg", as_one)
    _count(batch, payments)
    return batch


def _count(parent: etree._Element, payments: Sequence[Debit | CreditTransfer]) -> None:
    _in(parent, "NbOfTxs", str(len(payments)))
    _in(parent, "CtrlSum", _euros(sum(payment.cents for payment in payments)))


def _debit(batch: etree._Element, debit: Debit, purpose: str) -> None:
    mandate = debit.mandate
    entry = _in(batch, "DrctDbtTxInf")
    _in(entry, "PmtId/EndToEndId", debit.end_to_end)
    _in(entry, "InstdAmt", _euros(debit.cents)).set("Ccy", "EUR")
    agreed = _in(entry, "DrctDbtTx/MndtRltdInf")
    _in(agreed, "MndtId", mandate.reference)
    _in(agreed, "DtOfSgntr", mandate.signed_on.isoformat())
    _in(entry, "DbtrAgt/FinInstnId/Othr/Id", "NOTPROVIDED")
    _in(entry, "Dbtr/Nm", latin(mandate.holder))
    _in(entry, "DbtrAcct/Id/IBAN", mandate.iban)
    _in(entry, "RmtInf/Ustrd", latin(purpose, LONGEST_TEXT))


def _document(namespace: str) -> etree._Element:
    return etree.Element(f"{{{namespace}}}Document", nsmap={None: namespace})


def _written(document: etree._Element) -> bytes:
    return etree.tostring(document, xml_declaration=True, encoding="UTF-8", pretty_print=True)


def _in(parent: etree._Element, path: str, text: str | None = None) -> etree._Element:
    """Add an element, or several inside each other, at the end of a parent."""
    namespace = parent.nsmap[None]
    for name in path.split("/"):
        parent = etree.SubElement(parent, f"{{{namespace}}}{name}")
    parent.text = text
    return parent


def _euros(cents: int) -> str:
    return f"{cents // 100}.{cents % 100:02}"
