"""From the secret of an installation down to the key of a single draw.

A stream's seed follows from the secret and its name, so that no seed is ever stored. Whoever
verifies need not know how a seed was made: 32 random bytes serve as well.
"""

from majokko_rules.fairness.drawing.encoding import be64, digest, field, fields, mac
from majokko_rules.fairness.drawing.names import StreamName


def epoch_key(secret: bytes, date: str) -> bytes:
    """`date` is the day on which the stream is committed, `2026-11-30`."""
    return mac(secret, fields("pf1/epoch", date))


def server_seed(epoch: bytes, name: StreamName) -> bytes:
    return mac(epoch, field("pf1/seed") + name.encoded)


def commitment(name: StreamName, seed: bytes) -> bytes:
    """To be published before anybody contributes: it fixes the seed and tells nothing of it."""
    return digest(field("pf1/commit") + name.encoded + field(seed))


def stream_key(seed: bytes, name: StreamName, clients: bytes, beacon: bytes) -> bytes:
    return mac(seed, field("pf1/stream") + name.encoded + fields(clients, beacon))


def draw_key(stream: bytes, nonce: int, purpose: str) -> bytes:
    return mac(stream, field("pf1/draw") + be64(nonce) + field(purpose))
