"""A replay as a short text that survives being pasted into a chat or a link.

`mr1` and, in base64 for URLs, what `_written` writes: the ruleset by name and the beginning of its
hash, every number with no more room than it needs, and a check. The form never changes; another
one begins otherwise. There is one code for a replay: a text that says the same in another way is
refused.
"""

import re
from base64 import urlsafe_b64decode, urlsafe_b64encode
from binascii import Error as NotBase64
from collections.abc import Iterable
from hashlib import sha256

from majokko_rules.cards.magion.rules import Rules
from majokko_rules.cards.replays.contents import put, take
from majokko_rules.cards.replays.faults import Unreadable
from majokko_rules.cards.replays.packing import Packer, Unpacker
from majokko_rules.cards.replays.reading import ruleset_of
from majokko_rules.cards.replays.replay import MOST_PLAYERS, Replay
from majokko_rules.errors import InvalidValue, ReplayWrong, RuleError
from majokko_rules.rulesets import Ruleset

_VERSION = "mr1"
_FORM = re.compile(r"mr[0-9]+[A-Za-z0-9_-]*", re.ASCII)
_LONGEST = 8000
_HASH_BYTES = 8
_CHECK_BYTES = 4
_LEAST = 1 + _HASH_BYTES + _CHECK_BYTES


def encode(replay: Replay) -> str:
    """Return the code of a replay that `verify` finds true."""
    payload = _written(replay)
    return _VERSION + urlsafe_b64encode(payload + _check(payload)).decode().rstrip("=")


def decode(code: str, rulesets: Iterable[Ruleset]) -> Replay:
    """Return the replay that a code stands for, which may yet be wrong.

    Raises Unreadable.
    """
    try:
        replay = _read(_payload(code), rulesets)
    except RuleError as error:
        raise Unreadable([error]) from None
    if encode(replay) != code:
        raise Unreadable([ReplayWrong("code_damaged")])
    return replay


def _written(replay: Replay) -> bytes:
    rules = replay.rules
    packer = Packer()
    packer.put(rules.players, MOST_PLAYERS + 1)
    for option in sorted(rules.options):
        packer.put(rules.options[option], 2)
    put(packer, replay)
    name = rules.ruleset_name.encode()
    hash_ = bytes.fromhex(rules.ruleset_hash)[:_HASH_BYTES]
    return bytes([len(name)]) + name + hash_ + packer.packed()


def _check(payload: bytes) -> bytes:
    return sha256(_VERSION.encode() + payload).digest()[:_CHECK_BYTES]


def _payload(code: str) -> bytes:
    """Raises ReplayWrong for another version and for what was changed, InvalidValue."""
    if len(code) > _LONGEST:
        raise InvalidValue("too_long", limit=_LONGEST)
    if not _FORM.fullmatch(code):
        raise InvalidValue("malformed", form="mr1…")
    version = re.match(r"mr[0-9]", code)
    if not code.startswith(_VERSION):
        raise ReplayWrong("code_version", version=version[0] if version else "")
    text = code.removeprefix(_VERSION)
    try:
        raw = urlsafe_b64decode(text + "=" * (-len(text) % 4))
    except NotBase64:
        raise ReplayWrong("code_damaged") from None
    payload, check = raw[:-_CHECK_BYTES], raw[-_CHECK_BYTES:]
    if len(raw) < _LEAST or check != _check(payload):
        raise ReplayWrong("code_damaged")
    return payload


def _read(payload: bytes, rulesets: Iterable[Ruleset]) -> Replay:
    """Raises InvalidValue, ReplayWrong."""
    length = payload[0]
    name, rest = payload[1 : length + 1], payload[length + 1 :]
    hash_, packed = rest[:_HASH_BYTES].hex(), rest[_HASH_BYTES:]
    ruleset = ruleset_of(rulesets, name.decode(errors="replace"), lambda it: it.startswith(hash_))
    unpacker = Unpacker(packed)
    players = unpacker.take(MOST_PLAYERS + 1)
    options = {name: bool(unpacker.take(2)) for name in sorted(ruleset.settings)}
    return take(unpacker, Rules.of(ruleset, players, options))
