"""Whether a format can be played, by how many, and how it is made smaller for fewer."""

from collections.abc import Mapping

from .format import Format


def check(format: Format) -> None:
    """Raises FormatError where the blocks do not make a chain from everybody to a winner."""
    raise NotImplementedError


def headcounts(format: Format, people: int) -> Mapping[int, int]:
    """How many play in each block, by its number. Raises FormatError where it cannot be played."""
    raise NotImplementedError


def fitted(format: Format, people: int) -> Format:
    """The format for so many people. Raises FormatError (`too_few_people`, `tables_impossible`)."""
    raise NotImplementedError
