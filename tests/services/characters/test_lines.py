"""Characters out of the line of a dice bot, over HTTP."""

from collections.abc import AsyncIterator

import httpx
import pytest

from majokko_characters import main as characters
from majokko_dice import main as dice
from tests.services.characters.kitchen import Guest, Json, Kitchen
from tests.services.characters.test_exports import SYSTEMS
from tests.support.serving import running, settings_in

COLLAPSE: Json = {
    "ruleset": "collapse",
    "st": ".st 巴マミ--力量60 体质:50 侦查65 教育70 hp9 hpmax11",
}


@pytest.fixture(scope="module")
async def home(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[Kitchen]:
    settings = settings_in(tmp_path_factory.mktemp("home"), limit_quota=1_000_000)
    async with running([characters.service(), dice.service()], settings) as client:
        yield Kitchen(client)


async def taken_in(home: Kitchen, body: Json, lang: str = "zh-Hans") -> Guest:
    answer = await import_(home, body, lang)
    made = answer.json()
    assert answer.status_code == 201, made
    return Guest(home.client, f"/v1/characters/{made['id']}", made["token"], made)


async def import_(home: Kitchen, body: Json, lang: str = "zh-Hans") -> httpx.Response:
    return await home.post("/v1/characters/import", body, accept_language=lang)


async def test_a_line_makes_a_character(home: Kitchen) -> None:
    made = (await taken_in(home, COLLAPSE)).made

    assert made["name"] == "巴マミ"
    assert made["sheet"]["attributes"]["STR"] == {
        "value": 60,
        "because": [{"kind": "choice", "what": "st", "plus": 60}],
    }
    assert made["sheet"]["derived"]["HP"]["value"] == 11
    assert made["marks"] == {"HP": 9}
    assert made["notes"] == {"st": "教育 70"}
    assert made["source"] == "supplied"


async def test_a_file_of_such_a_character_makes_her_again(home: Kitchen) -> None:
    first = await taken_in(home, COLLAPSE)
    await first.patch({"marks": {"HP": None}, "notes": {"st": None}})
    file = (await first.get("/export")).json()
    again = await taken_in(home, file, "en")

    assert (await again.get("/export")).json() == file
    assert again.made["sheet"] == first.made["sheet"]
    assert (again.made["marks"], again.made["notes"]) == ({}, {})


@pytest.mark.parametrize("system", SYSTEMS)
@pytest.mark.parametrize("lang", ["en", "ja"])
async def test_what_is_exported_as_a_line_comes_back(home: Kitchen, system: str, lang: str) -> None:
    line = {"ruleset": system, "name": "Homura", "st": LINES[system]}
    first = await taken_in(home, line)
    written = (await first.get(f"/export?format=sealdice&lang={lang}")).text
    second = await taken_in(home, {**line, "st": written}, lang)
    files = [(await each.get("/export?format=markdown")).text for each in (first, second)]

    assert second.made["sheet"] == first.made["sheet"]
    assert second.made["marks"] == first.made["marks"]
    assert files[0] == files[1]


LINES = {
    "amgc": ".st STR7 AGI9 VIT5 hp8 hpmax10 gold0 goldmax1",
    "collapse": ".st STR60 DEX50 侦查65 san40 sanmax43",
    "aaws": ".st level4 weapon3",
    "infinite": ".st strength2 brawl3 hp5 hpmax7 xp3",
}


@pytest.mark.parametrize(
    ("system", "asked"),
    [
        ("amgc", {"stat": "STR"}),
        ("collapse", {"skill": "spot"}),
        ("infinite", {"skill": "strength+brawl"}),
        ("aaws", {"skill": "weapon"}),
    ],
)
async def test_a_roll_finds_the_numbers_of_a_line(home: Kitchen, system: str, asked: Json) -> None:
    gm = await home.room()
    born = await taken_in(home, {"ruleset": system, "name": "Homura", "st": LINES[system]})
    await born.told("/seat", {"room": gm.id, "member_token": gm.token})
    rolled = await gm.post("/rolls", {"character": {"id": born.id, **asked}})

    assert rolled.status_code == 201, rolled.text


@pytest.mark.parametrize(
    ("change", "rule", "pointer", "position"),
    [
        ({"st": ".st 力量60"}, "required", "/name", None),
        ({"st": ".st x-力量1000"}, "too_large", "/st", 8),
        ({"st": ".st x-力量"}, "malformed", "/st", 6),
        ({"st": ".st x-hp-1"}, "malformed", "/st", 6),
        ({"st": None}, "exactly_one_of", "", None),
        ({"moves": [{"offer": None}]}, "exactly_one_of", "", None),
        ({"st": None, "moves": [{"offer": "st"}]}, "malformed", "/moves/0", None),
    ],
)
async def test_a_line_that_is_wrong_makes_nobody(
    home: Kitchen, change: Json, rule: str, pointer: str, position: int | None
) -> None:
    answer = await import_(home, {**COLLAPSE, **change})
    problem = answer.json()

    assert answer.status_code == 422
    assert problem["errors"][0]["rule"] == rule
    assert problem["errors"][0]["pointer"] == "#" + pointer
    assert problem.get("position") == position
