"""End the processes of dev.py when dev.py itself was killed and could not.

A process of its own, run as a script without the rest of the workshop. It reads lines from its
standard input, to which only dev.py can write: `+ 4711 15` for a process group that was started and
the signal that ends it kindly, `- 4711` for one that is gone. The system closes that pipe when
dev.py dies, however it dies; any group that is left is ended then. Works alike on Linux and macOS,
and for the children of children.
"""

import os
import signal
import sys
import time

GRACE = 2.0


def _send(group: int, number: int) -> bool:
    """Send a signal to a group; return False if no process of it could get it."""
    try:
        os.killpg(group, number)
    except (ProcessLookupError, PermissionError):
        return False
    return True


def main() -> None:
    for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        signal.signal(number, signal.SIG_IGN)
    groups: dict[int, int] = {}
    for line in sys.stdin:
        sign, group, *goodbye = line.split()
        if sign == "+":
            groups[int(group)] = int(goodbye[0])
        else:
            groups.pop(int(group), None)
    left = [group for group, goodbye in groups.items() if _send(group, goodbye)]
    end = time.monotonic() + GRACE
    while any(_send(group, 0) for group in left) and time.monotonic() < end:
        time.sleep(0.05)
    for group in left:
        _send(group, signal.SIGKILL)


if __name__ == "__main__":
    main()
