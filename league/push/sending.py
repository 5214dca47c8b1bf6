"""The way to the browsers' push services. Needs the database, and no request."""

import logging
import ssl
from collections.abc import Callable
from datetime import datetime, timedelta
from http import HTTPStatus
from http.client import HTTPConnection, HTTPException, HTTPSConnection
from ipaddress import ip_address
from socket import SOCK_STREAM, getaddrinfo
from urllib.parse import urlsplit

from django.conf import settings

from league.club.queries import the_club
from league.push import queries, services
from league.push.models import Push
from league.push.rules import KeyPair, authorization, is_of_service

log = logging.getLogger(__name__)
TIMEOUT = 10  # seconds
MOST_OF_AN_ANSWER = 10_000  # bytes; nothing in it is read
Connect = Callable[[str], HTTPConnection]
GONE = {HTTPStatus.NOT_FOUND, HTTPStatus.GONE}


def connect_to(host: str) -> HTTPConnection:
    """Open TLS to this host. OSError if its name leads into a network other than the public one."""
    there = {str(info[4][0]) for info in getaddrinfo(host, 443, type=SOCK_STREAM)}
    if not all(ip_address(address).is_global for address in there):
        raise OSError(f"{host} is not out there")
    return HTTPSConnection(host, timeout=TIMEOUT, context=ssl.create_default_context())


def deliver(clock: Callable[[], datetime], connect: Connect = connect_to) -> None:
    """Send due pushes. Others may do the same at the same time: each push is claimed by its row.

    A service that cannot be reached is left alone until the next call.
    """
    services.tidy(now=clock())
    keys = queries.keys_in_use()
    if keys is None:
        return
    sender = _Sender(keys, connect, clock)
    while (push := queries.due(clock()).first()) is not None:
        if services.claim(push=push, now=clock()):
            sender.send(push)
    sender.close()


class _Sender:
    """One connection for each service, and those that did not answer."""

    def __init__(self, keys: KeyPair, connect: Connect, clock: Callable[[], datetime]) -> None:
        self.keys, self.connect, self.clock = keys, connect, clock
        self.open: dict[str, HTTPConnection] = {}
        self.down: set[str] = set()
        contact = the_club().contact
        self.contact = f"mailto:{contact}" if contact else settings.PUBLIC_URL

    def send(self, push: Push) -> None:
        endpoint = push.device.endpoint
        host = urlsplit(endpoint).hostname or ""
        if not is_of_service(endpoint, settings.PUSH_HOSTS):  # the list was shortened
            services.forget_device(device=push.device)
            return
        if host in self.down:
            services.put_off(push=push, now=self.clock())
            return
        try:
            status, wait = self._post(host, endpoint, push)
        except (OSError, HTTPException) as error:
            log.warning("push service %s is not reached: %s", host, error)
            self.down.add(host)
            services.put_off(push=push, now=self.clock())
        else:
            self._answered(push, status, wait)

    def _post(self, host: str, endpoint: str, push: Push) -> tuple[int, str]:
        connection = self.open.get(host)
        if connection is None:
            connection = self.open[host] = self.connect(host)
        parts, now = urlsplit(endpoint), self.clock()
        headers = {
            "Authorization": authorization(
                self.keys, origin=f"https://{host}", contact=self.contact, now=now
            ),
            "TTL": str(max(0, int((push.until - now).total_seconds()))),
            "Urgency": "high",
            # A newer one takes the place of what the device has not heard yet.
            "Topic": "seat",
            "Content-Length": "0",
        }
        path = parts.path + (f"?{parts.query}" if parts.query else "")
        try:
            connection.request("POST", path, headers=headers)
            answer = connection.getresponse()
            answer.read(MOST_OF_AN_ANSWER)
        except (OSError, HTTPException):
            self.open.pop(host).close()
            raise
        if not answer.isclosed():
            self.open.pop(host).close()
        return answer.status, answer.headers.get("Retry-After", "")

    def _answered(self, push: Push, status: int, wait: str) -> None:
        if HTTPStatus.OK <= status < HTTPStatus.MULTIPLE_CHOICES:
            services.taken(push=push, now=self.clock())
        elif status in GONE:
            services.forget_device(device=push.device)
        elif status == HTTPStatus.TOO_MANY_REQUESTS or status >= HTTPStatus.INTERNAL_SERVER_ERROR:
            seconds = timedelta(seconds=int(wait)) if wait.isascii() and wait.isdigit() else None
            services.put_off(push=push, now=self.clock(), wait=seconds)
        else:
            log.warning("push %s: the service answers %s", push.pk, status)
            services.give_up(push=push)

    def close(self) -> None:
        for connection in self.open.values():
            connection.close()
