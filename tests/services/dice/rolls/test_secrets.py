"""Secret rolls: their maker and the game masters see them, others a commitment, until they may."""

import pytest

from tests.services.dice.rolls.story import CHECK, FAILED, Json, feed, opens, refusal, rolled, seen
from tests.services.dice.rooms.table import CLOSE, Guest

PUBLIC = {
    "id", "room", "number", "at", "by", "source", "secret", "revealed", "stream", "nonce", "head",
    "hidden", "receipt",
}  # fmt: skip
SECRET: Json = {"check": CHECK, "secret": True, "reason": "behind the screen"}


def told(roll: Json) -> set[str]:
    return {name for name, value in roll.items() if value is not None}


async def test_others_learn_that_a_secret_was_rolled_and_nothing_of_it(
    gm: Guest, player: Guest, other: Guest, spectator: Guest
) -> None:
    made = await rolled(player, **SECRET)

    for viewer in (other, spectator):
        covered = await seen(viewer, made)
        assert covered == {name: made[name] if name in PUBLIC else None for name in made}
        assert await feed(viewer) == [covered]
    for viewer in (gm, player):
        assert await seen(viewer, made) == made
        assert await feed(viewer) == [made]


async def test_what_is_told_to_others_does_not_depend_on_the_value(
    player: Guest, other: Guest
) -> None:
    low = await rolled(player, **SECRET, faces=[1])
    high = await rolled(player, **SECRET, faces=[100])
    covered = [await seen(other, roll) for roll in (low, high)]
    own = ("id", "number", "at")

    for roll in covered:
        for name in own:
            del roll[name]
    assert covered[0] == covered[1]
    assert low["results"] != high["results"]


async def test_secret_rolls_have_a_stream_and_nonces_of_their_own(gm: Guest, player: Guest) -> None:
    rolls = [
        await rolled(guest, notation="1d6", secret=secret)
        for guest, secret in ((gm, True), (player, False), (player, True), (gm, False))
    ]

    public = gm.made["stream"]["id"]
    assert [roll["stream"]["id"] for roll in rolls] == [f"{public}-s", public] * 2
    assert [roll["nonce"] for roll in rolls] == [0, 0, 1, 1]
    assert [roll["number"] for roll in rolls] == [1, 2, 3, 4]


@pytest.mark.parametrize("by_gm", [True, False])
async def test_a_revealed_roll_shows_that_it_was_fixed_at_the_time(
    gm: Guest, player: Guest, other: Guest, by_gm: bool
) -> None:
    made = await rolled(player, **SECRET)
    answer = await (gm if by_gm else player).told(f"/rolls/{made['id']}/reveal")
    revealed = await seen(other, made)

    assert opens(revealed)
    assert (
        revealed
        == answer
        == {
            **made,
            "revealed": True,
            "drawn": {**made["drawn"], "salt": revealed["drawn"]["salt"]},
        }
    )
    assert (await feed(other)) == [revealed]


async def test_a_roll_is_revealed_once_and_may_be_asked_for_again(gm: Guest) -> None:
    made = await rolled(gm, **SECRET)
    first = await gm.post(f"/rolls/{made['id']}/reveal")
    before = (await gm.look())["seq"]
    second = await gm.post(f"/rolls/{made['id']}/reveal")

    assert (first.status_code, second.status_code) == (200, 200)
    assert first.json() == second.json()
    assert (await gm.look())["seq"] == before


async def test_what_is_no_secret_is_revealed_already(gm: Guest) -> None:
    made = await rolled(gm, notation="1d6")
    answer = await gm.told(f"/rolls/{made['id']}/reveal")

    assert answer == made


async def test_only_its_maker_and_the_game_master_reveal_a_roll(
    player: Guest, other: Guest, spectator: Guest
) -> None:
    made = await rolled(player, **SECRET)
    for nosy in (other, spectator):
        answer = await nosy.post(f"/rolls/{made['id']}/reveal")

        assert refusal(answer)[:2] == (403, "forbidden")
        assert told(await seen(nosy, made)) == PUBLIC


async def test_nobody_sees_the_salt_of_what_is_not_revealed(gm: Guest, player: Guest) -> None:
    made = await rolled(player, **SECRET)

    assert made["drawn"]["salt"] is None
    assert (await seen(gm, made))["drawn"]["salt"] is None


async def test_all_secrets_come_out_when_the_room_closes(
    gm: Guest, player: Guest, other: Guest
) -> None:
    made = [await rolled(guest, **SECRET) for guest in (gm, player, gm)]
    by_hand = await rolled(player, **SECRET, faces=FAILED)
    await gm.told(CLOSE)
    shown = await feed(other)

    assert all(roll["revealed"] for roll in shown)
    assert [roll["results"] for roll in shown] == [
        roll["results"] for roll in (by_hand, *made[::-1])
    ]
    assert all(opens(roll) for roll in shown[1:])


async def test_whoever_takes_the_game_masters_place_learns_her_secrets(
    gm: Guest, player: Guest, other: Guest
) -> None:
    made = await rolled(gm, **SECRET)
    await gm.ask("PATCH", f"/members/{player.id}", {"role": "gm"})
    await gm.ask("PATCH", f"/members/{gm.id}", {"role": "player"})
    since = await rolled(player, **SECRET)

    assert (await seen(player, made))["results"] == made["results"]
    assert (await seen(gm, made))["results"] == made["results"]
    assert told(await seen(gm, since)) == PUBLIC
    assert told(await seen(other, made)) == PUBLIC


async def test_a_game_master_who_stepped_down_still_knows_what_was_rolled_before(
    gm: Guest, player: Guest, other: Guest
) -> None:
    made = await rolled(other, **SECRET)
    await gm.ask("PATCH", f"/members/{player.id}", {"role": "gm"})
    await gm.ask("PATCH", f"/members/{gm.id}", {"role": "player"})
    answer = await gm.post(f"/rolls/{made['id']}/reveal")

    assert (await seen(gm, made))["results"] == made["results"]
    assert refusal(answer)[:2] == (403, "forbidden")


async def test_graphql_covers_what_rest_covers(gm: Guest, player: Guest, other: Guest) -> None:
    made = await rolled(player, **SECRET)
    members = (
        "id secret revealed hidden reason results { total text } drawn { values salt } "
        "void { code } character { id } foretelling { id } foretold rows { text } push { reason } "
        "pushes table { id }"
    )
    page = f"... on RoomRollPage {{ items {{ {members} }} }}"
    document = f'{{ listRoomRolls(room: "{gm.room}") {{ {page} }} }}'
    met = {}
    for viewer in (player, other):
        answer = await viewer.client.post(
            "/graphql", json={"query": document}, headers=viewer.headers
        )
        (met[viewer.id],) = answer.json()["data"]["listRoomRolls"]["items"]

    assert met[player.id]["results"][0]["total"] == made["results"][0]["total"]
    assert told(met[other.id]) == {"id", "secret", "revealed", "hidden"}
