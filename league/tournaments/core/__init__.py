"""The state of a tournament: rounds played, rankings and draws, in figures and in words."""
