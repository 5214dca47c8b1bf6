"""The registration of a tournament: its places, and for the desk the registered people."""

from typing import Any

from rest_framework import serializers

from league.access.queries.rights import may_run_evenings, person_of
from league.tournaments.core.queries import reading
from league.tournaments.core.queries.state import format_of
from league.tournaments.models.tournaments import Registration
from league.tournaments.registration.queries import registrations as registered
from league.web.api.described import Json
from league.web.api.frame import Lines, PageAsk, PagedOut, ReadRequest, only, reads


class TeamSizesOut(serializers.Serializer[Any]):
    size_least = serializers.IntegerField()
    size_most = serializers.IntegerField()


class ClosedOut(serializers.Serializer[Any]):
    code = serializers.CharField()
    sentence = serializers.CharField()


class OwnRegistrationOut(serializers.Serializer[Any]):
    """One's own registration, for a login of the club."""

    state = serializers.ChoiceField(Registration.State.choices)
    line = serializers.IntegerField(allow_null=True, help_text="The place on the waiting list.")
    shown = serializers.ChoiceField(Registration.Shown.choices)
    name = serializers.CharField(help_text="As everybody reads it.")
    start_number = serializers.IntegerField(allow_null=True)
    checked_in_at = serializers.DateTimeField(allow_null=True)
    may_cancel = serializers.BooleanField()


class RegistrationOut(serializers.Serializer[Any]):
    """Whether one can register, and what it costs. Amounts are cents."""

    closed = ClosedOut(allow_null=True, help_text="Why nobody can; null while it is open.")
    until = serializers.DateTimeField(allow_null=True)
    places = serializers.IntegerField(allow_null=True)
    registered = serializers.IntegerField()
    waiting = serializers.IntegerField()
    is_full = serializers.BooleanField(help_text="Whoever registers now waits.")
    adults_only = serializers.BooleanField()
    fee_cents = serializers.IntegerField()
    pot_cents = serializers.IntegerField()
    team = TeamSizesOut(allow_null=True)
    own = OwnRegistrationOut(allow_null=True)


class RegisteredOut(serializers.Serializer[Any]):
    """Somebody on the list of the desk, which reads real names."""

    id = serializers.IntegerField()
    name = serializers.CharField()
    shown_as = serializers.CharField(allow_blank=True, help_text="What everybody reads instead.")
    state = serializers.ChoiceField(Registration.State.choices)
    participation = serializers.IntegerField(
        allow_null=True, help_text="Null while he waits, or the desk has not said who it is."
    )
    team = serializers.CharField(allow_blank=True)
    start_number = serializers.IntegerField(allow_null=True)
    checked_in_at = serializers.DateTimeField(allow_null=True)
    registered_at = serializers.DateTimeField()


class TeamAtTheDeskOut(serializers.Serializer[Any]):
    id = serializers.IntegerField(source="team.pk")
    name = serializers.CharField(source="team.name")
    members = serializers.IntegerField()
    fits = serializers.BooleanField(help_text="False: the format asks for more or fewer.")


class RegistrationsOut(PagedOut):
    """A page of the desk's list."""

    places = serializers.IntegerField(allow_null=True)
    registered = serializers.IntegerField()
    waiting = serializers.IntegerField()
    checked_in = serializers.IntegerField()
    undecided = serializers.IntegerField()
    registrations = RegisteredOut(many=True, help_text="Of this page.")
    line = RegisteredOut(
        many=True, help_text="The waiting list, the first in line first; of this page."
    )
    teams = TeamAtTheDeskOut(many=True, help_text="Of this page.")


class SearchAsk(PageAsk):
    """Which part of the list; letters of a name or a team, or a start number."""

    search = serializers.CharField(max_length=80, required=False, allow_blank=True)


@reads(RegistrationOut)
def registration(request: ReadRequest, pk: int) -> Json:
    """Whether one can register for a tournament, and one's own registration."""
    event = reading.get_tournament_for(request.user, pk, request.today)
    tournament, counts = event.tournament, registered.counts(event)
    closed = registered.against_registering(event, request.now)
    own = registered.registration_of(event, person_of(request.user))
    return {
        "closed": {"code": closed.code, "sentence": str(closed)} if closed else None,
        "until": tournament.registration_until,
        "places": counts.places,
        "registered": counts.registered,
        "waiting": counts.waiting,
        "is_full": counts.is_full,
        "adults_only": tournament.adults_only,
        "fee_cents": tournament.fee_cents,
        "pot_cents": tournament.pot_cents,
        "team": format_of(event).team,
        "own": _own(own) if own else None,
    }


@reads(RegistrationsOut, SearchAsk, who=only(may_run_evenings))
def registrations(request: ReadRequest, pk: int) -> Json:
    """The list of the desk; for whoever runs evenings."""
    event = reading.get_tournament_to_run(request.user, pk, request.today)
    counts, lines = registered.counts(event), Lines(request)
    registrations = registered.registrations(event, request.query.get("search", ""))
    waiting = list(registered.waiting_list(event))
    return {
        **vars(counts),
        "registrations": [registered_json(line) for line in lines.of(registrations)],
        "line": [registered_json(line) for line in lines.of(waiting)],
        "teams": lines.of(registered.teams(event)),
        **lines.beside(),
    }


def _own(registration: Registration) -> dict[str, Any]:
    own = registration.participation
    return {
        "state": registration.state,
        "line": registered.place_in_line(registration),
        "shown": registration.shown,
        "name": own.name if own else registration.name,
        "start_number": own.start_number if own else None,
        "checked_in_at": own.checked_in_at if own else None,
        "may_cancel": registered.against_cancelling(registration) is None,
    }


def registered_json(registration: Registration) -> dict[str, Any]:
    """Return a line of the desk's list."""
    own = registration.participation
    team = own.team.name if own and own.team else registration.team_name
    return {
        "id": registration.pk,
        "name": own.person.name if own else registration.name,
        "shown_as": own.shown_as if own else "",
        "state": registration.state,
        "participation": own.pk if own else None,
        "team": team,
        "start_number": own.start_number if own else None,
        "checked_in_at": own.checked_in_at if own else None,
        "registered_at": registration.registered_at,
    }
