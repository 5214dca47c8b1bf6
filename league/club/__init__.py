"""The club itself: its name, what it shows to everybody, what its games cost."""
