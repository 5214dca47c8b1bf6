"""The command: one line out for each line in, and no traceback whatever comes in."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from games.engine import canonical, legal_actions, replay
from games.engine.__main__ import main
from tests.waiting import finish

ROOT = Path(__file__).parent.parent.parent.parent
COMMAND = [sys.executable, "-m", "games.engine"]
LOG = {"header": {"format": 1, "rulebook": "dortmund", "players": ["a", "b"]}, "events": []}
ROUND = {
    "rulebook": "dortmund",
    "before": {"middle": 13, "deckel": {"a": 0, "b": 0}},
    "hands": [
        {"player": "a", "dice": [6, 4, 1], "throws": 1, "in_one_throw": True},
        {"player": "b", "dice": [2, 2, 1], "throws": 1, "in_one_throw": True},
    ],
}


def run(command, data, *files):
    done = subprocess.run(
        [*COMMAND, command, *map(str, files)],
        input=data,
        cwd=ROOT,
        capture_output=True,
        check=False,
    )
    assert b"Traceback" not in done.stderr
    return done.returncode, [json.loads(line) for line in done.stdout.splitlines()], done.stderr


DEEP = b'{"header":' + b"[" * 100_000 + b"]" * 100_000 + b"}"
NESTED = b'{"header":{"format":1,"rulebook":' + b"[" * 500 + b"]" * 500 + b'},"events":[]}'
BAD = [
    b"",
    b"   ",
    b"{",
    b"nothing",
    b"\xff\xfe",
    b'"\xed\xa0\x80"',
    b"NaN",
    b'{"header":{},"events":[Infinity]}',
    b"null",
    b"[]",
    b"1" * 5000,
    b'{"header":{}}',
    b'{"events":[]}',
    b'{"header":{},"events":{}}',
    b'{"header":{"format":1,"rulebook":"jule","players":["a","b"]},"events":{}}',
    b'{"header":{"format":1,"rulebook":"jule","players":["a","\\ud800"]},"events":[]}',
    b'{"header":{"format":1,"rulebook":"\\ud800","players":["a","b"]},"events":[]}',
    DEEP,
    NESTED,
]


@pytest.mark.parametrize("command", ["replay", "actions", "settle"])
def test_a_line_that_is_no_log_is_refused_and_the_next_is_read(command):
    good = ROUND if command == "settle" else LOG
    data = b"\n".join([*BAD, json.dumps(good).encode()]) + b"\n"
    status, out, errors = run(command, data)
    assert (status, len(out), errors) == (1, len(BAD) + 1, b"")
    for answer in out[:-1]:
        assert set(answer) == {"error", "event", "message"}
        assert answer["event"] is None
        assert answer["message"]
    assert "error" not in out[-1]


def test_an_illegal_event_is_named_with_its_index_and_a_german_sentence_with_the_clause():
    events = [{"type": "hand", "player": "b", "dice": [1, 2, 3], "throws": 1, "in_one_throw": True}]
    status, out, _ = run("replay", json.dumps({**LOG, "events": events}).encode())
    assert status == 1
    assert out == [
        {
            "error": "not_your_turn",
            "event": 0,
            "message": "Nicht b, sondern a ist am Wurf. (Z. 6)",
        }
    ]


@pytest.mark.parametrize(
    "event",
    [None, [], 1, "throw", True, {}, {"type": None}, {"type": []}, {"type": "jump"}, {"type": 1},
     {"type": "throw"}, {"type": {"type": "throw"}}, [["type", "throw"]]],
)  # fmt: skip
def test_what_is_no_event_is_refused_at_its_index(event):
    note = {"type": "ruling", "effect": {}}
    line = json.dumps({**LOG, "events": [note, event]}).encode()
    _, out, _ = run("replay", line)
    assert (out[0]["event"], "error" in out[0]) == (1, True)


VALUES = ["9" * 4000, "-1e400", "[" * 900 + "]" * 900, '{"a":' * 900 + "1" + "}" * 900, "1e5"]
KEYS = ["type", "player", "dice", "kept", "turned", "effect", "code", "mode", "reason"]


@pytest.mark.parametrize("value", VALUES, ids=range(len(VALUES)))
def test_huge_numbers_and_deep_values_in_an_event_are_refused(value):
    lines = []
    for kind in ("throw", "infraction", "ruling", "overtime", "abandon"):
        for key in KEYS:
            fields = {"type": f'"{kind}"', "player": '"a"', "kept": "[]", "turned": "0"}
            fields = {
                **fields,
                "dice": "[1,2]",
                "code": "1",
                "effect": "1",
                "mode": "1",
                key: value,
            }
            event = ",".join(f'"{name}":{text}' for name, text in fields.items())
            lines.append(f'{{"header":{json.dumps(LOG["header"])},"events":[{{{event}}}]}}')
    _, out, errors = run("replay", "\n".join(lines).encode())
    assert (len(out), errors) == (len(lines), b"")
    abandoned = [answer for answer in out if "error" not in answer]
    assert all(answer["ended_by"] == "abandoned" for answer in abandoned)


def test_actions_are_those_of_the_state():
    _, out, _ = run("actions", json.dumps(LOG).encode())
    assert out == [legal_actions(replay(LOG["header"], []))]


def test_settle_writes_what_a_worked_round_expects():
    status, out, _ = run("settle", json.dumps({**ROUND, "id": "x", "expect": None}).encode())
    assert (status, out[0]["worst"], out[0]["ranking"]) == (0, "b", ["a", "b"])


def changed(**fields):
    hands = [dict(hand) for hand in ROUND["hands"]]
    hands[1] |= fields
    return {**ROUND, "hands": hands}


BAD_ROUNDS = [
    {**ROUND, "rulebook": "x"},
    {**ROUND, "before": None},
    {**ROUND, "before": {"middle": 13}},
    {**ROUND, "before": {"deckel": {"a": 0, "b": 0}}},
    {**ROUND, "before": {"middle": -1, "deckel": {"a": 0, "b": 0}}},
    {**ROUND, "before": {"middle": 0, "deckel": {"a": 0, "b": 0}}},
    {**ROUND, "before": {"middle": 1, "deckel": {"a": True, "b": 0}}},
    {**ROUND, "before": {"middle": 1, "deckel": {"a": 0}}},
    {**ROUND, "hands": None},
    {**ROUND, "hands": ROUND["hands"][:1]},
    {**ROUND, "hands": [*ROUND["hands"], None]},
    changed(player="a"),
    changed(player=None),
    changed(player=["a"]),
    changed(dice=[1, 2]),
    changed(dice=[1, 2, 7]),
    changed(throws=4),
    changed(throws=0),
    changed(throws=True),
    changed(in_one_throw=False),
    changed(in_one_throw=None),
]


@pytest.mark.parametrize("row", BAD_ROUNDS, ids=range(len(BAD_ROUNDS)))
def test_a_bad_round_is_refused(row, capsysbinary, tmp_path):
    path = tmp_path / "rounds"
    path.write_text(json.dumps(row) + "\n", "utf-8")
    assert main(["settle", str(path)]) == 1
    out = json.loads(capsysbinary.readouterr().out)
    assert (out["event"], bool(out["message"])) == (None, True)


def test_files_are_read_one_after_the_other(capsysbinary, tmp_path):
    paths = [tmp_path / "one", tmp_path / "two"]
    for path in paths:
        path.write_text(json.dumps(LOG), "utf-8")
    assert main(["replay", *map(str, paths)]) == 0
    lines = capsysbinary.readouterr().out.decode().splitlines()
    assert len(lines) == 2
    assert lines[0] == canonical(json.loads(lines[0]))


def test_a_file_that_is_not_there_is_one_clear_sentence(capsys, tmp_path):
    assert main(["replay", str(tmp_path / "missing")]) == 2
    assert "missing" in capsys.readouterr().err
    assert main(["replay", str(tmp_path)]) == 2


def test_the_library_reads_lines_as_the_command_does(capsysbinary, tmp_path):
    path = tmp_path / "logs"
    path.write_bytes(b"\n".join([*BAD, json.dumps(LOG).encode()]))
    assert main(["replay", str(path)]) == 1
    assert main(["actions", str(path)]) == 1
    assert len(capsysbinary.readouterr().out.splitlines()) == 2 * (len(BAD) + 1)


def test_help_names_the_commands(capsys):
    with pytest.raises(SystemExit) as done:
        main(["--help"])
    assert done.value.code == 0
    out = capsys.readouterr().out
    assert all(name in out for name in ("replay", "settle", "actions"))
    with pytest.raises(SystemExit) as done:
        main([])
    assert done.value.code == 2


def test_whoever_stops_reading_hears_no_complaint():
    done = subprocess.run(
        f"(yes '{json.dumps(LOG)}' | head -n 20000 | {' '.join(COMMAND)} replay) | head -n 1",
        shell=True,
        cwd=ROOT,
        capture_output=True,
        check=False,
    )
    assert done.stderr == b""
    assert done.stdout.count(b"\n") == 1


def test_ctrl_c_ends_it_quietly():
    process = subprocess.Popen(
        [*COMMAND, "replay"],
        cwd=ROOT,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        bufsize=0,
        # Whatever runs in the background of a shell inherits that Ctrl-C is ignored.
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),
    )
    # More than the pipe holds, and no end of the line: once it is written, the command reads.
    process.stdin.write(b" " * 200_000)
    os.kill(process.pid, signal.SIGINT)
    _, errors = finish(process)
    assert (process.returncode, errors) == (130, b"")


def test_django_is_not_needed():
    code = (
        "import sys; sys.modules['django'] = None\n"
        "from games.engine.__main__ import main\n"
        "sys.exit(main(['replay', '/dev/null']))"
    )
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, check=False)
    assert done.returncode == 0
