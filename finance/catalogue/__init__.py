"""The catalogue of deeds: what each costs, and who did it."""
