"""Draws of tables and seats: proposed, released and changed."""
