"""Reading further details of a person, and the right to see them."""

from dataclasses import dataclass
from datetime import date
from typing import Any

from django.db.models import Count, Q, QuerySet
from django.http import Http404
from django.utils.formats import date_format
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from league.access.queries.rights import KEEPS_PEOPLE, holds, is_member, person_of
from league.club.models import ClubChange
from league.club.queries import setting_changes
from league.people.models.details import (
    Consent,
    DetailField,
    DetailValue,
    MembershipCorrection,
    PersonDetails,
)
from league.people.models.people import Membership, Office, Person
from league.people.queries.postal import postal_address
from league.web.changes import Change
from league.web.rows import row_or_404

SeenBy = DetailField.SeenBy
# The fields from the start, and their readers until the club decides otherwise.
FROM_THE_START: dict[str, tuple[str | Promise, str]] = {
    "photo": (_("Photo"), SeenBy.MEMBERS),
    "nickname": (_("Nickname in the club"), SeenBy.MEMBERS),
    "phone": (_("Phone"), SeenBy.SHARED),
    "second_phone": (_("Second phone"), SeenBy.SHARED),
    "email": (_("Email"), SeenBy.SHARED),
    "postal": (_("Postal address"), SeenBy.BOARD),
    "birthday": (_("Birthday"), SeenBy.BOARD),
    "member_number": (_("Member number"), SeenBy.BOARD),
}
# For those who keep the people alone; the person reads it in the archive of the own data.
NOTES = "notes"


@dataclass(frozen=True)
class FieldRule:
    """One field of a person: its name and its readers."""

    code: str
    name: str
    seen_by: str
    is_own: bool

    @property
    def seen_by_words(self) -> str:
        return str(SeenBy(self.seen_by).label)


@dataclass(frozen=True)
class Shown:
    """A field as a reader sees it. `link` calls or writes, if possible."""

    code: str
    name: str
    value: str
    link: str = ""


def field_rules() -> list[FieldRule]:
    """Return all fields that hold now, the club's own ones last. One query."""
    rows = {row.code: row for row in DetailField.objects.filter(ended_at=None)}
    rules = [
        FieldRule(code, str(name), rows[code].seen_by if code in rows else usual, False)
        for code, (name, usual) in FROM_THE_START.items()
    ]
    own = [row for row in rows.values() if row.name]
    return rules + [FieldRule(row.code, row.name, row.seen_by, True) for row in own]


def changes_of_fields(rules: list[FieldRule]) -> list[Change]:
    """Return the changes of the readers of all fields, ended ones too, with their authors, the
    newest first. Two queries.
    """
    ended = DetailField.objects.exclude(ended_at=None).values_list("code", "name")
    names = dict(ended) | {rule.code: rule.name for rule in rules}
    now = dict.fromkeys(names, "") | {rule.code: rule.seen_by for rule in rules}
    made = setting_changes(ClubChange.Matter.SEEN, now)
    words = dict(SeenBy.choices)
    return [change.worded(names[change.code], lambda code: words.get(code, "")) for change in made]


def own_fields() -> QuerySet[DetailField]:
    """Return the club's own fields that hold now."""
    return DetailField.objects.filter(ended_at=None).exclude(name="")


def own_field(code: str) -> DetailField:
    """Return one of them. 404 without one of this code."""
    return row_or_404(own_fields(), code=code)


def known_by_field() -> dict[str, int]:
    """Return the number of people with a value in each of the club's own fields, by its code."""
    return dict(DetailValue.objects.order_by().values_list("field_id").annotate(n=Count("pk")))


def details_of(person: Person) -> PersonDetails:
    """Return the known details; an unsaved row if none are known."""
    known = PersonDetails.objects.filter(person=person).first()
    return known or PersonDetails(person=person)


def wants_greetings(person: Person) -> bool:
    """Return whether the person agreed to be congratulated on birthdays and jubilees."""
    greeted = Consent.objects.filter(person=person, subject=Consent.Subject.GREETED)
    return greeted.filter(withdrawn_at=None).exists()


def values_of(person: Person) -> dict[str, str]:
    """Return a person's values in the club's own fields, by their codes."""
    return dict(DetailValue.objects.filter(person=person).values_list("field_id", "value"))


def seen_by(viewer: Any, person: Person, today: date) -> frozenset[str]:
    """Return the settings that let this viewer see a field of the person."""
    me = person_of(viewer)
    if me is None:
        return frozenset()
    if me.pk == person.pk or holds(viewer, KEEPS_PEOPLE, today):
        return frozenset(SeenBy.values)
    if not is_member(viewer, today):
        return frozenset()
    both = PersonDetails.objects.filter(reachable=True, person__in=[me.pk, person.pk]).count()
    return frozenset({SeenBy.MEMBERS, SeenBy.SHARED} if both == 2 else {SeenBy.MEMBERS})


def shown_details(viewer: Any, person: Person, today: date) -> list[Shown]:
    """Return the non-empty fields of a person that this viewer may read; a photo as its sha256."""
    allowed = seen_by(viewer, person, today)
    if not allowed:
        return []
    value_of = _values(person)
    shown = [
        Shown(rule.code, rule.name, value_of[rule.code], _link(rule.code, value_of[rule.code]))
        for rule in field_rules()
        if rule.seen_by in allowed and value_of.get(rule.code)
    ]
    if holds(viewer, KEEPS_PEOPLE, today) and value_of[NOTES]:
        shown.append(Shown(NOTES, str(_("Notes for the board")), value_of[NOTES]))
    return shown


def _values(person: Person) -> dict[str, str]:
    details = details_of(person)
    born = details.birthday
    return {
        "photo": details.photo,
        "nickname": details.nickname,
        "phone": details.phone,
        "second_phone": details.second_phone,
        "email": person.user.email if person.user and person.user.is_active else "",
        "postal": str(postal_address(person) or ""),
        "birthday": date_format(born, "DATE_FORMAT") if born else "",
        "member_number": details.member_number,
        NOTES: details.notes,
        **values_of(person),
    }


def _link(code: str, value: str) -> str:
    if code in {"phone", "second_phone"}:
        return "tel:" + "".join(sign for sign in value if sign.isdigit() or sign == "+")
    return f"mailto:{value}" if code == "email" else ""


def may_change_details(viewer: Any, person: Person, today: date) -> bool:
    return person_of(viewer) == person or holds(viewer, KEEPS_PEOPLE, today)


def person_to_detail(viewer: Any, pk: int, today: date) -> Person:
    """Return the viewer's own person, or any person to a keeper of the list of people; else 404."""
    person = row_or_404(Person.objects.select_related("user"), pk=pk, erased_at=None, merge=None)
    if not may_change_details(viewer, person, today):
        raise Http404
    return person


def membership_to_correct(pk: int) -> Membership:
    membership: Membership = row_or_404(Membership.objects.select_related("person", "kind"), pk=pk)
    return membership


def offices_after(person: Person, day: date) -> QuerySet[Office]:
    """Return offices that the person has on this day or later."""
    return Office.objects.filter(Q(end=None) | Q(end__gt=day), person=person)


def corrections_of(membership: Membership) -> QuerySet[MembershipCorrection]:
    """Return the corrections of a membership's dates, the newest last."""
    rows = MembershipCorrection.objects.filter(membership=membership)
    return rows.select_related("kind", "corrected_by__person")
