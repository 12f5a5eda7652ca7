"""Who is in a room: joining, leaving, roles, tokens and invitations."""

import pytest

from majokko_dice.rooms.doors import MAX_MEMBERS
from tests.services.dice.rooms.table import Guest, House, codes, together


async def names(guest: Guest) -> list[str]:
    return [member["name"] for member in (await guest.get("/members")).json()["items"]]


async def join(house: House, room: str, **body: object) -> tuple[int, str]:
    """Try to join; return the status, and the code of the problem."""
    answer = await house.client.post(f"/v1/rooms/{room}/members", json={"name": "Homura", **body})
    return answer.status_code, answer.json().get("code", "")


async def test_whoever_has_the_invitation_may_join(gm: Guest) -> None:
    player = await gm.invite("Madoka")
    spectator = await gm.invite("Kyoko", "spectator")

    assert (player.made["role"], spectator.made["role"]) == ("player", "spectator")
    assert player.made["room"] == gm.room
    assert await names(player) == ["GM", "Madoka", "Kyoko"]
    assert (await spectator.look())["me"]["id"] == spectator.id


async def test_nobody_joins_as_game_master(house: House, gm: Guest) -> None:
    asked = await join(house, gm.room, invite=gm.made["invite"], role="gm")

    assert asked == (422, "invalid_value")


async def test_a_wrong_invitation_and_no_room_look_alike(house: House, gm: Guest) -> None:
    other = await house.room()
    tried = [
        await join(house, gm.room, invite=other.made["invite"]),
        await join(house, gm.room, invite="mjk_invite_" + "0" * 43),
        await join(house, gm.room, invite="x"),
        await join(house, "roo_" + "0" * 26, invite=gm.made["invite"]),
        await join(house, "%00", invite=gm.made["invite"]),
        await join(house, gm.room, invite=gm.token),
    ]

    assert set(tried) == {(404, "not_found")}


async def test_a_new_invitation_ends_the_one_before(house: House, gm: Guest) -> None:
    renewed = await gm.told("/invite")
    before = await join(house, gm.room, invite=gm.made["invite"])
    after = await join(house, gm.room, invite=renewed["invite"])

    assert (before, after) == ((404, "not_found"), (201, ""))


async def test_a_room_has_a_hundred_seats_and_not_one_more(house: House, gm: Guest) -> None:
    for _ in range(MAX_MEMBERS - 3):
        await gm.invite("Somebody")
    invite = gm.made["invite"]
    last = await together(*(gm.post("/members", {"name": "x", "invite": invite}) for _ in "1234"))
    left = await gm.ask("DELETE", f"/members/{(await gm.get('/members')).json()['items'][5]['id']}")
    again = await join(house, gm.room, invite=invite)

    assert codes(last) == [(201, ""), (201, ""), (409, "too_many"), (409, "too_many")]
    assert (left.status_code, again) == (204, (201, ""))


async def test_everybody_names_herself_and_the_game_master_anybody(
    gm: Guest, player: Guest, spectator: Guest
) -> None:
    own = await player.ask("PATCH", f"/members/{player.id}", {"name": "Ultimate Madoka"})
    others = await player.ask("PATCH", f"/members/{spectator.id}", {"name": "x"})
    by_gm = await gm.ask("PATCH", f"/members/{spectator.id}", {"name": "Kyoko S."})

    assert own.json()["name"] == "Ultimate Madoka"
    assert (others.status_code, others.json()["code"]) == (403, "forbidden")
    assert by_gm.status_code == 200
    assert await names(gm) == ["GM", "Ultimate Madoka", "Kyoko S."]


async def test_only_the_game_master_gives_roles(gm: Guest, player: Guest, spectator: Guest) -> None:
    promoted = await spectator.ask("PATCH", f"/members/{spectator.id}", {"role": "player"})
    usurped = await player.ask("PATCH", f"/members/{player.id}", {"role": "gm"})
    given = await gm.ask("PATCH", f"/members/{spectator.id}", {"role": "player"})

    assert (promoted.status_code, usurped.status_code) == (403, 403)
    assert given.json()["role"] == "player"
    await spectator.draw()


async def test_the_role_of_the_game_master_is_handed_over(gm: Guest, player: Guest) -> None:
    alone = await gm.ask("PATCH", f"/members/{gm.id}", {"role": "player"})
    await gm.ask("PATCH", f"/members/{player.id}", {"role": "gm"})
    handed = await gm.ask("PATCH", f"/members/{gm.id}", {"role": "player"})
    before = await gm.post("/invite")
    now = await player.post("/invite")

    assert (alone.status_code, alone.json()["errors"][0]["rule"]) == (403, "last_gm")
    assert handed.json()["role"] == "player"
    assert (before.status_code, now.status_code) == (403, 200)


async def test_two_game_masters_cannot_both_step_down_at_once(gm: Guest, player: Guest) -> None:
    await gm.ask("PATCH", f"/members/{player.id}", {"role": "gm"})
    answers = await together(
        *(one.ask("PATCH", f"/members/{one.id}", {"role": "player"}) for one in (gm, player))
    )

    assert codes(answers) == [(200, ""), (403, "forbidden")]


async def test_who_has_left_is_a_stranger(gm: Guest, player: Guest) -> None:
    left = await player.ask("DELETE", f"/members/{player.id}")
    again = await player.get()

    assert (left.status_code, left.content) == (204, b"")
    assert (again.status_code, again.json()["code"]) == (401, "token_missing")
    assert again.headers["www-authenticate"] == "Bearer"
    assert await names(gm) == ["GM"]


async def test_the_game_master_removes_members_and_others_do_not(
    gm: Guest, player: Guest, spectator: Guest
) -> None:
    by_player = await player.ask("DELETE", f"/members/{spectator.id}")
    by_gm = await gm.ask("DELETE", f"/members/{spectator.id}")
    twice = await gm.ask("DELETE", f"/members/{spectator.id}")

    assert [one.status_code for one in (by_player, by_gm, twice)] == [403, 204, 404]
    assert (await spectator.get()).status_code == 401


async def test_the_last_game_master_stays_until_the_room_is_closed(gm: Guest) -> None:
    open_ = await gm.ask("DELETE", f"/members/{gm.id}")
    await gm.told("/close")
    closed = await gm.ask("DELETE", f"/members/{gm.id}")

    assert (open_.status_code, open_.json()["errors"][0]["rule"]) == (403, "last_gm")
    assert closed.status_code == 204


async def test_a_new_token_ends_the_one_before(player: Guest) -> None:
    renewed = await player.told("/token")
    old = await player.get()
    new = await player.client.get(
        f"/v1/rooms/{player.room}", headers={"authorization": f"Bearer {renewed['token']}"}
    )

    assert old.status_code == 401
    assert new.json()["me"]["id"] == player.id


async def test_a_lost_answer_about_a_token_is_told_again(player: Guest) -> None:
    first = await player.told("/token", idempotency_key="k1")
    again = await player.told("/token", idempotency_key="k1")

    assert first == again


@pytest.mark.parametrize("member", ["mem_" + "0" * 26, "x", "%F0%9F%90%88", "a" * 500])
async def test_there_is_nobody_by_another_name(gm: Guest, member: str) -> None:
    answers = [
        await gm.get(f"/members/{member}"),
        await gm.ask("PATCH", f"/members/{member}", {"name": "x"}),
        await gm.ask("DELETE", f"/members/{member}"),
    ]

    assert codes(answers) == [(404, "not_found")] * 3


async def test_members_of_other_rooms_are_not_found_here(house: House, gm: Guest) -> None:
    other = await house.room()
    removed = await gm.ask("DELETE", f"/members/{other.id}")

    assert removed.status_code == 404
    assert (await other.get()).status_code == 200


async def test_no_token_is_told_again(gm: Guest, player: Guest) -> None:
    secrets = [gm.token, gm.made["invite"], player.token]
    told = [(await player.get(path)).text for path in ("", "/members", f"/members/{gm.id}")]

    assert not [secret for secret in secrets for text in told if secret in text]
