"""The records of the till. One file for each thing they are about."""

from finance.models.claims import Claim, ClaimHead
from finance.models.ledger import (
    Account,
    Closing,
    JournalYear,
    Posting,
    Transaction,
    TransactionText,
)
from finance.models.payments import Allocation, Payment
from finance.models.payouts import Payout
from finance.models.prices import Price

__all__ = [
    "Account",
    "Allocation",
    "Claim",
    "ClaimHead",
    "Closing",
    "JournalYear",
    "Payment",
    "Payout",
    "Posting",
    "Price",
    "Transaction",
    "TransactionText",
]
