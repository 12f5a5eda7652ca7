"""`majokko verify`: checking proofs and receipts, offline."""

import argparse
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path

from majokko_gateway.proving import Proof
from majokko_gateway.saying import Found, Voice, safe
from majokko_gateway.sworn import Sworn, receipts_in
from majokko_kit import body
from majokko_kit.receipts import PublicKey
from majokko_kit.refusals import BadJson
from majokko_rules.fairness.verifying import Saved

_UNREADABLE = 2
_MOST = 200  # faults that are listed one by one


class _Unreadable(Exception):
    """A file that cannot be read, or is not what it should be."""


def verify(asked: argparse.Namespace) -> int:
    """Print that a proof or a receipt is valid (0), or all that is wrong (1); 2 for neither."""
    voice = Voice(asked.lang)
    try:
        told = _verified(asked, voice)
    except _Unreadable as error:
        print(safe(str(error)), file=sys.stderr)
        return _UNREADABLE
    if isinstance(told, str):
        print(f"valid: {told}")
        return 0
    for fault in told[:_MOST]:
        print(f"invalid: {voice.fault(fault)}")
    if len(told) > _MOST:
        print(voice.say("verdict.more", count=len(told) - _MOST))
    return 1


def _verified(asked: argparse.Namespace, voice: Voice) -> str | Sequence[Found]:
    """Return the story of what is valid, or what is wrong with it."""
    document = _read(asked.file, voice)
    if proof := Proof.found(document):
        return _proved(proof, asked, voice)
    if receipts := [Sworn(each) for each in receipts_in(document)]:
        listed = _keys(asked.keys, voice)
        faults = [fault for each in receipts for fault in each.faults(listed)]
        return faults or "\n".join(each.story() for each in receipts)
    raise _Unreadable(f"{asked.file}: {voice.say('command.neither')}")


def _proved(proof: Proof, asked: argparse.Namespace, voice: Voice) -> str | Sequence[Found]:
    sworn = list(_sworn(asked, voice))
    listed = _keys(asked.keys, voice) if sworn else []
    forged = [fault for each in sworn for fault in each.faults(listed, proof.document)]
    saved = list(_saved(asked))
    saved += [each.saved() for each in sworn if each.is_about(proof.document)]
    faults = [*proof.faults(saved), *forged]
    return faults or proof.story(saved, voice, draws=asked.draws)


def _saved(asked: argparse.Namespace) -> Iterator[Saved]:
    """Yield everything apart: who saved two heads of one draw is told of the false one."""
    yield Saved(asked.commitment, closing=asked.closing)
    yield from (Saved(seeds={label: seed}) for label, seed in asked.seed)
    yield from (Saved(heads={nonce: head}) for nonce, head in asked.head)


def _sworn(asked: argparse.Namespace, voice: Voice) -> Iterator[Sworn]:
    for path in asked.receipt:
        found = receipts_in(_read(path, voice))
        if not found:
            raise _Unreadable(f"{path}: {voice.say('command.neither')}")
        yield from map(Sworn, found)


def _keys(path: Path | None, voice: Voice) -> Sequence[PublicKey]:
    if path is None:
        raise _Unreadable(f"{voice.say('receipts.no_keys')} (--keys)")
    document = _read(path, voice)
    try:
        assert isinstance(document, dict)
        return [PublicKey.listed(key) for key in document["keys"]]
    except (AssertionError, KeyError, TypeError, ValueError):
        raise _Unreadable(f"{path}: {voice.say('command.no_keys')}") from None


def _read(path: Path, voice: Voice) -> object:
    try:
        raw = sys.stdin.buffer.read() if str(path) == "-" else path.read_bytes()
        return body.read(raw)
    except OSError as error:
        raise _Unreadable(f"{path}: {error.strerror}") from None
    except BadJson as error:
        raise _Unreadable(f"{path}: {voice.not_json(error)}") from None
