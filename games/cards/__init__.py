"""Paper cards in short form, breaches, decisions of a director."""
