"""A small Django project as a textbook would have it, to measure the scorer against."""
