"""`majokko replay`: playing whole games again, offline."""

import argparse
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path

from majokko_gateway import configured
from majokko_gateway.saying import safe
from majokko_kit import body
from majokko_kit import rulesets as kept
from majokko_kit.refusals import BadJson
from majokko_rules import render
from majokko_rules.cards.replays import Replay, Result, Unreadable, decode, read, verify
from majokko_rules.errors import RuleError
from majokko_rules.rulesets import Ruleset

_UNREADABLE = 2
_CODE = "mr"


class _NoReplay(Exception):
    """A file that cannot be read, or holds no JSON."""


def replay(asked: argparse.Namespace) -> int:
    """Print that a replay is true (0), or all that is wrong with it (1); 2 for what is none."""
    try:
        rulesets = kept.shelf(configured.rulesets_folder()).rulesets
        proof = () if asked.proof is None else (_json(asked.proof, _text(asked.proof)),)
        found = _read(asked.file, rulesets)
        verdict = verify(found, *proof)
    except (_NoReplay, kept.Unreadable) as error:
        print(safe(str(error)), file=sys.stderr)
        return _UNREADABLE
    except Unreadable as error:
        return _told(error.faults, asked.lang)
    if verdict.valid:
        print(f"valid: {', '.join(_story(found, verdict.result, rulesets, asked.lang))}")
        return 0
    return _told(verdict.faults, asked.lang)


def _told(faults: Sequence[RuleError], locale: str) -> int:
    for each in faults:
        told = render.refusal(each, locale)[1]
        print(safe(f"invalid: {told} ({each.rule} at {each.pointer or '/'})"))
    return 1


def _story(
    of: Replay, result: Result | None, rulesets: Sequence[Ruleset], locale: str
) -> Iterator[str]:
    """Tell which game it was and what came of it."""
    yield of.rules.ruleset_name
    if result is not None:
        yield f"{result.status} ({result.reason})"
        if result.score is not None:
            yield str(result.score)
        if result.rank is not None:
            hash_ = of.rules.ruleset_hash
            ruleset = next(each for each in rulesets if each.hash == hash_)
            yield ruleset.names.row("ranks", result.rank, locale)


def _read(name: str, rulesets: Sequence[Ruleset]) -> Replay:
    """Read a file with a document or a code, or a code itself."""
    said = name if name.startswith(_CODE) and not Path(name).exists() else _text(Path(name))
    if said.strip().startswith(_CODE):
        return decode(said.strip(), rulesets)
    document = _json(Path(name), said)
    match document:  # as the server answers, or the document alone
        case {"replay": inner, "code": str()}:
            return read(inner, rulesets)
        case _:
            return read(document, rulesets)


def _text(path: Path) -> str:
    try:
        raw = sys.stdin.buffer.read() if str(path) == "-" else path.read_bytes()
        return raw.decode()
    except OSError as error:
        raise _NoReplay(f"{path}: {error.strerror}") from None
    except UnicodeDecodeError as error:
        raise _NoReplay(f"{path}: {error.reason}") from None


def _json(path: Path, text: str) -> object:
    try:
        return body.read(text.encode())
    except BadJson as error:
        raise _NoReplay(f"{path}: {error}") from None
