"""A board as it is kept."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Literal

Json = Mapping[str, Any]
State = Literal["committed", "open", "released"]


@dataclass(frozen=True, slots=True)
class Kept:
    """A row of `cards_boards` but for its token.

    `state` is committed while its deck has yet to be dealt, open while sessions may be made on it,
    and released once everybody may know it. `closing` is due while dice have to be told so.
    """

    id: str
    tenant: str
    name: str | None
    game: str
    ruleset: str
    digest: str
    options: Json
    players: int
    stream: str
    commitment: str
    receipt: Json | None
    state: State
    closing: str | None
    created_at: int
    released_at: int | None
