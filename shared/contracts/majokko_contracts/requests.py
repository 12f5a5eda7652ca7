"""Every request there is; the bus knows them by name, AsyncAPI lists them."""

from collections.abc import Mapping

from majokko_contracts.dice import DiceDraw
from majokko_contracts.messages import Answer, Request

REQUESTS: Mapping[str, type[Request[Answer]]] = {kind.name: kind for kind in (DiceDraw,)}
