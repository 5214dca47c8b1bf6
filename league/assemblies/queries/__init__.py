"""Reading members’ meetings."""
