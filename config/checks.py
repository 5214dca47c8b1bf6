"""Check all that a club must not forget before others can reach its installation.

Those with `deploy=True` speak only in `manage.py check --deploy`, with Django's own.

    config.E001  the secret key was made here and not set
    config.E002  only this machine is in ALLOWED_HOSTS, or every host
    config.E003  no mail server: login codes would end in a log
    config.E004  no Redis: the broker is a folder
    config.W005  SQLite
    config.E006  the demo's logins by a click are on, and others can reach them
    config.W007  no sender's address
    config.W008  HTTPS without a proxy that says so: every page redirects to itself

In `manage.py check --database default`:

    config.E009  PostgreSQL gives fewer connections than all processes together may hold
"""

from collections.abc import Callable, Sequence
from ipaddress import ip_address
from typing import Any

from django.conf import settings
from django.core.checks import CheckMessage, Error, Tags, Warning, register
from django.db import connections as databases_of_settings

from config import connections, env
from config.security import LOOPBACK


def _messages(*candidates: CheckMessage | None) -> list[CheckMessage]:
    return [message for message in candidates if message is not None]


def _is_at_home(host: str) -> bool:
    """Return True for a name of this machine, or the literal address of a private network."""
    try:
        address = ip_address(host.strip("[]"))
    except ValueError:
        return host in LOOPBACK
    return (address.is_private or address.is_loopback) and not address.is_unspecified


def _unless(
    good: object, kind: Callable[..., CheckMessage], id_: str, text: str, hint: str
) -> CheckMessage | None:
    return None if good else kind(text, hint=hint, id=f"config.{id_}")


@register(Tags.security)
def demo_stays_at_home(app_configs: Any, **kwargs: Any) -> Sequence[CheckMessage]:
    """Check this always, not only before a deployment: with DEMO a click makes one the treasurer.

    The bare address of this machine in its own network is no name under which others come: so
    `dev.py run --lan` is seen, and there the clicks still work at this machine only.
    """
    at_home = all(map(_is_at_home, settings.ALLOWED_HOSTS)) and not settings.HTTPS
    return _messages(
        _unless(
            at_home or not settings.DEMO,
            Error,
            "E006",
            "DEMO offers logins by a click, and ALLOWED_HOSTS or HTTPS say that others come here.",
            "Unset DEMO.",
        )
    )


@register(Tags.security, deploy=True)
def fit_for_others(app_configs: Any, **kwargs: Any) -> Sequence[CheckMessage]:
    hosts = set(settings.ALLOWED_HOSTS)
    return _messages(
        _unless(
            env.text("SECRET_KEY"),
            Error,
            "E001",
            "SECRET_KEY is not set; one was made and lies beside the data.",
            "Set SECRET_KEY to 50 random characters that no backup of the data holds.",
        ),
        _unless(
            hosts - LOOPBACK and "*" not in hosts,
            Error,
            "E002",
            "ALLOWED_HOSTS names only this machine, or everybody.",
            "Set ALLOWED_HOSTS to the name under which the club reaches its pages.",
        ),
        _unless(
            settings.HTTPS is False or settings.SECURE_PROXY_SSL_HEADER,
            Warning,
            "W008",
            "HTTPS is on and BEHIND_PROXY is not: plain requests are redirected for ever.",
            "Set BEHIND_PROXY=1 where a proxy ends TLS and sets X-Forwarded-Proto itself.",
        ),
    )


@register(deploy=True)
def has_its_services(app_configs: Any, **kwargs: Any) -> Sequence[CheckMessage]:
    return _messages(
        _unless(
            settings.EMAIL_HOST,
            Error,
            "E003",
            "EMAIL_HOST is not set: login codes go to the log instead of the mailbox.",
            "Set EMAIL_HOST, EMAIL_HOST_USER and EMAIL_HOST_PASSWORD.",
        ),
        _unless(
            settings.REDIS_URL,
            Error,
            "E004",
            "REDIS_URL is not set: the broker is a folder, for one machine and a demo only.",
            "Set REDIS_URL, for example redis://127.0.0.1:6379/0.",
        ),
        _unless(
            settings.DATABASES["default"]["ENGINE"].endswith("postgresql"),
            Warning,
            "W005",
            "The database is SQLite: one writer at a time.",
            "Set DATABASE_URL to a PostgreSQL: postgres://user:password@host:5432/name.",
        ),
        _unless(
            not settings.DEFAULT_FROM_EMAIL.endswith("@localhost"),
            Warning,
            "W007",
            "DEFAULT_FROM_EMAIL is not set: mail servers refuse mail from localhost.",
            "Set DEFAULT_FROM_EMAIL to an address of the club.",
        ),
    )


@register(Tags.database)
def has_enough_connections(
    app_configs: Any, databases: Sequence[str] | None = None, **kwargs: Any
) -> Sequence[CheckMessage]:
    """Ask each PostgreSQL if it gives the connections that all processes together may hold."""
    needed = connections.needed()
    limits = {
        alias: connections.given(databases_of_settings[alias])
        for alias in databases or ()
        if databases_of_settings[alias].vendor == "postgresql"
    }
    return _messages(
        *(
            _unless(
                limit >= needed,
                Error,
                "E009",
                f"Schockwart may hold {needed} connections to {alias}, and is given {limit}.",
                "Raise max_connections (or CONNECTION LIMIT), or lower WEB_PROCESSES or "
                "WEB_THREADS and start the web server with these.",
            )
            for alias, limit in limits.items()
        )
    )
