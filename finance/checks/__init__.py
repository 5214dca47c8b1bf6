"""Checks that the books hold."""
