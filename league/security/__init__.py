"""The security log: who logged in, and what was done that opens something. Only added to."""
