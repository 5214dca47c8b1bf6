"""Who is König: the race of an evening, crowning, streaks."""
