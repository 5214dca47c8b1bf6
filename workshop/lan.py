"""`run --lan`: the address of this machine in its own network, and what has to be known there."""

import ipaddress
import socket
from collections.abc import Mapping

from workshop.console import Trouble

EVERYWHERE = "0.0.0.0"  # so that it stays reachable as localhost too
LOCAL = "localhost,127.0.0.1,[::1]"
# Addresses kept for documentation: nothing is sent there, the system only says which way it would.
FAR = "192.0.2.1"
CAVEAT = """Andere Geräte in diesem Netz erreichen es ohne Verschlüsselung (http):
  · Wer im selben WLAN mitliest, sieht Anmeldungen und Eingaben der Handys. Also nur im eigenen.
  · HTTPS verlangen nur: als App installieren, ohne Netz weiterschreiben (Service Worker), Passkeys.
    Wie man dazu kommt: docs/running.md, „Im eigenen Netz“.
  · Mit einem Klick anmelden kann man sich nur an diesem Rechner; anderswo mit dem Code, der hier
    erscheint. Kommt ein Handy nicht durch, sperrt meist die Firewall dieses Rechners den Port."""


def address() -> str:
    """The private address under which this machine is reached by its neighbours."""
    found = _way_out()
    if found is None:
        raise Trouble(
            "Dieser Rechner ist in keinem Netz, in dem ihn andere erreichen könnten.",
            "WLAN oder Kabel verbinden, oder ohne --lan starten.",
        )
    if not ipaddress.ip_address(found).is_private:
        raise Trouble(
            f"Die Adresse {found} ist keine eines eigenen Netzes, dort käme jeder vorbei.",
            "Ohne --lan starten; für einen Club im Internet gilt docs/running.md.",
        )
    return found


def _way_out() -> str | None:
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect((FAR, 9))
        except OSError:
            return None
        found: str = probe.getsockname()[0]
    ours = ipaddress.ip_address(found)
    return None if ours.is_loopback or ours.is_unspecified else found


def url(host: str, port: int) -> str:
    return f"http://{host}:{port}/"


def environ(env: Mapping[str, str], host: str, port: int) -> dict[str, str]:
    """Who may be asked for, and whose forms are taken: what was set already, and this address."""
    hosts = env.get("ALLOWED_HOSTS") or LOCAL
    origins = env.get("CSRF_TRUSTED_ORIGINS", "")
    origin = f"http://{host}:{port}"
    return {
        "ALLOWED_HOSTS": f"{hosts},{host}",
        "CSRF_TRUSTED_ORIGINS": f"{origins},{origin}" if origins else origin,
    }
