"""People of a tournament by the direction's input: a start number or parts of the name.

Pure: people come in as rows that were read.
"""

from collections.abc import Iterable

from django.utils.translation import gettext as _

from league.errors import InvalidError
from league.events.models import Participation
from league.people.models.people import sort_key

# Names listed if the input fits several people.
NAMED = 4


def label(participation: Participation) -> str:
    """Return „12 Anna Meyer“, without a number before the check-in."""
    number = participation.start_number
    return f"{number} {participation.both_names}" if number else participation.both_names


def matching(people: Iterable[Participation], typed: str) -> list[Participation]:
    """Return the person with the typed start number, else those with every part in the name."""
    parts = sort_key(typed.replace(",", " ")).split()
    everybody = list(people)
    if len(parts) == 1 and parts[0].isdecimal():
        numbered = [who for who in everybody if str(who.start_number) == parts[0].lstrip("0")]
        if numbered:
            return numbered
    keys = ((who, sort_key(label(who))) for who in everybody)
    return [who for who, key in keys if all(part in key for part in parts)]


def the_only(people: Iterable[Participation], typed: str, *, field: str) -> Participation:
    """Return the person meant; raise InvalidError if no one or several match."""
    candidates = matching(people, typed)
    exact = [
        who for who in candidates if sort_key(typed) in (sort_key(label(who)), who.person.sort_key)
    ]
    if len(exact or candidates) == 1:
        return (exact or candidates)[0]
    if not candidates:
        raise InvalidError(
            "nobody_found",
            _("Nobody here is called “%(typed)s”. Try the start number.") % {"typed": typed[:60]},
            field=field,
        )
    names = ", ".join(label(who) for who in candidates[:NAMED])
    more = " …" if len(candidates) > NAMED else ""
    raise InvalidError(
        "several_found",
        _("“%(typed)s” fits several: %(names)s. Type the start number.")
        % {"typed": typed[:60], "names": names + more},
        field=field,
    )
