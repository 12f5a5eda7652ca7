"""Other services have dice thrown: once for each request, in a room or out of it."""

import asyncio
from collections.abc import AsyncIterator, Iterable
from contextlib import asynccontextmanager
from pathlib import Path

import pytest
from pydantic import ValidationError

from majokko_contracts.throws import DiceThrow, DiceThrown
from majokko_kit import redis_client
from majokko_kit.bus import Bus
from majokko_kit.ids import new_id
from majokko_kit.receipts import PublicKey, verify
from majokko_kit.refusals import (
    Forbidden,
    IdempotencyKeyReused,
    NotFound,
    Refusal,
    RoomClosed,
    StreamClosed,
    TokenMissing,
)
from majokko_rules.errors import InvalidValue, RuleError
from majokko_rules.fairness.verifying import Saved
from majokko_rules.fairness.verifying import verify as faults_of
from tests.services.dice.draws.asking import (
    PURPOSE,
    Json,
    close,
    committed,
    draft,
    find,
    in_room,
    take,
    throw,
)
from tests.services.dice.rolls.story import faces, feed
from tests.services.dice.rooms.table import Guest, House, open_house
from tests.support.databases import Changes
from tests.support.redis_servers import RedisServer, redis_of_its_own

PATIENCE = 20


async def keys(house: House) -> list[PublicKey]:
    answer = await house.get("/v1/fairness/keys")
    return [PublicKey.listed(each) for each in answer.json()["keys"]]


def heads(thrown: Iterable[DiceThrown]) -> dict[int, str]:
    """Return what was said of a stream with each draw, as somebody would save it."""
    return {one.nonce: one.head for one in thrown if one.nonce is not None and one.head}


async def are_sworn(house: House, thrown: Iterable[DiceThrown]) -> bool:
    known = await keys(house)
    return all(one.receipt and verify(one.receipt, known) == () for one in thrown)


# --- in a room -------------------------------------------------------------------------------


async def test_dice_for_a_draft_stand_in_the_feed_of_the_room(
    bus: Bus, gm: Guest, player: Guest, spectator: Guest
) -> None:
    asked = in_room(player, label="The twelve rolls")
    thrown = await bus.ask(asked, timeout=PATIENCE)

    (roll,) = await feed(spectator)
    assert len(thrown.faces) == 12
    assert list(thrown.faces) == faces(roll)
    assert all(1 <= face <= 20 for face in thrown.faces)
    assert (thrown.source, roll["source"]) == ("committed", "committed")
    assert (thrown.roll, thrown.nonce, thrown.head) == (roll["id"], roll["nonce"], roll["head"])
    assert {"id": thrown.stream, "index": thrown.index} == roll["stream"]
    assert roll["by"] == {"id": player.id, "name": "Madoka"}
    assert roll["reason"] == "The twelve rolls"
    assert roll["results"][0]["notation"] == "12d20"
    assert roll["drawn"] == {
        "purpose": PURPOSE,
        "request": f'{{"notation":"12d20","reference":"{asked.reference}"}}',
        "values": list(thrown.faces),
        "salt": None,
    }
    assert thrown.receipt == roll["receipt"]
    assert await feed(gm) == [roll]


async def test_the_proof_of_the_room_holds_them_among_its_rolls(
    bus: Bus, house: House, gm: Guest, player: Guest
) -> None:
    first = await bus.ask(in_room(player), timeout=PATIENCE)
    await player.told("/rolls", {"notation": "3d6"})
    second = await bus.ask(in_room(gm, count=1, sides=100), timeout=PATIENCE)
    room = await gm.told("/close")
    proof = await house.proof(room["stream"])

    saved = Saved(
        commitment=gm.made["stream"]["commitment"],
        heads=heads([first, second]),
    )
    assert faults_of(proof, saved) == ()
    assert [draw["purpose"] for draw in proof["draws"]] == [PURPOSE, "roll", PURPOSE]
    assert [proof["draws"][n]["values"] for n in (0, 2)] == [list(first.faces), list(second.faces)]
    assert await are_sworn(house, [first, second])


@pytest.mark.parametrize("role", ["spectator", "removed", "stranger"])
async def test_who_has_no_right_to_roll_gets_no_dice(
    bus: Bus, house: House, gm: Guest, role: str
) -> None:
    guest = await gm.invite("Kyoko", "spectator" if role == "spectator" else "player")
    if role == "removed":
        await gm.ask("DELETE", f"/members/{guest.id}")
    if role == "stranger":
        guest = await house.room()
    with pytest.raises(Forbidden if role == "spectator" else NotFound):
        await bus.ask(throw(room=gm.room, member=guest.id), timeout=PATIENCE)

    assert await feed(gm) == []


async def test_a_closed_room_gives_none(bus: Bus, gm: Guest, player: Guest) -> None:
    await gm.told("/close")

    with pytest.raises(RoomClosed):
        await bus.ask(in_room(player), timeout=PATIENCE)


async def test_who_was_refused_may_ask_again_when_she_may(bus: Bus, gm: Guest) -> None:
    watching = await gm.invite("Kyoko", "spectator")
    asked, key = in_room(watching), new_id("req")
    with pytest.raises(Forbidden):
        await bus.ask(asked, timeout=PATIENCE, key=key)
    await gm.ask("PATCH", f"/members/{watching.id}", {"role": "player"})
    thrown = await bus.ask(asked, timeout=PATIENCE, key=key)

    assert faces((await feed(gm))[0]) == list(thrown.faces)


async def test_a_member_with_a_new_token_is_still_herself(
    bus: Bus, house: House, player: Guest
) -> None:
    found = await bus.ask(find(player), timeout=PATIENCE)
    renewed = await player.told("/token")
    thrown = await bus.ask(throw(room=found.room, member=found.member), timeout=PATIENCE)
    her = Guest(house.client, player.room, player.id, renewed["token"], player.made)

    assert [roll["id"] for roll in await feed(her)] == [thrown.roll]


# --- once ------------------------------------------------------------------------------------


async def test_asked_by_many_at_once_dice_are_thrown_once(bus: Bus, player: Guest) -> None:
    reference, key = draft(), new_id("req")
    asked = [in_room(player, reference=reference, label=f"label {n}") for n in range(8)]
    thrown = await asyncio.gather(*(bus.ask(one, timeout=PATIENCE, key=key) for one in asked))

    assert {one.model_dump_json() for one in thrown} == {thrown[0].model_dump_json()}
    assert len(await feed(player)) == 1


async def test_the_same_key_for_other_dice_is_refused(bus: Bus, player: Guest) -> None:
    asked, key = in_room(player), new_id("req")
    await bus.ask(asked, timeout=PATIENCE, key=key)
    for other in ({"count": 11}, {"sides": 6}, {"reference": draft()}, {"purpose": "chargen/x@1"}):
        changed = asked.model_copy(update=other)
        with pytest.raises(IdempotencyKeyReused):
            await bus.ask(changed, timeout=PATIENCE, key=key)

    assert len(await feed(player)) == 1


async def test_a_restart_and_a_wiped_redis_change_nothing(
    tmp_path: Path, database: Changes
) -> None:
    reference, room_key, own_key = draft(), new_id("req"), new_id("req")
    with redis_of_its_own() as server:
        changes = {**database, "redis_url": server.url}
        async with open_house(tmp_path, changes) as house, bus_of(server) as bus:
            gm = await house.room()
            taken = await bus.ask(take(await committed(house), reference), timeout=PATIENCE)
            asked = in_room(gm), throw(stream=taken.stream, reference=reference)
            before = await thrown_for(bus, asked, (room_key, own_key))
        server.kill()
        server.start()
        async with open_house(tmp_path, changes) as house, bus_of(server) as bus:
            after = await thrown_for(bus, asked, (room_key, own_key))
            ended = await bus.ask(close(taken.stream, reference), timeout=PATIENCE)
            told = await feed(Guest(house.client, gm.room, gm.id, gm.token, gm.made))

    assert after == before
    assert len(told) == ended.draws == 1


async def thrown_for(bus: Bus, asked: Iterable[DiceThrow], keys: Iterable[str]) -> list[DiceThrown]:
    pairs = zip(asked, keys, strict=True)
    return [await bus.ask(one, timeout=PATIENCE, key=key) for one, key in pairs]


@asynccontextmanager
async def bus_of(server: RedisServer) -> AsyncIterator[Bus]:
    async with redis_client.client(server.url) as redis, Bus(redis) as bus:
        yield bus


# --- from a stream without a room, or none ---------------------------------------------------


async def test_a_draft_that_took_a_commitment_is_proved_when_it_ends(
    bus: Bus, house: House
) -> None:
    stream, reference = await committed(house), draft()
    taken = await bus.ask(take(stream, reference), timeout=PATIENCE)
    thrown = [
        await bus.ask(throw(stream=taken.stream, reference=reference, **dice), timeout=PATIENCE)
        for dice in ({}, {"count": 1, "sides": 100}, {"count": 3, "sides": 6})
    ]
    ended = await bus.ask(close(taken.stream, reference), timeout=PATIENCE)
    proof: Json = (await house.get(ended.proof)).json()

    saved = Saved(
        commitment=stream["commitment"],
        heads=heads(thrown),
        closing=ended.closing,
    )
    assert taken.commitment == stream["commitment"]
    assert [one.nonce for one in thrown] == [0, 1, 2]
    assert {one.source for one in thrown} == {"committed"}
    assert faults_of(proof, saved) == ()
    assert [draw["values"] for draw in proof["draws"]] == [list(one.faces) for one in thrown]
    assert {draw["purpose"] for draw in proof["draws"]} == {PURPOSE}
    assert all(reference in draw["request"] for draw in proof["draws"])
    assert await are_sworn(house, thrown)


async def test_without_a_stream_dice_are_signed(bus: Bus, house: House) -> None:
    asked, key = throw(), new_id("req")
    thrown = await bus.ask(asked, timeout=PATIENCE, key=key)
    other = await bus.ask(asked, timeout=PATIENCE)

    assert thrown.source == "signed"
    assert (thrown.stream, thrown.nonce, thrown.head) == (None, None, None)
    assert thrown.faces != other.faces
    assert await are_sworn(house, [thrown])
    assert thrown.receipt
    assert thrown.receipt["purpose"] == PURPOSE
    assert asked.reference in thrown.receipt["request"]
    dice = thrown.receipt["results"][0]["dice"]
    assert dice == [[20, face] for face in thrown.faces]


async def test_signed_dice_are_the_same_for_the_same_request(bus: Bus) -> None:
    asked, key = throw(), new_id("req")
    first = await bus.ask(asked, timeout=PATIENCE, key=key)
    again = await bus.ask(asked.model_copy(update={"label": "x"}), timeout=PATIENCE, key=key)
    elsewhere = await bus.ask(asked.model_copy(update={"tenant": "x"}), timeout=PATIENCE, key=key)

    assert (first.faces, first.roll) == (again.faces, again.roll)
    assert elsewhere.faces != first.faces


async def test_only_what_took_a_stream_draws_from_it_and_closes_it(bus: Bus, house: House) -> None:
    stream, reference = await committed(house), draft()
    untaken = throw(stream=stream["id"], reference=reference)
    with pytest.raises(NotFound):
        await bus.ask(untaken, timeout=PATIENCE)
    await bus.ask(take(stream, reference), timeout=PATIENCE)
    await bus.ask(take(stream, reference), timeout=PATIENCE)  # nothing new
    with pytest.raises(StreamClosed) as taken:
        await bus.ask(take(stream, draft()), timeout=PATIENCE)
    for other in (throw(stream=stream["id"]), close(stream["id"], draft())):
        with pytest.raises(NotFound):
            await bus.ask(other, timeout=PATIENCE)
    await bus.ask(untaken, timeout=PATIENCE)

    assert (taken.value.rule, taken.value.pointer) == ("taken", "/commitment")


async def test_a_closed_stream_gives_no_dice_and_is_closed_once(bus: Bus, house: House) -> None:
    stream, reference = await committed(house), draft()
    await bus.ask(take(stream, reference), timeout=PATIENCE)
    first = await bus.ask(close(stream["id"], reference), timeout=PATIENCE)
    again = await bus.ask(close(stream["id"], reference), timeout=PATIENCE)
    for late in (throw(stream=stream["id"], reference=reference), take(stream, reference)):
        with pytest.raises(StreamClosed):
            await bus.ask(late, timeout=PATIENCE)
    proof = await house.get(first.proof)

    assert first == again
    assert first.draws == 0
    assert faults_of(proof.json(), Saved(commitment=stream["commitment"])) == ()


@pytest.mark.parametrize("commitment", ["", "no commitment", "a" * 64, "\x00"])
async def test_a_commitment_that_nobody_made_is_not_found(bus: Bus, commitment: str) -> None:
    with pytest.raises(NotFound) as refused:
        await bus.ask(take({"commitment": commitment}, draft()), timeout=PATIENCE)

    assert refused.value.pointer == "/commitment"


async def test_a_token_that_is_given_has_to_be_that_of_the_stream(bus: Bus, house: House) -> None:
    stream = await committed(house)
    with pytest.raises(NotFound):
        await bus.ask(take(stream, draft(), token="ab" * 32), timeout=PATIENCE)
    with pytest.raises(NotFound):
        await bus.ask(take(stream, draft(), tenant="other"), timeout=PATIENCE)
    taken = await bus.ask(take(stream, draft()), timeout=PATIENCE)

    assert taken.stream == stream["id"]


# --- who sits where --------------------------------------------------------------------------


async def test_a_token_says_who_sits_in_a_room(
    bus: Bus, gm: Guest, player: Guest, spectator: Guest
) -> None:
    found = [await bus.ask(find(guest), timeout=PATIENCE) for guest in (gm, player, spectator)]
    stream = gm.made["stream"]

    assert [(one.member, one.name, one.role) for one in found] == [
        (gm.id, "GM", "gm"),
        (player.id, "Madoka", "player"),
        (spectator.id, "Kyoko", "spectator"),
    ]
    for one in found:
        assert (one.room, one.state) == (gm.room, "open")
        assert (one.stream, one.index, one.commitment) == (stream["id"], 0, stream["commitment"])


async def test_a_closed_room_still_says_who_sits_there(bus: Bus, gm: Guest) -> None:
    await gm.told("/close")
    found = await bus.ask(find(gm), timeout=PATIENCE)

    assert (found.state, found.role) == ("closed", "gm")


async def test_a_token_of_another_room_or_of_nobody_finds_no_seat(
    bus: Bus, house: House, gm: Guest
) -> None:
    other = await house.room()
    refused: list[type[Refusal | RuleError]] = []
    for asked in (
        find(other, room=gm.room),
        find(gm, token="ab" * 32),
        find(gm, room="no room"),
        find(gm, tenant="other"),
    ):
        with pytest.raises((NotFound, TokenMissing)) as told:
            await bus.ask(asked, timeout=PATIENCE)
        refused.append(told.type)

    assert refused == [NotFound, TokenMissing, NotFound, NotFound]


# --- what is refused as it is read -----------------------------------------------------------


@pytest.mark.parametrize(
    "changes",
    [
        {"count": 0},
        {"count": 1001},
        {"sides": 1},
        {"sides": 10**9 + 1},
        {"purpose": "roll"},
        {"purpose": "deck"},
        {"purpose": "chargen/amgc"},
        {"purpose": "chargen/" + "x" * 60 + "@1"},
        {"reference": "draft 7"},
        {"room": "room 7"},
        {"label": ""},
        {"label": "x" * 101},
        {"tenant": ""},
    ],
)
def test_beyond_its_limits_nothing_is_asked(changes: Json) -> None:
    with pytest.raises(ValidationError):
        throw(**changes)


@pytest.mark.parametrize(
    ("members", "rule", "pointer"),
    [
        (("room",), "required", "/member"),
        (("member",), "required", "/room"),
        (("room", "member", "stream"), "not_together", "/stream"),
        (("member", "stream"), "not_together", "/stream"),
    ],
)
async def test_where_dice_come_from_has_to_be_clear(
    bus: Bus, members: tuple[str, ...], rule: str, pointer: str
) -> None:
    ids = {name: new_id(name[:3]) for name in members}
    with pytest.raises(InvalidValue) as refused:
        await bus.ask(throw(**ids), timeout=PATIENCE)

    assert (refused.value.rule, refused.value.pointer) == (rule, pointer)


async def test_a_label_shows_what_it_says(bus: Bus, player: Guest) -> None:
    with pytest.raises(InvalidValue) as refused:
        await bus.ask(in_room(player, label="a\u202eb"), timeout=PATIENCE)

    assert (refused.value.rule, refused.value.pointer) == ("not_plain", "/label")
    assert await feed(player) == []
