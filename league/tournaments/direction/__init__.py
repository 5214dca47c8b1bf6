"""The day's direction: what a tournament is to be, its blocks step by step, papers."""
