"""`python -m workshop.qr TEXT`: a QR code for a terminal. Runs in `.venv`, unlike the others."""

import io
import sys

import segno

# White on black whatever the terminal's own colours are: a code the other way round is not read
# by every phone.
COLOURS, PLAIN = "\033[97;40m", "\033[0m"


def drawn(text: str) -> list[str]:
    """Return the lines, each with two rows of the code."""
    out = io.StringIO()
    segno.make(text, micro=False).terminal(out, border=4, compact=True)
    return out.getvalue().splitlines()


if __name__ == "__main__":
    for line in drawn(sys.argv[1]):
        print(f"  {COLOURS}{line}{PLAIN}")
