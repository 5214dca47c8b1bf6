"""Words about people: the start of memberships, the state of invitations, the faults of lists."""

import re
from datetime import date, datetime, timedelta
from typing import NamedTuple

from django.urls import reverse
from django.utils.formats import date_format
from django.utils.functional import Promise
from django.utils.timezone import localtime
from django.utils.translation import gettext, ngettext, pgettext_lazy
from django.utils.translation import gettext_lazy as _

from league.files.reading.faults import TableError
from league.mail.models import Mail
from league.mail.queries import end_in_terminal
from league.people.models.invitations import Invitation
from league.people.models.people import Dated, Person
from league.people.reading.lines import Note

INVITED: dict[str, str | Promise] = {
    "none": _("not invited"),
    "mailing": _("invitation on its way"),
    "mailed": _("invitation sent"),
    "printed": _("invitation in the server’s terminal"),
    "not_sent": _("invitation not sent"),
    "by_hand": _("invited by link"),
    "opened": _("invitation opened"),
    "accepted": _("invitation accepted"),
    "came": _("has logged in"),
    "over": _("invitation expired"),
    "withdrawn": _("invitation withdrawn"),
}


def how_far(
    asked: Invitation | None, mail: Mail | None, came_at: datetime | None, now: datetime
) -> str:
    """Return the key in `INVITED`: `mail` is that of the invitation, while the outbox has it. A
    person who has logged in (`came_at`) needs no invitation, whatever became of the last one.
    """
    if asked is not None and asked.state == Invitation.State.ACCEPTED:
        return "accepted"
    if came_at is not None:
        return "came"
    if asked is None:
        return "none"
    if not asked.is_open:
        return asked.state
    if asked.ends_at <= now:
        return "over"
    if asked.opened_at is not None:
        return "opened"
    if asked.state == Invitation.State.BY_HAND:
        return "by_hand"
    if mail is None or mail.state == Mail.State.SENT:
        return "mailed"
    if mail.state == Mail.State.PRINTED:
        return "printed"
    on_its_way = mail.state in {Mail.State.WAITING, Mail.State.SENDING}
    return "mailing" if on_its_way else "not_sent"


def goes_out(count: int = 1) -> str:
    """Say where so many invitations go: by mail or, without a mail server, into the terminal."""
    if end_in_terminal():
        sentence = ngettext(
            "The invitation is in the server’s terminal: no mail server is set up.",
            "%(n)s invitations are in the server’s terminal: no mail server is set up.",
            count,
        )
    else:
        sentence = ngettext(
            "The invitation goes out by e-mail.", "%(n)s invitations go out by e-mail.", count
        )
    return sentence % {"n": count}


def invited(asked: Invitation | None, state: str, came_at: datetime | None) -> str:
    """Return the state of the last invitation, by its `state`, with the day."""
    moment = came_at if state == "came" else None
    if asked is not None and moment is None:
        moment = asked.done_at if state == "accepted" else asked.made_at
    if moment is None:
        return str(INVITED[state])
    day = date_format(localtime(moment), "SHORT_DATE_FORMAT")
    if state == "came":
        day = gettext("last on %(day)s") % {"day": day}
    return f"{INVITED[state]}, {day}"


def invites(person: Person, state: str, *, has_link: bool) -> str:
    """Return the label of the button that invites a person; empty if no invitation is needed."""
    if state in {"accepted", "came"}:
        return ""
    if has_link:
        return gettext("Invite again")
    return gettext("Invite by e-mail") if person.user else gettext("Create an invitation link")


ROLES: dict[str, str | Promise] = {
    "": _("– not needed –"),
    "name": _("Name"),
    "first": _("First name"),
    "last": _("Last name"),
    "nickname": _("Nickname in the club"),
    "email": _("Email"),
    "kind": _("Membership"),
    "start": _("Member since"),
    "end": _("Left on"),
    "street": _("Street and number"),
    "house": _("House number"),
    "postcode": _("Postcode"),
    "town": _("Town"),
    "country": _("Country"),
    "debt": _("Debt"),
    "credit": _("Credit"),
    "balance": pgettext_lazy("of a person", "Balance"),
    "minus_owes": _("Balance: minus is a debt"),
    "minus_has": _("Balance: minus is a credit"),
    "side": _("Debt or credit"),
    "phone": _("Phone"),
    "second_phone": _("Second phone"),
    "birthday": _("Birthday"),
    "number": _("Member number"),
    "notes": _("Notes for the board"),
    "card": _("Number of the card"),
}
# The reasons for which a row is no person that can be taken in.
PROBLEMS: dict[str, str | Promise] = {
    "name": _("no name"),
    "name_long": _("The name is too long or contains an invisible character."),
    "twice": _("This person is on the list twice. If they are two, tell them apart by name."),
    "foot": _("This is no person."),
    "group": _("This is a group of contacts."),
    "unticked": _("The tick was taken away."),
}
# The notes about one part of a row: `text` is the cell, `instead` is stored or is its owner.
NOTES: dict[str, str | Promise] = {
    "email": _("“%(text)s” is no email address."),
    "email_letters": _("There can be no umlauts and no accents before the @."),
    "email_shared": _("%(instead)s has the same email address."),
    "email_taken": _("%(text)s is already used to log in."),
    "phone": _("“%(text)s” is no phone number."),
    "phone_zero": _("Phone %(text)s becomes %(instead)s."),
    "phone_without_zero": _("Phone %(text)s has no zero in front."),
    "phone_words": _("Of “%(text)s” the number stays."),
    "birthday": _("“%(text)s” is no birthday."),
    "birthday_year": _("Birthday %(text)s has no year."),
    "birthday_other": _("Here the birthday is %(instead)s, not %(text)s."),
    "start": _("“%(text)s” is no day in the past."),
    "start_month": _("%(text)s becomes %(instead)s."),
    "end": _("“%(text)s” is no day."),
    "end_kept": _("Left on %(text)s: end the membership on the person’s page."),
    "amount": _("“%(text)s” is no amount."),
    "amount_known": _("The balance is left out: there is an account already."),
    "number": _("The member number is too long."),
    "number_twice": _("%(instead)s has the same member number."),
    "number_taken": _("Member number %(text)s is taken."),
    "nickname": _("The nickname is too long."),
    "postcode": _("“%(text)s” is no German postcode."),
    "postcode_zero": _("Postcode %(text)s becomes %(instead)s."),
    "address_part": _("The address “%(text)s” is not complete."),
    "address_abroad": _("The address abroad is left out: “%(text)s”."),
    "address_long": _("The address is too long."),
    "twin": _("Two people are called %(text)s. Tell them apart by name."),
    "kept": _("%(instead)s stays, %(text)s is left out."),
}
# The parts that a list adds to a known person.
FILLED: dict[str, str | Promise] = {
    "nickname": ROLES["nickname"],
    "phone": ROLES["phone"],
    "second_phone": ROLES["second_phone"],
    "birthday": ROLES["birthday"],
    "member_number": ROLES["number"],
    "notes": ROLES["notes"],
    "postal": _("Postal address"),
    "membership": ROLES["kind"],
    "email": ROLES["email"],
    "balance": ROLES["balance"],
}
FAULTS: dict[str, str | Promise] = {
    "columns_name": _("Choose the column with the name."),
    "columns_twice": _("Two columns are the same."),
    "empty": _("There is nobody on this list."),
    "too_large": _("The file is too large: 2 MB at most."),
    "too_many_lines": _("The list is too long: 1000 lines at most."),
    "encoding": _("This file cannot be read. Save it as CSV, or paste the list."),
    "encoding_lost": _("Letters are missing in line %(place)s. Export the list once more."),
    "workbook_broken": _("This file cannot be read. Save it as CSV, or paste the list."),
    "formula": _("Cell %(place)s has a formula without a value. Open the file and save it."),
}


def refusal(error: TableError) -> str:
    """Return the reason for which a file is not read, as a sentence."""
    return str(FAULTS[error.code]) % {"place": error.place}


def said_of(note: Note) -> str:
    """Return a note about a part of a row as a sentence; days as the reader writes them."""
    values = {"text": _as_read(note.text), "instead": _as_read(note.instead)}
    return str(NOTES[note.code]) % values


def _as_read(text: str) -> str:
    day = re.fullmatch(r"\d{4}-\d\d-\d\d", text) and date.fromisoformat(text)
    return date_format(day, "SHORT_DATE_FORMAT") if day else text


class Link(NamedTuple):
    """The target of a link, and its text."""

    address: str
    text: str


def own_links() -> list[Link]:
    """Return the links of the user's own page, which no other person's has."""
    return [
        Link(reverse("finance:own_account"), gettext("My account")),
        Link(reverse("league:read_tokens"), gettext("My access for programs")),
        Link(reverse("league:own_address"), gettext("Login email")),
        Link(reverse("league:devices"), gettext("My devices")),
        Link(reverse("my_mails"), gettext("What I get")),
        Link(reverse("own_rights"), gettext("What I may do")),
    ]


def figures_of(person: Person, *, own: bool) -> str:
    if own:
        return gettext("My figures")
    return gettext("Figures of %(name)s") % {"name": person.name}


def seen_by_others(*, own: bool) -> str:
    return gettext("How others see me") if own else gettext("How others see this person")


def since(dated: Dated) -> str:
    """Return the first day of a membership or an office, and its last day if it ends."""
    begun = gettext("since %(day)s") % {"day": date_format(dated.start, gettext("j M Y"))}
    if dated.end is None:
        return begun
    last = date_format(dated.end - timedelta(days=1), gettext("j M Y"))
    return begun + gettext(", until %(day)s") % {"day": last}
