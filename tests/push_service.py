"""Push service that says what a test wants, and checks its senders: HTTP on a real port."""

import base64
import json
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.client import HTTPConnection
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.utils import encode_dss_signature

from tests.waiting import LIMIT

HOST = "updates.push.services.mozilla.com"


def endpoint(name: str) -> str:
    return f"https://{HOST}/wpush/v2/{name}"


@dataclass
class Woken:
    """One push as it came: its address, its headers and its body."""

    path: str
    headers: dict[str, str]
    body: bytes


@dataclass
class Service:
    """`answers` are given in turn, the last one for ever, each with a time to wait or none."""

    port: int
    answers: list[tuple[int, str]] = field(default_factory=lambda: [(201, "")])
    woken: list[Woken] = field(default_factory=list)

    def connect(self, host: str) -> HTTPConnection:
        """Connect here instead of by TLS to that host."""
        assert host == HOST
        return HTTPConnection("127.0.0.1", self.port, timeout=LIMIT)


@contextmanager
def push_service(*answers: tuple[int, str]) -> Iterator[Service]:
    class Talk(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def do_POST(self) -> None:
            body = self.rfile.read(int(self.headers["Content-Length"]))
            there.woken.append(Woken(self.path, dict(self.headers), body))
            status, wait = there.answers.pop(0) if len(there.answers) > 1 else there.answers[0]
            self.send_response(status)
            if wait:
                self.send_header("Retry-After", wait)
            self.send_header("Content-Length", "0")
            self.end_headers()

        def log_message(self, format: str, *args: object) -> None:
            """Write nothing."""

    with ThreadingHTTPServer(("127.0.0.1", 0), Talk) as listening:
        there = Service(listening.server_address[1])
        if answers:
            there.answers = list(answers)
        threading.Thread(target=listening.serve_forever, args=(0.02,), daemon=True).start()
        try:
            yield there
        finally:
            listening.shutdown()


def claims(authorization: str, public_key: str) -> dict[str, object]:
    """Return the claims of an RFC 8292 header, checked as a service does: by this key and
    signature.
    """
    scheme, _, rest = authorization.partition(" ")
    said = dict(part.strip().split("=", 1) for part in rest.split(","))
    assert (scheme, said["k"]) == ("vapid", public_key)
    text, _, signature = said["t"].rpartition(".")
    raw = _bytes(signature)
    assert len(raw) == 64
    numbers = (int.from_bytes(raw[:32], "big"), int.from_bytes(raw[32:], "big"))
    key = ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), _bytes(public_key))
    key.verify(encode_dss_signature(*numbers), text.encode(), ec.ECDSA(hashes.SHA256()))
    header, payload = (json.loads(_bytes(part)) for part in text.split("."))
    assert header == {"typ": "JWT", "alg": "ES256"}
    return dict(payload)


def _bytes(text: str) -> bytes:
    return base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))
