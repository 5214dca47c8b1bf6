"""Test that each script of bench/ still runs and prints its figures, in the smallest size."""

import subprocess
import sys

import pytest

from workshop import bench
from workshop.paths import ROOT


@pytest.mark.long
@pytest.mark.parametrize("name", [script.stem for script in bench.scripts()])
def test_a_bench_prints_its_figures(name):
    command = [sys.executable, "dev.py", "bench", name, "--small"]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr
    assert ", aim: " in done.stdout
