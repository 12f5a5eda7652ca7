"""Whole games as data: a document to read, a short code to pass on, and the check that one is true.

Nothing here is trusted. `read` and `decode` take what strangers send; `verify` plays it again.
"""

from majokko_rules.cards.replays.codes import decode, encode
from majokko_rules.cards.replays.faults import Unreadable
from majokko_rules.cards.replays.reading import read
from majokko_rules.cards.replays.replay import Replay, Result, Source
from majokko_rules.cards.replays.verifying import Verdict, played, verify
from majokko_rules.cards.replays.writing import write

__all__ = [
    "Replay",
    "Result",
    "Source",
    "Unreadable",
    "Verdict",
    "decode",
    "encode",
    "played",
    "read",
    "verify",
    "write",
]
