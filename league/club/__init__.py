"""The club itself: its name, what it shows to the public, what its games cost."""
