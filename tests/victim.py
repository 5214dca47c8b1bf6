"""Process that stops in the middle of its work, says what it wrote and waits to be killed."""

import json
import os
import signal
import subprocess
import sys
from typing import Any

from tests.plugins.worker import ROOT, _database_url

# PostgreSQL books in a function of its own.
BOOKS = ('INSERT INTO "finance_transaction" ', " FROM finance_book(")
STOPPED = "stopped: "
# Jobs, each with the statement, and its number of that kind, after which the process waits.
STOPS = {
    "dues": (BOOKS, 1),
    "bank": (BOOKS, 2),
    "backup": (('SELECT "finance_transaction"."',), 1),
    # Claimed, then a first word on how far it is: and there it ends.
    "report": (('UPDATE "league_report" SET "progress"',), 1),
}


def killed_in(job: str, *words: str) -> dict[str, int]:
    """Run the job on the test database up to its stop, kill it there; return its last counts."""
    environment = {
        **os.environ,
        "DJANGO_SETTINGS_MODULE": "config.settings",
        "DATABASE_URL": _database_url(),
    }
    command = [sys.executable, "-m", "tests.victim", job, *words]
    pipe = subprocess.PIPE
    # One pipe for both, or a child that complains a lot would wait for us as we wait for it.
    with subprocess.Popen(
        command, cwd=ROOT, env=environment, stdout=pipe, stderr=subprocess.STDOUT, text=True
    ) as process:
        said: list[str] = []
        for line in process.stdout:
            if line.startswith(STOPPED):
                process.send_signal(signal.SIGKILL)
                return json.loads(line.removeprefix(STOPPED))
            said.append(line)
    raise AssertionError(f"ended with {process.returncode} before its stop:\n{''.join(said)}")


def _waits_after(kinds: tuple[str, ...], number: int) -> Any:
    from finance.books.models.claims import Claim
    from finance.books.models.ledger import Posting, Transaction

    seen, booked = 0, None

    def watch(execute: Any, sql: str, params: Any, many: bool, context: Any) -> Any:
        nonlocal seen, booked
        if booked is None:
            booked = -1  # the next line comes by here as well
            booked = Transaction.objects.count()
        done = execute(sql, params, many, context)
        if any(kind in sql for kind in kinds):
            before, booked = booked, Transaction.objects.count()
            if kinds is BOOKS and booked == before:
                return done  # where a head is missing nothing is booked, and it is asked again
            seen += 1
            if seen == number:
                rows = (Transaction, Posting, Claim)
                fields = {model.__name__: model.objects.count() for model in rows}
                print(STOPPED + json.dumps(fields), flush=True)
                signal.pause()
        return done

    return watch


def _work(job: str, *words: str) -> None:
    from pathlib import Path

    from django.utils import timezone

    from config.backups import archive
    from finance.bank.models.bank import BankImport
    from finance.bank.services.proposed import book_sure
    from finance.dues.queries import plan
    from finance.dues.services import run
    from league.reports import making
    from tests.finance.club import NOW, TODAY

    if job == "dues":
        run(through=TODAY, seen=plan(TODAY).fingerprint, by=None, today=TODAY, now=NOW)
    elif job == "bank":
        bank_imports = BankImport.objects.get()
        seen = list(bank_imports.lines.values_list("pk", flat=True))
        book_sure(bank_import=bank_imports, seen=seen, by=None, today=TODAY, now=NOW)
    elif job == "report":
        making.make(int(words[0]), lambda: NOW)
    else:
        archive.write(Path(*words), timezone.localtime())


if __name__ == "__main__":
    import django
    from django.db.backends.signals import connection_created

    django.setup()
    watch = _waits_after(*STOPS[sys.argv[1]])
    connection_created.connect(
        lambda connection, **_more: connection.execute_wrappers.append(watch), weak=False
    )
    _work(*sys.argv[1:])
