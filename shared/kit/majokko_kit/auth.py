"""Bearer tokens: whoever holds one may do what it stands for, and only its hash is kept.

A token is `mjk_<kind>_` and 43 base62 characters, which hold 256 bits. Random as it is, one round
of SHA-256 without a salt is enough to keep it safe.
"""

import re
import secrets
from hashlib import sha256

from majokko_kit.refusals import TokenMissing

_DIGITS = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"
_LENGTH = 43  # base62 digits for 256 bits
_BEARER = re.compile(rb"(?i:bearer) +(mjk_[a-z]{2,10}_[0-9A-Za-z]{43})")
CHALLENGE = ((b"www-authenticate", b"Bearer"),)
"""What a 401 has to name (RFC 9110, 11.6.1)."""


def new_token(kind: str) -> str:
    """Make a token: `mjk_member_…`."""
    return f"mjk_{kind}_" + "".join(secrets.choice(_DIGITS) for _ in range(_LENGTH))


def hashed(token: str) -> bytes:
    """Return what is kept of a token."""
    return sha256(token.encode()).digest()


def bearer(header: bytes | None) -> bytes | None:
    """Return the hash of the token in an Authorization header; None without the header.

    Raises TokenMissing for anything that is no token of ours.
    """
    if header is None:
        return None
    found = _BEARER.fullmatch(header)
    if found is None:
        raise TokenMissing("unknown", headers=CHALLENGE)
    return sha256(found[1]).digest()


def required(token: bytes | None) -> bytes:
    """Return the token; raises TokenMissing where there is none."""
    if token is None:
        raise TokenMissing("missing", headers=CHALLENGE)
    return token
