"""What nobody wants any more is forgotten after 30 days, and not before."""

from collections.abc import AsyncIterator
from dataclasses import dataclass
from pathlib import Path

import httpx
import pytest
from sqlalchemy import func, select

from majokko_characters.forgetting import IDLE_MS, Forgetting
from majokko_characters.tables import CHARACTERS, DRAFTS, HISTORY
from majokko_dice import main as dice
from majokko_kit import app
from majokko_kit.bus import Bus
from majokko_kit.database import Database
from majokko_rules.fairness.verifying import verify
from tests.services.characters.kitchen import Guest, Kitchen, serving_tea
from tests.services.characters.test_dice import begun, proof
from tests.support.databases import Changes
from tests.support.serving import settings_in

JUST_BEFORE = IDLE_MS - 60_000
JUST_AFTER = IDLE_MS + 60_000


@dataclass(frozen=True)
class Attic:
    """A service whose rows can be made old."""

    kitchen: Kitchen
    database: Database
    forgetting: Forgetting

    async def age(self, milliseconds: int) -> None:
        """Let everything have happened so long before."""
        async with self.database.work() as work:
            for table, column in ((DRAFTS, "changed_at"), (CHARACTERS, "deleted_at")):
                older = table.c[column] - milliseconds
                await work.sql.execute(table.update().values({column: older}))

    async def rows(self, guest: Guest) -> tuple[int, int]:
        """Return how many rows there are of a character, and of her history."""
        async with self.database.reading() as sql:
            found = []
            for column in (CHARACTERS.c.id, HISTORY.c.character):
                counted = select(func.count()).where(column == guest.id)
                found.append((await sql.execute(counted)).scalar_one())
        return found[0], found[1]


@pytest.fixture
async def attic(tmp_path: Path, database: Changes) -> AsyncIterator[Attic]:
    settings = settings_in(tmp_path, limit_quota=1_000_000, **database)
    built = app.build([serving_tea(), dice.service()], settings)
    transport = httpx.ASGITransport(built)
    async with (
        built.api.router.lifespan_context(built.api),
        httpx.AsyncClient(transport=transport, base_url="http://majokko.test") as client,
        Bus(built.api.state.redis) as bus,
    ):
        kept = built.api.state.databases["characters"]
        yield Attic(Kitchen(client), kept, Forgetting(kept, bus))


async def test_a_deleted_character_can_be_restored_for_30_days(attic: Attic) -> None:
    born = await attic.kitchen.character()
    await born.ask("DELETE", "", if_match='"1"')
    await attic.age(JUST_BEFORE)
    early = await attic.forgetting.forget_characters()
    restored = await born.post("/restore")

    assert early == 0
    assert restored.status_code == 200


async def test_a_character_is_forgotten_with_her_history(attic: Attic) -> None:
    born, kept = await attic.kitchen.character(), await attic.kitchen.character()
    await born.ask("DELETE", "", if_match='"1"')
    await attic.age(JUST_AFTER)
    late = await born.post("/restore")
    gone = await attic.forgetting.forget_characters()
    after = await born.post("/restore")

    assert (late.status_code, after.status_code, gone) == (404, 401, 1)
    assert await attic.rows(born) == (0, 0)
    assert await attic.rows(kept) == (1, 1)


async def test_a_draft_in_which_nothing_happens_is_given_up_and_its_dice_can_be_checked(
    attic: Attic,
) -> None:
    taken = (await attic.kitchen.post("/v1/fairness/streams", {})).json()
    draft = await begun(attic.kitchen, commitment=taken["commitment"])
    await attic.age(JUST_BEFORE)
    early = await attic.forgetting.give_up()
    await attic.age(JUST_AFTER - JUST_BEFORE)
    given_up = await attic.forgetting.give_up()
    seen = await draft.look()

    assert (early, given_up, seen["state"]) == (0, 1, "abandoned")
    assert verify(await proof(attic.kitchen, taken["id"])) == ()


async def test_a_draft_that_was_given_up_is_forgotten_but_not_a_finished_one(
    attic: Attic,
) -> None:
    finished, given_up = await attic.kitchen.begin(), await attic.kitchen.begin()
    await finished.choose("leaf", leaf="green")
    await finished.finished()
    await given_up.ask("DELETE")
    early = await attic.forgetting.forget_drafts()
    await attic.age(JUST_AFTER)
    gone = await attic.forgetting.forget_drafts()

    assert (early, gone) == (0, 1)
    assert (await given_up.get()).status_code == 401
    assert (await finished.look())["state"] == "finished"


async def test_whoever_comes_back_in_time_goes_on(attic: Attic) -> None:
    draft = await attic.kitchen.begin()
    await attic.age(JUST_AFTER)
    await draft.choose("leaf", leaf="green")
    given_up = await attic.forgetting.give_up()

    assert given_up == 0
    assert (await draft.look())["state"] == "open"
