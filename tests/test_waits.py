"""Test that a wait that comes to nothing says what it saw instead."""

import subprocess
import sys

import pytest

from tests import waiting
from tests.victim import killed_in
from tests.waiting import alive, finish, run, wait_until


@pytest.fixture
def short(monkeypatch):
    monkeypatch.setattr(waiting, "LIMIT", 0.1)


def child(code: str, **words: object) -> subprocess.Popen[str]:
    command = [sys.executable, "-I", "-S", "-c", code]
    return subprocess.Popen(command, stdout=subprocess.PIPE, text=True, **words)


def test_what_does_not_happen_is_told_with_what_was_seen(short):
    with pytest.raises(AssertionError, match="seen instead:\nan empty table"):
        wait_until(lambda: False, lambda: "an empty table")
    assert wait_until(lambda: "a row") == "a row"


def test_a_child_that_died_is_told_with_its_code_and_its_log(tmp_path):
    log = tmp_path / "log"
    with log.open("w") as out, child("raise SystemExit('no broker')", stderr=out) as process:
        process.wait()
    with pytest.raises(AssertionError, match="ended with 1:\nno broker"):
        alive(process, log)


def test_a_child_that_does_not_end_is_told_with_what_it_wrote(short):
    process = child("import signal; print('begun', flush=True); signal.pause()")
    with pytest.raises(AssertionError, match="did not end within"):
        finish(process)
    assert process.returncode is not None


def test_a_command_that_fails_is_told_with_its_code_and_both_pipes():
    done = run([sys.executable, "-I", "-S", "-c", "print('half'); raise SystemExit('no more')"])
    assert (done.returncode, done.stdout, done.stderr) == (1, "half\n", "no more\n")


def test_a_victim_that_ends_before_its_stop_is_told_with_what_it_said(transactional_db):
    with pytest.raises(AssertionError, match=r"ended with 1 before its stop:[\s\S]*ValueError"):
        killed_in("report", "no number")
