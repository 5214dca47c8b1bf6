"""The outcome of a tournament's results: rankings, ties, credits, the places of the day."""
