"""Mail server that says what a test wants: the real protocol on a real port."""

import socket
import socketserver
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field

from django.core import mail
from django.test import override_settings
from django.utils import timezone

from league.mail.sending import deliver

SMTP = "django.core.mail.backends.smtp.EmailBackend"


def sent() -> list[mail.EmailMessage]:
    """Return the mails that the outbox gives away now, with Django's mail server for tests."""
    mail.outbox = []
    deliver(timezone.now)
    return mail.outbox


@dataclass
class Server:
    """`answers` are given to the ends of mails in turn, the last one for ever; "" hangs up."""

    port: int
    answers: list[str] = field(default_factory=lambda: ["250 ok"])
    taken: list[str] = field(default_factory=list)
    connections: int = 0


@contextmanager
def mail_server(*answers: str) -> Iterator[Server]:
    class Talk(socketserver.StreamRequestHandler):
        def handle(self) -> None:
            there.connections += 1
            self.say("220 test")
            while line := self.rfile.readline().strip().upper():
                if line == b"DATA":
                    self.say("354 go on")
                    letter = []
                    while (part := self.rfile.readline()) not in {b".\r\n", b""}:
                        letter.append(part)
                    answer = there.answers.pop(0) if len(there.answers) > 1 else there.answers[0]
                    if not answer:
                        return
                    if answer.startswith("2"):
                        there.taken.append(b"".join(letter).decode())
                    self.say(answer)
                elif line == b"QUIT":
                    self.say("221 bye")
                    return
                else:
                    self.say("250 ok")

        def say(self, words: str) -> None:
            self.wfile.write(f"{words}\r\n".encode())

    with socketserver.ThreadingTCPServer(("127.0.0.1", 0), Talk) as listening:
        there = Server(listening.server_address[1])
        if answers:
            there.answers = list(answers)
        threading.Thread(target=listening.serve_forever, args=(0.02,), daemon=True).start()
        try:
            with at(there.port):
                yield there
        finally:
            listening.shutdown()


@contextmanager
def no_mail_server() -> Iterator[None]:
    with socket.socket() as reserved:
        reserved.bind(("127.0.0.1", 0))  # no one else gets the port, and nothing listens there
        with at(reserved.getsockname()[1]):
            yield


def at(port: int) -> override_settings:
    """Set up production's mail settings, with the mail server at this port of this machine."""
    return override_settings(
        EMAIL_BACKEND=SMTP, EMAIL_HOST="127.0.0.1", EMAIL_PORT=port, EMAIL_USE_TLS=False
    )
