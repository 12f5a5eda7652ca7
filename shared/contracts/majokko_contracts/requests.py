"""Every request there is, by its name on the wire; `asyncapi.py` publishes them."""

from collections.abc import Mapping

from majokko_contracts.dice import DiceDraw
from majokko_contracts.messages import Answer, Request

REQUESTS: Mapping[str, type[Request[Answer]]] = {kind.name: kind for kind in (DiceDraw,)}
