"""The tables of members’ meetings."""
