"""The sums of results: tables of an evening, a season and of all time, computed when stale."""
