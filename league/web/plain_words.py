"""Text from visitors is words alone: no address of a page or for mail, no HTML, nothing hidden."""

import re
from unicodedata import normalize

from django.utils.translation import gettext_lazy as _

from league.errors import InvalidError

# Signs that count as printable and show nothing. Those that choose how an emoji looks are no harm.
_UNSEEN = "\u034f\u115f\u1160\u17b4\u17b5\u180b-\u180f\u2800\u3164\uffa0\U000e0100-\U000e01ef"
_INVISIBLE = re.compile(f"[{_UNSEEN}]")
_WITHOUT_WIDTH = re.compile(
    f"[{_UNSEEN}\u00ad\u061c\u200b-\u200f\u202a-\u202e\u2060-\u206f\ufe00-\ufe0f\ufeff]"
)
_HTML = re.compile(r"<\s*[a-z/!?]|&(?:#\d+|#x[0-9a-f]+|[a-z]+);", re.IGNORECASE)
_PAGE = re.compile(
    r"://|\bwww\.|[^\W_]\.(?:com|net|org|info|biz|shop|club|de|at|ch|eu|ru|рф)\b", re.I
)
# Any other ending: in small letters and right after the dot, unlike the name behind „Dr.“.
_ENDING = re.compile(r"[^\W_]\.[a-z]{2,24}(?![^\W\d_])")
_MAIL = re.compile(r"\S@\S")


def without_invisible(text: str) -> str:
    """Return the text as it is seen, with full letters for half, wide and mathematical ones."""
    return _WITHOUT_WIDTH.sub("", normalize("NFKC", text))


def is_visible(text: str) -> bool:
    """Return whether every sign of a line can be seen."""
    return text.isprintable() and not _INVISIBLE.search(text)


def has_address(text: str) -> bool:
    """Return whether the text contains HTML or something that can be opened or written to."""
    text = without_invisible(text)
    return any(pattern.search(text) for pattern in (_HTML, _PAGE, _ENDING, _MAIL))


def refuse_address(text: str, field: str) -> None:
    """Raise InvalidError if a text of an unknown author is more than words: others read it on
    lists, screens and papers.
    """
    if has_address(text):
        raise InvalidError(
            "not_only_words",
            _(
                "Only words here: no address of a page, no e-mail address, no HTML. "
                "A space follows a dot."
            ),
            field=field,
        )
