"""Read a mail address: one rule for lists, forms, login and the outbox. Pure.

Sources: RFC 5321 and 5322 (the part before the @, without quotation marks), RFC 5890 to 5892 (IDNA
2008: ß and ς are letters of their own), RFC 3492 (punycode).
"""

import re
import unicodedata
from typing import Literal

# The reasons for which a text is no address; the words are in `league.web.forms`.
Fault = Literal["", "email", "email_letters"]
LONGEST = 254

_LOCAL = re.compile(r"[\w!#$%&'*+/=?^`{|}~-]+(\.[\w!#$%&'*+/=?^`{|}~-]+)*")
_LABEL = re.compile(r"[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?")


def tidy(typed: str) -> str:
    """Return the address as it is stored: in small letters, without signs that show nothing.

    Pasted addresses bring marks of writing direction, soft hyphens and spaces of no width along,
    and some browsers send the domain in punycode.
    """
    text = unicodedata.normalize("NFKC", typed).lower()
    text = "".join(sign for sign in text if unicodedata.category(sign) != "Cf").strip()
    local, at, domain = text.rpartition("@")
    return f"{local}{at}{'.'.join(map(_read, domain.split('.')))}"


def fault_of(address: str) -> Fault:
    """Return the code of what is wrong with a tidy address; empty where it is one.

    "email_letters" where only letters outside of ASCII before the @ are: hardly a server takes
    them.
    """
    local, at, domain = address.rpartition("@")
    if not at or len(address) > LONGEST or len(local) > 64 or not _LOCAL.fullmatch(local):
        return "email"
    labels = _wired(domain).split(".")
    if len(labels) < 2 or labels[-1].isdecimal() or not all(map(_LABEL.fullmatch, labels)):
        return "email"
    if not all(sign.isalnum() or unicodedata.combining(sign) or sign in ".-" for sign in domain):
        return "email"
    return "" if local.isascii() else "email_letters"


def wired(address: str) -> str:
    """Return the address as a mail server gets it: its domain by IDNA 2008.

    Python's own codec follows IDNA 2003, which turns ß into ss: that is another domain, and maybe
    another owner's.
    """
    local, at, domain = address.rpartition("@")
    return f"{local}{at}{_wired(domain)}"


def _read(label: str) -> str:
    """Return one part of a domain with its own letters, where punycode says them."""
    try:
        letters = label.removeprefix("xn--").encode("ascii").decode("punycode")
    except UnicodeError:
        return label
    is_tidy = unicodedata.normalize("NFKC", letters).lower() == letters
    return letters if is_tidy and _wired(letters) == label else label


def _wired(domain: str) -> str:
    return ".".join(
        label if label.isascii() else f"xn--{label.encode('punycode').decode()}"
        for label in domain.split(".")
    )
