"""The records of the till. One file for each thing they are about."""

from finance.models.agreements import GuestAgreement
from finance.models.audits import (
    AuditAnswer,
    AuditFinding,
    AuditMark,
    AuditSample,
    YearEnd,
    YearStep,
)
from finance.models.bank import (
    BankBalance,
    BankBooking,
    BankImport,
    BankLine,
    BankLineText,
    ClubAccount,
)
from finance.models.cashbook import CashbookEntry
from finance.models.catalogue import Deed, Tariff
from finance.models.claims import Claim, ClaimHead
from finance.models.counts import CashCount
from finance.models.dues import DuesRate
from finance.models.evening_close import ClosePaper, CloseSignature, EveningClose
from finance.models.ledger import (
    Account,
    Closing,
    JournalYear,
    Posting,
    Transaction,
    TransactionText,
)
from finance.models.notices import PaymentNotice
from finance.models.objections import ClaimObjection
from finance.models.payments import Allocation, Payment
from finance.models.payouts import Payout
from finance.models.periods import PeriodName
from finance.models.rounds import Conversion, GivenHead, GivenRound, RoundDecision, RoundMove
from finance.models.versions import RowVersion, Versioned
from finance.models.vouchers import Voucher, VoucherLink, VoucherText, VoucherYear

__all__ = [
    "Account",
    "Allocation",
    "AuditAnswer",
    "AuditFinding",
    "AuditMark",
    "AuditSample",
    "BankBalance",
    "BankBooking",
    "BankImport",
    "BankLine",
    "BankLineText",
    "CashCount",
    "CashbookEntry",
    "Claim",
    "ClaimHead",
    "ClaimObjection",
    "ClosePaper",
    "CloseSignature",
    "Closing",
    "ClubAccount",
    "Conversion",
    "Deed",
    "DuesRate",
    "EveningClose",
    "GivenHead",
    "GivenRound",
    "GuestAgreement",
    "JournalYear",
    "Payment",
    "PaymentNotice",
    "Payout",
    "PeriodName",
    "Posting",
    "RoundDecision",
    "RoundMove",
    "RowVersion",
    "Tariff",
    "Transaction",
    "TransactionText",
    "Versioned",
    "Voucher",
    "VoucherLink",
    "VoucherText",
    "VoucherYear",
    "YearEnd",
    "YearStep",
]
