"""Streams without a room: begun by anybody, kept by a token, drawn from only over the bus."""

from collections.abc import Awaitable, Callable
from typing import Any, TypeVar

from majokko_dice.draws import store, views
from majokko_dice.draws.ports import Hand, OwnStream
from majokko_dice.fairness import store as ledgers
from majokko_dice.fairness.ports import Stream
from majokko_dice.fairness.views import FairnessStream, shown
from majokko_dice.ports import Surroundings
from majokko_dice.rooms.shapes import SeedIn
from majokko_dice.rooms.streams import Streams
from majokko_kit import auth
from majokko_kit.database import Commands, Work
from majokko_kit.operations import Asked, Done
from majokko_kit.refusals import NotFound, Refusal, TokenMissing
from majokko_rules.fairness.drawing import StreamName

Out = TypeVar("Out")


class OwnStreams:
    def __init__(self, commands: Commands, streams: Streams, surroundings: Surroundings) -> None:
        self._commands = commands
        self._streams = streams
        self._new_id = surroundings.new_id

    async def create(self, asked: Asked[Any]) -> Done[views.OwnStreamCreated]:
        """Commit to a stream; whoever gets the token keeps it."""

        async def begin(work: Work) -> views.OwnStreamCreated:
            name, token = StreamName(asked.tenant, self._new_id("str"), 0), auth.new_token("stream")
            begun = await self._streams.commit(work, name.stream, name)
            await store.add(work.sql, own_of(begun), auth.hashed(token))
            return views.created(begun, token)

        return await self._commands.run(asked, views.OwnStreamCreated, begin)

    async def contribute(self, asked: Asked[SeedIn]) -> Done[FairnessStream]:
        """Add a seed, before the first draw, to the stream whose commitment If-Match names.

        Raises NotFound, TokenMissing, PreconditionFailed, StreamClosed, InvalidValue.
        """

        async def give(hand: Hand, _: OwnStream) -> FairnessStream:
            commitment = asked.if_match or ""
            stream = await self._streams.contribute(hand, commitment, asked.body.seed)
            await store.use(hand.work.sql, stream.id, hand.work.at)
            return shown(stream, await ledgers.given(hand.work.sql, stream))

        return await self._held(asked, FairnessStream, give)

    async def close(self, asked: Asked[Any]) -> Done[FairnessStream]:
        """Close a stream for ever; one that is closed stays as it is.

        Raises NotFound, TokenMissing.
        """

        async def end(hand: Hand, own: OwnStream) -> FairnessStream:
            ended = await closed(self._streams, hand, own)
            return shown(ended, await ledgers.given(hand.work.sql, ended))

        return await self._held(asked, FairnessStream, end)

    async def _held(
        self,
        asked: Asked[Any],
        kind: type[Out],
        effect: Callable[[Hand, OwnStream], Awaitable[Out]],
    ) -> Done[Out]:
        async def hold(work: Work) -> Out:
            token = auth.required(asked.token)
            own = await store.by_token(work.sql, asked.tenant, asked.path["stream"], token)
            if own is None:
                raise await _stranger(work, token)
            return await effect(Hand(work, own.id), own)

        return await self._commands.run(asked, kind, hold)


async def closed(streams: Streams, hand: Hand, own: OwnStream) -> Stream:
    """Close a stream unless it is, and return it as it ended."""
    sql = hand.work.sql
    if own.closed_at is None:
        await streams.close(hand)
        await store.close(sql, own.id, hand.work.at)
    (ended,) = await ledgers.last_of_owner(sql, own.id)
    return ended


def own_of(stream: Stream, reference: str | None = None) -> OwnStream:
    return OwnStream(
        id=stream.id,
        tenant=stream.origin.name.tenant,
        commitment=stream.commitment,
        reference=reference,
        created_at=stream.created_at,
        used_at=stream.created_at,
        closed_at=None,
    )


async def _stranger(work: Work, token: bytes) -> Refusal:
    """Say what is wrong with a token that is not of this stream; not whether there is one."""
    if await store.is_held(work.sql, token):
        return NotFound("thing")
    return TokenMissing("unknown", headers=auth.CHALLENGE)
