"""Tournaments: registration, the day's direction, draws, rankings, what everybody may see."""
