"""The club's congratulations: birthdays and jubilees of those who want it, for members alone."""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date

from django.db.models import Count, Exists, OuterRef, Prefetch, Q, QuerySet
from django.utils.translation import gettext as _

from league.evenings import rules
from league.events.models import Event, Participation
from league.people.models.details import Consent
from league.people.models.people import Membership, Person

HERE = (Participation.Attendance.PRESENT, Participation.Attendance.LATE)


@dataclass(frozen=True)
class Greeting:
    """One reason to congratulate a person: the birthday, or the number of a jubilee."""

    person: Person
    evenings: int = 0
    years: int = 0

    @property
    def is_birthday(self) -> bool:
        return not self.evenings and not self.years

    @property
    def sentence(self) -> str:
        """Return the sentence that the club reads on that day."""
        values = {"name": self.person.name, "n": self.evenings or self.years}
        if self.is_birthday:
            return _("Birthday today: %(name)s") % values
        if self.evenings:
            return _("Evening no. %(n)s of %(name)s") % values
        return _("A member for %(n)s years today: %(name)s") % values


def greetings(day: date, event: Event | None = None) -> list[Greeting]:
    """Return birthdays and jubilees of this day, by name.

    With `event` also jubilees of its evenings. Only for people who have agreed and are members
    then. Two queries.
    """
    return [greeting for person in _agreed(day, event) for greeting in _of(person, day)]


def _agreed(day: date, event: Event | None) -> QuerySet[Person]:
    """Return members who agreed, with `before`, the evenings they came to before, and `is_here`."""
    agreed = Consent.objects.filter(
        person=OuterRef("pk"), subject=Consent.Subject.GREETED, withdrawn_at=None
    )
    earlier = Q(
        participations__attendance__in=HERE,
        participations__event__kind=Event.Kind.EVENING,
        participations__event__business_date__lt=day,
    )
    comes = Q(attendance__in=HERE) | Q(attendance="", answer=Participation.Answer.YES)
    here = Participation.objects.filter(comes, person=OuterRef("pk"), event=event)
    return (
        Person.objects.filter(Exists(agreed), Exists(_membership(day)), merge=None, erased_at=None)
        .select_related("details")
        .annotate(before=Count("participations", filter=earlier), is_here=Exists(here))
        .prefetch_related(Prefetch("memberships", queryset=Membership.objects.order_by("start")))
        .order_by("sort_key", "pk")
    )


def _membership(day: date) -> QuerySet[Membership]:
    return Membership.objects.on(day).filter(person=OuterRef("pk"))


def _of(person: Person, day: date) -> Iterator[Greeting]:
    details = getattr(person, "details", None)
    if details is not None and details.birthday and rules.has_birthday(details.birthday, day):
        yield Greeting(person)
    number = person.before + 1  # type: ignore[attr-defined]
    if person.is_here and rules.is_jubilee(number):  # type: ignore[attr-defined]
        yield Greeting(person, evenings=number)
    spans = [(membership.start, membership.end) for membership in person.memberships.all()]
    if years := rules.years_to_celebrate(spans, day):
        yield Greeting(person, years=years)
