"""Creations step by step: begun, looked at, moved on, taken back, given up or finished."""

from collections.abc import Awaitable, Callable
from dataclasses import replace
from functools import partial
from typing import Any, TypeVar

from majokko_characters.drafts import dicing, records, store, views
from majokko_characters.drafts.desk import Desk, Open
from majokko_characters.drafts.finishing import newborn
from majokko_characters.drafts.picking import choose
from majokko_characters.drafts.records import Kept
from majokko_characters.drafts.shapes import ChoiceIn, DraftIn, FinishIn, UndoIn
from majokko_characters.outside import Bus, Outside
from majokko_characters.ports import Surroundings
from majokko_characters.sheets.births import Births
from majokko_characters.sheets.views import CharacterCreated
from majokko_kit import auth
from majokko_kit.database import Commands, Work
from majokko_kit.operations import Asked, Done, Nothing

Out = TypeVar("Out")
Effect = Callable[[Work, Open, Outside], Awaitable[Out]]


class Drafts:
    def __init__(
        self,
        commands: Commands,
        desk: Desk,
        births: Births,
        bus: Bus,
        surroundings: Surroundings,
    ) -> None:
        self._commands = commands
        self._desk = desk
        self._births = births
        self._bus = bus
        self._surroundings = surroundings

    async def create(self, asked: Asked[DraftIn]) -> Done[views.DraftCreated]:
        """Begin a creation with the dice that its ruleset throws first.

        Raises InvalidValue, UnknownField, TokenMissing, NotFound, Forbidden, RoomClosed,
        FacesTooFew, FacesTooMany, FaceOutOfRange, DependencyAway.
        """
        outside = Outside(self._bus)
        fresh = self._surroundings.new_id("dra")

        async def create(work: Work) -> views.DraftCreated:
            return await self._create(work, asked, outside, fresh)

        run = partial(self._commands.run, asked, views.DraftCreated, create)
        return _tagged(await outside.run(run), asked.locale)

    async def get(self, asked: Asked[Nothing]) -> Done[views.Draft]:
        """Raises NotFound, TokenMissing."""
        found = await self._desk.look(asked)
        return _tagged(Done(found.view(asked.locale)), asked.locale)

    async def choose(self, asked: Asked[ChoiceIn]) -> Done[views.Draft]:
        """Take an offer.

        Raises NotOnOffer, InvalidValue, UnknownField, StaleVersion, PreconditionFailed, refusals of
        faces, and what `get` raises.
        """

        async def take(work: Work, at: Open, outside: Outside) -> views.Draft:
            body = asked.body
            chance = dicing.chance_of(at.kept, body.offer, body.faces, outside)
            draft = choose(at.draft, body, chance)
            chance.finish()
            return await self._desk.move(work, at, draft, chance.throws, asked.locale)

        return await self._changed(asked, views.Draft, take)

    async def undo(self, asked: Asked[UndoIn]) -> Done[views.Draft]:
        """Take the last choice back; its dice lie where they fell.

        Raises PendingChoices, and what `choose` raises.
        """

        async def take_back(work: Work, at: Open, _: Outside) -> views.Draft:
            return await self._desk.move(work, at, at.draft.undo(), (), asked.locale)

        return await self._changed(asked, views.Draft, take_back)

    async def finish(self, asked: Asked[FinishIn]) -> Done[CharacterCreated]:
        """Make a character of a draft in which nothing is open.

        Raises PendingChoices, and what `choose` raises.
        """

        async def finish(work: Work, at: Open, outside: Outside) -> CharacterCreated:
            sheet = at.draft.finish()
            dicing.close(at.kept, outside)
            child = newborn(at.kept, at.creation.ruleset.system, sheet, asked.body.name)
            character = await self._births.bear(work, child, "created")
            ended = at.ended("finished", work.at, character=character.id)
            await self._desk.write(work, at.kept, ended)
            return character

        return await self._changed(asked, CharacterCreated, finish)

    async def abandon(self, asked: Asked[Nothing]) -> Done[None]:
        """Give a creation up; what was rolled for it can be checked.

        Raises what `choose` raises.
        """

        async def abandon(work: Work, at: Open, outside: Outside) -> None:
            dicing.close(at.kept, outside)
            await self._desk.write(work, at.kept, at.ended("abandoned", work.at))

        return await self._changed(asked, type(None), abandon)

    async def _changed(self, asked: Asked[Any], kind: type[Out], effect: Effect[Out]) -> Done[Out]:
        """Run a command on the draft as the caller knows it: of two at once, one has its effect."""
        seen = await self._desk.seen(asked)
        outside = Outside(self._bus)

        async def change(work: Work) -> Out:
            at = await self._desk.take(work, asked, seen)
            return await effect(work, at, outside)

        done = await outside.run(partial(self._commands.run, asked, kind, change))
        return _tagged(done, asked.locale)

    async def _create(
        self, work: Work, asked: Asked[DraftIn], outside: Outside, fresh: str
    ) -> views.DraftCreated:
        body = asked.body
        creation = self._desk.creations.find(body.ruleset)
        ruleset = creation.ruleset
        options = ruleset.options(body.options)
        blank = Kept.blank(
            name=await self._id(work, asked) if asked.key else fresh,
            tenant=asked.tenant,
            ruleset=ruleset.name,
            digest=ruleset.hash,
            options=options,
            at=work.at,
        )
        kept = dicing.placed(blank, body, asked.token, outside)
        chance = dicing.chance_of(kept, None, body.faces, outside)
        draft = records.begun(creation, options, chance)
        chance.finish()
        kept = kept.moved(draft, chance.throws, work.at)
        token = auth.new_token("draft")
        await store.add(work.sql, kept, auth.hashed(token))
        return views.created(kept, creation, draft, asked.locale, token)

    async def _id(self, work: Work, asked: Asked[DraftIn]) -> str:
        """Name a draft by its Idempotency-Key, so that its dice are known when it is asked again.

        Answers are remembered for a day, drafts for longer: then the next name is taken.
        """
        assert asked.key is not None
        whose = (asked.token or b"").hex()
        parts = ("draft", asked.tenant, whose, asked.key, asked.fingerprint.hex())
        number = 0
        while True:
            seed = self._surroundings.seed_of(*parts, str(number))
            name = self._surroundings.id_of("dra", seed)
            if not await store.exists(work.sql, name):
                return name
            number += 1


def _tagged(done: Done[Out], locale: str) -> Done[Out]:
    if isinstance(done.answer, views.Draft):
        return replace(done, etag=f"{done.answer.version}-{locale}")
    return done
