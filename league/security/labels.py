"""The words for the entries of the security log."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass

from django.utils.functional import Promise
from django.utils.translation import gettext, ngettext
from django.utils.translation import gettext_lazy as _

from league.people.models.people import Office
from league.security.models import SecurityEntry

Kind = SecurityEntry.Kind
KINDS: dict[str, str | Promise] = {
    Kind.LOGIN: _("logged in"),
    Kind.LOGOUT: _("logged out"),
    Kind.LOGIN_FAILED: _("wrong code typed"),
    Kind.LOGIN_LINK: _("link to log in made on the server"),
    Kind.INVITATION_USED: _("came in by an invitation"),
    Kind.ADDRESS_ASKED: _("new address asked for"),
    Kind.ADDRESS_CHANGED: _("address changed"),
    Kind.OFFICE_GIVEN: _("office given"),
    Kind.OFFICE_ENDED: _("office ended"),
    Kind.PROGRAM_LET_IN: _("access for a program made"),
    Kind.PROGRAM_SHUT_OUT: _("access for a program revoked"),
    Kind.PASSKEY_ADDED: _("passkey added"),
    Kind.PASSKEY_REMOVED: _("passkey removed"),
    Kind.SESSION_ENDED: _("devices logged out"),
    Kind.PROVED_AGAIN: _("proved again who it is"),
    Kind.NOT_PROVED: _("did not prove who it is"),
    Kind.IBAN_CHANGED: _("bank account of the club changed"),
    Kind.PERSON_CHANGED: _("changed"),
    Kind.TARIFF_CHANGED: _("fine catalogue changed"),
    Kind.EXPORT: _("exported"),
    Kind.RESTORE: _("restored from a backup"),
    Kind.ERASED: _("personal data erased"),
}
ABOUT: dict[str, str | Promise] = {
    "code": _("with a code"),
    "link": _("by a link"),
    "operator": _("by a link made on the server"),
    "passkey": _("with a passkey"),
    "demo": _("by a click"),
    "founding": _("when founding the club"),
    "name": _("name"),
    "membership": _("membership"),
    "membership_end": _("end of the membership"),
    "merged": _("two records became one"),
    "asked": _("as the person asked"),
    "retention": _("because its time was up"),
    # Lists and papers that were handed out, by the name of their address.
    "person_archive": _("all data of a person"),
    "finance:export_list": _("a list of the till"),
    "finance:export_journal": _("the journal of the till"),
    "finance:export_stored": _("all tables of the till"),
    "finance:adviser_file": _("bookings for the tax adviser"),
    "finance:year_file": _("a year of the till"),
    "finance:debit_file": _("direct debits for the bank"),
    "finance:transfer_file": _("transfers for the bank"),
}


# Titles by other apps for the things that `about` names by a code, by the word before it;
# registered once, in the `ready` of that app.
Titles = Callable[[], Mapping[str, str]]
_TITLES: dict[str, Titles] = {}

_PAGES = [name for name in ABOUT if ":" in name]


@dataclass(frozen=True)
class Row:
    """An entry in words. `whom` is empty if it is the actor."""

    entry: SecurityEntry
    what: str
    who: str
    whom: str
    about: str


def register_titles(kind: str, titles: Titles) -> None:
    _TITLES[kind] = titles


def titles_in(entries: Iterable[SecurityEntry]) -> dict[str, str]:
    """Return the titles of the things in these entries, by `about`; asks only the apps needed."""
    kinds = {entry.about.partition(":")[0] for entry in entries}
    return {
        f"{kind}:{code}": title
        for kind in kinds & _TITLES.keys()
        for code, title in _TITLES[kind]().items()
    }


def row(
    entry: SecurityEntry, names: Mapping[int, str], titles: Mapping[str, str] | None = None
) -> Row:
    """Put an entry into words. A deleted person, or a thing without a title, appears as the key."""
    who, whom = _name(entry.actor, names), _name(entry.subject, names)
    return Row(
        entry=entry,
        what=str(KINDS[entry.kind]),
        who=who,
        whom="" if whom == who else whom,
        about=(titles or {}).get(entry.about) or _about(entry.about),
    )


def _name(key: int | None, names: Mapping[int, str]) -> str:
    return names.get(key, f"#{key}") if key is not None else ""


def _about(about: str) -> str:
    if words := next((ABOUT[name] for name in _PAGES if about.startswith(name)), ""):
        return str(words)
    kind, _colon, rest = about.partition(":")
    if kind in {"token", "key"}:
        return gettext("no. %(number)s") % {"number": rest}
    if kind == "devices":
        return ngettext("one device", "%(n)s devices", int(rest)) % {"n": rest}
    if kind == "backup":
        return gettext("of %(when)s") % {"when": rest[:16].replace("T", " ")}
    if kind == "office" and rest in Office.Role.values:
        return str(Office.Role(rest).label)
    if kind in {"tariff", "account"}:
        return rest
    return str(ABOUT.get(kind, about))
