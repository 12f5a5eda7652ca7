"""Checks in the words of bot commands, where these can say all of them."""

from collections.abc import Sequence

from majokko_rules import catalog
from majokko_rules.systems.collapse.d100 import D100
from majokko_rules.systems.collapse.losses import Losses
from majokko_rules.systems.fields import Given

_TABLE = catalog.table(__package__, "checks")
_FIELDS, _KINDS = _TABLE["fields"], _TABLE["kinds"]


def single(given: Given, dice: D100, labels: Sequence[str]) -> str | None:
    """Say a plain check: `.ra hard 侦查 60`, `.ra 60 b2`."""
    if given["opponent"] is not None or _unusual("single", given):
        return None
    plain = given["difficulty"] == _FIELDS["difficulty"]["default"]
    words = ("" if plain else given["difficulty"], *labels, given["value"], dice)
    return _joined(".ra", *words)


def opposed(given: Given, dice: Sequence[D100], labels: Sequence[str]) -> str | None:
    """Say an opposed check: `.rav 60 b1 / 80`."""
    if _unusual("opposed", given):
        return None
    first, second = (
        _joined(label, side["value"], extra)
        for label, side, extra in zip(labels or ("", ""), given["sides"], dice, strict=True)
    )
    return f".rav {first} / {second}"


def sanity(losses: Losses, emotion: int) -> str:
    return f".sc {losses} {emotion}"


def bare(dice: D100) -> str:
    """Say a d100 with nothing to reach: `.rb2`."""
    return f".{'rp' if dice.extra < 0 else 'rb'}{abs(dice.extra)}"


def _unusual(kind: str, given: Given) -> bool:
    return any(given[name] != _FIELDS[name]["default"] for name in _KINDS[kind]["options"])


def _joined(*words: object) -> str:
    return " ".join(filter(None, map(str, words)))
