"""The words for the desk about the registrations of a tournament."""

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from league.events.models import Participation
from league.people.models.people import sort_key
from league.tournaments.models.tournaments import Registration, Tournament
from league.web.money import euro


def costs(tournament: Tournament) -> list[str]:
    """Return the amounts due from each at the entrance; empty if it costs nothing."""
    parts = []
    if tournament.fee_cents:
        parts.append(_("Entry fee %(cents)s") % {"cents": euro(tournament.fee_cents)})
    if tournament.pot_cents:
        parts.append(_("Prize pot %(cents)s") % {"cents": euro(tournament.pot_cents)})
    return parts


def everybody_pays(tournament: Tournament) -> str:
    """Return the same in a sentence of the list; empty if it costs nothing."""
    parts = costs(tournament)
    return _("Everybody pays:") + " " + ", ".join(parts) if parts else ""


def in_euros(cents: int, given: int) -> str:
    """Return the part of the pot that belongs to a prize, and the cents of it that were paid out.

    Empty if it is no money.
    """
    if not given:
        return euro(cents) if cents else ""
    if given >= cents:
        return _("%(amount)s, paid out") % {"amount": euro(given)}
    amounts = {"amount": euro(cents), "given": euro(given)}
    return _("%(amount)s, %(given)s of it paid out") % amounts


def leaving(line: int | None) -> str:
    """Say what cancelling means with a place, or in the waiting `line`."""
    if line:
        return _("You will then no longer be on the waiting list.")
    return _("Your place goes to the next on the waiting list at once.")


def online(tournament: Tournament) -> str:
    """Say who can register without coming to the desk."""
    if not tournament.registration_open:
        return _("It is closed.")
    if tournament.event.is_public:
        return _("It is open.")
    return _("It is open, but only to members as long as the tournament is not public.")


def accepted(count: int) -> str:
    """Report the number of guests that were accepted."""
    if not count:
        return _("Everybody had been accepted already.")
    return ngettext("One guest was accepted.", "%(n)s guests were accepted.", count) % {"n": count}


def is_here(own: Participation) -> str:
    """Report a check-in."""
    return _("%(name)s is here. Start number %(number)s.") % {
        "name": own.person.name,
        "number": own.start_number,
    }


def typed_fits(name: str, many: int) -> str:
    """Say why the typed text checked no one in."""
    if not many:
        return _("No one called “%(name)s” is still expected.") % {"name": name}
    return _("“%(name)s” fits %(n)s people. Choose below.") % {"name": name, "n": many}


def added(new: int, known: int) -> str:
    """Report the outcome of a list of people."""
    sentence = ngettext("One person is on the list.", "%(n)s people are on the list.", new) % {
        "n": new
    }
    if known:
        again = ngettext("One was on it already.", "%(n)s were on it already.", known)
        sentence = f"{sentence} {again % {'n': known}}"
    return sentence


def vouched_for(registration: Registration, chosen_alias: str) -> str:
    """Report the acceptance of an open request, and the loss of its nickname if any."""
    sentence = _vouched_for(registration)
    if lost_alias(registration, chosen_alias):
        return f"{sentence} {without_alias(chosen_alias)}"
    return sentence


def lost_alias(registration: Registration, chosen_alias: str) -> bool:
    """Return whether another person took the nickname before the registration was made."""
    return bool(chosen_alias) and registration.shown == Registration.Shown.NUMBER


def without_alias(chosen_alias: str) -> str:
    """Say how a player is shown whose nickname has gone to another person."""
    return _(
        "Somebody else is called “%(alias)s” by now: until there is another nickname, "
        "the others read the start number only."
    ) % {"alias": chosen_alias}


def alike(name: str, other: str | None) -> str:
    """Say that a newcomer's name looks like another newcomer's; empty without `other`."""
    if other is None:
        return ""
    if sort_key(name) == sort_key(other):
        return _("another newcomer has the same name")
    return _("looks like %(name)s in other letters, and is new here too") % {"name": other}


def _vouched_for(registration: Registration) -> str:
    name = registration.name
    if registration.state == Registration.State.WAITING:
        return _("%(name)s is on the waiting list.") % {"name": name}
    if registration.participation is None:
        return _("%(name)s has a place. Say below who that is.") % {"name": name}
    return _("%(name)s has a place and is a guest of the club.") % {"name": name}


def team_and_alias(registration: Registration) -> str:
    """Return the team and the public name of a person, if it differs.

    For a registration without a person of the club, say that it is new instead.
    """
    participation = registration.participation
    if participation is None:
        new = _("new here: a guest once you say so")
        return f"{registration.team_name} · {new}" if registration.team_name else new
    parts = [participation.team.name] if participation.team else []
    if participation.shown_as:
        parts.append(_("in public: %(name)s") % {"name": participation.name})
    return " · ".join(parts)


def nobody(search: str) -> str:
    """Say why the list is empty."""
    if search:
        return _("Nobody with these letters.")
    return _("Whoever has registered appears here. Nobody yet.")
