"""What results make of a tournament: rankings, ties, credits, the places of the day."""
