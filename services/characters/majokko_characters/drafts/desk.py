"""The drafts that lie open: found by their token, held while they change, written down."""

from collections import OrderedDict
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, replace
from typing import Any

from sqlalchemy.ext.asyncio import AsyncConnection

from majokko_characters.creations import Creation, Creations
from majokko_characters.drafts import records, store, views
from majokko_characters.drafts.chances import Throw
from majokko_characters.drafts.records import Kept, State
from majokko_characters.tokens import stranger
from majokko_kit import auth
from majokko_kit.database import Database, Work
from majokko_kit.operations import Asked
from majokko_kit.refusals import PreconditionFailed, StaleVersion
from majokko_rules.creation import Draft
from majokko_rules.errors import NotOnOffer

_REMEMBERED = 512


@dataclass(frozen=True, slots=True)
class Open:
    """A draft as it is kept, and as the rules know it."""

    kept: Kept
    creation: Creation
    draft: Draft[Any]

    def view(self, locale: str) -> views.Draft:
        return views.draft(self.kept, self.creation, self.draft, locale)

    def ended(self, state: State, at: int, character: str | None = None) -> Kept:
        return replace(
            self.kept,
            state=state,
            character=character,
            version=self.kept.version + 1,
            changed_at=at,
        )


class Desk:
    def __init__(self, database: Database, creations: Creations) -> None:
        self._database = database
        self.creations = creations
        self._known: OrderedDict[tuple[str, str], Draft[Any]] = OrderedDict()

    async def look(self, asked: Asked[Any]) -> Open:
        """Raises NotFound, TokenMissing."""
        async with self._database.reading() as sql:
            return self._opened(await _found(sql, asked))

    async def found(self, asked: Asked[Any]) -> Open:
        """Return a draft that is to be changed, as the caller knows it.

        Raises what `take` raises.
        """
        async with self._database.reading() as sql:
            return await self.take(sql, asked, _expected(asked))

    async def seen(self, asked: Asked[Any]) -> int:
        """Return the version that the caller means: the one she names, or that of this moment.

        Raises NotFound, TokenMissing.
        """
        expected = _expected(asked)
        if expected is not None:
            return expected
        async with self._database.reading() as sql:
            return (await _found(sql, asked)).version

    async def take(self, sql: AsyncConnection, asked: Asked[Any], seen: int | None) -> Open:
        """Return a draft that is to be changed; `seen` is the version that the caller means.

        Raises NotFound, TokenMissing, PreconditionFailed, StaleVersion, NotOnOffer.
        """
        kept = await _found(sql, asked)
        if asked.if_match is not None and asked.if_match.partition("-")[0] != str(kept.version):
            raise PreconditionFailed("stale")
        if seen not in (None, kept.version):
            raise _stale(kept)
        if kept.state != "open":
            raise NotOnOffer("ended")
        return self._opened(kept)

    def moving(
        self, at: Open, draft: Draft[Any], throws: Sequence[Throw], locale: str
    ) -> Callable[[Work], Awaitable[views.Draft]]:
        """Return what writes down where a move has led."""
        moved = at.kept.moved(draft, throws)

        async def write(work: Work) -> views.Draft:
            after = replace(moved, changed_at=work.at)
            await self.write(work, at.kept, after)
            self._remember(after, draft)
            return views.draft(after, at.creation, draft, locale)

        return write

    async def write(self, work: Work, before: Kept, after: Kept) -> None:
        """Raises StaleVersion where somebody was faster."""
        if not await store.change(work.sql, before, after):
            raise _stale(await store.current(work.sql, before.id))

    def _opened(self, kept: Kept) -> Open:
        creation = self.creations.kept(kept.ruleset, kept.digest)
        draft = self._known.get(kept.place)
        if draft is None:
            draft = records.restored(kept, creation)
            self._remember(kept, draft)
        return Open(kept, creation, draft)

    def _remember(self, kept: Kept, draft: Draft[Any]) -> None:
        """Keep what was worked out; a place says all that leads there, so it is never wrong."""
        self._known[kept.place] = draft
        if len(self._known) > _REMEMBERED:
            self._known.popitem(last=False)


def _expected(asked: Asked[Any]) -> int | None:
    expected: int | None = getattr(asked.body, "expected_version", None)
    return expected


async def _found(sql: AsyncConnection, asked: Asked[Any]) -> Kept:
    token = auth.required(asked.token)
    kept = await store.one(sql, asked.path["draft"], asked.tenant, token)
    if kept is None:
        raise await stranger(sql, token)
    return kept


def _stale(kept: Kept) -> StaleVersion:
    offers = [move["offer"] for move in kept.moves if move["offer"] is not None]
    refusal = StaleVersion("version", version=kept.version)
    return refusal.without([{"version": kept.version, "choices": offers}])
