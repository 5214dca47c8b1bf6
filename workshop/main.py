"""The command line: which commands there are, and trouble turned into a sentence."""

import argparse
import io
import sys
from collections.abc import Sequence
from typing import NoReturn

from workshop import bench, checks, club, environment, suite
from workshop.console import Steps, Trouble, say, trouble_of
from workshop.processes import House, Stopped


class Parser(argparse.ArgumentParser):
    def error(self, message: str) -> NoReturn:
        raise Trouble(
            f"Diesen Aufruf versteht dev.py nicht ({message}).",
            "python3 dev.py --help zeigt die Befehle, zum Beispiel: python3 dev.py run",
        )


def _port(text: str) -> int:
    number = int(text)
    if not 0 < number < 65536:
        raise ValueError
    return number


def _parser() -> Parser:
    parser = Parser(prog="dev.py", description="Schockwart starten und prüfen")
    commands = parser.add_subparsers(dest="command", required=True, metavar="BEFEHL")
    for name, words in (
        ("run", "startet Schockwart auf diesem Rechner (SQLite, ohne weitere Dienste)"),
        ("stack", "startet es wie im Betrieb: PostgreSQL, Redis, zwei Webprozesse"),
    ):
        command = commands.add_parser(name, help=words, description=words)
        command.add_argument("--port", type=_port, default=8000, help="Vorgabe: 8000")
        command.add_argument("--empty", action="store_true", help="ohne Vorführverein")
        words = "auch für Handys im selben Netz: zeigt Adresse und QR-Code"
        command.add_argument("--lan", action="store_true", help=words)
    words = "prüft alles: Prüfungen, Tests auf PostgreSQL und auf SQLite"
    test = commands.add_parser("test", help=words, description=words, allow_abbrev=False)
    test.add_argument("--long", action="store_true", help="auch, was lange dauert")
    test.add_argument("--no-check", action="store_true", help="ohne die Prüfungen von „check“")
    test.add_argument("--only", choices=suite.DATABASES, help="nur auf dieser Datenbank")
    words = "nur die schnelle Auswahl: auf SQLite, ohne Prüfungen, Dienste und Browser"
    test.add_argument("--fast", action="store_true", help=words)
    words = "Form, Typen, Importe, Einstellungen, Vorlagen, Übersetzungen"
    commands.add_parser("check", help=words, description=words)
    words = "misst: die Skripte in bench/"
    measure = commands.add_parser("bench", help=words, description=words)
    measure.add_argument("name", nargs="?", help="nur dieses")
    return parser


def main(arguments: Sequence[str]) -> int:
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):  # a terminal without UTF-8 shall not end us
            stream.reconfigure(errors="replace", line_buffering=True)
    try:
        given, rest = _parser().parse_known_args(arguments)
        if rest and given.command != "test":
            _parser().error(f"unbekannt: {' '.join(rest)}")
        with House() as house:
            return _do(given, rest, house)
    except Stopped:
        say("\nBeendet.")
        return 0 if given.command in {"run", "stack"} else 130
    except Trouble as trouble:
        print(f"\nFehler: {trouble}", file=sys.stderr)
    except OSError as error:
        print(f"\nFehler: {trouble_of(error)}", file=sys.stderr)
    return 1


def _do(given: argparse.Namespace, rest: list[str], house: House) -> int:
    if given.command in {"run", "stack"}:
        return club.run(club.Wish(given.command, given.port, given.empty, given.lan), house)
    if not environment.ready("test"):
        with Steps(1).step("Python-Umgebung (.venv)"):
            environment.make("test")
    if given.command == "check":
        return checks.run()
    if given.command == "bench":
        return bench.run(house, given.name)
    wish = suite.Wish(rest, given.long, not given.no_check, given.only, given.fast)
    return suite.run(house, wish)
