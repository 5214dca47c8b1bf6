"""Pages of members’ meetings."""
