"""What a deed costs, and who did it."""
