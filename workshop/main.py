"""Read the command line, and turn trouble into a sentence."""

import argparse
import io
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import NoReturn

from workshop import bench, checks, club, environment, lock, pictures, suite
from workshop.console import Steps, Trouble, say, trouble_of
from workshop.language import _, teach_argparse
from workshop.processes import ProcessGroup, Stopped

LAST_PORT = 65535


class Parser(argparse.ArgumentParser):
    def error(self, message: str) -> NoReturn:
        raise Trouble(
            _("dev.py does not understand this call ({reason}).", reason=message),
            _("python3 dev.py --help shows the commands, for example: python3 dev.py run"),
        )


def _port(text: str) -> int:
    if not (text.isascii() and text.isdigit() and 0 < int(text) <= LAST_PORT):
        raise argparse.ArgumentTypeError(
            _("a port is a number from 1 to {last}, not “{text}”", last=LAST_PORT, text=text)
        )
    return int(text)


def _parser() -> Parser:
    teach_argparse()
    parser = Parser(prog="dev.py", description=_("Start Schockwart and check it"))
    commands = parser.add_subparsers(dest="command", required=True, metavar=_("COMMAND"))
    for name, words in (
        ("run", _("starts Schockwart on this machine (SQLite, no other services)")),
        ("stack", _("starts it as in production: PostgreSQL, Redis, two web processes")),
    ):
        command = commands.add_parser(name, help=words, description=words)
        words = _("default: {port}", port=8000)
        command.add_argument("--port", type=_port, default=8000, metavar="PORT", help=words)
        command.add_argument("--empty", action="store_true", help=_("without the demo club"))
        words = _("for phones in the same network too: shows address and QR code")
        command.add_argument("--lan", action="store_true", help=words)
    words = _("checks everything: the code, and the tests on PostgreSQL and on SQLite")
    test = commands.add_parser("test", help=words, description=words, allow_abbrev=False)
    test.add_argument("--long", action="store_true", help=_("with what takes long"))
    test.add_argument("--no-check", action="store_true", help=_("without what “check” does"))
    test.add_argument("--only", choices=suite.DATABASES, help=_("on this database alone"))
    words = _("only the quick share: on SQLite, without checks, services and browser")
    test.add_argument("--fast", action="store_true", help=words)
    words = _("format, types, imports, settings, templates, translations")
    commands.add_parser("check", help=words, description=words)
    words = _("measures: the scripts in bench/")
    measure = commands.add_parser("bench", help=words, description=words)
    measure.add_argument("name", nargs="?", metavar="NAME", help=_("this one alone"))
    words = _("only shows that the scripts still run: small sizes")
    measure.add_argument("--small", action="store_true", help=words)
    words = _("all of them, and writes the table bench/results.md")
    measure.add_argument("--all", action="store_true", help=words)
    words = _("takes the README's pictures of the demo club")
    commands.add_parser("pictures", help=words, description=words)
    words = _("prints the bill of materials of the locked packages (CycloneDX)")
    commands.add_parser("bill", help=words, description=words)
    words = _("compares the locked packages with advisories, without a network")
    advisories = commands.add_parser("advisories", help=words, description=words)
    words = _("a record of OSV, a folder of these, or the archive of PyPI")
    advisories.add_argument("file", type=Path, metavar="FILE", help=words)
    return parser


def main(arguments: Sequence[str]) -> int:
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):  # a terminal without UTF-8 shall not end us
            stream.reconfigure(errors="replace", line_buffering=True)
    try:
        given, rest = _parser().parse_known_args(arguments)
        if rest and given.command != "test":
            _parser().error(_("unknown: {words}", words=" ".join(rest)))
        with ProcessGroup() as processes:
            return _do(given, rest, processes)
    except Stopped:
        say(f"\n{_('Ended.')}")
        return 0 if given.command in {"run", "stack"} else 130
    except Trouble as trouble:
        reason = str(trouble)
    except OSError as error:
        reason = str(trouble_of(error))
    print(f"\n{_('Error: {reason}', reason=reason)}", file=sys.stderr)
    return 1


def _do(given: argparse.Namespace, rest: list[str], processes: ProcessGroup) -> int:
    if given.command in {"run", "stack"}:
        return club.run(club.Wish(given.command, given.port, given.empty, given.lan), processes)
    if given.command == "bill":
        return lock.print_bill()
    if given.command == "advisories":
        return lock.print_advisories(given.file)
    if not environment.ready("test"):
        with Steps(1).step(_("Python environment (.venv)")):
            environment.make("test")
    if given.command == "check":
        return checks.run()
    if given.command == "bench":
        return bench.run(processes, bench.Wish(given.name, given.small, given.all))
    if given.command == "pictures":
        return pictures.run(processes)
    wish = suite.Wish(rest, given.long, not given.no_check, given.only, given.fast)
    return suite.run(processes, wish)
