"""P1: one throw through the scorer's real endpoint, beside a bare view and a textbook's.

* ours: a phone on a table's link (signed cookies, CSRF, every middleware) sends one throw to
  `/api/games/<key>/events/` and gets the picture of the table after it;
* bare: a view of a new Django project that inserts a row and knows no user;
* textbook: a view with a token's row, a serializer, a locked game and the ORM.

Two workers each, PostgreSQL that writes durably, eight phones, all sides in turn. Also: what a
throw costs at entry 20 and at entry 1,000 of the same game. The figure comes last.
"""

# needs: postgresql
import statistics
import sys
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from bench import _harness as harness
from bench._figures import figure, size

ROUNDS = size(7, 1)
PER_PHONE = size(120, 10)
OURS, THEIRS = "config.settings", "bench.reference.settings"
EARLY, LATE, WINDOW = 20, size(1_000, 180), 30


def ours(phones: list[harness.Phone], number: int) -> list[list[bytes]]:
    return [
        [
            harness.post(f"/api/games/{key}/events/", phone.headers, {"seen": n, "events": [event]})
            for n, event in enumerate(harness.throws(phone, PER_PHONE, seed))
        ]
        for seed, phone in enumerate(phones, start=100 * number)
        for key in [harness.new_game(phone)]
    ]


def bare(phones: list[harness.Phone]) -> list[list[bytes]]:
    return [
        [
            harness.post(f"/bare/{phone.table}/", phone.headers, {"seen": n, "events": [event]})
            for n, event in enumerate(harness.throws(phone, PER_PHONE, seed))
        ]
        for seed, phone in enumerate(phones)
    ]


def textbook(phones: list[harness.Phone], token: str) -> list[list[bytes]]:
    from bench.reference.models import Match

    queues = []
    for seed, phone in enumerate(phones):
        match, queue = Match.objects.create(), []
        for n, event in enumerate(harness.throws(phone, PER_PHONE, seed)):
            body = {"seen": n, "client_id": event["id"], "player": event["player"]}
            body |= {"dice": event["dice"], "kept": event.get("kept", [])}
            body["turned"] = event.get("turned", 0)
            headers = f"Authorization: Token {token}\r\n"
            queue.append(harness.post(f"/textbook/{match.pk}/", headers, body))
        queues.append(queue)
    return queues


def late_and_early(port: int, phone: harness.Phone, pool: ProcessPoolExecutor) -> tuple[float, int]:
    """Return the cost of an entry after 1,000 of them over that after 20, in one game, and the
    errors.
    """
    key = harness.new_game(phone)
    queue = [
        harness.post(f"/api/games/{key}/events/", phone.headers, {"seen": n, "events": [event]})
        for n, event in enumerate(harness.long_game(phone, EARLY, LATE, WINDOW, 7))
    ]
    done = harness.load(pool, port, [queue])
    early = statistics.median(done.times[EARLY : EARLY + WINDOW])
    late = statistics.median(done.times[-WINDOW:])
    return late / early, done.errors


def main() -> None:
    harness.prepare(THEIRS)
    from django.contrib.auth import get_user_model
    from rest_framework.authtoken.models import Token

    user = get_user_model().objects.create(email="bench@club.invalid")
    token = Token.objects.create(user=user).key
    phones = harness.phones(harness.PHONES, players=harness.PLAYERS)
    sides: dict[str, list[float]] = {"ours": [], "bare": [], "textbook": []}
    errors = 0
    with (
        ProcessPoolExecutor(harness.LOADERS) as pool,
        harness.granian(OURS) as our_port,
        harness.granian(THEIRS) as their_port,
    ):

        def measure(name: str, port: int, queues: list[list[bytes]]) -> None:
            nonlocal errors
            done = harness.load(pool, port, queues)
            errors += done.errors
            sides[name].append(done.rate)

        harness.in_turn(
            ROUNDS + 1,
            [
                lambda n: measure("ours", our_port, ours(phones, n)),
                lambda n: measure("bare", their_port, bare(phones)),
                lambda n: measure("textbook", their_port, textbook(phones, token)),
            ],
        )
        slower = []
        for _ in range(size(5, 1)):
            ratio, wrong = late_and_early(our_port, phones[0], pool)
            slower.append(ratio)
            errors += wrong
    rates = {name: rates[1:] for name, rates in sides.items()}  # the first round warms up
    per_bare = [a / b for a, b in zip(rates["ours"], rates["bare"], strict=True)]
    per_book = [a / b for a, b in zip(rates["ours"], rates["textbook"], strict=True)]
    for name, rounds in rates.items():
        figure(f"{name}, requests per second", rounds, digits=0)
    figure("ours to textbook", per_book, at_least=2)
    figure("cost of entry 1,000 to entry 20", slower, at_most=1.1)
    figure("errors", errors, digits=0, at_most=0)
    figure("ours to bare", per_bare, at_least=0.6)
    if errors:
        sys.exit(1)


if __name__ == "__main__":
    main()
