"""List all rights with their reasons: the questions that the pages ask, asked about all people."""
