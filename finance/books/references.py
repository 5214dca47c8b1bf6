"""The reference a member writes into a transfer, so that the till knows the payer. Pure.

„SW-0007-32“: the number of a person behind two letters, and two check digits (ISO 7064, 97-10, as
in an IBAN), which find every wrong digit and every two that changed places.
"""

import re

PREFIX = "SW"
# Shorter numbers are filled up, so that a reference is not found in every other number.
DIGITS = 4
_MOST_DIGITS = 9

# Banks break lines anywhere, people put in spaces and write O for 0.
_LOOSE = re.compile(r"(?:SW|(?<![^\W_])S[\W_]W)((?:[\W_]{0,4}[0-9OIL]){6,30})")
_READ_AS = str.maketrans("OIL", "011")


def reference(person: int) -> str:
    """Return the reference of the person with this number, as it is shown and sent."""
    digits = f"{person:0{DIGITS}}"
    return f"{PREFIX}-{digits}-{_check(digits)}"


def found_in(text: str) -> list[int]:
    """Return the numbers of the persons whose references are in a bank's text, each
    once, in order.
    """
    person_keys: dict[int, None] = {}
    for match in _LOOSE.finditer(text.upper()):
        digits = re.sub(r"[\W_]", "", match[1]).translate(_READ_AS)
        person = _person(digits)
        if person is not None:
            person_keys.setdefault(person)
    return list(person_keys)


def has_one_like_it(text: str) -> bool:
    """Return whether a text holds something meant as a reference, mistyped ones included."""
    return _LOOSE.search(text.upper()) is not None


def _person(digits: str) -> int | None:
    """Return the person at the beginning of these digits; other digits may follow without a gap."""
    for length in range(DIGITS, _MOST_DIGITS + 1):
        body, check = digits[:length], digits[length : length + 2]
        if len(check) == 2 and _check(body) == check and int(body):
            return int(body)
        if body.startswith("0"):
            return None
    return None


def _check(digits: str) -> str:
    # The letters count as in an IBAN: A is 10, Z is 35.
    letters = "".join(str(ord(letter) - 55) for letter in PREFIX)
    return f"{98 - int(letters + digits + '00') % 97:02}"
