"""Results with their charges: entered, confirmed, disputed, ruled on, corrected."""
