"""Draws of rooms: gapless, chained, replaced in time, and proved in the end."""

from pathlib import Path

import pytest
from sqlalchemy import Connection, Engine, event

from majokko_dice.rooms.streams import Rotation
from majokko_rules.fairness.verifying import verify
from tests.services.dice.rooms.table import Guest, House, Json, codes, open_house, together
from tests.support.databases import Changes


async def proofs(house: House, room: Json) -> list[Json]:
    return [await house.proof(room[name]) for name in ("stream", "secret_stream")]


async def test_draws_of_many_at_once_have_nonces_without_a_gap(house: House, gm: Guest) -> None:
    players = [gm, *[await gm.invite(f"Girl {n}") for n in range(3)]]
    await gm.draw()
    drawn = await together(*(one.post("/draws", {}) for one in players * 5))
    room = await gm.told("/close")
    proof = await house.proof(room["stream"])

    assert sorted(answer.json()["nonce"] for answer in drawn) == list(range(1, 21))
    assert [draw["nonce"] for draw in proof["draws"]] == list(range(21))
    for answer in drawn:
        told = answer.json()
        draw = proof["draws"][told["nonce"]]
        assert (draw["values"], draw["head"]) == (told["values"], told["head"])


async def test_whoever_kept_the_commitment_can_check_everything(
    house: House, gm: Guest, player: Guest
) -> None:
    await player.seed("tea", gm.made["stream"]["commitment"])
    public = [await player.draw(count=4, sides=20), await gm.draw(purpose="chargen/amgc")]
    secret = [await gm.draw(hidden=True), await player.draw(hidden=True, sides=100)]
    room = await gm.told("/close")
    shown, hidden = await proofs(house, room)

    assert (verify(shown), verify(hidden)) == ((), ())
    assert shown["commitment"] == gm.made["stream"]["commitment"]
    assert hidden["commitment"] == gm.made["secret_stream"]["commitment"]
    assert shown["client_seeds"] == [{"label": player.id, "seed": "tea"}]
    assert [draw["head"] for draw in shown["draws"]] == [one["head"] for one in public]
    assert [draw["head"] for draw in hidden["draws"]] == [one["head"] for one in secret]
    assert [draw["values"] for draw in hidden["draws"]] == [one["values"] for one in secret]
    assert [draw["purpose"] for draw in shown["draws"]] == ["roll", "chargen/amgc"]
    assert all("salt" in draw for draw in hidden["draws"])
    assert room["stream"]["closing"] == shown["closing"]


async def test_streams_that_were_never_drawn_from_are_proved_all_the_same(
    house: House, gm: Guest, player: Guest
) -> None:
    await player.seed("tea", gm.made["stream"]["commitment"])
    room = await gm.told("/close")

    for proof in await proofs(house, room):
        assert verify(proof) == ()
        assert proof["draws"] == []


async def test_a_closed_room_draws_no_more(gm: Guest, player: Guest) -> None:
    await player.draw()
    await gm.told("/close")
    answers = [
        await player.post("/draws", {}),
        await player.post("/draws", {"hidden": True}),
        await gm.seed("late", gm.made["stream"]["commitment"]),
        await gm.post("/rotate"),
        await gm.post("/close"),
        await gm.post("/invite"),
        await gm.post("/members", {"name": "x", "invite": gm.made["invite"]}),
    ]
    room = await player.look()

    assert codes(answers) == [(409, "room_closed")] * 7
    assert room["state"] == room["stream"]["state"] == room["secret_stream"]["state"] == "closed"
    assert room["closed_at"] is not None


async def test_of_a_draw_and_a_close_at_once_the_proof_has_what_was_acknowledged(
    house: House, gm: Guest, player: Guest
) -> None:
    closed, *drawn = await together(gm.post("/close"), *(player.post("/draws", {}) for _ in "123"))
    proof = await house.proof(closed.json()["stream"])

    acknowledged = [answer.json()["head"] for answer in drawn if answer.status_code == 200]
    refused = [answer.json()["code"] for answer in drawn if answer.status_code != 200]
    assert {draw["head"] for draw in proof["draws"]} == set(acknowledged)
    assert set(refused) <= {"room_closed"}
    assert verify(proof) == ()


async def test_a_stream_is_replaced_on_demand_and_can_be_checked_at_once(
    house: House, gm: Guest, player: Guest
) -> None:
    await player.draw()
    following = await gm.told("/rotate")
    drawn = await player.draw()
    before = await house.proof(gm.made["stream"])

    assert verify(before) == ()
    assert (following["index"], following["state"], following["draws"]) == (1, "committed", 0)
    assert following["receipt"]["commitment"] == following["commitment"]
    assert (drawn["index"], drawn["nonce"]) == (1, 0)


async def test_a_stream_that_has_drawn_nothing_serves_as_the_next(gm: Guest, player: Guest) -> None:
    await player.seed("tea", gm.made["stream"]["commitment"])
    following = await gm.told("/rotate")

    assert following["commitment"] == gm.made["stream"]["commitment"]
    assert following["contributors"] == [player.id]


async def test_rotation_never_opens_what_is_secret(house: House, gm: Guest) -> None:
    await gm.draw(hidden=True)
    await gm.draw()
    await gm.told("/rotate")
    secret = (await gm.look())["secret_stream"]
    proof = await house.get(f"/v1/fairness/streams/{secret['id']}/proof")

    assert (secret["state"], secret["index"]) == ("open", 0)
    assert (proof.status_code, proof.json()["code"]) == (409, "stream_closed")


@pytest.mark.parametrize(
    ("rotation", "counts"),
    [
        (Rotation(draws=3), [3, 3, 1]),
        (Rotation(faces=10), [4, 3]),
        (Rotation(life=0), [1, 1, 1, 1, 1, 1, 1]),
    ],
    ids=["draws", "faces", "life"],
)
async def test_a_stream_that_has_given_enough_is_replaced_by_its_last_draw(
    tmp_path: Path, database: Changes, rotation: Rotation, counts: list[int]
) -> None:
    async with open_house(tmp_path, database, rotation) as house:
        gm = await house.room()
        drawn = [await gm.draw() for _ in range(7)]
        await gm.told("/close")
        listed = await house.get(f"/v1/fairness/streams/{gm.made['stream']['id']}")
        streams = [one for one in reversed(listed.json()["items"]) if one["draws"]]
        shown = [await house.proof(one) for one in streams]

    committed = [one["committed"] for one in drawn if one["committed"]]
    assert [len(proof["draws"]) for proof in shown] == counts
    assert [verify(proof) for proof in shown] == [()] * len(counts)
    assert [proof["commitment"] for proof in shown[1:]] == committed[: len(shown) - 1]
    assert [one["index"] for one in drawn] == [n for n, c in enumerate(counts) for _ in range(c)]


async def test_a_secret_stream_is_replaced_by_its_draws_alone_and_told_with_the_room(
    tmp_path: Path, database: Changes
) -> None:
    async with open_house(tmp_path, database, Rotation(draws=2, faces=1, life=0)) as house:
        gm = await house.room()
        drawn = [await gm.draw(hidden=True) for _ in range(5)]
        secret = gm.made["secret_stream"]["id"]
        before = (await house.get(f"/v1/fairness/streams/{secret}")).json()["items"]
        early = await house.get(f"/v1/fairness/streams/{secret}/0/proof")
        await gm.told("/close")
        shown = [await house.proof({"id": secret, "index": n}) for n in range(3)]

    assert [one["index"] for one in drawn] == [0, 0, 1, 1, 2]
    assert [(one["state"], one["closing"]) for one in before] == [
        ("open", None),
        ("closed", None),
        ("closed", None),
    ]
    assert early.json()["errors"][0]["rule"] == "not_closed"
    assert [verify(proof) for proof in shown] == [()] * 3
    values = [draw["values"] for proof in shown for draw in proof["draws"]]
    assert values == [one["values"] for one in drawn]


async def test_a_room_is_locked_no_longer_for_all_that_was_drawn_in_it(tmp_path: Path) -> None:
    """Else whoever may roll could keep it from ever being closed, and its secrets from all."""
    said: list[tuple[Engine, str]] = []

    def hear(sql: Connection, _cursor: object, text: str, *_: object) -> None:
        said.append((sql.engine, text))

    async with open_house(tmp_path, {}, Rotation(draws=4)) as house:
        gm = await house.room()
        drawn = [await gm.draw(hidden=hidden) for hidden in (True, True, False) * 3]
        event.listen(Engine, "before_cursor_execute", hear)
        try:
            closed = await gm.told("/close")
        finally:
            event.remove(Engine, "before_cursor_execute", hear)
        places = {(one["stream"], one["index"]) for one in drawn}
        proofs = [await house.proof({"id": id_, "index": index}) for id_, index in places]
    reading = {engine for engine, text in said if "FROM dice_draws" in text}
    writing = {engine for engine, text in said if text.startswith("UPDATE dice_streams")}

    assert closed["state"] == "closed"
    assert [verify(proof) for proof in proofs] == [()] * 3
    assert (len(reading), len(writing)) == (1, 1)
    assert reading.isdisjoint(writing)


@pytest.mark.parametrize("lasting_database", ["sqlite"], indirect=True)
async def test_what_is_drawn_while_a_room_is_being_closed_is_in_its_proof(
    house: House, gm: Guest
) -> None:
    await gm.draw()
    rolling = [gm.post("/draws", {}) for _ in range(6)]
    closing, *draws = await together(gm.post("/close", {}), *rolling)
    proof = await house.proof(closing.json()["stream"])
    made = [draw.json()["nonce"] for draw in draws if draw.is_success]

    assert [draw["nonce"] for draw in proof["draws"]] == list(range(1 + len(made)))
    assert verify(proof) == ()


async def test_what_is_told_with_a_key_is_not_drawn_again(gm: Guest) -> None:
    answers = await together(*(gm.post("/draws", {}, idempotency_key="k") for _ in range(6)))
    following = await gm.draw()

    assert len({answer.content for answer in answers}) == 1
    assert following["nonce"] == 1


async def test_a_draw_that_is_rolled_back_leaves_the_stream_as_it_was(
    house: House, gm: Guest, player: Guest
) -> None:
    before = await gm.look()
    refused = await gm.post("/draws", {"refused": "rolled back"})
    after = await gm.look()
    seeded = await player.seed("tea", before["stream"]["commitment"])
    drawn = await gm.draw()
    room = await gm.told("/close")
    proof = await house.proof(room["stream"])

    assert refused.status_code == 422
    assert after == before
    assert (seeded.status_code, drawn["nonce"]) == (200, 0)
    assert verify(proof) == ()
    assert proof["draws"][0]["values"] == drawn["values"]


async def test_a_draw_that_came_to_nothing_is_spent_and_asked_again_it_tells_the_same(
    house: House, gm: Guest
) -> None:
    tried = [await gm.post("/draws", {"refused": "spent"}, idempotency_key="k") for _ in "12"]
    drawn = await gm.draw()
    room = await gm.told("/close")
    proof = await house.proof(room["stream"])

    assert [answer.status_code for answer in tried] == [422, 422]
    assert tried[0].json()["errors"] == tried[1].json()["errors"]
    assert drawn["nonce"] == 1
    assert [draw["head"] for draw in proof["draws"]][1:] == [drawn["head"]]
    assert verify(proof) == ()


async def test_a_service_that_starts_again_goes_on_where_it_was(
    tmp_path: Path, database: Changes
) -> None:
    async with open_house(tmp_path, database) as house:
        gm = await house.room()
        drawn = [await gm.draw(), await gm.draw(hidden=True)]
    async with open_house(tmp_path, database) as house:
        again = Guest(house.client, gm.room, gm.id, gm.token, gm.made)
        drawn += [await again.draw(), await again.draw(hidden=True)]
        room = await again.told("/close")
        shown = await proofs(house, room)

    assert [one["nonce"] for one in drawn] == [0, 0, 1, 1]
    assert [verify(proof) for proof in shown] == [(), ()]
    heads = [[draw["head"] for draw in proof["draws"]] for proof in shown]
    assert heads == [[drawn[0]["head"], drawn[2]["head"]], [drawn[1]["head"], drawn[3]["head"]]]
