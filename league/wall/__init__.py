"""The screen on the wall: its secret links, what it hides until the ceremony, what it is told."""
