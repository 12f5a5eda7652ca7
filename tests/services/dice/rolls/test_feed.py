"""The feed of a room: pages, cursors, and how much one page holds."""

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.services.dice.rolls.story import Json, feed, refusal, rolled
from tests.services.dice.rooms.table import Guest, House


async def page(guest: Guest, **query: object) -> Json:
    told = "&".join(f"{name}={value}" for name, value in query.items())
    answer = await guest.get(f"/rolls?{told}")
    assert answer.status_code == 200, answer.text
    read: Json = answer.json()
    return read


@pytest.mark.parametrize("lasting_database", ["sqlite"], indirect=True)
@settings(max_examples=10, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(
    count=st.integers(0, 12),
    limits=st.lists(st.integers(1, 5), min_size=1, max_size=5),
    later=st.sets(st.integers(0, 6), max_size=3),
)
async def test_pages_hold_every_roll_once_in_order_whatever_is_rolled_meanwhile(
    house: House, count: int, limits: list[int], later: set[int]
) -> None:
    gm = await house.room()
    made = [(await rolled(gm, notation="1d6"))["id"] for _ in range(count)]
    read: list[str] = []
    onward: dict[str, str] = {}
    for turn in range(count + 1):
        told = await page(gm, limit=limits[turn % len(limits)], **onward)
        read += [roll["id"] for roll in told["items"]]
        if turn in later:
            await rolled(gm, notation="1d6")
        if not told["next_cursor"]:
            break
        onward = {"cursor": told["next_cursor"]}

    assert read == made[::-1]


@pytest.mark.parametrize("limit", ["0", "101", "-1", "x", "1.5"])
async def test_a_page_has_one_to_a_hundred_rolls(gm: Guest, limit: str) -> None:
    answer = await gm.get(f"/rolls?limit={limit}")

    assert refusal(answer)[:2] == (422, "invalid_value")
    assert refusal(answer)[3] == "/limit"


async def test_a_cursor_leads_nowhere_but_in_its_own_room(
    gm: Guest, player: Guest, house: House
) -> None:
    for _ in range(3):
        await rolled(gm, notation="1d6")
    cursor = (await page(gm, limit=1))["next_cursor"]
    elsewhere = await house.room()
    for guest, text in ((elsewhere, cursor), (gm, cursor[:-2] + "AA"), (gm, "x"), (gm, "é")):
        answer = await guest.get(f"/rolls?cursor={text}")

        assert refusal(answer) == (422, "invalid_value", "malformed", "/cursor")
    assert [roll["number"] for roll in (await page(player, cursor=cursor))["items"]] == [2, 1]


async def test_a_page_of_very_many_dice_ends_early(gm: Guest) -> None:
    for _ in range(6):
        await rolled(gm, notation="1000d6", times=5)
    first = await page(gm, limit=100)
    second = await page(gm, limit=100, cursor=first["next_cursor"])

    assert [roll["number"] for roll in first["items"]] == [6, 5, 4, 3]
    assert [roll["number"] for roll in second["items"]] == [2, 1]
    assert second["next_cursor"] is None


async def test_secret_dice_end_nobody_elses_page(gm: Guest, other: Guest) -> None:
    """Where a page ends would tell how many there were."""
    for _ in range(6):
        await rolled(gm, notation="1000d6", times=5, secret=True)
    covered = await page(other, limit=100)
    whole = await page(gm, limit=100)

    assert [roll["number"] for roll in covered["items"]] == [6, 5, 4, 3, 2, 1]
    assert covered["next_cursor"] is None
    assert [roll["number"] for roll in whole["items"]] == [6, 5, 4, 3]


async def test_the_rolls_of_one_room_are_not_those_of_another(gm: Guest, house: House) -> None:
    other = await house.room()
    await rolled(gm, notation="1d6")
    theirs = await rolled(other, notation="1d6")

    assert await feed(other) == [theirs]
