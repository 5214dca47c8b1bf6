"""Writes of the kinds of membership."""

from datetime import date

from django.db import IntegrityError, transaction
from django.utils.translation import gettext_lazy as _

from league.club.models import ClubChange
from league.club.services import note_change
from league.errors import InvalidError
from league.people.models.kinds import MembershipKind
from league.people.models.people import User
from league.people.services.people import tidy_name


def add_kind(*, name: str, counts_as: str, by: User | None = None) -> MembershipKind:
    """Add a kind of the club's own, under a code that none had before. Locks nothing; two at once
    get the same code and the second is refused. InvalidError for an invalid name or one that is
    taken.
    """
    name = tidy_name(name)
    if len(name) > 40:
        raise InvalidError("name_too_long", _("At most 40 characters."), field="name")
    taken = {str(membership_kind).casefold() for membership_kind in MembershipKind.objects.all()}
    if name.casefold() in taken:
        raise _taken()
    if counts_as not in MembershipKind.CountsAs.values:
        raise InvalidError("kind_unknown", _("Choose from the list."), field="counts_as")
    try:
        with transaction.atomic():
            # None is ever deleted, so that their number is one that no code has.
            code = f"own{MembershipKind.objects.count()}"
            kind = MembershipKind.objects.create(code=code, name=name, counts_as=counts_as)
            note_change(matter=ClubChange.Matter.KIND, code=code, before="", by=by)
            return kind
    except IntegrityError as error:
        raise _taken() from error


def _taken() -> InvalidError:
    return InvalidError(
        "kind_taken", _("There is a membership of that name already."), field="name"
    )


def end_kind(*, kind: MembershipKind, day: date, by: User | None = None) -> None:
    """End a kind for new members from `day` on; present ones keep it. Locks it. Repeatable."""
    with transaction.atomic():
        membership_kind = MembershipKind.objects.select_for_update(no_key=True).get(pk=kind.pk)
        if membership_kind.ended_on is None or membership_kind.ended_on > day:
            _set_end(membership_kind, day, by)


def reopen_kind(*, kind: MembershipKind, by: User | None = None) -> None:
    """Let people become one again. Locks the kind. Repeatable."""
    with transaction.atomic():
        membership_kind = MembershipKind.objects.select_for_update(no_key=True).get(pk=kind.pk)
        if membership_kind.ended_on is not None:
            _set_end(membership_kind, None, by)


def _set_end(kind: MembershipKind, day: date | None, by: User | None) -> None:
    note_change(matter=ClubChange.Matter.KIND, code=kind.pk, before=kind.state, by=by)
    kind.ended_on = day
    kind.save(update_fields=["ended_on"])
