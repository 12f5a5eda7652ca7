"""What a client can learn about the systems."""

import httpx
import pytest

from majokko_rules.catalog import LOCALES

IDS = {"notation", "amgc", "collapse", "aaws", "infinite"}


async def test_every_system_is_listed_with_its_names(client: httpx.AsyncClient) -> None:
    answer = await client.get("/v1/systems")

    systems = {system["id"]: system for system in answer.json()["items"]}
    assert set(systems) == IDS
    assert all(set(system["names"]) == set(LOCALES) for system in systems.values())
    assert "public" in answer.headers["cache-control"]


@pytest.mark.parametrize("system", sorted(IDS))
async def test_a_system_alone_is_told_as_in_the_list(
    client: httpx.AsyncClient, system: str
) -> None:
    listed = (await client.get("/v1/systems?lang=zh-TW")).json()["items"]

    alone = (await client.get(f"/v1/systems/{system}?lang=zh-TW")).json()

    assert alone in listed


async def test_a_command_names_the_literal_prefixes_that_start_it(
    client: httpx.AsyncClient,
) -> None:
    told = (await client.get("/v1/systems/infinite")).json()

    prefixes = {prefix for command in told["commands"] for prefix in command["prefixes"]}
    assert {".ww", ".w"} <= prefixes


async def test_the_fields_of_a_check_tell_bounds_and_defaults(client: httpx.AsyncClient) -> None:
    told = (await client.get("/v1/systems/collapse")).json()

    single = next(kind for kind in told["kinds"] if kind["id"] == "single")
    value = next(field for field in single["fields"] if field["id"] == "value")
    difficulty = next(field for field in single["fields"] if field["id"] == "difficulty")
    assert (value["required"], value["min"]) == (True, 0)
    assert difficulty["default"] == "regular"
    assert [choice["id"] for choice in difficulty["choices"]] == ["regular", "hard", "extreme"]


async def test_an_unknown_system_is_not_found(client: httpx.AsyncClient) -> None:
    answer = await client.get("/v1/systems/shadowrun")

    assert (answer.status_code, answer.json()["code"]) == (404, "not_found")


async def test_graphql_describes_the_same_systems(client: httpx.AsyncClient) -> None:
    query = """
        query { listSystems { ... on Systems { items {
            id name about default_kind: defaultKind names { id name }
            kinds { id name fields { ...Member fields { ...Member fields { id } } }
                    options { ...Member fields { id } } }
            outcomes { id name } commands { prefixes help }
        } } } }
        fragment Member on Member {
            id name help type required default min max choices { id name }
            items_min: itemsMin items_max: itemsMax
        }"""

    told = (await client.post("/graphql?lang=ja", json={"query": query})).json()

    rest = (await client.get("/v1/systems?lang=ja")).json()["items"]
    items = told["data"]["listSystems"]["items"]
    for item in items:
        item["names"] = {named["id"]: named["name"] for named in item["names"]}
    assert items == rest
