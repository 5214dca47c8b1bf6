"""The command line: `python -m games.engine replay|settle|actions [FILES]`.

One line of output for each line of input, canonical JSON. Exit status 1 where a line was refused, 2
where a file cannot be read.
"""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Callable, Iterator
from typing import Any

from .errors import EngineError
from .lines import actions_line, canonical, refusal, replay_line, settle_line

COMMANDS: dict[str, tuple[Callable[[bytes], Any], str]] = {
    "replay": (replay_line, "read game logs and write the state of each"),
    "settle": (settle_line, "read single rounds and write how each settles"),
    "actions": (actions_line, "read game logs and write what is legal next in each"),
}


def parser() -> argparse.ArgumentParser:
    argument_parser = argparse.ArgumentParser(
        prog="python -m games.engine",
        description="The rules of Schocken on the command line. One JSON value per line, in and "
        "out; a refused line gives its error, the index of the event and a sentence in German.",
    )
    commands = argument_parser.add_subparsers(dest="command", required=True, metavar="COMMAND")
    for name, (_, help_) in COMMANDS.items():
        command = commands.add_parser(name, help=help_, description=help_)
        command.add_argument("files", nargs="*", metavar="FILE", help="default: standard input")
    return argument_parser


def lines(files: list[str]) -> Iterator[bytes]:
    if not files:
        yield from sys.stdin.buffer
    for name in files:
        with open(name, "rb") as file:
            yield from file


def main(arguments: list[str] | None = None) -> int:
    options = parser().parse_args(arguments)
    work, _ = COMMANDS[options.command]
    refused = False
    try:
        for line in lines(options.files):
            try:
                answer = work(line)
            except EngineError as error:
                answer, refused = refusal(error), True
            # Half a surrogate pair in the input is written as an escape, not as a crash.
            text = canonical(answer) + "\n"
            sys.stdout.buffer.write(text.encode("utf-8", "backslashreplace"))
        sys.stdout.buffer.flush()
    except OSError as error:
        if isinstance(error, BrokenPipeError):
            # The reader of the output has gone; what is still buffered has nowhere to go.
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
            return 0
        print(f"{error.filename}: {error.strerror}", file=sys.stderr)
        return 2
    except KeyboardInterrupt:
        return 130
    return int(refused)


if __name__ == "__main__":
    sys.exit(main())
