"""Units and shared factors: whose they are, who changes them, what is refused."""

from typing import Any

import pytest

from tests.services.dice.checks.table import BLADES, Table, factors

Json = dict[str, Any]


async def test_a_player_brings_a_unit_of_her_own(table: Table) -> None:
    unit = table.a

    assert (unit["player"], unit["level"], unit["reviewed"], unit["version"]) == (
        table.ann.id,
        4,
        False,
        1,
    )
    assert [f["name"] for f in unit["originals"][0]["factors"]] == ["quick cut", "parry", "throw"]
    assert unit["id"].startswith("uni_")


async def test_the_gm_brings_units_for_anybody_and_for_herself(table: Table) -> None:
    npc = await table.gm.told("/units", {"name": "Witch"})
    given = await table.gm.told("/units", {"name": "Mami", "player": table.ben.id})

    assert (npc["player"], npc["reviewed"]) == (None, True)
    assert given["player"] == table.ben.id


async def test_all_members_see_all_units(table: Table) -> None:
    for guest in table.everybody:
        listed = (await guest.get("/units")).json()["items"]

        assert [unit["name"] for unit in listed] == ["Sayaka", "Kyoko"]
        assert (await guest.get(f"/units/{table.a['id']}")).json() == table.a


async def test_a_change_keeps_what_has_an_id_and_forgets_what_is_left_out(table: Table) -> None:
    original = table.a["originals"][0]
    kept = {"id": original["factors"][0]["id"], "name": "slow cut"}
    changed = {**original, "factors": [kept, {"name": "leap"}]}
    answer = await table.ann.ask(
        "PATCH", f"/units/{table.a['id']}", {"originals": [changed]}, if_match='"1"'
    )
    unit = answer.json()

    assert answer.status_code == 200, answer.text
    assert (unit["version"], unit["name"]) == (2, "Sayaka")
    assert unit["originals"][0]["id"] == original["id"]
    assert [factor["name"] for factor in unit["originals"][0]["factors"]] == ["slow cut", "leap"]
    assert factors(unit)[0] == factors(table.a)[0]


async def test_the_gm_goes_over_a_unit_and_a_player_s_change_undoes_it(table: Table) -> None:
    path = f"/units/{table.a['id']}"
    reviewed = await table.gm.ask("PATCH", path, {"reviewed": True}, if_match='"1"')
    same = {"originals": table.a["originals"]}
    kept = await table.ann.ask("PATCH", path, same, if_match='"2"')
    changed = await table.ann.ask("PATCH", path, {"originals": [BLADES]}, if_match='"3"')

    assert reviewed.json()["reviewed"]
    assert kept.json()["reviewed"]
    assert not changed.json()["reviewed"]


async def test_the_gm_gives_a_unit_to_another_player_or_takes_it(table: Table) -> None:
    path = f"/units/{table.a['id']}"
    given = await table.gm.ask("PATCH", path, {"player": table.ben.id}, if_match='"1"')
    taken = await table.gm.ask("PATCH", path, {"player": None}, if_match='"2"')

    assert given.json()["player"] == table.ben.id
    assert taken.json()["player"] is None


async def test_a_unit_leaves_the_room_but_not_during_a_check(table: Table) -> None:
    check = await table.check(table.gm, table.a)
    stays = await table.ann.ask("DELETE", f"/units/{table.a['id']}")
    await check.told(table.gm, "withdraw")
    goes = await table.ann.ask("DELETE", f"/units/{table.a['id']}")

    assert (stays.status_code, stays.json()["errors"][0]["rule"]) == (422, "unit_in_check")
    assert goes.status_code == 204
    assert (await table.gm.get(f"/units/{table.a['id']}")).status_code == 404


async def test_a_player_changes_no_factors_during_a_check(table: Table) -> None:
    await table.check(table.gm, table.a)
    path, change = f"/units/{table.a['id']}", {"originals": [BLADES]}
    by_ann = await table.ann.ask("PATCH", path, change, if_match='"1"')
    by_gm = await table.gm.ask("PATCH", path, change, if_match='"1"')

    assert (by_ann.status_code, by_ann.json()["errors"][0]["rule"]) == (422, "unit_in_check")
    assert by_gm.status_code == 200


async def test_the_gm_gives_anti_factors_and_knows_first_uses(table: Table) -> None:
    path, original = f"/units/{table.a['id']}", table.a["originals"][0]
    used = {**original["factors"][0], "first_used": "a rope"}
    change = {"antis": [{"name": "limp"}], "originals": [{**original, "factors": [used]}]}
    told = (await table.gm.ask("PATCH", path, change, if_match='"1"')).json()
    kept = [{"id": told["antis"][0]["id"], "name": "bad limp"}]
    again = (await table.gm.ask("PATCH", path, {"antis": kept}, if_match='"2"')).json()

    assert told["originals"][0]["factors"][0]["first_used"] == "a rope"
    assert [(anti["id"], anti["name"]) for anti in again["antis"]] == [(kept[0]["id"], "bad limp")]


async def test_a_factor_stands_in_one_place(table: Table) -> None:
    original = table.a["originals"][0]
    twice = {**original, "factors": [original["factors"][0]] * 2}
    path = f"/units/{table.a['id']}"
    answer = await table.ann.ask("PATCH", path, {"originals": [twice]}, if_match='"1"')

    assert (answer.status_code, answer.json()["errors"][0]["rule"]) == (422, "not_together")


@pytest.mark.parametrize(("path", "limit"), [("/units", 100), ("/shared-factors", 100)])
async def test_a_room_holds_only_so_many(table: Table, path: str, limit: int) -> None:
    body = {"name": "x"} if path == "/units" else {"name": "x", "earned": "y"}
    there = len((await table.gm.get(path)).json()["items"])
    for _ in range(limit - there):
        await table.gm.told(path, body)
    full = await table.gm.post(path, body)

    assert (full.status_code, full.json()["code"]) == (409, "too_many")


REFUSED: list[tuple[str, Json, int, str, str]] = [
    # who, body of POST …/units, status, rule, pointer
    ("eve", {"name": "x"}, 403, "role", "#"),
    ("ann", {"name": "x", "player": "mem_other"}, 403, "only_gm", "#/player"),
    ("gm", {"name": "x", "player": "mem_other"}, 422, "not_a_choice", "#/player"),
    ("gm", {"name": " "}, 422, "too_short", "#/name"),
    ("gm", {"name": "x\u202e"}, 422, "not_plain", "#/name"),
    ("gm", {"name": "x", "power": 9}, 422, "unknown", "#/power"),
    ("ann", {"name": "x", "antis": [{"name": "limp"}]}, 403, "only_gm", "#/antis"),
    (
        "ann",
        {"name": "x", "originals": [{"name": "o", "level": 0, "factors": [{"name": "f"}]}]},
        422,
        "original_full",
        "#/originals/0/factors",
    ),
    (
        "ann",
        {
            "name": "x",
            "originals": [{"name": "o", "level": 1, "factors": [{"name": "f", "first_used": "a"}]}],
        },
        403,
        "only_gm",
        "#/originals/0/factors/0/first_used",
    ),
    (
        "ann",
        {"name": "x", "originals": [{"id": "ori_x", "name": "o", "level": 1}]},
        422,
        "not_a_choice",
        "#/originals/0/id",
    ),
    (
        "ann",
        {"name": "x", "originals": [{"name": "o", "level": 1}] * 11},
        422,
        "too_long",
        "#/originals",
    ),
]


@pytest.mark.parametrize(("who", "body", "status", "rule", "pointer"), REFUSED)
async def test_a_unit_that_may_not_be_made(
    lasting: Table, who: str, body: Json, status: int, rule: str, pointer: str
) -> None:
    answer = await getattr(lasting, who).post("/units", body)
    error = answer.json()["errors"][0]

    assert (answer.status_code, error["rule"], error["pointer"]) == (status, rule, pointer)


async def test_only_its_player_and_the_gm_change_a_unit(table: Table) -> None:
    path, change = f"/units/{table.a['id']}", {"name": "Oktavia"}

    assert (await table.ben.ask("PATCH", path, change, if_match='"1"')).status_code == 403
    assert (await table.eve.ask("PATCH", path, change, if_match='"1"')).status_code == 403
    assert (await table.ben.ask("DELETE", path)).status_code == 403
    assert (
        await table.ann.ask("PATCH", path, {"reviewed": True}, if_match='"1"')
    ).status_code == 403
    assert (await table.ann.ask("PATCH", path, change)).status_code == 428
    assert (await table.ann.ask("PATCH", path, change, if_match='"7"')).status_code == 412
    assert (await table.ann.ask("PATCH", path, change, if_match='"1"')).status_code == 200


async def test_shared_factors_belong_to_those_present_or_to_whoever_meets_a_condition(
    table: Table,
) -> None:
    present = await table.gm.told("/shared-factors", {"name": "map", "earned": "Ann drew it"})
    body = {"name": "light", "earned": "an idea", "scope": "condition", "condition": "in the sun"}
    meeting = await table.gm.told("/shared-factors", body)

    assert present["holders"] == [table.a["id"], table.b["id"]]
    assert (meeting["holders"], meeting["condition"]) == ([], "in the sun")
    assert len((await table.eve.get("/shared-factors")).json()["items"]) == 2

    gone = await table.gm.ask("DELETE", f"/shared-factors/{present['id']}")

    assert gone.status_code == 204
    assert len((await table.eve.get("/shared-factors")).json()["items"]) == 1

    again = await table.gm.ask("DELETE", f"/shared-factors/{present['id']}")

    assert again.status_code == 404


SHARED_REFUSED: list[tuple[str, Json, int, str, str]] = [
    ("ann", {"name": "map", "earned": "x"}, 403, "role", "#"),
    ("gm", {"name": "map"}, 422, "required", "#/earned"),
    ("gm", {"name": "m", "earned": "x", "holders": ["uni_x"]}, 422, "not_a_choice", "#/holders/0"),
    ("gm", {"name": "m", "earned": "x", "scope": "condition"}, 422, "required", "#/condition"),
    ("gm", {"name": "m", "earned": "x", "condition": "y"}, 422, "not_together", "#/condition"),
    ("gm", {"name": "m", "earned": "x", "avoid": "y"}, 422, "not_together", "#/avoid"),
    (
        "gm",
        {"name": "m", "earned": "x", "scope": "condition", "condition": "y", "holders": []},
        422,
        "not_together",
        "#/holders",
    ),
]


@pytest.mark.parametrize(("who", "body", "status", "rule", "pointer"), SHARED_REFUSED)
async def test_a_shared_factor_that_may_not_be_given(
    lasting: Table, who: str, body: Json, status: int, rule: str, pointer: str
) -> None:
    answer = await getattr(lasting, who).post("/shared-factors", body)
    error = answer.json()["errors"][0]

    assert (answer.status_code, error["rule"], error["pointer"]) == (status, rule, pointer)
