"""QR codes as segno draws them, as the standard has it."""

from unittest.mock import patch

import segno
from segno import encoder


def draw(text: str, level: str, version: int | None = None, mask: int | None = None) -> list[str]:
    """Draw the code of a text in bytes: rows of 0 and 1. Raise DataOverflowError if too long."""
    # Where the text ends with a codeword, segno puts an empty one behind; the standard does not.
    with patch.object(encoder, "write_padding_bits", _fill_the_codeword):
        code = segno.make(
            text,
            error=level,
            version=version,
            mask=mask,
            mode="byte",
            boost_error=False,
            micro=False,
        )
    return ["".join(str(int(bool(dark))) for dark in row) for row in code.matrix]


def points(rows: list[str]) -> int:
    """Return how badly a code reads, in points of the four rules of the standard."""
    matrix = [bytearray(map(int, row)) for row in rows]
    return sum(encoder.mask_scores(matrix, len(matrix), len(matrix)))


def _fill_the_codeword(buff: encoder.Buffer, _version: int, length: int) -> None:
    buff.extend([0] * (-length % 8))
