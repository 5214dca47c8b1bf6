"""What the desk reads about the registrations of a tournament."""

from django.utils.translation import gettext as _

from league.events.models import Participation
from league.tournaments.models.tournaments import Tournament
from league.web.money import euro


def costs(tournament: Tournament) -> str:
    """What everybody pays at the entrance; empty where it costs nothing."""
    parts = []
    if tournament.fee_cents:
        parts.append(_("Entry fee %(cents)s") % {"cents": euro(tournament.fee_cents)})
    if tournament.pot_cents:
        parts.append(_("Prize pot %(cents)s") % {"cents": euro(tournament.pot_cents)})
    return _("Everybody pays:") + " " + ", ".join(parts) if parts else ""


def online(tournament: Tournament) -> str:
    """Who can register without coming to the desk."""
    if not tournament.registration_open:
        return _("It is closed.")
    if tournament.event.is_public:
        return _("It is open.")
    return _("It is open, but only to members as long as the tournament is not public.")


def team_and_alias(participation: Participation) -> str:
    """The team, and by which other name the public reads this person."""
    parts = [participation.team.name] if participation.team else []
    if participation.shown_as:
        parts.append(_("in public: %(name)s") % {"name": participation.name})
    return " · ".join(parts)


def nobody(search: str) -> str:
    """Why the list is empty."""
    if search:
        return _("Nobody with these letters.")
    return _("Whoever has registered appears here. Nobody yet.")
