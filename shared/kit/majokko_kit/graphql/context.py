"""What resolvers may know of who asks."""

from collections.abc import Mapping
from dataclasses import dataclass

import strawberry

from majokko_kit.call import Call


@dataclass(slots=True)
class Context:
    """`info.context`: the call, and what a socket's `connection_init` carried."""

    call: Call
    connection_params: Mapping[str, object] | None = None


Info = strawberry.Info[Context, None]
