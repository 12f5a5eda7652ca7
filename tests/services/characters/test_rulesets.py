"""Rulesets as clients read them: every row with its names, effects, source and what is unknown."""

from collections.abc import AsyncIterator
from contextlib import AbstractAsyncContextManager
from pathlib import Path
from typing import Any

import httpx
import pytest

from majokko_characters import main
from majokko_rules.catalog import LOCALES
from majokko_rules.rulesets.shelf import known
from tests.support.serving import running, settings_in

HOME = """
id = "amgc_at_home"
version = 2
extends = "amgc@1"
name = {en = "AMGC at home", ja = "うちのAMGC"}

[settings]
base = 3

[tables.perks.power_artifact]
name = "Big Friend"
column = 1
roll = [20]
effects = [{stat = "MAG", plus = 1}]
effect = {ja = "とても大きな友だち。"}
source = "an older roll page"
"""
Json = dict[str, Any]


@pytest.fixture(scope="module")
async def client(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[httpx.AsyncClient]:
    var = tmp_path_factory.mktemp("rulesets")
    async with installed(var, HOME) as client:
        yield client


def installed(var: Path, text: str) -> AbstractAsyncContextManager[httpx.AsyncClient]:
    """Serve an installation with a ruleset file of its own."""
    (var / "files").mkdir(exist_ok=True)
    (var / "files" / "home.toml").write_text(text, "utf-8")
    settings = settings_in(var, rulesets=var / "files", limit_quota=1_000_000)
    return running([main.service()], settings)


async def shown(client: httpx.AsyncClient, name: str, locale: str = "en") -> Json:
    answer = await client.get(f"/v1/rulesets/{name}", params={"lang": locale})
    assert answer.status_code == 200, answer.text
    told: Json = answer.json()
    return told


def row(ruleset: Json, table: str, key: str) -> Json:
    rows = next(each["rows"] for each in ruleset["tables"] if each["key"] == table)
    found: Json = next(each for each in rows if each["key"] == key)
    return found


async def test_built_in_rulesets_and_those_of_files_are_listed(client: httpx.AsyncClient) -> None:
    listed = (await client.get("/v1/rulesets", params={"lang": "ja"})).json()["items"]
    by_id = {each["id"]: each for each in listed}

    assert set(by_id) == {*known(), "amgc_at_home@2"}
    assert by_id["amgc_at_home@2"]["name"] == "うちのAMGC"
    assert {name: by_id[name]["hash"] for name in known()} == {
        name: ruleset.hash for name, ruleset in known().items()
    }


@pytest.mark.parametrize("name", known())
@pytest.mark.parametrize("locale", LOCALES)
async def test_every_row_is_shown_with_its_name(
    client: httpx.AsyncClient, name: str, locale: str
) -> None:
    told, ruleset = await shown(client, name, locale), known()[name]
    rows = [(table["key"], each) for table in told["tables"] for each in table["rows"]]

    assert [(table, each["key"]) for table, each in rows] == [
        (table.name, key) for table in ruleset.tables.values() for key in table.rows
    ]
    words = ruleset.names.words[locale]
    for table, each in rows:
        kept = ruleset[table][each["key"]]
        assert each["name"] == words[f"tables.{table}.{each['key']}.name"]
        assert (each["source"], each["confidence"]) == (kept.source, kept.confidence)
        assert (each["roll"], each["unknown"]) == ([*kept.roll], [*kept.unknown])
    for table in told["tables"]:
        assert table["name"] == words[f"creation.tables.{table['key']}"]
    for setting in told["settings"]:
        assert setting["name"] == words[f"settings.{setting['key']}.name"]
        assert setting["help"] == words[f"settings.{setting['key']}.help"]
        for choice in setting["choices"]:
            assert choice["name"] == words[f"settings.{setting['key']}.choices.{choice['key']}"]


async def test_effects_are_shown_as_data_and_in_words(client: httpx.AsyncClient) -> None:
    told = await shown(client, "amgc@1")

    assert row(told, "perks", "wings")["effects"][0] == {"stat": "AGI", "plus": 1}
    assert row(told, "perks", "power_artifact")["effects"] == []
    assert row(told, "perks", "power_artifact")["unknown"] == ["stat", "effect"]
    jar = row(told, "perks", "soul_jar")["effect_by_mode"]
    assert set(jar) == {"cake_and_candy", "steel_and_guns"}
    assert jar["steel_and_guns"] == "She does not die."


MAGION = {
    "en": ("Madoka Magion", "Walpurgisnacht", "with QB", "All girls are complete."),
    "ja": ("まど☆マギオン", "ワルプルギスの夜", "QBあり", "魔法少女が全員完成した。"),
    "zh-Hans": ("魔法少女小圆 Magion", "魔女之夜", "加入QB", "魔法少女全员凑齐。"),
    "zh-Hant": ("魔法少女小圓 Magion", "魔女之夜", "加入QB", "魔法少女全員湊齊。"),
}
QUERY = """
{
  listRulesets { ... on Rulesets { items { id use name } } }
  getRuleset(ruleset: "magion@1") {
    ... on Ruleset {
      use name words
      settings { key name help default basis }
      tables { key rows { key name fields effects effect house unknown source confidence } }
    }
  }
}
"""


@pytest.mark.parametrize("locale", LOCALES)
async def test_a_card_game_is_shown_as_a_ruleset_is(client: httpx.AsyncClient, locale: str) -> None:
    told = await shown(client, "magion", locale)
    elsa = row(told, "witches", "elsa_maria")

    assert (told["id"], told["use"], told["system"]) == ("magion@1", "games", "magion")
    assert (
        told["name"],
        row(told, "witches", "walpurgisnacht")["name"],
        next(each["name"] for each in told["settings"] if each["key"] == "qb"),
        told["words"]["endings"]["all_complete"],
    ) == MAGION[locale]
    assert elsa["effects"] == [{"markers": 1, "unless_last": True, "confidence": "house"}]
    assert "1" in elsa["effect"]
    assert row(told, "witches", "charlotte")["effect"] is None
    assert row(told, "girls", "homura")["fields"]["counts"] == [3, 3, 2, 2]
    assert set(told["words"]["values"]) >= {"purple", "stays"}


@pytest.mark.parametrize("locale", LOCALES)
async def test_graphql_shows_a_card_game_as_rest_does(
    client: httpx.AsyncClient, locale: str
) -> None:
    answer = await client.post(
        "/graphql", json={"query": QUERY}, headers={"accept-language": locale}
    )
    told = answer.json()["data"]
    rest = await shown(client, "magion@1", locale)
    listed = (await client.get("/v1/rulesets", params={"lang": locale})).json()["items"]

    assert told["listRulesets"]["items"] == [
        {name: each[name] for name in ("id", "use", "name")} for each in listed
    ]
    assert {"magion@1": "games", "amgc@1": "characters"}.items() <= {
        each["id"]: each["use"] for each in listed
    }.items()
    game = told["getRuleset"]
    assert (game["name"], game["words"]) == (rest["name"], rest["words"])
    for table, other in zip(game["tables"], rest["tables"], strict=True):
        for one, same in zip(table["rows"], other["rows"], strict=True):
            assert one == {name: same[name] for name in one}
    for one, same in zip(game["settings"], rest["settings"], strict=True):
        assert one == {name: same[name] for name in one}


@pytest.mark.parametrize("name", ["magion", "magion@1"])
@pytest.mark.parametrize("path", ["/v1/drafts", "/v1/characters/import"])
async def test_no_characters_are_made_by_a_card_game(
    client: httpx.AsyncClient, path: str, name: str
) -> None:
    more = {} if path == "/v1/drafts" else {"name": "Homura", "moves": [{"faces": [1]}]}
    answer = await client.post(path, json={"ruleset": name, **more})
    told = answer.json()

    assert (answer.status_code, told["code"]) == (422, "invalid_value"), told
    (error,) = told["errors"]
    assert (error["pointer"], error["rule"]) == ("#/ruleset", "makes_no_characters")
    assert "no characters" in error["detail"]


async def test_whoever_asks_for_no_ruleset_is_told_those_that_make_characters(
    client: httpx.AsyncClient,
) -> None:
    answer = await client.post("/v1/drafts", json={"ruleset": "coffee"})

    assert "amgc@1" in answer.json()["detail"]
    assert "magion" not in answer.json()["detail"]


async def test_a_file_changes_what_it_says_and_nothing_else(client: httpx.AsyncClient) -> None:
    home, base = await shown(client, "amgc_at_home", "ja"), await shown(client, "amgc", "ja")
    friend = row(home, "perks", "power_artifact")

    assert (friend["name"], friend["effect"]) == ("Big Friend", "とても大きな友だち。")
    assert (friend["source"], friend["confidence"]) == ("an older roll page", "house")
    assert friend["unknown"] == []
    defaults = [{each["key"]: each["default"] for each in one["settings"]} for one in (home, base)]
    assert defaults[0] == {**defaults[1], "base": 3}
    same = [each for each in home["tables"] if each["key"] != "perks"]
    assert same == [each for each in base["tables"] if each["key"] != "perks"]


async def test_a_character_is_made_by_a_file(client: httpx.AsyncClient) -> None:
    faces = [19, 6, 8, 16, 13, 7, 14, 2, 16, 17, 1, 12]
    stats = []
    for name in ("amgc", "amgc_at_home"):
        answer = await client.post("/v1/drafts", json={"ruleset": name, "faces": faces})
        made = answer.json()
        assert answer.status_code == 201, answer.text
        assert made["ruleset_hash"] == (await shown(client, name))["hash"]
        stats.append(made["sheet"]["untransformed"]["VIT"]["value"])

    assert stats[1] == stats[0] - 1


@pytest.mark.parametrize("name", ["amgc@2", "coffee", "amgc@1%23beef"])
async def test_a_ruleset_that_is_not_there_is_not_found(
    client: httpx.AsyncClient, name: str
) -> None:
    answer = await client.get(f"/v1/rulesets/{name}")

    assert (answer.status_code, answer.json()["code"]) == (404, "not_found")


async def test_what_a_client_has_seen_is_sent_again_when_names_have_changed(tmp_path: Path) -> None:
    tags, hashes = [], []
    for text in (HOME, HOME, HOME.replace("うちのAMGC", "AMGC改")):
        async with installed(tmp_path, text) as client:
            answer = await client.get("/v1/rulesets/amgc_at_home", params={"lang": "ja"})
            again = await client.get(
                "/v1/rulesets/amgc_at_home",
                params={"lang": "ja"},
                headers={"if-none-match": answer.headers["etag"]},
            )
        assert again.status_code == 304
        tags.append(answer.headers["etag"])
        hashes.append(answer.json()["hash"])

    assert tags[0] == tags[1] != tags[2]
    assert len(set(hashes)) == 1
