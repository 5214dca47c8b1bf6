"""Addresses for letters: said by the person or the secretary, read by no one else."""

from types import SimpleNamespace
from typing import Any

import pytest
from django.urls import reverse

from league.errors import InvalidError
from league.people.models.postal import PostalAddress
from league.people.queries.postal import postal_address
from league.people.services.postal import set_postal_address
from tests.finance.pages import text

pytestmark = [pytest.mark.django_db, pytest.mark.once]

AT_HOME = {"street": "Am  Tresen 3", "postcode": "54290", "town": "Trier", "country": "DE"}


def test_everybody_says_where_the_own_letters_go(client: Any, club: SimpleNamespace) -> None:
    client.force_login(club.bernd.user)
    page_text = text(
        client.post(reverse("league:postal_address", args=[club.bernd.pk]), AT_HOME, follow=True)
    )
    assert "Die Adresse ist gespeichert." in page_text
    assert "Am Tresen 3, 54290 Trier" in page_text
    client.force_login(club.jette.user)
    page = client.get(reverse("league:person", args=[club.bernd.pk]))
    assert "Am Tresen" not in page.content.decode()


def test_an_emptied_address_is_gone(club: SimpleNamespace) -> None:
    set_postal_address(person=club.bernd, **AT_HOME)
    set_postal_address(person=club.bernd, street="", postcode="", town="", country="DE")
    assert postal_address(club.bernd) is None


def test_abroad_the_country_stands_below_in_capitals(club: SimpleNamespace) -> None:
    parts = {"street": "Knobelgasse 1", "postcode": "1010", "town": "Wien", "country": "AT"}
    address = set_postal_address(person=club.bernd, **parts)
    assert address is not None
    assert address.lines == ["Knobelgasse 1", "1010 Wien", "ÖSTERREICH"]


@pytest.mark.parametrize(
    ("wrong", "code"),
    [
        ({"street": " "}, "street_missing"),
        ({"town": ""}, "town_missing"),
        ({"postcode": "5429"}, "postcode_wrong"),
        ({"country": "XX"}, "country_unknown"),
    ],
)
def test_half_an_address_is_refused(
    club: SimpleNamespace, wrong: dict[str, str], code: str
) -> None:
    with pytest.raises(InvalidError) as refused:
        set_postal_address(person=club.bernd, **{**AT_HOME, **wrong})
    assert refused.value.code == code
    assert not PostalAddress.objects.exists()
