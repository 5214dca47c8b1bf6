"""Writes of postal addresses."""

from django.db import transaction
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from league.errors import InvalidError
from league.people.models.people import Person
from league.people.models.postal import PostalAddress

_MISSING: dict[str, tuple[str, str | Promise]] = {
    "street": ("street_missing", _("Which street, and which number?")),
    "postcode": ("postcode_missing", _("Which postcode?")),
    "town": ("town_missing", _("Which town?")),
}

_LONGEST = {"street": 70, "postcode": 10, "town": 60}


def set_postal_address(
    *, person: Person, street: str, postcode: str, town: str, country: str
) -> PostalAddress | None:
    """Store the person's postal address; with all parts empty, delete it. Repeatable.

    Locks the person. InvalidError if a part is missing or invalid.
    """
    parts = {"street": street, "postcode": postcode, "town": town}
    parts = {field: " ".join(text.split()) for field, text in parts.items()}
    with transaction.atomic():
        Person.objects.select_for_update(no_key=True).get(pk=person.pk)
        if not any(parts.values()):
            PostalAddress.objects.filter(person=person).delete()
            return None
        _check(parts, country)
        address, _made = PostalAddress.objects.update_or_create(
            person=person, defaults={**parts, "country": country}
        )
        return address


def _check(parts: dict[str, str], country: str) -> None:
    for field, text in parts.items():
        if not text:
            code, sentence = _MISSING[field]
            raise InvalidError(code, sentence, field=field)
        if len(text) > _LONGEST[field] or not text.isprintable():
            raise InvalidError(
                "address_unreadable",
                _("That is too long, or has a sign that cannot be printed."),
                field=field,
            )
    if country not in PostalAddress.Country.values:
        raise InvalidError("country_unknown", _("Choose the country."), field="country")
    digits = parts["postcode"]
    if country == PostalAddress.Country.DE and not (
        len(digits) == 5 and digits.isascii() and digits.isdigit()
    ):
        raise InvalidError(
            "postcode_wrong", _("A German postcode has five digits."), field="postcode"
        )
