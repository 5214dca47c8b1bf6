"""Rulebooks as a table needs them: read, compared, asked what can have happened."""
