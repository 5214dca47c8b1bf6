"""How a tournament stands: what is played, ranked and drawn, in figures and in words."""
