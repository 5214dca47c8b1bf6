"""A kind of membership of the club's own: added, paid for, ended; its code never comes again."""

from datetime import date
from typing import Any

import pytest
from django.db import IntegrityError, transaction
from django.urls import reverse

from finance.books.labels import cause
from finance.books.models.claims import Claim
from finance.catalogue.queries.averages import average_of
from finance.dues import services as dues
from finance.dues.queries import plan
from league.errors import IllegalError, InvalidError
from league.people.models.kinds import MembershipKind
from league.people.queries.people import members
from league.people.services import kinds, people
from tests.finance.club import NOW, TODAY, Club
from tests.finance.pages import text

pytestmark = [pytest.mark.django_db, pytest.mark.once]

FIRST = date(2026, 1, 1)


def test_a_kind_of_the_clubs_own_is_added_joined_paid_for_and_ended(kim: Any, club: Club) -> None:
    people.appoint(person=club.persons["kim"], role="secretary", start=FIRST)
    address = reverse("league:membership_kinds")
    page_text = text(
        kim.post(address, {"name": "Probemitglied", "counts_as": "passive"}, follow=True)
    )
    assert "Probemitglied zählt wie passiv" in page_text
    trial = MembershipKind.objects.get(name="Probemitglied")
    toni = club.persons["toni"]
    people.start_membership(person=toni, kind=trial.pk, start=FIRST)
    assert toni in members(TODAY)
    dues.set_rate(
        kind=trial.pk, period="year", cents=600, start=FIRST, ground="", decided_on=None, now=NOW
    )
    todo = plan(TODAY)
    by = club.user("kim")
    (claim,) = dues.run(through=TODAY, seen=todo.fingerprint, by=by, today=TODAY, now=NOW)
    claim = Claim.objects.get(pk=claim.pk)
    assert cause(claim) == "Beitrag für 2026, Probemitglied"
    assert "Probemitglied" in text(kim.get(reverse("finance:dues")))
    kim.post(reverse("league:end_membership_kind", args=[trial.pk]))
    with pytest.raises(IllegalError):
        people.start_membership(person=club.persons["gabi"], kind=trial.pk, start=date(2030, 1, 1))
    assert toni in members(TODAY)


def test_who_is_only_expected_does_not_share_the_average(club: Club) -> None:
    trial = kinds.add_kind(name="Probemitglied", counts_as="passive")
    people.start_membership(person=club.persons["toni"], kind=trial.pk, start=FIRST)
    evening = club.evening("robin", "gabi", "toni")
    event = evening.event
    assert club.persons["toni"].pk not in {person.pk for person in average_of(event).absent}


def test_a_code_stays_what_it_was(club: Club) -> None:
    trial = kinds.add_kind(name="Probemitglied", counts_as="passive")
    with pytest.raises(InvalidError):
        kinds.add_kind(name="probemitglied", counts_as="active")
    with pytest.raises(InvalidError):
        kinds.add_kind(name="Passiv", counts_as="active")
    with pytest.raises(IntegrityError), transaction.atomic():
        trial.delete()
    with pytest.raises(IntegrityError), transaction.atomic():
        MembershipKind.objects.filter(pk=trial.pk).update(counts_as="active")
