"""What services tell in earnest is what the contract says of it."""

import json
import sqlite3
from collections.abc import Iterator, Mapping, Sequence
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from majokko_contracts.events import Event
from majokko_contracts.subscriptions import EVENTS, wanted
from majokko_dice.rooms.streams import Rotation
from tests.services.cards.parlour import Parlour, open_parlour, stacked
from tests.services.characters.kitchen import Kitchen, open_kitchen
from tests.services.dice.checks.table import laid
from tests.services.dice.rooms.table import House, open_house

Json = Mapping[str, Any]


async def play(house: House) -> None:
    """Let everything happen that the contract says of rooms."""
    table = await laid(house)
    gm, ann = table.gm, table.ann
    check = await table.chosen(1)
    await check.told(ann, "roll", unit=table.a["id"])
    secret = await gm.told("/rolls", {"notation": "2d6", "secret": True})
    for _ in range(2):
        await ann.told("/rolls", {"notation": "2d6"})
    await gm.told(f"/rolls/{secret['id']}/reveal")
    await gm.ask("PATCH", f"/members/{ann.id}", {"name": "Anna"})
    await ann.ask("DELETE", f"/members/{ann.id}")
    await gm.told("/close")


async def live(kitchen: Kitchen) -> None:
    """Let everything happen that the contract says of characters."""
    born = await kitchen.character()
    await born.patch({"marks": {"HP": 3}})
    tag = (await born.get()).headers["etag"]
    await born.ask("DELETE", "", None, if_match=tag)
    await born.told("/restore")


async def lose(parlour: Parlour) -> None:
    """Play a game that tells everything that games tell to others."""
    game = await parlour.practice(stacked([]))
    for _ in range(3):
        await game.hint()


@pytest.fixture(scope="module")
async def told(tmp_path_factory: pytest.TempPathFactory) -> Mapping[str, Sequence[Json]]:
    """All data that was told by the service that a type belongs to, by type."""
    var = tmp_path_factory.mktemp("story")
    async with open_house(var, {}, Rotation(draws=2)) as house:
        await play(house)
    async with open_kitchen(var, {}, with_dice=False) as kitchen:
        await live(kitchen)
    async with open_parlour(var, {}, with_dice=False) as parlour:
        await lose(parlour)
    found: dict[str, list[Json]] = {}
    for service in ("dice", "characters", "cards"):
        for kind, version, data in _rows(var, service):
            if kind in EVENTS and EVENTS[kind].service == service:
                assert version == EVENTS[kind].v
                found.setdefault(kind, []).append(json.loads(data))
    return found


def _rows(var: Path, service: str) -> Iterator[tuple[str, int, str]]:
    with closing(sqlite3.connect(var / f"{service}.db")) as database:
        yield from database.execute(f"SELECT type, v, data FROM {service}_events")  # noqa: S608


@pytest.mark.parametrize("kind", EVENTS)
async def test_what_is_told_is_what_the_contract_says(
    told: Mapping[str, Sequence[Json]], kind: str
) -> None:
    assert told[kind]
    for data in told[kind]:
        EVENTS[kind].model_validate_json(json.dumps(data))
        assert data.keys() == EVENTS[kind].model_fields.keys()


@pytest.mark.parametrize("kind", EVENTS)
def test_an_event_is_called_what_it_is_and_when_it_was(kind: str) -> None:
    noun, past = kind.split(".")
    (example,) = Event.model_json_schema()["examples"]

    assert Event.model_validate_json(json.dumps({**example, "type": kind})).type == kind
    assert EVENTS[kind].__name__ == f"{noun.title()}{past.title()}"
    assert EVENTS[kind].__doc__


def test_an_installation_adds_subscribers_to_ours() -> None:
    further = {
        "journal": frozenset({"roll.made", "game.ended"}),
        "other": frozenset({"game.ended"}),
    }

    assert wanted("dice", further) == {"journal": {"roll.made"}, "characters": {"unit.changed"}}
    assert wanted("cards", further) == {}
