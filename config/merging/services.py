"""Make two records of one person one.

Bookings, signatures and decisions stay as they were written; games become those of the record that
stays, and their former owner is written down.
"""

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any

from django.apps import apps
from django.db import transaction
from django.utils.translation import gettext as _

from config.merging import columns, queries
from config.merging.queries import Preview
from finance.books.services.merging import carry_over
from finance.books.services.reconcile import reconcile_all
from league.access import services as access
from league.access.queries.rights import day_of
from league.approvals import services as approvals
from league.approvals.models import Approval
from league.errors import IllegalError, InvalidError
from league.events.models import Event, Participation
from league.figures.services import mark_figures_stale
from league.guards.versioned import all_of
from league.kings.models import King
from league.people.models.details import FormerName, PersonDetails
from league.people.models.invitations import Invitation
from league.people.models.merges import DifferentPeople, MergedRow, PersonMerge
from league.people.models.people import Person, User
from league.security import services as security
from league.security.models import SecurityEntry
from league.standings.services import mark_merged_stale

KIND = "merge"
Fate = MergedRow.Fate
# Details that are filled in if the record that stays has none.
DETAILS = ("phone", "second_phone", "nickname", "birthday", "member_number", "notes", "photo")


def merge(
    *,
    kept: Person,
    absorbed: Person,
    by: User,
    client_id: str,
    confirmed: str,
    now: datetime,
) -> Approval:
    """Make `absorbed` one with `kept`, as the preview with the digest `confirmed` says.

    If one of them has a login or an office, or is the proposer, it waits for a second person. A
    repeat of the same `client_id` answers with the existing approval. Locks both persons. Raise
    IllegalError if something is in the way or the preview has changed, InvalidError for an id that
    was used for others.
    """
    proposer: Person | None = getattr(by, "person", None)
    with transaction.atomic():
        _lock(kept, absorbed)
        known = Approval.objects.filter(kind=KIND, values__client_id=client_id).first()
        if known is not None:
            if (known.person_id, known.values["absorbed"]) != (kept.pk, absorbed.pk):
                raise InvalidError("client_id_used", _("This form was sent for others already."))
            return known
        preview = _checked(kept, absorbed, proposer, confirmed, now)
        state = Approval.State.WAITING if preview.needs_second else Approval.State.AT_ONCE
        return approvals.propose(
            kind=KIND,
            about=f"{KIND}:{absorbed.pk}",
            person=kept,
            by=proposer,
            values={
                "absorbed": absorbed.pk,
                "confirmed": confirmed,
                "client_id": client_id,
                "concerned": [kept.pk, absorbed.pk],
            },
            state=state,
            now=now,
        )


def carry_out(approval: Approval, now: datetime) -> PersonMerge:
    """Merge as an act says, once. Locks both persons, then events, accounts, and the log.

    Raise IllegalError if something is in the way, or has changed since it was confirmed.
    """
    values = approval.values
    with transaction.atomic():
        absorbed = Person.objects.get(pk=values["absorbed"])
        _lock(approval.person, absorbed)
        if done := PersonMerge.objects.filter(absorbed=absorbed, kept=approval.person).first():
            return done
        kept, absorbed = (
            Person.objects.select_related("user").get(pk=pk)
            for pk in (approval.person_id, absorbed.pk)
        )
        proposer = approval.proposed_by
        preview = _checked(kept, absorbed, proposer, values["confirmed"], now)
        by = proposer.user if proposer is not None else None
        done = PersonMerge.objects.create(
            kept=kept,
            absorbed=absorbed,
            client_id=values["client_id"],
            digest=preview.digest,
            merged_by=by,
            merged_at=now,
        )
        events = _events(preview)
        _move(done, preview)
        _crown(done, preview, by, now)
        _end(done, preview, now)
        _details(preview)
        _login(preview)
        FormerName.objects.create(person=kept, name=absorbed.name)
        _count_anew(events, kept, now)
        reconcile_all(events=events, persons={kept.pk, absorbed.pk}, now=now)
        carry_over(persons=[absorbed.pk], by=by, now=now)
        for subject in (kept, absorbed):
            security.note(
                kind=SecurityEntry.Kind.PERSON_CHANGED,
                now=now,
                actor=proposer,
                subject=subject,
                about=f"merged:{absorbed.pk}:{kept.pk}",
            )
        return done


def set_different(
    *, first: Person, second: Person, are_different: bool, by: User, now: datetime
) -> None:
    """Declare two records to be two people, or take it back. Repeatable. InvalidError for one."""
    if first.pk == second.pk:
        raise InvalidError("same_record", _("Choose two different ones."))
    lower, higher = sorted([first.pk, second.pk])
    if are_different:
        DifferentPeople.objects.get_or_create(
            first_id=lower, second_id=higher, defaults={"noted_by": by, "noted_at": now}
        )
    else:
        DifferentPeople.objects.filter(first=lower, second=higher).delete()


def _lock(*persons: Person) -> None:
    keys = [person.pk for person in persons]
    list(
        Person.objects.select_for_update(no_key=True, of=["self"])
        .filter(pk__in=keys)
        .order_by("pk")
    )


def _checked(
    kept: Person, absorbed: Person, by: Person | None, confirmed: str, now: datetime
) -> Preview:
    preview = queries.preview(kept, absorbed, by, day_of(now))
    if preview.refusals:
        raise IllegalError("merge_refused", " ".join(preview.refusals))
    if preview.digest != confirmed:
        raise IllegalError(
            "preview_changed",
            _("Something has changed since. Nothing is merged: look at it once more."),
        )
    return preview


def _events(preview: Preview) -> set[int]:
    """Return the events whose tables and claims may look otherwise now."""
    rows = Participation.objects.filter(person__in=[preview.kept, preview.absorbed])
    moved = rows.filter(pk__in=preview.rows["league.Participation.person"])
    return {*moved.values_list("event_id", flat=True), *queries.events_of(preview.absorbed)}


def _move(done: PersonMerge, preview: Preview) -> None:
    for place, keys in preview.dropped.items():
        rows = all_of(apps.get_model(place.rpartition(".")[0])).filter(pk__in=keys)
        # A name chosen for an event has no use any more.
        values = {row["id"]: {**row, "shown_as": ""} for row in rows.values()}
        _note(done, place, keys, Fate.DROPPED, values)
        rows.delete()
    filled_in = [place for place in columns.FILLED_IN if place in preview.rows]
    for place in (*columns.MOVED, *filled_in):
        keys = preview.rows[place]
        label, _dot, column = place.rpartition(".")
        rows = all_of(apps.get_model(label)).filter(pk__in=keys)
        rows.update(**{column: preview.kept.pk})
        _note(done, place, keys, Fate.MOVED)


def _note(
    done: PersonMerge,
    place: str,
    keys: Sequence[int],
    fate: str,
    values: Mapping[int, dict[str, Any]] | None = None,
) -> None:
    MergedRow.objects.bulk_create(
        MergedRow(merge=done, place=place, row=key, fate=fate, values=(values or {}).get(key, {}))
        for key in keys
    )


def _crown(done: PersonMerge, preview: Preview, by: User | None, now: datetime) -> None:
    """Crown the record that stays, in another version, for each title of the absorbed one."""
    for king in King.objects.filter(pk__in=preview.rows["league.King.person"]).order_by("pk"):
        King.objects.filter(pk=king.pk).update(is_current=False)
        King.objects.create(
            event_id=king.event_id,
            version=king.version + 1,
            person=preview.kept,
            schock_aus=king.schock_aus,
            by_playoff=king.by_playoff,
            reason=_("Two records of one person"),
            decided_by=by,
            decided_at=now,
        )


def _end(done: PersonMerge, preview: Preview, now: datetime) -> None:
    """End all that let the absorbed record in or brought it mails."""
    for place, column in columns.CLOSED.items():
        keys = preview.rows[place]
        values: dict[str, object] = {column: now}
        if place == "league.Invitation.person":
            values["state"] = Invitation.State.WITHDRAWN
        model = apps.get_model(place.rpartition(".")[0])
        all_of(model).filter(pk__in=keys).update(**values)
        _note(done, place, keys, Fate.CLOSED)
    for place in columns.DROPPED:
        keys = preview.rows[place]
        all_of(apps.get_model(place.rpartition(".")[0])).filter(pk__in=keys).delete()
        _note(done, place, keys, Fate.DROPPED)


def _details(preview: Preview) -> None:
    """Fill in the details that the record that stays lacks; its own choice of readers counts."""
    theirs = PersonDetails.objects.filter(person=preview.absorbed).first()
    own = PersonDetails.objects.filter(person=preview.kept).first()
    if theirs is None or own is None:
        return
    missing = [name for name in DETAILS if not getattr(own, name) and getattr(theirs, name)]
    for name in missing:
        setattr(own, name, getattr(theirs, name))
    if "member_number" in missing:
        theirs.member_number = ""
        theirs.save(update_fields=["member_number"])
    own.save(update_fields=missing)


def _login(preview: Preview) -> None:
    """Leave one login. Every device of the other record is logged out."""
    kept, absorbed = preview.kept, preview.absorbed
    user = absorbed.user
    if user is None:
        return
    access.end_every_session(user=user)
    if kept.user is None:
        absorbed.user = None
        absorbed.save(update_fields=["user", "sort_key"])
        kept.user = user
        kept.save(update_fields=["user", "sort_key"])
        return
    user.is_active = False
    user.set_unusable_password()
    user.save(update_fields=["is_active", "password"])


def _count_anew(events: set[int], kept: Person, now: datetime) -> None:
    """Mark tables and figures of these events as stale, and the tables with the record that stays.

    A membership may have come to it.
    """
    concerned = list(Event.objects.filter(pk__in=events))
    for season in sorted({event.season_id for event in concerned}):
        mark_figures_stale(season, now)
    mark_merged_stale(events=concerned, person=kept)
