"""What results add up to: tables of an evening, a season and of all time, when stale."""
