"""First steps of the writes about a meeting: its row, locked, and checks of its progress."""

from django.utils.translation import gettext_lazy as _

from league.assemblies.models.calling import Assembly
from league.errors import IllegalError, InvalidError


def lock(assembly: Assembly) -> Assembly:
    """Return the meeting as it is now, locked until the transaction ends."""
    return (
        Assembly.objects.select_for_update(no_key=True, of=["self"])
        .select_related("rule", "chaired_by", "kept_by")
        .get(pk=assembly.pk)
    )


def lock_unsigned(assembly: Assembly) -> Assembly:
    """Return the meeting, locked; IllegalError if its minutes are signed."""
    locked = lock(assembly)
    if hasattr(locked, "minutes"):
        raise IllegalError("minutes_are_signed", _("The minutes are signed: nothing changes here."))
    return locked


def must_take_place(assembly: Assembly) -> None:
    """Raise IllegalError once the meeting is called off."""
    if assembly.cancelled_at is not None:
        raise IllegalError("assembly_is_off", _("This meeting was called off."))


def must_be_called(assembly: Assembly) -> None:
    """Raise IllegalError once the meeting is called off or opened."""
    must_take_place(assembly)
    if assembly.opened_at is not None:
        raise IllegalError("assembly_has_begun", _("The meeting has begun already."))


def must_be_opened(assembly: Assembly) -> None:
    """Raise IllegalError before the opening of the meeting."""
    if assembly.opened_at is None:
        raise IllegalError("assembly_not_opened", _("Open the meeting first."))


def one_line(text: str, field: str, longest: int) -> str:
    """Return the text without needless spaces; InvalidError if nothing is left."""
    text = " ".join(text.split())[:longest]
    if not text:
        raise InvalidError("empty", _("This must not stay empty."), field=field)
    return text
