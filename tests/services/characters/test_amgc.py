"""A whole creation of AMGC over HTTP: what is offered is taken, until a character stands there."""

from collections.abc import AsyncIterator
from typing import Any

import httpx
import pytest

from majokko_characters import main
from tests.rules.amgc.example import ALLY, ALLY_FACES, CHOICES, COINS
from tests.rules.amgc.girls import FACES
from tests.services.characters.kitchen import Guest, Json
from tests.support.serving import running, settings_in

BODY = {"ruleset": "amgc@1", "faces": FACES}


@pytest.fixture(scope="module")
async def client(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[httpx.AsyncClient]:
    settings = settings_in(tmp_path_factory.mktemp("amgc"), limit_quota=1_000_000)
    async with running([main.service()], settings) as client:
        yield client


async def begun(client: httpx.AsyncClient, **more: object) -> Guest:
    answer = await client.post("/v1/drafts", json={**BODY, **more})
    assert answer.status_code == 201, answer.text
    made = answer.json()
    return Guest(client, f"/v1/drafts/{made['id']}", made["token"], made)


async def whole(client: httpx.AsyncClient) -> Guest:
    draft = await begun(client)
    for offer, picks in (*COINS, *CHOICES):
        await draft.choose(offer, **picks)
    await draft.choose("ally.roll", faces=ALLY_FACES)
    for offer, picks in ALLY:
        await draft.choose(offer, **picks)
    return draft


def numbers(group: Json) -> dict[str, Any]:
    return {name: value["value"] for name, value in group.items()}


async def test_all_coins_are_spent_and_a_character_stands_there(client: httpx.AsyncClient) -> None:
    draft = await whole(client)
    seen = await draft.look()
    girl = await draft.finished()
    sheet = (await girl.look())["sheet"]

    assert seen["pending"] == []
    assert set(seen["coins"].values()) == {0}
    assert sheet == seen["sheet"]
    assert numbers(sheet["stats"]) == {"STR": 8, "AGI": 7, "VIT": 9, "MAG": 11, "LCK": 7}
    assert numbers(sheet["untransformed"]) == {"STR": 5, "AGI": 4, "VIT": 4, "MAG": 5, "LCK": 5}
    assert numbers(sheet["derived"]) == {"HP": 18, "MP": 11, "FP": 7, "SP": 7}
    assert sheet["name"]["value"] == "Mitsuki"


async def test_every_number_says_where_it_comes_from(client: httpx.AsyncClient) -> None:
    sheet = (await (await whole(client)).look())["sheet"]

    for group in ("stats", "untransformed", "derived"):
        for value in sheet[group].values():
            assert sum(each["plus"] for each in value["because"]) == value["value"]
            assert all(each["what"] for each in value["because"])


async def test_the_same_rolls_and_choices_give_the_same_sheet(client: httpx.AsyncClient) -> None:
    one, other = [await (await whole(client)).look() for _ in range(2)]

    assert one["sheet"] == other["sheet"]


async def test_the_offers_of_the_answer_are_enough_to_finish(client: httpx.AsyncClient) -> None:
    """A client that knows no rule takes the first of what is pending, with its first options."""
    draft = await begun(client)
    seen = await draft.look()
    while seen["pending"]:
        wanted = seen["pending"][0]["offers"][0]
        offer = next(each for each in seen["offers"] if each["id"] == wanted)
        seen = await draft.choose(wanted, **{each["name"]: _first(each) for each in offer["pick"]})

    assert (await draft.finished()).id.startswith("chr_")


def _first(pick: Json) -> object:
    if "options" in pick:
        return pick["options"][0]
    return "words" if "text" in pick else pick["min"]


@pytest.mark.parametrize(
    ("body", "status", "code", "pointer"),
    [
        ({"offer": "age.bronze", "age": 18}, 422, "invalid_value", "#/age"),
        ({"offer": "weapon.other", "weapon": "fists"}, 422, "invalid_value", "#/weapon"),
        ({"offer": "stats.gold.4", "stat": "HP"}, 422, "invalid_value", "#/stat"),
        ({"offer": "stats.gold.4", "stat": "STR", "two": 1}, 422, "unknown_field", "#/two"),
        ({"offer": "weapon.shift.+5"}, 409, "not_on_offer", "#/offer"),
        ({"offer": "familiar.class", "class": "attack"}, 409, "not_on_offer", "#/offer"),
    ],
)
async def test_an_illegal_spend_is_refused_with_a_reason(
    client: httpx.AsyncClient, body: Json, status: int, code: str, pointer: str
) -> None:
    draft = await begun(client)
    refused = await draft.post("/choices", body)
    problem = refused.json()

    assert (refused.status_code, problem["code"]) == (status, code)
    assert problem["errors"][0]["pointer"] == pointer
    assert problem["detail"]
    assert (await draft.look())["version"] == draft.made["version"]


async def test_a_coin_that_is_gone_buys_nothing(client: httpx.AsyncClient) -> None:
    draft = await begun(client)
    await draft.choose("stats.gold.4", stat="STR")
    refused = await draft.post("/choices", {"offer": "perk.add"})

    assert refused.status_code == 409
    assert refused.json()["code"] == "not_on_offer"


async def test_nothing_is_finished_while_choices_wait(client: httpx.AsyncClient) -> None:
    refused = await (await begun(client)).post("/finish", {})

    assert refused.status_code == 409
    assert refused.json()["code"] == "pending_choices"
    assert "weapon.fists.mastery" in refused.json()["detail"]
