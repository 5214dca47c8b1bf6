"""The requests to push services, and a test of their addresses: RFC 8030 and 8292 (VAPID). Pure."""

import base64
import json
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime, timedelta
from urllib.parse import urlsplit

from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.utils import decode_dss_signature

# RFC 8292 allows a day; clocks of others differ.
TOKEN_HOLDS = timedelta(hours=12)
LONGEST_ENDPOINT = 1000


@dataclass(frozen=True)
class KeyPair:
    """The private key as PEM, the public one as browsers want it: a point of P-256 in base64url."""

    private: str
    public: str


def base64url(content: bytes) -> str:
    """Return the base64url text without its padding (RFC 7515)."""
    return base64.urlsafe_b64encode(content).rstrip(b"=").decode()


def new_keys() -> KeyPair:
    """Return a pair from the system's source of randomness."""
    key = ec.generate_private_key(ec.SECP256R1())
    pem = key.private_bytes(
        serialization.Encoding.PEM,
        serialization.PrivateFormat.PKCS8,
        serialization.NoEncryption(),
    )
    point = key.public_key().public_bytes(
        serialization.Encoding.X962, serialization.PublicFormat.UncompressedPoint
    )
    return KeyPair(pem.decode(), base64url(point))


def authorization(keys: KeyPair, *, origin: str, contact: str, now: datetime) -> str:
    """Return the header by which a service at this origin („https://host“) knows the sender.

    `contact` is a mailto or https address of the operator.
    """
    key = serialization.load_pem_private_key(keys.private.encode(), password=None)
    if not isinstance(key, ec.EllipticCurvePrivateKey):
        raise TypeError("the key of the pushes is of another kind")
    claims = {"aud": origin, "exp": int((now + TOKEN_HOLDS).timestamp()), "sub": contact}
    parts = (
        json.dumps(part, separators=(",", ":")) for part in ({"typ": "JWT", "alg": "ES256"}, claims)
    )
    text = ".".join(base64url(part.encode()) for part in parts)
    r, s = decode_dss_signature(key.sign(text.encode(), ec.ECDSA(hashes.SHA256())))
    signature = base64url(r.to_bytes(32, "big") + s.to_bytes(32, "big"))
    return f"vapid t={text}.{signature}, k={keys.public}"


def is_of_service(endpoint: str, hosts: Iterable[str]) -> bool:
    """Return whether this is an address of one of these push services, and of nothing else.

    A host beginning with a dot covers all names below it. A server that sends to an address named
    by a visitor must not be led into its own network: https at its usual port, by a name that is
    listed.
    """
    if not endpoint.isascii() or not endpoint.isprintable() or " " in endpoint:
        return False
    try:
        parts = urlsplit(endpoint)
        port = parts.port
    except ValueError:
        return False
    host = parts.hostname or ""
    is_plain = parts.scheme == "https" and port in {None, 443} and "@" not in parts.netloc
    is_known = any(host.endswith(name) if name.startswith(".") else host == name for name in hosts)
    return is_plain and is_known and "\\" not in endpoint and len(endpoint) <= LONGEST_ENDPOINT
