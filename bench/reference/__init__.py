"""What the scorer is measured against: a small Django project as a textbook would have it."""
