"""Checks in the words of bot commands, where these can say all of them."""

from collections.abc import Sequence

from majokko_rules import catalog
from majokko_rules.systems.collapse.d100 import D100
from majokko_rules.systems.collapse.losses import Losses
from majokko_rules.systems.fields import Given

_TABLE = catalog.table(__package__, "checks")
_DEFAULTS = {name: field.get("default") for name, field in _TABLE["fields"].items()}
_OPTIONS = {
    kind: [(name, _DEFAULTS[name]) for name in row.get("options", ())]
    for kind, row in _TABLE["kinds"].items()
}


def single(given: Given, dice: D100, labels: Sequence[str]) -> str | None:
    """Say a plain check: `.ra hard 侦查 60`, `.ra 60 b2`."""
    if given["opponent"] is not None or _unusual("single", given):
        return None
    difficulty = given["difficulty"]
    raised = "" if difficulty == _DEFAULTS["difficulty"] else difficulty
    return _joined(".ra", raised, *labels, str(given["value"]), str(dice))


def opposed(given: Given, dice: Sequence[D100], labels: Sequence[str]) -> str | None:
    """Say an opposed check: `.rav 60 b1 / 80`."""
    if _unusual("opposed", given):
        return None
    first, second = (
        _joined(label, str(side["value"]), str(extra))
        for label, side, extra in zip(labels or ("", ""), given["sides"], dice, strict=True)
    )
    return f".rav {first} / {second}"


def sanity(losses: Losses, emotion: int) -> str:
    return f".sc {losses} {emotion}"


def bare(dice: D100) -> str:
    """Say a d100 with nothing to reach: `.rb2`."""
    return f".{'rp' if dice.extra < 0 else 'rb'}{abs(dice.extra)}"


def _unusual(kind: str, given: Given) -> bool:
    return any(given[name] != default for name, default in _OPTIONS[kind])


def _joined(*words: str) -> str:
    return " ".join(filter(None, words))
