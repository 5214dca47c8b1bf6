"""Print as JSON what the suite ran on. Runs inside `.venv`, for it asks the servers themselves."""

import json
import os
import platform
import sqlite3


def main() -> None:
    import django

    versions = {"Python": platform.python_version(), "Django": django.get_version()}
    versions["SQLite"] = sqlite3.sqlite_version
    if url := os.environ.get("DATABASE_URL"):
        import psycopg

        with psycopg.connect(url.replace("postgres://", "postgresql://", 1)) as database:
            version = database.info.server_version
        versions["PostgreSQL"] = f"{version // 10000}.{version % 10000}"
    if url := os.environ.get("REDIS_URL"):
        import redis

        versions["Redis"] = redis.Redis.from_url(url).info("server")["redis_version"]
    print(json.dumps(versions))


if __name__ == "__main__":
    main()
