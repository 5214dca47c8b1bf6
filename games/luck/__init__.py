"""Throws counted and luck weighed, by the worker, after a game."""
