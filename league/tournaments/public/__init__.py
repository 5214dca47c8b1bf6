"""What players and strangers see of a tournament, and what programs read."""
