"""Counting the till."""
