"""Acts in somebody's own matter that wait for a second person."""
