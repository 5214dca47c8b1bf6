"""The pages of a tournament for players and guests, and the API for programs."""
