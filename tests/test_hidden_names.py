"""Who is to be seen by a number only is nowhere called by the name."""

import re
from collections.abc import Iterator
from types import SimpleNamespace

import pytest
from django.urls import reverse

from tests.rights.public import (
    opened,
    play_it_all,
    told,
    without_her_mails,
)
from tests.rights.stage import undone

pytestmark = [pytest.mark.django_db, pytest.mark.once]


@pytest.fixture(scope="module")
def built_hidden(whole_club: SimpleNamespace) -> Iterator[SimpleNamespace]:
    """Mara is to be seen by her number only; she plays, enters cards and is charged as ever."""
    with undone():
        whole_club.mara.participations.update(shown_as="Startnummer 12")
        play_it_all(whole_club)
        yield whole_club


@pytest.fixture
def hidden(built_hidden: SimpleNamespace) -> Iterator[SimpleNamespace]:
    with undone():
        yield built_hidden


@pytest.mark.parametrize("actor", ["stranger", "phone", "phone_elsewhere", "guest_other"])
def test_whoever_hides_the_name_is_nowhere_called_by_it(hidden, actor):
    pages = opened(hidden, actor)
    pages = without_her_mails(hidden, pages)
    assert told(pages, re.compile(r"\bMara\b")) == []
    assert told(pages, "Startnummer 12")


def test_the_desk_and_the_till_know_who_plays_as_number_twelve(hidden):
    pages = opened(hidden, "treasurer")
    for name, args in (("finance:till", []), ("games:breaches", [hidden.event.pk])):
        assert "Mara" in pages[reverse(name, args=args)]
