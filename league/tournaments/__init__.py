"""Tournaments: registration, the day's direction, draws, rankings, public pages."""
