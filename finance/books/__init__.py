"""The core: ledger, claims, payments, rounds of drinks, vouchers, reversals."""
