"""Registrations, check-in, names and teams of a tournament."""
