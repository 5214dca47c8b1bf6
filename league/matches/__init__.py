"""Leagues of teams: fixtures at home and away, match sheets of four tables, the table of teams."""
