"""The seconds that a hand takes, by its keys and taps: the same on every machine."""

# Seconds of a practised hand for a key; of anybody for a tap, with finding what to tap.
KEY, TAP = 0.15, 1.5


def seconds_of_a_hand(*, keys: int, taps: int = 0) -> float:
    return keys * KEY + taps * TAP
