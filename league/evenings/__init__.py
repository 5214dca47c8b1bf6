"""Evenings: planned, answered, opened, and the page of one that composes the rest."""
