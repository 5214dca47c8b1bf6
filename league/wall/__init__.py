"""The screen on the wall: its secret links, its secrets until the ceremony, its updates."""
