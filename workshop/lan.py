"""`run --lan`: the address of this machine in its own network, and the caveats that go with it."""

import ipaddress
import socket
from collections.abc import Mapping

from workshop.console import Trouble
from workshop.language import _

EVERYWHERE = "0.0.0.0"  # so that it stays reachable as localhost too
LOCAL = "localhost,127.0.0.1,[::1]"
# Addresses kept for documentation: nothing is sent there, the system only says which way it would.
FAR = "192.0.2.1"


def caveat() -> str:
    """Return what users need to know before phones come in over plain HTTP."""
    return _(
        """Other devices in this network reach it without encryption (http):
  · Whoever reads along in the same Wi-Fi sees what phones log in with and type. So only at home.
  · HTTPS is needed only for: installing it as an app, going on without a network (service
    worker), passkeys. How to come by it: docs/running.md, “In your own network”.
  · One can log in by a click on this machine alone; elsewhere with the code that appears here.
    If a phone does not get through, mostly this machine's firewall blocks the port."""
    )


def address() -> str:
    """Return the private address under which this machine is reached by its neighbours.

    Raise Trouble if there is none.
    """
    way_out = _way_out()
    if way_out is None:
        raise Trouble(
            _("This machine is in no network in which others could reach it."),
            _("connect Wi-Fi or a cable, or start without --lan."),
        )
    if not ipaddress.ip_address(way_out).is_private:
        raise Trouble(
            _(
                "{address} is no address of a private network, anybody could come by.",
                address=way_out,
            ),
            _("start without --lan; for a club on the internet see docs/running.md."),
        )
    return way_out


def _way_out() -> str | None:
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect((FAR, 9))
        except OSError:
            return None
        getsockname: str = probe.getsockname()[0]
    ours = ipaddress.ip_address(getsockname)
    return None if ours.is_loopback or ours.is_unspecified else getsockname


def url(host: str, port: int) -> str:
    return f"http://{host}:{port}/"


def environ(env: Mapping[str, str], host: str, port: int) -> dict[str, str]:
    """Return the allowed hosts and the origins of forms: those set already, and this address."""
    hosts = env.get("ALLOWED_HOSTS") or LOCAL
    origins = env.get("CSRF_TRUSTED_ORIGINS", "")
    origin = f"http://{host}:{port}"
    return {
        "ALLOWED_HOSTS": f"{hosts},{host}",
        "CSRF_TRUSTED_ORIGINS": f"{origins},{origin}" if origins else origin,
    }
