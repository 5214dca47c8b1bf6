"""Dues: the price of membership for a period."""
