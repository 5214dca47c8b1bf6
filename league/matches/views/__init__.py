"""Pages about leagues of teams and their matches."""
