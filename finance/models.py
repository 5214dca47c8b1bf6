"""The records of the till. One file for each thing they are about."""

from finance.bank.models.bank import (
    BankBalance,
    BankBooking,
    BankColumns,
    BankImport,
    BankLine,
    BankLineText,
    ClubAccount,
)
from finance.bank.models.notices import PaymentNotice
from finance.bank.models.rules import BankRule
from finance.books.models.agreements import GuestAgreement
from finance.books.models.cashbook import CashbookEntry
from finance.books.models.catalogue import Deed, Tariff
from finance.books.models.claims import Claim, ClaimHead
from finance.books.models.deferrals import Deferral
from finance.books.models.excuses import Excuse
from finance.books.models.ledger import (
    Account,
    Closing,
    JournalYear,
    Posting,
    Transaction,
    TransactionText,
)
from finance.books.models.objections import ClaimObjection
from finance.books.models.own_accounts import OwnAccount
from finance.books.models.payments import Allocation, Payment
from finance.books.models.payouts import Payout
from finance.books.models.periods import PeriodName
from finance.books.models.rounds import Conversion, GivenHead, GivenRound, RoundDecision, RoundMove
from finance.books.models.settings import TillSettings
from finance.books.models.versions import RowVersion, Versioned
from finance.books.models.vouchers import Voucher, VoucherLink, VoucherText, VoucherYear
from finance.cash.models import CashCount
from finance.close.models import ClosePaper, CloseSignature, EveningClose
from finance.dues.models import DuesRate, DuesReduction
from finance.reminders.models import Reminder, ReminderStep
from finance.sepa.models import Creditor, CreditTransfer, Debit, DebitRun, Mandate, TransferRun
from finance.years.models import (
    AuditAnswer,
    AuditFinding,
    AuditMark,
    AuditSample,
    YearEnd,
    YearStep,
)

__all__ = [
    "Account",
    "Allocation",
    "AuditAnswer",
    "AuditFinding",
    "AuditMark",
    "AuditSample",
    "BankBalance",
    "BankBooking",
    "BankColumns",
    "BankImport",
    "BankLine",
    "BankLineText",
    "BankRule",
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
    "CreditTransfer",
    "Creditor",
    "Debit",
    "DebitRun",
    "Deed",
    "Deferral",
    "DuesRate",
    "DuesReduction",
    "EveningClose",
    "Excuse",
    "GivenHead",
    "GivenRound",
    "GuestAgreement",
    "JournalYear",
    "Mandate",
    "OwnAccount",
    "Payment",
    "PaymentNotice",
    "Payout",
    "PeriodName",
    "Posting",
    "Reminder",
    "ReminderStep",
    "RoundDecision",
    "RoundMove",
    "RowVersion",
    "Tariff",
    "TillSettings",
    "Transaction",
    "TransactionText",
    "TransferRun",
    "Versioned",
    "Voucher",
    "VoucherLink",
    "VoucherText",
    "VoucherYear",
    "YearEnd",
    "YearStep",
]
