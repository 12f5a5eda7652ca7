"""Making, finding and seeing rooms."""

import re
from typing import Any

import pytest

from tests.services.dice.rooms.table import Guest, House, codes, together

_ID = r"_[0-9A-HJKMNP-TV-Z]{26}"


async def test_a_room_begins_with_two_commitments_that_we_have_signed(
    house: House, label: str
) -> None:
    gm = await house.room(gm="Kyubey", label=label)

    made = gm.made
    streams = made["stream"], made["secret_stream"]
    assert re.fullmatch("roo" + _ID, made["id"])
    assert re.fullmatch("mjk_member_[0-9A-Za-z]{43}", made["token"])
    assert re.fullmatch("mjk_invite_[0-9A-Za-z]{43}", made["invite"])
    assert (made["name"], made["label"], made["state"]) == ("Table", label, "open")
    assert (made["member"]["name"], made["member"]["role"]) == ("Kyubey", "gm")
    assert re.fullmatch("str" + _ID, streams[0]["id"])
    assert streams[1]["id"] == streams[0]["id"] + "-s"
    for stream in streams:
        assert (stream["index"], stream["state"], stream["draws"]) == (0, "committed", 0)
        receipt = stream["receipt"]
        assert receipt["commitment"] == stream["commitment"]
        assert (receipt["id"], receipt["index"]) == (stream["id"], 0)


async def test_members_see_the_room_and_themselves_in_it(gm: Guest, player: Guest) -> None:
    seen = await player.look()

    assert seen["me"]["id"] == player.id
    assert seen["me"]["role"] == "player"
    assert seen["stream"] == gm.made["stream"]
    assert seen["secret_stream"] == gm.made["secret_stream"]
    assert "token" not in seen
    assert "invite" not in seen


async def test_what_was_made_is_found_where_the_answer_says(house: House) -> None:
    answer = await house.client.post("/v1/rooms", json={"name": "Table"})
    token = answer.json()["token"]
    seen = await house.get(answer.headers["location"], authorization=f"Bearer {token}")

    assert seen.json()["id"] == answer.json()["id"]


async def test_an_unchanged_room_is_not_sent_again(gm: Guest) -> None:
    first = await gm.get()
    again = await gm.get(if_none_match=first.headers["etag"])
    await gm.invite("Sayaka")
    later = await gm.get(if_none_match=first.headers["etag"])

    assert (again.status_code, again.content) == (304, b"")
    assert later.status_code == 200


async def test_no_two_members_share_a_tag(gm: Guest, player: Guest) -> None:
    tags = {(await guest.get()).headers["etag"] for guest in (gm, player)}

    assert len(tags) == 2


async def test_a_label_finds_its_open_room_and_tells_strangers_no_name(
    house: House, label: str
) -> None:
    gm = await house.room(name="The witch of sweets", label=label)
    found = await house.get(f"/v1/rooms?label={label}")
    nothing = await house.get(f"/v1/rooms?label={label}2")
    await gm.told("/close")
    gone = await house.get(f"/v1/rooms?label={label}")

    (item,) = found.json()["items"]
    assert item == {
        "id": gm.room,
        "label": label,
        "state": "open",
        "created_at": gm.made["created_at"],
    }
    assert nothing.json() == gone.json() == {"items": [], "next_cursor": None}


async def test_rooms_are_not_listed_without_a_label(house: House) -> None:
    answer = await house.get("/v1/rooms")

    assert answer.status_code == 422
    assert answer.json()["errors"][0]["pointer"] == "#/label"


async def test_a_label_belongs_to_one_open_room(house: House, label: str) -> None:
    first = await house.room(label=label)
    taken = await house.client.post("/v1/rooms", json={"name": "Other", "label": label})
    await first.told("/close")
    second = await house.room(label=label)

    assert taken.status_code == 409
    assert taken.json()["code"] == "label_taken"
    assert taken.json()["errors"][0]["pointer"] == "#/label"
    assert second.room != first.room


async def test_of_those_who_want_a_label_at_once_one_gets_it(house: House, label: str) -> None:
    body = {"name": "Table", "label": label}
    answers = await together(*(house.client.post("/v1/rooms", json=body) for _ in range(8)))

    assert codes(answers) == [(201, ""), *[(409, "label_taken")] * 7]


async def test_rooms_without_a_label_never_meet(house: House) -> None:
    rooms = {(await house.room()).room for _ in range(3)}

    assert len(rooms) == 3


@pytest.mark.parametrize(
    ("body", "pointer", "rule"),
    [
        ({}, "#/name", "required"),
        ({"name": ""}, "#/name", "too_short"),
        ({"name": " \u3000 "}, "#/name", "too_short"),
        ({"name": "\u200b"}, "#/name", "too_short"),
        ({"name": "x" * 101}, "#/name", "too_long"),
        ({"name": "a\u202eb"}, "#/name", "not_plain"),
        ({"name": "a\nb"}, "#/name", "not_plain"),
        ({"name": 7}, "#/name", "not_text"),
        ({"name": "a", "label": ""}, "#/label", "too_short"),
        ({"name": "a", "label": "\t"}, "#/label", "too_short"),
        ({"name": "a", "gm": "b\u2066"}, "#/gm", "not_plain"),
        ({"name": "a", "seed": "b"}, "#/seed", "unknown"),
    ],
)
async def test_a_name_must_show_what_it_says(
    house: House, body: dict[str, Any], pointer: str, rule: str
) -> None:
    answer = await house.client.post("/v1/rooms", json=body)

    assert answer.status_code == 422
    assert [(one["pointer"], one["rule"]) for one in answer.json()["errors"]] == [(pointer, rule)]


async def test_names_are_kept_composed_and_trimmed(house: House) -> None:
    gm = await house.room(name="  Cafe\u0301 まどか☆ ")

    assert gm.made["name"] == "Café まどか☆"


async def test_a_command_with_a_key_happens_once(house: House, label: str) -> None:
    headers = {"idempotency-key": label}
    answers = await together(
        *(
            house.client.post("/v1/rooms", json={"name": "T", "label": label}, headers=headers)
            for _ in range(5)
        )
    )
    other = await house.client.post("/v1/rooms", json={"name": "U"}, headers=headers)

    assert len({answer.content for answer in answers}) == 1
    assert {answer.status_code for answer in answers} == {201}
    assert sum("idempotency-replayed" in answer.headers for answer in answers) == 4
    assert other.json()["code"] == "idempotency_key_reused"
