"""Writes to a format under construction: the draft, taking it over, saving it for the club."""

from dataclasses import replace
from datetime import datetime

from django.db import transaction
from django.utils.translation import gettext_lazy as _

from league import formats
from league.errors import InvalidError, StaleError
from league.events.models import Event
from league.people.models.people import User
from league.tournaments.core.labels.format_errors import format_error
from league.tournaments.core.services.locking import locked, refuse_if_over
from league.tournaments.direction.services.setting_up import set_chain
from league.tournaments.models.templates import FormatTemplate
from league.tournaments.models.tournaments import Tournament
from league.tournaments.planning.queries import draft_of, stamp_of


def save_draft(*, event: Event, format: formats.Format, seen: str) -> None:
    """Store the draft of a format. Locks the tournament. A repeat changes nothing.

    `seen` is the stamp of the draft it was built from: raise StaleError if that has changed since,
    IllegalError once the tournament is over.
    """
    with transaction.atomic():
        tournament, now = _unchanged(event, seen, stamp_of(format))
        holds = draft_of(tournament.event).holds
        if stamp_of(format) == stamp_of(holds):
            tournament.draft = None
        elif stamp_of(format) != now:
            own = replace(format, slug=tournament.template, name=event.name, source=event.name)
            base = (tournament.draft or {}).get("base") or stamp_of(holds)
            tournament.draft = {"base": base, "format": own.to_dict()}
        tournament.save(update_fields=["draft"])


def _unchanged(event: Event, *seen: str) -> tuple[Tournament, str]:
    """Lock the tournament and return it with the stamp of its draft, one of `seen`.

    Raise StaleError for another stamp.
    """
    tournament = locked(event)
    refuse_if_over(tournament)
    stamp = draft_of(tournament.event).stamp
    if stamp not in seen:
        raise StaleError(
            "draft_moved_on",
            _(
                "Somebody has changed the draft in the meantime. Look at how it stands, then "
                "try again."
            ),
        )
    return tournament, stamp


def discard_draft(*, event: Event) -> None:
    """Return to the format in force; cards and draws never use a draft. Repeatable."""
    with transaction.atomic():
        tournament = locked(event)
        tournament.draft = None
        tournament.save(update_fields=["draft"])


def take_over(*, event: Event, seen: int, stamp: str) -> None:
    """Put the draft into force. Locks the tournament.

    Raise InvalidError if it cannot be played, errors as `set_chain`, StaleError as `save_draft`.
    """
    with transaction.atomic():
        tournament, _stamp = _unchanged(event, stamp)
        draft = draft_of(tournament.event)
        if draft.fault is not None:
            sentence = format_error(draft.fault, draft.format)
            raise InvalidError(draft.fault.code, sentence) from draft.fault
        set_chain(event=event, seen=seen, blocks=draft.format.blocks, team=draft.format.team)
        Tournament.objects.filter(pk=tournament.pk).update(plan=draft.format.to_dict(), draft=None)


def save_format(*, name: str, format: formats.Format, by: User | None, now: datetime) -> None:
    """Save a format under a name of the club's. The same again changes nothing.

    Raise InvalidError if another format has the name, or it cannot be played.
    """
    name = " ".join(name.split())[:60]
    try:
        formats.check(format)
    except formats.FormatError as error:
        raise InvalidError(error.code, format_error(error, format)) from error
    data = replace(format, slug="own", name=name, source=name).to_dict()
    saved, created = FormatTemplate.objects.get_or_create(
        name=name, defaults={"format": data, "saved_at": now, "saved_by": by}
    )
    if not created and saved.format != data:
        raise InvalidError(
            "format_name_taken",
            _("There is already a format with this name. Choose another."),
            field="name",
        )


def remove_format(*, pk: int) -> None:
    """Delete a saved format; tournaments that began with it keep theirs. Repeatable."""
    FormatTemplate.objects.filter(pk=pk).delete()
