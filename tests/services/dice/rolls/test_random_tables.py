"""Tables that the game master writes, and rolls on them."""

import pytest

from tests.services.dice.rolls.story import WEATHER, Json, feed, refusal, rolled, seen
from tests.services.dice.rooms.table import CLOSE, Guest, House


def leading(to: str) -> Json:
    """A day whose evening is looked up elsewhere."""
    rows = [{"from": 1, "to": 3, "text": "school"}, {"from": 4, "text": "evening", "table": to}]
    return {"name": "Day", "dice": "d4", "rows": rows}


async def listed(guest: Guest) -> list[str]:
    answer = await guest.get("/tables")
    assert answer.status_code == 200, answer.text
    return [table["name"] for table in answer.json()["items"]]


async def test_a_table_is_written_read_and_rolled_on(gm: Guest, player: Guest) -> None:
    table = await gm.told("/tables", WEATHER)
    roll = await player.told(
        f"/tables/{table['id']}/roll", {"faces": [6], "reason": "the way home"}
    )

    assert table["rows"] == [
        {"from": 1, "to": 5, "text": "clear", "table": None},
        {"from": 6, "to": 6, "text": "a storm", "table": None},
    ]
    assert (await player.get(f"/tables/{table['id']}")).json() == table
    assert roll["table"] == {"id": table["id"], "name": "Weather"}
    assert roll["rows"] == [{"result": 0, "table": roll["table"], "value": 6, "text": "a storm"}]
    assert roll["results"][0]["text"] == "1d6: 6 → 6"
    assert roll["reason"] == "the way home"
    assert await feed(gm) == [roll]


async def test_one_draw_takes_a_roll_through_all_tables(gm: Guest, house: House) -> None:
    weather = await gm.told("/tables", WEATHER)
    day = await gm.told("/tables", leading(weather["id"]))
    roll = await gm.told(f"/tables/{day['id']}/roll", {"times": 9})
    following = await rolled(gm, notation="1d6")
    await gm.told(CLOSE)
    draw = (await house.proof(gm.made["stream"]))["draws"][0]

    assert (roll["nonce"], following["nonce"]) == (0, 1)
    assert draw["request"] == f'{{"notation":"1d4","table":"{day["id"]}","times":9}}'
    assert draw["values"] == [result["total"] for result in roll["results"]]
    assert [row["result"] for row in roll["rows"]] == list(range(len(roll["results"])))
    names = [row["table"]["name"] for row in roll["rows"]]
    assert names.count("Day") == 9
    for row, following_name in zip(roll["rows"], [*names[1:], "Day"], strict=True):
        led = row["table"]["name"] == "Day" and row["value"] == 4
        assert (following_name == "Weather") == led


async def test_a_roll_on_a_table_may_be_secret(gm: Guest, player: Guest) -> None:
    table = await gm.told("/tables", WEATHER)
    roll = await gm.told(f"/tables/{table['id']}/roll", {"secret": True})
    covered = await seen(player, roll)

    assert roll["rows"][0]["text"] in ("clear", "a storm")
    assert [covered[name] for name in ("table", "rows", "results", "drawn")] == [None] * 4


async def test_players_see_of_a_hidden_table_its_name_and_what_they_roll(
    gm: Guest, player: Guest
) -> None:
    table = await gm.told("/tables", {**WEATHER, "hidden": True})
    path = f"/tables/{table['id']}"
    shown = (await player.get(path)).json()
    roll = await player.told(f"{path}/roll", {})

    assert (shown["name"], shown["hidden"], shown["dice"], shown["rows"]) == (
        ("Weather", True, None, None)
    )
    assert (await gm.get(path)).json() == table
    assert roll["rows"][0]["text"] in ("clear", "a storm")


@pytest.mark.parametrize("faces", [[6], [7], [], [1, 2, 3, 4, 5, 6]])
async def test_players_may_not_ask_a_hidden_table_for_a_face_of_their_choice(
    gm: Guest, player: Guest, faces: list[int]
) -> None:
    """Neither the row nor a refusal tells what stands in it: each face would be a question."""
    hidden = await gm.told("/tables", {**WEATHER, "hidden": True})
    day = await gm.told("/tables", leading(hidden["id"]))
    week = await gm.told("/tables", leading(day["id"]))
    answers = [
        await player.post(f"/tables/{table['id']}/roll", {"faces": faces, "secret": secret})
        for table in (hidden, day, week)
        for secret in (False, True)
    ]
    masters = await gm.told(f"/tables/{hidden['id']}/roll", {"faces": [6]})

    assert [refusal(each) for each in answers] == [(403, "forbidden", "role", "/faces")] * 6
    assert masters["rows"][0]["text"] == "a storm"


async def test_what_was_rolled_stays_when_the_table_changes(gm: Guest, player: Guest) -> None:
    table = await gm.told("/tables", WEATHER)
    path = f"/tables/{table['id']}"
    roll = await player.told(f"{path}/roll", {"faces": [6]})
    rows = [{"from": 1, "to": 8, "text": "fog"}]
    changed = await gm.ask("PATCH", path, {"dice": "1d8", "rows": rows, "name": "Fog"})
    gone = await gm.ask("DELETE", path)

    assert (changed.json()["dice"], changed.json()["name"]) == ("1d8", "Fog")
    assert gone.status_code == 204
    assert await seen(gm, roll) == roll
    assert await listed(player) == []


@pytest.mark.parametrize(
    ("body", "pointer"),
    [({"dice": "1d8"}, "/rows"), ({"rows": [{"from": 1, "to": 8, "text": "fog"}]}, "/dice")],
)
async def test_dice_and_rows_change_together(gm: Guest, body: Json, pointer: str) -> None:
    table = await gm.told("/tables", WEATHER)
    answer = await gm.ask("PATCH", f"/tables/{table['id']}", body)

    assert refusal(answer) == (422, "invalid_value", "required", pointer)


async def test_a_table_never_leads_back_to_itself(gm: Guest) -> None:
    weather = await gm.told("/tables", WEATHER)
    day = await gm.told("/tables", leading(weather["id"]))
    back = {"dice": "1d2", "rows": [{"from": 1, "to": 2, "table": day["id"]}]}
    answer = await gm.ask("PATCH", f"/tables/{weather['id']}", back)
    kept = await gm.get(f"/tables/{weather['id']}")

    assert refusal(answer)[:3] == (422, "illegal_action", "table_cycle")
    assert kept.json() == weather


async def test_a_table_that_another_leads_to_stays(gm: Guest) -> None:
    weather = await gm.told("/tables", WEATHER)
    day = await gm.told("/tables", leading(weather["id"]))
    early = await gm.ask("DELETE", f"/tables/{weather['id']}")
    late = [await gm.ask("DELETE", f"/tables/{each['id']}") for each in (day, weather)]

    assert refusal(early)[:3] == (422, "illegal_action", "table_in_use")
    assert [answer.status_code for answer in late] == [204, 204]


async def test_tables_of_another_room_are_not_led_to(gm: Guest, house: House) -> None:
    stranger = await (await house.room()).told("/tables", WEATHER)
    answer = await gm.post("/tables", leading(stranger["id"]))
    path = f"/tables/{stranger['id']}"
    met = [
        await gm.get(path),
        await gm.post(f"{path}/roll", {}),
        await gm.ask("PATCH", path, {"name": "x"}),
        await gm.ask("DELETE", path),
    ]

    assert refusal(answer) == (422, "invalid_value", "unknown_id", "/rows/1/table")
    assert {refused.status_code for refused in met} == {404}


BAD: list[tuple[Json, str, str]] = [
    ({"dice": "2d6>=7"}, "not_plain_dice", "/dice"),
    ({"dice": "1d6!"}, "unbounded_dice", "/dice"),
    ({"dice": "1d"}, "sides_missing", "/dice"),
    ({"dice": "1d999999"}, "odds_too_heavy", "/dice"),
    ({"dice": "1d8"}, "range_gap", "/rows"),
    ({"dice": "1d5"}, "range_empty", "/rows/1"),
    ({"rows": []}, "too_short", "/rows"),
    ({"rows": [{"from": 1, "to": 6}]}, "at_least_one_of", "/rows/0"),
    ({"rows": [{"from": 6, "to": 1, "text": "x"}]}, "range_backwards", "/rows/0/to"),
    ({"rows": [{"from": 1, "to": 6, "text": "x"}] * 2}, "range_overlaps", "/rows/1"),
    ({"rows": [{"from": 1, "to": 6, "text": "a\x1b"}]}, "not_plain", "/rows/0/text"),
    ({"rows": [{"from": 1.5, "to": 6, "text": "x"}]}, "not_integer", "/rows/0/from"),
    ({"rows": [{"from": 1, "to": 2**60, "text": "x"}]}, "too_large", "/rows/0/to"),
    ({"rows": [{"from": 1, "to": 6, "text": "x", "odds": 1}]}, "unknown", "/rows/0/odds"),
    ({"rows": [{"to": 6, "text": "x"}]}, "required", "/rows/0/from"),
    ({"rows": [{"from": 1, "to": 6, "text": "x"}] * 1001}, "too_long", "/rows"),
    ({"name": ""}, "too_short", "/name"),
]


@pytest.mark.parametrize(("change", "rule", "pointer"), BAD, ids=lambda value: str(value)[:40])
async def test_what_is_no_table_is_refused(
    gm: Guest, change: Json, rule: str, pointer: str
) -> None:
    answer = await gm.post("/tables", {**WEATHER, **change})

    assert (answer.status_code, *refusal(answer)[2:]) == (422, rule, pointer)
    assert await listed(gm) == []


async def test_graphql_writes_and_reads_rows_alike(gm: Guest) -> None:
    rows = '[{from: 1, to: 5, text: "clear"}, {from: 6, text: "a storm"}]'
    table = f'input: {{name: "Weather", dice: "1d6", rows: {rows}}}'
    shown = "... on RoomTable { id name dice hidden rows { from to text table } }"
    document = f'mutation {{ addTable(room: "{gm.room}", {table}) {{ {shown} }} }}'
    answer = await gm.client.post("/graphql", json={"query": document}, headers=gm.headers)
    made = answer.json()["data"]["addTable"]
    read = (await gm.get(f"/tables/{made['id']}")).json()

    assert made == {name: read[name] for name in made}
    assert made["rows"][1] == {"from": 6, "to": 6, "text": "a storm", "table": None}


async def test_only_game_masters_write_tables(gm: Guest, player: Guest) -> None:
    table = await gm.told("/tables", WEATHER)
    path = f"/tables/{table['id']}"
    met = [
        await player.post("/tables", WEATHER),
        await player.ask("PATCH", path, {"name": "x"}),
        await player.ask("DELETE", path),
    ]

    assert {refusal(answer)[:2] for answer in met} == {(403, "forbidden")}
    assert await listed(player) == ["Weather"]
