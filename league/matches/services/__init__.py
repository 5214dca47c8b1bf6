"""Writes about leagues of teams."""
