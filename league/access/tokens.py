"""Signed tokens: of a table, checked by their signature and end alone, without the database; of a
calendar, of a reminder, of a registration, of a screen on the wall and of reports by mail.

A link token is in the QR code, a holder token in the phone's cookie. A signature cannot tell that a
link was revoked: `queries.is_revoked` keeps that short list in memory.
"""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import lru_cache
from typing import Any

from django.conf import settings
from django.core import signing
from django.utils.crypto import salted_hmac

LINK_SALT, HOLDER_SALT, DEVICE_SALT = "league.link", "league.holder", "league.device"
INVITATION_SALT, WALL_SALT = "league.invitation", "league.wall"
LOGIN_SALT = "league.login"
# Without letters that look alike on a television, or sound alike when they are read out.
CODE_LETTERS, CODE_LENGTH, READ_OUT_LENGTH = "23456789ABCDEFGHJKMNPQRSTUVWXYZ", 6, 8
# So long the operator's link to log in by works.
LOGIN_HOLDS = 15 * 60


@dataclass(frozen=True)
class LinkToken:
    """Opens scoring at one table until `ends`. `link_id` is the row that can be revoked."""

    link_id: int
    table_id: int
    ends: datetime


@dataclass(frozen=True)
class HolderToken:
    """The phone of a person who gave a name on a table's link."""

    link_id: int
    table_id: int
    ends: datetime
    holder_id: int
    name: str


def sign_link(token: LinkToken) -> str:
    return signing.dumps([token.link_id, token.table_id, _seconds(token.ends)], salt=LINK_SALT)


def read_link(text: str, now: datetime) -> LinkToken | None:
    """Return the token of a link, None if it is forged, broken or over."""
    token = signed_link(text)
    return token if token is not None and now < token.ends else None


def signed_link(text: str) -> LinkToken | None:
    """Return the token of a link that carries our signature, over or not."""
    parts = _read(text, LINK_SALT, 3)
    return LinkToken(parts[0], parts[1], _moment(parts[2])) if parts is not None else None


def sign_holder(token: HolderToken) -> str:
    values = [token.link_id, token.table_id, _seconds(token.ends), token.holder_id, token.name]
    return signing.dumps(values, salt=HOLDER_SALT)


def read_holder(text: str, now: datetime) -> HolderToken | None:
    """Return the token of a phone, None if it is forged, broken or over."""
    parts = _read(text, HOLDER_SALT, 5)
    if parts is None:
        return None
    link, table, ends, holder, name = parts
    token = HolderToken(link, table, _moment(ends), holder, name)
    return token if now < token.ends else None


def sign_device(device: str) -> str:
    return signing.dumps(device, salt=DEVICE_SALT)


def read_device(text: str) -> str:
    """Return the id of a browser, empty if it is missing or forged."""
    parts = _read(text, DEVICE_SALT, 1)
    return str(parts[0]) if parts is not None else ""


def _of_a_row(salt: str) -> tuple[Callable[[int], str], Callable[[str], int | None]]:
    """Return a signer of the key of a row, and the reader that gives the key back.

    The signature carries no time: the address is the same whenever it is shown. The reader returns
    None for a forged or broken text.
    """

    def read(text: str) -> int | None:
        try:
            return int(signing.Signer(salt=salt).unsign(text))
        except (signing.BadSignature, ValueError):
            return None

    return lambda key: signing.Signer(salt=salt).sign(str(key)), read


# The secret part of the address of a calendar and of a wall's screen: the row can be revoked.
sign_calendar, read_calendar = _of_a_row("league.calendar")
sign_wall, read_wall = _of_a_row(WALL_SALT)
# The link in a mail by which a person gets no more reminders, and one kind of report comes no more;
# neither can do anything else.
sign_reminder, read_reminder = _of_a_row("league.reminder")
sign_report_mails, read_report_mails = _of_a_row("league.report_mails")
# The address of a player's own page at a tournament: its bearer acts for that player.
sign_registration, read_registration = _of_a_row("league.registration")
# Links to confirm a registration as the owner of an address, to accept an invitation, and
# to ask to join, open to all; their rows say if they still work.
sign_request, read_request = _of_a_row("league.registration_request")
sign_invitation, read_invitation = _of_a_row(INVITATION_SALT)
sign_club_invitation, read_club_invitation = _of_a_row("league.club_invitation")


def wall_code(link_id: int) -> str:
    """Return the code typed at a television instead of the long address: six letters and digits out
    of 31.

    It is so short that it may only be asked for with a limit on attempts.
    """
    return _code(f"{WALL_SALT}.code", link_id, CODE_LENGTH)


def invitation_code(invitation_id: int) -> str:
    """Return the code that an officer reads out instead of the link of an invitation.

    Eight letters and digits out of 31, to be asked for with a limit on attempts.
    """
    return _code(f"{INVITATION_SALT}.code", invitation_id, READ_OUT_LENGTH)


def _code(salt: str, key: int, length: int) -> str:
    number = int.from_bytes(salted_hmac(salt, str(key)).digest())
    letters = []
    for _place in range(length):
        number, at = divmod(number, len(CODE_LETTERS))
        letters.append(CODE_LETTERS[at])
    return "".join(letters)


def sign_login(user_id: int, last_login: datetime | None) -> str:
    """Sign the operator's link that logs a user in: it holds a quarter of an hour, until the
    next login.
    """
    return signing.dumps([user_id, _last(last_login)], salt=LOGIN_SALT)


def read_login(text: str) -> tuple[int, str] | None:
    """Return the key of the login and what `sign_login` knew of its last one.

    None if it is over.
    """
    try:
        user_id, last = signing.loads(text, salt=LOGIN_SALT, max_age=LOGIN_HOLDS)
    except (signing.BadSignature, ValueError, TypeError):
        return None
    return user_id, last


def is_unused(last: str, last_login: datetime | None) -> bool:
    """Return True if the user has not logged in since the operator made the link."""
    return last == _last(last_login)


def _last(moment: datetime | None) -> str:
    return moment.isoformat() if moment else ""


def _read(text: str, salt: str, length: int) -> tuple[Any, ...] | None:
    parts = _checked(text, salt, settings.SECRET_KEY)
    return parts if parts is not None and len(parts) == length else None


@lru_cache(maxsize=1024)
def _checked(text: str, salt: str, key: str) -> tuple[Any, ...] | None:
    """Return the signed values, None for a forged text.

    The verdict on a signature never changes, and a phone shows the same one with each tap; its end
    and its revocation are asked every time.
    """
    try:
        payload = signing.loads(text, salt=salt, key=key)
    except signing.BadSignature:
        return None
    return tuple(payload) if isinstance(payload, list) else (payload,)


def _seconds(moment: datetime) -> int:
    return int(moment.timestamp())


def _moment(seconds: int) -> datetime:
    return datetime.fromtimestamp(seconds, UTC)
