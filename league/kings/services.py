"""Writes about the König: crowning, and whether a card's game was over in time."""

from datetime import datetime

from django.db import transaction
from django.utils.translation import gettext_lazy as _

from league.errors import IllegalError, InvalidError, StaleError
from league.events.models import Event
from league.kings import queries
from league.kings.models import GameTime, King
from league.people.models.people import Person, User
from league.results.models.results import Result


def crown(
    *,
    event: Event,
    person: Person | None,
    seen: int | None,
    reason: str = "",
    by: User | None,
    now: datetime,
) -> King:
    """Crown the person with most Schock-Aus, or the one of several who won the play-off.

    `person` is None if no one had one. `seen` is the version that the writer looked at, None before
    the first crowning; changing it later takes a reason. A repeat returns the existing row. Locks
    the event. InvalidError for a person who did not have most, StaleError if another writer decided
    meanwhile, IllegalError before the first game.
    """
    with transaction.atomic():
        event = Event.objects.select_for_update(no_key=True).get(pk=event.pk)
        race = queries.race(event)
        if not race.games:
            raise IllegalError("nothing_played", _("No game is entered today yet."))
        leaders = race.leaders
        if (person is not None or leaders) and person not in leaders:
            raise InvalidError(
                "not_the_most",
                _("Whoever had most Schock-Aus becomes König: %(names)s.")
                % {"names": ", ".join(leader.name for leader in leaders) or "–"},
            )
        current = queries.king_of(event)
        wanted = (person.pk if person else None, race.most, len(leaders) > 1)
        if current is not None:
            if wanted == (current.person_id, current.schock_aus, current.by_playoff):
                return current
            if seen != current.version:
                raise StaleError(
                    "king_is_newer",
                    _("Somebody has entered the König meanwhile. Have a look who it is."),
                )
            if not reason.strip():
                raise InvalidError(
                    "reason_missing",
                    _("Please say why somebody else is König."),
                    field="reason",
                )
            King.objects.filter(pk=current.pk).update(is_current=False)
        return King.objects.create(
            event=event,
            version=current.version + 1 if current else 1,
            person=person,
            schock_aus=race.most,
            by_playoff=len(leaders) > 1,
            reason=" ".join(reason.split())[:200] if current else "",
            decided_by=by,
            decided_at=now,
        )


def say_in_time(*, result: Result, in_time: bool, by: User | None, now: datetime) -> GameTime:
    """State whether the game of a card was over within the official time. Holds for all its
    versions.

    Repeating it changes nothing. Locks the row.
    """
    with transaction.atomic():
        game_time, _created = GameTime.objects.select_for_update(no_key=True).get_or_create(
            table=result.table,
            number=result.number,
            defaults={"in_time": in_time, "decided_by": by, "decided_at": now},
        )
        if game_time.in_time != in_time:
            game_time.in_time, game_time.decided_by, game_time.decided_at = in_time, by, now
            game_time.save(update_fields=["in_time", "decided_by", "decided_at"])
        return game_time
