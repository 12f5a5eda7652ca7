"""Whoever is in a room sees it happen: all that she may see, and nothing else."""

import json

import pytest

from tests.services.dice.live.street import Street, follow, follow_as, roll, types
from tests.services.dice.rooms.table import Guest
from tests.support.following import following
from tests.support.subscribing import connected

WHISPER = "the cat knows"
SUBSCRIBE = """
subscription ($room: ID!, $since: String) {
  roomEvents(room: $room, since: $since) { id type v at subject seq cursor data }
}
"""


async def test_the_snapshot_shows_the_room_its_members_and_its_latest_rolls(
    gm: Guest, madoka: Guest
) -> None:
    made = [await roll(gm) for _ in range(3)]
    async with follow(madoka) as stream:
        first = await stream.next()
    room = await madoka.look()

    data = first["data"]
    assert (first["type"], first["seq"]) == ("snapshot", room["seq"])
    assert first["cursor"] == stream.source.last_id == f"{gm.room}.1.{room['seq']}"
    assert data["room"] == room
    assert [member["name"] for member in data["members"]] == ["GM", "Madoka"]
    assert [one["id"] for one in data["rolls"]] == [one["id"] for one in reversed(made)]


async def test_everybody_sees_each_roll_as_it_is_made(gm: Guest, madoka: Guest) -> None:
    async with follow(gm) as one, follow(madoka) as other:
        await one.next(), await other.next()
        made = await roll(madoka, reason="for cake")
        told = [await stream.until("roll.made") for stream in (one, other)]

    assert told[0] == told[1]
    event = told[0][-1]
    assert event["data"]["roll"]["id"] == made["id"]
    assert event["data"]["roll"]["results"] == made["results"]
    assert event["id"].startswith("evt_")
    assert event["subject"] == gm.room


async def test_events_are_numbered_without_gaps_and_alike_for_all(gm: Guest, madoka: Guest) -> None:
    for secret in (False, True, False, True):
        await roll(gm, secret=secret)
    await madoka.ask("PATCH", f"/members/{madoka.id}", {"name": "Madoka K."})
    seq = (await gm.look())["seq"]
    told = []
    for guest in (gm, madoka):
        async with follow(guest, since="0") as stream:
            told.append(await stream.some(seq))

    assert [item["seq"] for item in told[0]] == list(range(1, seq + 1))
    assert [(item["seq"], item["id"], item["type"]) for item in told[0]] == [
        (item["seq"], item["id"], item["type"]) for item in told[1]
    ]


async def test_a_secret_roll_reaches_its_roller_and_the_game_master_and_nobody_else(
    street: Street, gm: Guest, madoka: Guest, homura: Guest
) -> None:
    made = await roll(homura, secret=True, reason=WHISPER)
    heard = {}
    for guest in (gm, madoka, homura):
        async with (
            follow(guest, since="0") as since,
            follow_as(guest, accept="application/x-ndjson") as snapshot,
            connected(street.server.port, payload=guest.headers) as socket,
        ):
            await socket.subscribe("a", SUBSCRIBE, room=guest.room)
            told = await since.until("roll.made"), await snapshot.next(), await socket.next()
            heard[guest.id] = list(map(json.dumps, told))

    assert made["secret"]
    assert all(made["id"] in told for person in heard.values() for told in person)
    assert all(WHISPER in told for one in (gm, homura) for told in heard[one.id])
    assert not any(WHISPER in told for told in heard[madoka.id])


async def test_what_was_secret_comes_out_when_it_is_revealed(gm: Guest, madoka: Guest) -> None:
    made = await roll(gm, secret=True, reason=WHISPER)
    async with follow(madoka) as stream:
        await stream.next()
        await gm.told(f"/rolls/{made['id']}/reveal")
        (revealed,) = await stream.until("roll.revealed")
        place = revealed["seq"]
    async with follow(madoka, since="0") as stream:
        again = await stream.some(place)

    assert revealed["data"]["roll"]["results"] == made["results"]
    assert WHISPER in json.dumps(again[-1])
    assert WHISPER not in json.dumps(again[:-1])  # what she saw then, she sees now


async def test_texts_come_in_the_language_of_whoever_follows(gm: Guest) -> None:
    texts = {}
    await roll(gm, notation=None, check={"system": "infinite", "dp": 5})
    for language in ("en", "ja"):
        async with follow_as(gm, accept_language=language) as stream:
            first = await stream.next()
            texts[language] = first["data"]["rolls"][0]["results"][0]["text"]

            assert stream.answer.headers["content-language"] == language
    assert texts["en"] != texts["ja"]


async def test_a_subscription_tells_what_the_stream_tells(
    street: Street, gm: Guest, madoka: Guest
) -> None:
    async with (
        follow(madoka) as stream,
        connected(street.server.port, payload=madoka.headers) as socket,
    ):
        await socket.subscribe("a", SUBSCRIBE, room=madoka.room)
        told = [[await stream.next()], [(await socket.next())["roomEvents"]]]
        await roll(gm, secret=True)
        events = await stream.until("roll.made")
        told[0] += events
        told[1] += [(await socket.next())["roomEvents"] for _ in events]

    assert told[0] == told[1]


@pytest.mark.parametrize(
    ("authorization", "code"),
    [(None, "token_missing"), ("Bearer nonsense", "token_missing"), ("stranger", "not_found")],
)
async def test_nobody_else_may_follow(
    street: Street, gm: Guest, authorization: str | None, code: str
) -> None:
    if authorization == "stranger":
        authorization = (await street.room()).headers["authorization"]
    headers = {} if authorization is None else {"authorization": authorization}
    answer = await street.client.get(f"/v1/rooms/{gm.room}/events", headers=headers)
    async with connected(street.server.port, payload=headers) as socket:
        await socket.subscribe("a", SUBSCRIBE, room=gm.room)
        heard = await socket.hear()

    assert answer.json()["code"] == code
    assert heard["type"] == "error"
    assert heard["payload"][0]["extensions"]["code"] == code


async def test_spectators_follow_as_well(gm: Guest) -> None:
    kyoko = await gm.invite("Kyoko", "spectator")
    async with follow(kyoko) as stream:
        assert (await stream.next())["data"]["room"]["me"]["role"] == "spectator"


@pytest.mark.parametrize("end", ["removed", "left", "renewed"])
async def test_a_token_that_is_worth_nothing_any_more_ends_its_streams_and_no_others(
    gm: Guest, madoka: Guest, homura: Guest, end: str
) -> None:
    async with follow(madoka) as hers, follow(homura) as other:
        await hers.next(), await other.next()
        if end == "renewed":
            await madoka.told("/token")
        else:
            await (gm if end == "removed" else madoka).ask("DELETE", f"/members/{madoka.id}")
        last = await hers.rest()
        await roll(homura)
        goes_on = await other.until("roll.made")

    assert [(item["type"], item["data"]) for item in last] == [("bye", {"reason": "revoked"})]
    assert goes_on[-1]["type"] == "roll.made"


async def test_a_room_that_closes_is_told_to_its_end(gm: Guest, madoka: Guest) -> None:
    await roll(gm, secret=True, reason=WHISPER)
    async with follow(madoka) as stream:
        await stream.next()
        await gm.told("/close")
        told = await stream.rest()
        last = stream.source.last_id
    again = await madoka.get("/events", last_event_id=last)
    async with follow(madoka) as stream:
        late = await stream.rest()

    assert types(told) == ["stream.closed", "stream.closed", "room.closed", "bye"]
    assert told[-1]["data"] == {"reason": "closed"}
    assert again.status_code == 204
    assert types(late) == ["snapshot", "bye"]
    assert WHISPER in json.dumps(late)


async def test_a_place_ahead_of_the_room_leads_to_a_new_snapshot(gm: Guest) -> None:
    seq = (await gm.look())["seq"]
    async with follow(gm, since=f"{gm.room}.1.{seq + 1}") as ahead:
        first = await ahead.next()
    async with follow(gm, since=f"{gm.room}.0.1") as old:
        second = await old.next()

    assert (first["type"], first["seq"]) == ("resync", seq)
    assert second == first


async def _events(street: Street, guest: Guest, ticket: str) -> int:
    path = f"/v1/rooms/{guest.room}/events"
    async with following(street.client, path, ticket=ticket) as stream:
        return stream.answer.status_code


async def test_a_ticket_opens_one_stream_as_its_member_sees_it(
    street: Street, gm: Guest, madoka: Guest
) -> None:
    ticket = (await madoka.told("/ticket"))["ticket"]
    path = f"/v1/rooms/{gm.room}/events"
    async with following(street.client, path, ticket=ticket) as stream:
        first = await stream.next()
        again = await _events(street, gm, ticket)
        await gm.ask("DELETE", f"/members/{madoka.id}")
        last = await stream.rest()

    assert first["data"]["room"]["me"]["id"] == madoka.id
    assert again == 401
    assert types(last) == ["bye"]


async def test_a_ticket_is_for_its_own_room(street: Street, gm: Guest) -> None:
    other = await street.room()
    ticket = (await gm.told("/ticket"))["ticket"]

    assert await _events(street, other, ticket) == 401
    assert await _events(street, gm, ticket) == 200


async def test_a_ticket_is_worth_nothing_when_its_token_is(
    street: Street, gm: Guest, madoka: Guest
) -> None:
    ticket = (await madoka.told("/ticket"))["ticket"]
    await madoka.told("/token")

    assert await _events(street, gm, ticket) == 401


async def test_a_token_is_enough_and_spends_no_ticket(street: Street, gm: Guest) -> None:
    ticket = (await gm.told("/ticket"))["ticket"]
    async with follow(gm, ticket=ticket) as stream:
        status = stream.answer.status_code

    assert status == 200
    assert await _events(street, gm, ticket) == 200


async def test_no_ticket_is_ever_told_again(
    street: Street, gm: Guest, capsys: pytest.CaptureFixture[str]
) -> None:
    ticket = (await gm.told("/ticket"))["ticket"]
    await _events(street, gm, ticket)
    path = f"/v1/rooms/{gm.room}/events?ticket={ticket}"
    refused = [
        await street.client.get(path),
        await street.client.get(path, headers={"accept": "image/png"}),
        await street.client.get(path + "&ticket=2"),
        await street.client.post(path, json={}),
    ]
    told = "".join(str(answer.headers) + answer.text for answer in refused)

    assert [answer.status_code for answer in refused] == [401, 406, 422, 405]
    assert ticket not in told + "".join(capsys.readouterr())
