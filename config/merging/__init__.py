"""Merge two records of one person. It is above all apps, because each has data of a person."""
