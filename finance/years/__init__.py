"""Audit, year end, exports and the checker that needs nothing of this."""
