"""A page takes no token. What one opens of the API the matrix of rights asks for every address."""

from types import SimpleNamespace

import pytest

from tests.rights.by_token import program
from tests.rights.stage import undone

pytestmark = [pytest.mark.django_db, pytest.mark.once]


def test_a_page_takes_no_token(whole_club: SimpleNamespace) -> None:
    with undone():
        client = program(whole_club, "treasurer", with_money=True)
        for path in ("/kasse/", "/leute/", "/mein-konto/", "/mein-zugang/"):
            assert client.get(path).status_code in {302, 404}
