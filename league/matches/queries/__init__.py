"""Reading leagues of teams."""
