"""Acts in a person's own matter that wait for a second person."""
