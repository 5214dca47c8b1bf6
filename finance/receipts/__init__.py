"""Receipts and payments of a year: money by the day on which it came or went."""
