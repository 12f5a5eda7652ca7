"""Creations step by step: begun, looked at, moved on, taken back, given up or finished."""

from collections.abc import Awaitable, Callable
from dataclasses import replace
from functools import partial
from typing import Any, TypeVar

from majokko_characters.drafts import beginnings, dicing, views
from majokko_characters.drafts.beginnings import Beginnings, Begun
from majokko_characters.drafts.desk import Desk, Open
from majokko_characters.drafts.finishing import newborn
from majokko_characters.drafts.picking import choose
from majokko_characters.drafts.shapes import ChoiceIn, DraftIn, FinishIn, UndoIn
from majokko_characters.ports import Surroundings
from majokko_characters.sheets.births import Births
from majokko_characters.sheets.views import CharacterCreated
from majokko_kit.bus.outside import Bus, Outside
from majokko_kit.database import Commands, Work
from majokko_kit.operations import Asked, Done, Nothing

Out = TypeVar("Out")
Writing = Callable[[Work], Awaitable[Out]]
Plan = Callable[[Open, Outside], Writing[Out]]
"""Works out what becomes of a draft, and returns what writes it down.

It may lack something of the dice service; then it is worked out once more when that is known.
"""


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
        self._beginnings = Beginnings(desk.creations, surroundings)
        self._births = births
        self._bus = bus

    async def create(self, asked: Asked[DraftIn]) -> Done[views.DraftCreated]:
        """Begin a creation with the dice that its ruleset throws first.

        Raises InvalidValue, UnknownField, TokenMissing, NotFound, Forbidden, RoomClosed,
        FacesTooFew, FacesTooMany, FaceOutOfRange, DependencyAway.
        """
        outside = Outside(self._bus)
        run = self._begun_by_key if asked.key else self._begun_at_once
        return _tagged(await run(asked, outside), asked.locale)

    async def get(self, asked: Asked[Nothing]) -> Done[views.Draft]:
        """Raises NotFound, TokenMissing."""
        found = await self._desk.look(asked)
        return _tagged(Done(found.view(asked.locale)), asked.locale)

    async def choose(self, asked: Asked[ChoiceIn]) -> Done[views.Draft]:
        """Take an offer.

        Raises NotOnOffer, InvalidValue, UnknownField, StaleVersion, PreconditionFailed, refusals of
        faces, and what `get` raises.
        """

        def take(at: Open, outside: Outside) -> Writing[views.Draft]:
            body = asked.body
            chance = dicing.chance_of(at.kept, body.offer, body.faces, outside)
            draft = choose(at.draft, body, chance)
            chance.finish()
            return self._desk.moving(at, draft, chance.throws, asked.locale)

        return await self._changed(asked, views.Draft, take)

    async def undo(self, asked: Asked[UndoIn]) -> Done[views.Draft]:
        """Take the last choice back; its dice lie where they fell.

        Raises PendingChoices, and what `choose` raises.
        """

        def take_back(at: Open, _: Outside) -> Writing[views.Draft]:
            return self._desk.moving(at, at.draft.undo(), (), asked.locale)

        return await self._changed(asked, views.Draft, take_back)

    async def finish(self, asked: Asked[FinishIn]) -> Done[CharacterCreated]:
        """Make a character of a draft in which nothing is open.

        Raises PendingChoices, and what `choose` raises.
        """

        def finish(at: Open, outside: Outside) -> Writing[CharacterCreated]:
            system = at.creation.ruleset.system
            child = newborn(at.kept, system, at.draft.finish(), asked.body.name)
            dicing.close(at.kept, outside)

            async def bear(work: Work) -> CharacterCreated:
                character = await self._births.bear(work, child, "created")
                ended = at.ended("finished", work.at, character=character.id)
                await self._desk.write(work, at.kept, ended)
                return character

            return bear

        return await self._changed(asked, CharacterCreated, finish)

    async def abandon(self, asked: Asked[Nothing]) -> Done[None]:
        """Give a creation up; what was rolled for it can be checked.

        Raises what `choose` raises.
        """

        def abandon(at: Open, outside: Outside) -> Writing[None]:
            dicing.close(at.kept, outside)

            async def end(work: Work) -> None:
                await self._desk.write(work, at.kept, at.ended("abandoned", work.at))

            return end

        return await self._changed(asked, type(None), abandon)

    async def _changed(self, asked: Asked[Any], kind: type[Out], plan: Plan[Out]) -> Done[Out]:
        """Run a command on the draft as the caller knows it: of two at once, one has its effect."""
        outside = Outside(self._bus)
        if asked.key is None:
            return _tagged(await self._at_once(asked, kind, plan, outside), asked.locale)
        seen = await self._desk.seen(asked)

        async def change(work: Work) -> Out:
            at = await self._desk.take(work.sql, asked, seen)
            return await plan(at, outside)(work)

        done = await outside.run(partial(self._commands.run, asked, kind, change))
        return _tagged(done, asked.locale)

    async def _at_once(
        self, asked: Asked[Any], kind: type[Out], plan: Plan[Out], outside: Outside
    ) -> Done[Out]:
        """Work everything out before there is a transaction: nothing was done under a key before.

        What is written names the version that was read.
        """
        at = await self._desk.found(asked)

        async def planned() -> Writing[Out]:
            return plan(at, outside)

        return await self._commands.run(asked, kind, await outside.run(planned))

    async def _begun_by_key(
        self, asked: Asked[DraftIn], outside: Outside
    ) -> Done[views.DraftCreated]:
        async def create(work: Work) -> views.DraftCreated:
            name = await self._beginnings.name(work, asked)
            begun = self._beginnings.begin(asked, name, outside)
            return await beginnings.write(work, begun, asked.locale)

        return await outside.run(partial(self._commands.run, asked, views.DraftCreated, create))

    async def _begun_at_once(
        self, asked: Asked[DraftIn], outside: Outside
    ) -> Done[views.DraftCreated]:
        name = self._beginnings.fresh()

        async def begin() -> Begun:
            return self._beginnings.begin(asked, name, outside)

        begun = await outside.run(begin)

        async def create(work: Work) -> views.DraftCreated:
            return await beginnings.write(work, begun, asked.locale)

        return await self._commands.run(asked, views.DraftCreated, create)


def _tagged(done: Done[Out], locale: str) -> Done[Out]:
    if isinstance(done.answer, views.Draft):
        return replace(done, etag=f"{done.answer.version}-{locale}")
    return done
