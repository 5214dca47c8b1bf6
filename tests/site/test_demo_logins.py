"""Logins by a click: at this machine only, and those with an office at hand."""

import pytest
from django.core.management import call_command
from django.urls import reverse

from league.security.models import SecurityEntry
from tests import builders
from tests.html import one_line

pytestmark = pytest.mark.once


@pytest.fixture
def demo(settings, club):
    settings.DEMO = True
    return club


def _login_page(client, **how):
    return one_line(client.get(reverse("account_login"), **how))


def test_office_holders_stand_first_and_the_rest_is_folded(client, demo):
    page = _login_page(client, REMOTE_ADDR="127.0.0.1")
    fold = page.index("<details>")
    assert page.index("Anke") < fold
    assert page.index("Rolf") < fold
    assert fold < page.index("Bernd")
    assert "5 ohne Amt" in page


@pytest.mark.parametrize(
    ("address", "host"),
    [
        ("192.168.2.17", "192.168.2.5:8000"),
        ("127.0.0.1", "192.168.2.5:8000"),
        ("192.168.2.17", "localhost:8000"),
        ("127.0.0.1", "club.example"),
        ("", "localhost"),
    ],
)
def test_address_and_name_must_both_be_of_this_machine(client, demo, settings, address, host):
    settings.ALLOWED_HOSTS = ["localhost", "192.168.2.5", "club.example"]
    how = {"REMOTE_ADDR": address, "headers": {"host": host}}
    assert "Kadir" not in _login_page(client, **how)
    sent = client.post(reverse("demo_login"), {"user": demo.kadir.user.pk}, **how)
    assert sent.status_code == 404
    assert "_auth_user_id" not in client.session


@pytest.mark.parametrize("host", ["localhost:8000", "127.0.0.1:8000", "[::1]:8000"])
def test_at_this_machine_a_click_is_enough(client, demo, settings, host):
    settings.ALLOWED_HOSTS = ["localhost", "127.0.0.1", "[::1]"]
    sent = client.post(reverse("demo_login"), {"user": demo.kadir.user.pk}, headers={"host": host})
    assert sent.status_code == 302
    assert client.session["_auth_user_id"] == str(demo.kadir.user.pk)
    assert SecurityEntry.objects.get(kind="login").about == "demo"  # no code was typed


def test_the_list_in_the_terminal_begins_with_the_offices(db, capsys):
    for number in range(14):
        builders.member(f"Wer {number}")
    builders.member("Letzte", "chair")
    call_command("logins")
    out = capsys.readouterr().out.splitlines()
    assert "Letzte" in out[1]
    assert out[-1] == "  … und 3 weitere"
