"""Read environment variables. Used by the settings only; knows no Django."""

import os
from pathlib import Path
from secrets import token_urlsafe
from typing import Any
from urllib.parse import parse_qsl, unquote, urlsplit


def text(name: str, default: str = "") -> str:
    return os.environ.get(name, "").strip() or default


def flag(name: str, default: bool = False) -> bool:
    value = text(name).lower()
    return default if not value else value in {"1", "true", "yes", "on"}


def words(name: str, default: str = "") -> list[str]:
    return [word.strip() for word in text(name, default).split(",") if word.strip()]


def secret(name: str, path: Path) -> str:
    """Return the secret from the environment, else one made once and kept beside the database."""
    if value := text(name):
        return value
    if not path.exists():
        path.parent.mkdir(parents=True, exist_ok=True)
        made = path.with_suffix(f".{os.getpid()}")
        made.touch(mode=0o600)
        made.write_text(token_urlsafe(50))
        # A hard link fails if another process was first, and then that one's secret counts.
        try:
            os.link(made, path)
        except FileExistsError:
            pass
        finally:
            made.unlink()
    return path.read_text().strip()


def database(url: str) -> dict[str, Any]:
    """Return Django's settings of `postgres://user:password@host:port/name`, `sqlite:///path`."""
    parts = urlsplit(url)
    if parts.scheme == "sqlite":
        return {
            "ENGINE": "django.db.backends.sqlite3",
            "NAME": unquote(parts.path[1:]) if parts.path != "/:memory:" else ":memory:",
            "OPTIONS": {
                # Without IMMEDIATE most concurrent writes end in "database is locked".
                "transaction_mode": "IMMEDIATE",
                "timeout": 20,
                # A page asks more than the usual 128; each that is forgotten is planned anew.
                "cached_statements": 512,
                # An erased name is overwritten in the file; not every SQLite does so by itself.
                "init_command": "PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL;"
                " PRAGMA secure_delete=ON;",
            },
        }
    if parts.scheme not in {"postgres", "postgresql"}:
        raise ValueError(f"DATABASE_URL: unknown scheme {parts.scheme!r}, use postgres or sqlite")
    return {
        "ENGINE": "django.db.backends.postgresql",
        "NAME": unquote(parts.path[1:]),
        "USER": unquote(parts.username or ""),
        "PASSWORD": unquote(parts.password or ""),
        "HOST": parts.hostname or "",
        "PORT": parts.port or "",
        "CONN_MAX_AGE": 60,
        "CONN_HEALTH_CHECKS": True,
        "OPTIONS": {"connect_timeout": 5, **dict(parse_qsl(parts.query))},
    }
