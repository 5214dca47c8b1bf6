"""The screen on the wall, composed of running games and of what the league knows.

Everything here is for strangers' eyes: names as they are public; never money, fines or rulings.
"""
