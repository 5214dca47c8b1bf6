"""The seconds of a processor that work took, so that machines can be compared."""

import resource
import subprocess

from workshop.paths import PYTHON

LOOP = "sum(i * i for i in range(10**8))"
TENTH = LOOP.replace("10**8", "10**7")


def spent() -> float:
    """Return the seconds of all children that have ended, and of theirs."""
    usage = resource.getrusage(resource.RUSAGE_CHILDREN)
    return usage.ru_utime + usage.ru_stime


def loop() -> float:
    """Return the seconds that LOOP takes the Python of `.venv`, from a tenth of it."""
    code = f"import time; {TENTH}; print(time.process_time())"
    done = subprocess.run(
        [PYTHON, "-I", "-S", "-c", code], capture_output=True, text=True, check=True
    )
    return 10 * float(done.stdout)
