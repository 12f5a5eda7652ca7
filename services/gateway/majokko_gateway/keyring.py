"""`majokko keys`: the keys that sign receipts."""

import argparse
import json

from majokko_dice.wiring import keys_of
from majokko_gateway import configured


def keys(asked: argparse.Namespace) -> int:
    """List the public keys, or begin a new one."""
    ring = keys_of(configured.settings())
    if asked.action == "rotate":
        print(json.dumps(ring.rotate().document(), indent=1))
    else:
        print(json.dumps({"keys": [key.document() for key in ring.public_keys()]}, indent=1))
    return 0
