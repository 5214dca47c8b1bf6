"""Results with their charges: entered, confirmed, objected to, ruled on, corrected."""
