"""A season with its pages: its table, the all-time one, the year's ranking, past days."""
