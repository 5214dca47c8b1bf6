"""Writes about teams: created, named, and their players. Wrong sizes only cause a warning."""

from django.db import transaction
from django.utils.translation import gettext_lazy as _

from league.errors import IllegalError, InvalidError
from league.events.models import Event, Participation, Team
from league.people.models.people import sort_key
from league.standings.models import PlaceRow
from league.standings.services import mark_stale
from league.tournaments.core.services.locking import locked, refuse_if_over


def create_team(*, event: Event, name: str) -> Team:
    """Create an empty team, or return the one of this name. Locks the tournament."""
    with transaction.atomic():
        refuse_if_over(locked(event))
        name = _tidy(name)
        team, _created = Team.objects.get_or_create(
            event=event, sort_key=sort_key(name)[:100], defaults={"name": name}
        )
        return team


def rename_team(*, team: Team, name: str) -> Team:
    """Rename a team. Locks the tournament. Raise InvalidError if another team has the name."""
    with transaction.atomic():
        refuse_if_over(locked(team.event))
        team = Team.objects.get(pk=team.pk)
        team.name = _tidy(name)
        others = Team.objects.filter(event=team.event_id, sort_key=sort_key(team.name)[:100])
        if others.exclude(pk=team.pk).exists():
            raise InvalidError(
                "team_taken", _("There is already a team of that name."), field="name"
            )
        team.save(update_fields=["name", "sort_key"])
        return team


def remove_team(*, team: Team) -> None:
    """Delete a team without players. Repeatable. Locks the tournament.

    Raise IllegalError while the team has players.
    """
    with transaction.atomic():
        refuse_if_over(locked(team.event))
        if Participation.objects.filter(team=team).exists():
            raise IllegalError(
                "team_has_members",
                _("There are still people playing in this team. Give them another one first."),
            )
        PlaceRow.objects.filter(team=team).delete()
        Team.objects.filter(pk=team.pk).delete()


def set_team(*, participation: Participation, team: Team | None) -> Participation:
    """Set the team of a player, or none. Repeatable. Locks the tournament.

    Raise InvalidError for a team of another tournament.
    """
    with transaction.atomic():
        refuse_if_over(locked(participation.event))
        if team is not None and team.event_id != participation.event_id:
            raise InvalidError("other_event", _("The team belongs to another tournament."))
        Participation.objects.filter(pk=participation.pk).update(team=team)
        participation.team = team
        mark_stale(event=participation.event)
        return participation


def set_group(*, participation: Participation, is_in: bool) -> Participation:
    """Set whether a player belongs to the separately ranked group. Repeatable.

    Locks the tournament. Raise IllegalError if this tournament has no such group.
    """
    with transaction.atomic():
        tournament = locked(participation.event)
        refuse_if_over(tournament)
        if is_in and not tournament.group:
            raise IllegalError(
                "no_group", _("This tournament ranks nobody among each other besides.")
            )
        Participation.objects.filter(pk=participation.pk).update(in_group=is_in)
        participation.in_group = is_in
        mark_stale(event=participation.event)
        return participation


def _tidy(name: str) -> str:
    name = " ".join(name.split())[:60]
    if not name or not name.isprintable():
        raise InvalidError("team_unnamed", _("What is the team called?"), field="name")
    return name
