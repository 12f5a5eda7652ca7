"""The text of a request, as the chain of a stream binds it and its proof shows it.

A notation alone is its normal form. Everything else is JSON with sorted names and without blanks:
`{"check":{…},"options":{…},"times":2}`; what is empty or once is left out.
"""

from collections.abc import Mapping
from typing import Any

import orjson

from majokko_dice.asking import RollAsked, read_roll

_JSON = '{"'  # a notation may begin with a brace, but then no quotation mark follows
KEPT = ("notation", "check", "options", "times")
"""The members of a request that decide its dice."""


def kept(asked: RollAsked) -> Mapping[str, Any]:
    """Return what of a request has to be remembered in order to ask it again."""
    return {name: value for name in KEPT if (value := asked.body.get(name)) is not None}


def text(asked: RollAsked) -> str:
    """Return the text of a request.

    >>> text(read_roll({"notation": "３ｄ６ ＋1", "reason": "to jump"}))
    '3d6+1'
    >>> text(read_roll({"notation": "d6", "times": 2}))
    '{"notation":"1d6","times":2}'
    """
    said = kept(asked)
    if "notation" in said:
        said = {**said, "notation": asked.question.notation}
    if said.get("times") == 1:
        said = {name: value for name, value in said.items() if name != "times"}
    return said["notation"] if said.keys() == {"notation"} else canonical(said)


def canonical(said: Mapping[str, Any]) -> str:
    """Write JSON in the one way that everybody writes it alike."""
    filled = {name: value for name, value in said.items() if value != {}}
    return orjson.dumps(filled, option=orjson.OPT_SORT_KEYS).decode()


def read(request: str) -> RollAsked:
    """Read the text of a request back; it asks for the same dice."""
    body = orjson.loads(request) if request.startswith(_JSON) else {"notation": request}
    return read_roll(body)
