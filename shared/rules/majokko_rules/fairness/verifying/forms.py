"""The form of a proof, read strictly: one way to write each thing, nothing missing, nothing more.

A proof with a member that nobody checks would be a proof that can be changed.
"""

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass

from majokko_rules.fairness.verifying.faults import Fault, Wrong

_MOST = 2**32 - 1


@dataclass(frozen=True, slots=True)
class Leaf:
    fits: Callable[[object], bool]


@dataclass(frozen=True, slots=True)
class Listing:
    of: "Form"


@dataclass(frozen=True, slots=True)
class Record:
    members: Mapping[str, "Form"]
    optional: frozenset[str] = frozenset()


Form = Leaf | Listing | Record


def misfits(value: object, form: Form, pointer: str = "") -> Iterator[Fault]:
    """Yield a fault for everything in `value` that is not of the `form`."""
    match form, value:
        case Leaf(fits), _ if fits(value):
            return
        case Listing(of), list():
            for at, item in enumerate(value):
                yield from misfits(item, of, f"{pointer}/{at}")
        case Record(), dict():
            yield from _members(value, form, pointer)
        case _:
            yield Fault(pointer, Wrong.MALFORMED)


def _members(value: dict[object, object], form: Record, pointer: str) -> Iterator[Fault]:
    for name in sorted(form.members.keys() - value.keys() - form.optional):
        yield Fault(f"{pointer}/{name}", Wrong.MISSING)
    for key, item in value.items():
        name = str(key)
        if name in form.members:
            yield from misfits(item, form.members[name], f"{pointer}/{name}")
        else:
            escaped = name.replace("~", "~0").replace("/", "~1")
            yield Fault(f"{pointer}/{escaped}", Wrong.UNKNOWN)


def _matching(pattern: str) -> Leaf:
    compiled = re.compile(pattern, re.ASCII)
    return Leaf(lambda value: isinstance(value, str) and bool(compiled.fullmatch(value)))


def _whole(low: int, high: int) -> Leaf:
    # `type`, for True is an int too
    return Leaf(lambda value: type(value) is int and low <= value <= high)


def _is_text(value: object) -> bool:
    """Half of a surrogate pair has no UTF-8, so nothing can be hashed of it."""
    return isinstance(value, str) and not re.search("[\ud800-\udfff]", value)


_HASH = _matching(r"[0-9a-f]{64}")
_ID = _matching(r"[A-Za-z0-9_-]{1,64}")
_TEXT = Leaf(_is_text)

_CLIENT_SEED = Record({"label": _ID, "seed": _matching(r"[A-Za-z0-9._~-]{1,64}")})
_DECK = Record({"id": _TEXT, "cards": Listing(_TEXT)})
_DRAW = Record(
    {
        "nonce": _whole(0, 2**64 - 1),
        "purpose": _TEXT,
        "request": _TEXT,
        "bounds": Listing(_whole(1, _MOST)),
        "values": Listing(_whole(1, _MOST)),
        "salt": _HASH,
        "deck": _DECK,
        "head": _HASH,
    },
    optional=frozenset({"salt", "deck"}),
)
PROOF = Record(
    {
        "scheme": _matching("pf1"),
        "tenant": _ID,
        "stream": _ID,
        "index": _whole(0, _MOST),
        "commitment": _HASH,
        "server_seed": _HASH,
        "client_seeds": Listing(_CLIENT_SEED),
        "beacon": _matching(r"([0-9a-f]{64})?"),
        "genesis": _HASH,
        "draws": Listing(_DRAW),
        "closing": _HASH,
    }
)
