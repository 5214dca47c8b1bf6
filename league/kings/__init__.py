"""The König of an evening: the race, the crowning and streaks."""
