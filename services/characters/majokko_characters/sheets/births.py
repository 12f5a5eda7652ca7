"""How characters come to be: out of a finished draft, or out of a file."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from majokko_characters.ports import Surroundings
from majokko_characters.sheets import views
from majokko_characters.sheets.ledger import Ledger
from majokko_characters.sheets.records import Deed, Kept, Kind, Me, Source
from majokko_characters.sheets.written import Values
from majokko_kit import auth
from majokko_kit.database import Work

NAMELESS = "???"
"""Called so until somebody gives her a name."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Newborn:
    """A character before she has an id."""

    tenant: str
    name: str
    system: str
    ruleset: str
    digest: str
    source: Source
    options: Mapping[str, Any]
    moves: Sequence[Mapping[str, Any]]
    played: Sequence[Mapping[str, Any]] = ()
    sheet: Values
    marks: Mapping[str, Any]
    notes: Mapping[str, str]
    overrides: Mapping[str, Mapping[str, Any]]
    room: str | None = None
    member: str | None = None
    draft: str | None = None


class Births:
    def __init__(self, ledger: Ledger, surroundings: Surroundings) -> None:
        self._ledger = ledger
        self._new_id = surroundings.new_id

    async def bear(self, work: Work, child: Newborn, kind: Kind) -> views.CharacterCreated:
        """Give a character an id and her owner a token."""
        token = auth.new_token("owner")
        kept = Kept(
            id=self._new_id("chr"),
            gm_name=None,
            shown="card",
            version=1,
            created_at=work.at,
            changed_at=work.at,
            deleted_at=None,
            **{name: getattr(child, name) for name in Newborn.__slots__},
        )
        await self._ledger.bear(work, kept, auth.hashed(token), Deed(Me("owner"), kind))
        return views.created(kept, token)
