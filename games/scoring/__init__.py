"""Live games: the log, its states in memory, what a phone speaks."""
