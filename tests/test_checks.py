"""Test what the system checks say of an installation that others can reach."""

import os
import subprocess
import sys

import pytest
from django.core.checks import run_checks

GOOD = {
    "ALLOWED_HOSTS": ["schockwart.example"],
    "HTTPS": True,
    "SECURE_PROXY_SSL_HEADER": ("HTTP_X_FORWARDED_PROTO", "https"),
    "DEMO": False,
    "EMAIL_HOST": "mail.invalid",
    "DEFAULT_FROM_EMAIL": "kasse@schockwart.example",
    "REDIS_URL": "redis://redis.invalid/0",
}


@pytest.fixture
def production(settings, monkeypatch):
    """Return settings of an installation with nothing forgotten."""
    monkeypatch.setenv("SECRET_KEY", "x" * 60)
    for name, value in GOOD.items():
        setattr(settings, name, value)
    monkeypatch.setitem(settings.DATABASES["default"], "ENGINE", "django.db.backends.postgresql")
    return settings


def _ids(*, deploy=True):
    checks = run_checks(include_deployment_checks=deploy)
    return {message.id for message in checks if message.id.startswith("config.")}


def test_a_careful_installation_has_nothing_to_mend(production):
    assert _ids() == set()


@pytest.mark.parametrize(
    ("name", "value", "id_"),
    [
        ("ALLOWED_HOSTS", ["localhost", "127.0.0.1"], "config.E002"),
        ("ALLOWED_HOSTS", ["*"], "config.E002"),
        ("EMAIL_HOST", "", "config.E003"),
        ("REDIS_URL", "", "config.E004"),
        ("DEMO", True, "config.E006"),
        ("DEFAULT_FROM_EMAIL", "schockwart@localhost", "config.W007"),
        ("SECURE_PROXY_SSL_HEADER", None, "config.W008"),
    ],
)
def test_each_thing_forgotten_is_named(production, name, value, id_):
    setattr(production, name, value)
    assert _ids() == {id_}


def test_sqlite_is_a_warning(production, monkeypatch):
    monkeypatch.setitem(production.DATABASES["default"], "ENGINE", "django.db.backends.sqlite3")
    assert _ids() == {"config.W005"}


def test_a_secret_key_made_here_is_not_enough(production, monkeypatch):
    monkeypatch.delenv("SECRET_KEY")
    assert _ids() == {"config.E001"}


def test_the_demo_among_others_is_an_error_even_before_a_deployment(production):
    production.DEMO = True
    assert _ids(deploy=False) == {"config.E006"}


def test_the_demo_at_home_is_fine(production):
    production.DEMO, production.HTTPS = True, False
    production.ALLOWED_HOSTS = ["localhost", "127.0.0.1"]
    assert "config.E006" not in _ids(deploy=False)


@pytest.mark.parametrize(
    ("host", "fine"),
    [
        ("192.168.2.5", True),
        ("10.1.2.3", True),
        ("[fd12::5]", True),
        ("203.0.114.7", False),
        ("0.0.0.0", False),
        ("*", False),
        ("rechner", False),
        ("192.168.2.5.club.example", False),
        ("club.example", False),
    ],
)
def test_the_demo_in_its_own_network_goes_by_a_bare_address(production, host, fine):
    production.DEMO, production.HTTPS = True, False
    production.ALLOWED_HOSTS = ["localhost", "127.0.0.1", host]
    assert ("config.E006" not in _ids(deploy=False)) is fine


HSTS = """
import django
django.setup()
from django.http import HttpResponse
from django.middleware.security import SecurityMiddleware
from django.test import RequestFactory
request = RequestFactory().get("/", secure=True)
answer = SecurityMiddleware(lambda _request: HttpResponse())(request)
print(answer.headers.get("Strict-Transport-Security"))
"""


@pytest.mark.parametrize(
    ("told", "header"),
    [
        ({}, "None"),
        ({"HTTPS": "1"}, "max-age=31536000"),
        ({"HSTS_WHOLE_DOMAIN": "1"}, "None"),
        (
            {"HTTPS": "1", "HSTS_WHOLE_DOMAIN": "1"},
            "max-age=31536000; includeSubDomains; preload",
        ),
    ],
)
def test_hsts_binds_other_sites_of_the_domain_only_where_the_club_says_so(tmp_path, told, header):
    kept = {name: value for name, value in os.environ.items() if name not in ("HTTPS", "DEMO")}
    env = {**kept, "DJANGO_SETTINGS_MODULE": "config.settings", "VAR_DIR": str(tmp_path), **told}
    command = [sys.executable, "-c", HSTS]
    asked = subprocess.run(command, env=env, capture_output=True, text=True, check=True)
    assert asked.stdout.strip() == header
