"""Asking for a login code, with a known address and an unknown one.

Fresh visitors ask in turn through the real web server, each with a page and a token of its own; the
mail server takes a call and never answers. The figure comes last.
"""

# needs: postgresql
import os
import re
import socket
import statistics
import sys
from pathlib import Path
from time import perf_counter
from urllib.parse import urlencode

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from http.client import HTTPConnection

from bench import _harness as harness
from bench._figures import figure, size

REQUESTS = size(200, 6)
WARM_UP = size(20, 2)
KNOWN, UNKNOWN = "known", "unknown"


def ask(port: int, number: int, email: str) -> float:
    """Return the seconds from the form to its answer. Each request is another visitor's."""
    line = HTTPConnection("127.0.0.1", port, timeout=30)
    # One proxy is trusted in front of it, so no visitor meets another's limit.
    visitor = {"X-Forwarded-For": f"198.18.{number // 250}.{number % 250}"}
    line.request("GET", "/anmelden/", headers=visitor)
    page = line.getresponse()
    cookie = str(page.headers["Set-Cookie"]).split(";")[0]
    shown = page.read().decode()
    token = re.search(r'csrfmiddlewaretoken" value="([^"]+)"', shown)
    assert token is not None, page.status
    form = urlencode({"csrfmiddlewaretoken": token[1], "email": email})
    headers = {**visitor, "Cookie": cookie, "Content-Type": "application/x-www-form-urlencoded"}
    began = perf_counter()
    line.request("POST", "/anmelden/", form, headers)
    answer = line.getresponse()
    answer.read()
    took = perf_counter() - began
    line.close()
    assert answer.status == 302, answer.status
    return took


def main() -> None:
    with socket.socket() as mute:
        mute.bind(("127.0.0.1", 0))
        mute.listen(64)
        os.environ |= {
            "EMAIL_HOST": "127.0.0.1",
            "EMAIL_PORT": str(mute.getsockname()[1]),
            "BEHIND_PROXY": "1",
        }
        harness.prepare("config.settings")
        from django.core.management import call_command

        from league.people.services.people import create_person

        call_command("collectstatic", "--no-input", verbosity=0)  # pages name their files by it

        for number in range(REQUESTS + WARM_UP):
            create_person(name=f"Bench {number}", email=f"{KNOWN}-{number}@club.invalid")
        times: dict[str, list[float]] = {KNOWN: [], UNKNOWN: []}
        with harness.granian("config.settings") as port:
            for number in range(REQUESTS + WARM_UP):
                # In turn: the second side meets what the first has left behind.
                for turn, who in enumerate(sorted(times, reverse=number % 2 == 1)):
                    email = f"{who}-{number}@club.invalid"
                    times[who].append(ask(port, 2 * number + turn, email))
    medians = {who: statistics.median(took[WARM_UP:]) * 1000 for who, took in times.items()}
    for who, median in medians.items():
        figure(f"{who}, median of {REQUESTS} requests", median, unit="ms")
    ratio = medians[KNOWN] / medians[UNKNOWN]
    figure("known to unknown", ratio, digits=3, at_least=0.9, at_most=1.1)


if __name__ == "__main__":
    main()
