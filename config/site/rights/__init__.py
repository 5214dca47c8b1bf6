"""Who may do what, and why: the same questions that the pages ask, asked about everybody."""
