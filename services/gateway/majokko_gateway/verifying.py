"""`majokko verify` and `majokko keys`: checking receipts offline, and the keys behind them."""

import argparse
import json
import sys
from pathlib import Path
from typing import Any

from majokko_dice.wiring import keys_of
from majokko_gateway import configured
from majokko_kit.receipts import PublicKey
from majokko_kit.receipts import verify as faults_of

_UNREADABLE = 2


def verify(asked: argparse.Namespace) -> int:
    """Print what a genuine receipt says (0), or what is wrong with it (1); 2 for no receipt."""
    try:
        receipt = _receipt(_read(asked.receipt))
        keys = [PublicKey.listed(key) for key in _read(asked.keys)["keys"]]
    except (OSError, ValueError, KeyError, TypeError) as error:
        print(
            f"cannot read the receipt or the keys: {type(error).__name__}: {error}", file=sys.stderr
        )
        return _UNREADABLE
    faults = faults_of(receipt, keys)
    for fault in faults:
        print(f"invalid: {fault.code} at {fault.pointer or '/'}")
    if not faults:
        print(_story(receipt))
    return 1 if faults else 0


def keys(asked: argparse.Namespace) -> int:
    """List the public keys, or begin a new one."""
    ring = keys_of(configured.settings())
    if asked.action == "rotate":
        print(json.dumps(ring.rotate().document(), indent=1))
    else:
        print(json.dumps({"keys": [key.document() for key in ring.public_keys()]}, indent=1))
    return 0


def _read(path: Path) -> dict[str, Any]:
    document = json.loads(path.read_bytes())
    if not isinstance(document, dict):
        raise TypeError(f"{path.name} holds no JSON object")
    return document


def _receipt(document: dict[str, Any]) -> dict[str, Any]:
    """Find the receipt in the answer of a roll; a bare receipt is one itself."""
    if "proof" in document:
        return document
    receipt = document["receipt"]
    if not isinstance(receipt, dict):
        raise TypeError("this roll has no receipt")
    return receipt


def _story(receipt: dict[str, Any]) -> str:
    lines = [f"valid: {receipt['id']} at {receipt['time']}, key {receipt['key']}"]
    for result in receipt["results"]:
        faces = " ".join(f"{face}/d{sides}" for sides, face in result["dice"])
        lines.append(f"  {result['notation']} = {result['total']}: {faces}")
    return "\n".join(lines)
