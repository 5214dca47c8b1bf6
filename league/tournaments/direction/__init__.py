"""The direction's work on the day: settings of a tournament, its blocks step by step, papers."""
