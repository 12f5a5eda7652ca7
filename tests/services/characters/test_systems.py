"""Every system from its first dice to a roll by the sheet, over HTTP, with the dice of a room."""

import json
from collections.abc import AsyncIterator
from random import Random

import pytest

from majokko_characters import main as characters
from majokko_dice import main as dice
from majokko_rules.fairness.verifying import verify
from majokko_rules.rulesets import shelf
from tests.services.characters.kitchen import Guest, Json, Kitchen
from tests.support.creating import random_creation
from tests.support.serving import running, settings_in

MOST_STEPS = 200
SYSTEMS = [
    # a system, what is rolled by the sheet, the beginning of what was understood
    ("amgc", {"stat": "STR"}, "amgc single stat="),
    ("collapse", {"stat": "STR"}, ".ra "),
    ("infinite", {"skill": "strength+brawl"}, ".ww"),
    ("aaws", {"skill": "originals"}, "aaws single"),
]


@pytest.fixture(scope="module")
async def home(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[Kitchen]:
    """The services as they are installed."""
    settings = settings_in(tmp_path_factory.mktemp("home"), limit_quota=1_000_000)
    async with running([characters.service(), dice.service()], settings) as client:
        yield Kitchen(client)


async def begun(home: Kitchen, gm: Guest, system: str) -> Guest:
    headers = {"authorization": f"Bearer {gm.token}"}
    answer = await home.post("/v1/drafts", {"ruleset": system, "room": gm.id}, **headers)
    made = answer.json()
    assert answer.status_code == 201, made
    return Guest(home.client, f"/v1/drafts/{made['id']}", made["token"], made)


async def completed(draft: Guest, wish: Random) -> Json:
    """Take what is pending, and anything else now and then, until nothing is open."""
    seen = draft.made
    for _ in range(MOST_STEPS):
        wanted = {offer for each in seen["pending"] for offer in each["offers"]}
        if not wanted:
            return seen
        able = [each for each in seen["offers"] if each["id"] in wanted or wish.random() < 0.05]
        offer = wish.choice(able)
        body = {"offer": offer["id"], "picks": {p["name"]: _picked(p, wish) for p in offer["pick"]}}
        answer = await draft.post("/choices", body)
        assert answer.status_code in (200, 422), (body, answer.text)
        seen = answer.json() if answer.is_success else seen
    raise AssertionError(seen["pending"])


def _picked(pick: Json, wish: Random) -> object:
    if "options" in pick:
        return wish.choice(pick["options"])
    return "Homura" if "text" in pick else wish.randint(pick["min"], pick["max"])


@pytest.mark.parametrize(("system", "entry", "understood"), SYSTEMS)
async def test_a_character_is_made_kept_taken_along_and_rolled_for(
    home: Kitchen, system: str, entry: dict[str, str], understood: str
) -> None:
    gm = await home.room()
    draft = await begun(home, gm, system)
    made = await completed(draft, Random(system))
    born = await draft.finished()
    file = (await born.get("/export")).json()
    child = await home.post("/v1/characters/import", file)
    if system == "aaws":  # whose original factors are chosen
        entry = {"skill": next(iter(made["sheet"]["originals"]))}
    rolled = await gm.post("/rolls", {"character": {"id": born.id, **entry}})
    await gm.told("/close")
    stream = gm.made["stream"]["id"]
    proof = (await home.get(f"/v1/fairness/streams/{stream}/0/proof")).json()

    assert born.made["sheet"] == made["sheet"]
    assert child.status_code == 201, child.text
    assert child.json()["sheet"] == born.made["sheet"]
    assert rolled.status_code == 201, rolled.text
    assert rolled.json()["results"][0]["notation"].startswith(understood)
    thrown = [draw["values"] for draw in proof["draws"] if draw["purpose"].startswith("chargen/")]
    assert thrown == [roll["faces"] for roll in made["rolls"]]
    assert proof["draws"] == [] or verify(proof) == ()
    assert json.dumps(file).count('"picks"') == len(file["moves"])


RESERVED = {"offer", "picks", "faces", "expected_version"}
"""What stands beside picks in the body of a choice."""


@pytest.mark.parametrize(
    "name", [name for name, each in shelf.known().items() if shelf.makes_characters(each)]
)
@pytest.mark.parametrize("seed", range(10))
def test_no_pick_is_called_like_what_stands_beside_it(name: str, seed: int) -> None:
    ruleset = shelf.find(name)
    draft = random_creation(shelf.maker(ruleset), ruleset.options({}), seed)
    picked = {pick for move in draft.moves for pick in move.picks}

    assert picked
    assert picked.isdisjoint(RESERVED)
