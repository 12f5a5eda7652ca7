"""Whoever sits in a game sees it happen: all that she may know, and nothing else."""

import json

import pytest

from tests.services.cards.live.stage import (
    GIRLS,
    SHORT,
    Json,
    Sitter,
    Stage,
    numbers,
    types,
    versions,
)
from tests.support.following import following
from tests.support.subscribing import connected

SUBSCRIBE = """
subscription ($session: ID!, $since: String) {
  sessionEvents(session: $session, since: $since) { id type v at subject seq cursor data }
}
"""


async def test_the_snapshot_shows_the_session_and_ones_own_view(stage: Stage) -> None:
    _, one, two = await stage.game()
    await stage.play(one, two)
    for seat in (one, two):
        async with seat.follow() as stream:
            first = await stream.next()

        assert first["type"] == "snapshot"
        assert first["data"] == {"session": await seat.look(""), "view": await seat.look()}
        assert first["cursor"] == stream.source.last_id == f"{one.session}.1.{first['seq']}"
        assert first["subject"] == one.session


async def test_a_card_that_is_drawn_is_seen_by_all_but_its_seat(stage: Stage) -> None:
    host, one, two = await stage.game(table={"delay": 0})
    async with one.follow() as mine, two.follow() as hers, host.watcher.follow() as watching:
        streams = (mine, hers, watching)
        for stream in streams:
            await stream.next()
        await stage.play(one)
        heard = [(await stream.until("card.drawn"))[-1]["data"] for stream in streams]

    assert [data["position"] for data in heard] == [12, 12, 12]
    assert [data["card"] for data in heard] == [None, "all", None]


async def test_events_are_numbered_without_gaps_and_alike_for_all(stage: Stage) -> None:
    host, one, two = await stage.game(table={"delay": 0})
    await stage.play(one, two, one, two)
    last = await _last(one)
    told = []
    for person in (one, two, host, host.watcher):
        async with person.follow(since="0") as stream:
            told.append(await stream.some(last))

    assert numbers(told[0]) == list(range(1, last + 1))
    assert len({json.dumps([_outside(item) for item in items]) for items in told}) == 1


async def test_the_stream_tells_what_the_answer_to_an_action_tells(stage: Stage) -> None:
    _, one, two = await stage.game()
    async with one.follow() as stream:
        await stream.next()
        answers = await stage.play(one, two, one)
        events = [event for answer in answers[::2] for event in answer["events"]]
        told = await stream.some(sum(len(answer["events"]) for answer in answers))

    mine = [_without(item, "cursor") for item in told if item["data"]["version"] != 5]
    assert mine == events


async def test_both_forms_hold_the_same_lines(stage: Stage) -> None:
    _, one, two = await stage.game()
    await stage.play(one, two)
    last = await _last(one)
    async with one.follow(since="0") as events:
        as_events = await events.some(last)
    async with following(
        one.client, one.path, {**one.headers, "accept": "application/x-ndjson"}, since="0"
    ) as lines:
        as_lines = await lines.some(last)

    assert as_events == as_lines
    assert all((item["subject"], item["v"]) == (one.session, 1) for item in as_lines)


async def test_a_subscription_tells_the_same(stage: Stage) -> None:
    assert stage.server is not None
    host, one, two = await stage.game()
    await stage.play(one, two)
    async with connected(stage.server.port, payload=one.headers) as socket:
        await socket.subscribe("a", SUBSCRIBE, session=host.session)
        snapshot = (await socket.next())["sessionEvents"]
    async with connected(stage.server.port, payload=one.headers) as socket:
        await socket.subscribe("a", SUBSCRIBE, session=host.session, since="0")
        told = [(await socket.next())["sessionEvents"] for _ in range(snapshot["seq"])]
    async with one.follow() as stream:
        first = await stream.next()
    async with one.follow(since="0") as stream:
        streamed = await stream.some(snapshot["seq"])

    assert snapshot == first
    assert told == streamed


async def test_whoever_comes_back_is_told_what_she_missed(stage: Stage) -> None:
    _, one, two = await stage.game()
    async with one.follow() as stream:
        place = (await stream.next())["cursor"]
    await stage.play(one, two)
    last = await _last(one)
    seq = int(place.rpartition(".")[2])
    async with one.follow_as(last_event_id=place) as stream:
        by_header = await stream.some(last - seq)
    async with one.follow(since=str(seq)) as stream:
        by_number = await stream.some(last - seq)

    assert numbers(by_header) == list(range(seq + 1, last + 1))
    assert by_header == by_number


@pytest.mark.parametrize("place", ["{id}.2.1", "ses_other.1.1", "99", "-1", "once upon a time"])
async def test_a_place_that_is_not_in_this_log_leads_to_a_new_snapshot(
    stage: Stage, place: str
) -> None:
    _, one, _ = await stage.game()
    async with one.follow(since=place.format(id=one.session)) as stream:
        first = await stream.next()

    assert first["type"] == "resync"
    assert first["data"]["view"] == await one.look()


async def test_the_last_word_comes_when_the_game_is_over_and_all_is_told(stage: Stage) -> None:
    host, one, two = await stage.game(deal=SHORT)
    async with one.follow() as mine, host.watcher.follow() as watching:
        first = await mine.next()
        await watching.next()
        await stage.play(one, two, one)
        told, watched = await mine.rest(), await watching.rest()
    last = await _last(one)
    again = await one.ask("GET", f"/events?since={last}")

    assert types(told)[-2:] == types(watched)[-2:] == ["session.ended", "bye"]
    assert told[-1]["data"] == watched[-1]["data"] == {"reason": "closed"}
    assert numbers(told[:-1]) == list(range(first["seq"] + 1, last + 1))
    assert again.status_code == 204


async def test_after_the_end_the_snapshot_shows_everything(stage: Stage) -> None:
    host, one, two = await stage.game(deal=SHORT)
    await stage.play(one, two, one)
    async with host.watcher.follow() as stream:
        first, bye = await stream.rest()

    hands = first["data"]["view"]["hands"]
    cards = {card["card"] for hand in hands for card in hand["cards"]}
    assert cards == set(GIRLS[3:14])
    assert bye["data"] == {"reason": "closed"}


async def test_what_one_saw_then_one_sees_now(stage: Stage) -> None:
    """Though the game is over, events are told as they were at their time."""
    _, one, two = await stage.game(deal=SHORT)
    async with one.follow(since="0") as stream:
        await stage.play(one, two, one)
        live = await stream.rest()
    async with one.follow(since="0") as stream:
        again = await stream.rest()

    assert live == again
    drawn = [item["data"] for item in live if item["type"] == "card.drawn"]
    assert [data["card"] for data in drawn] == [None, "kyoko-3"]


async def test_the_table_is_followed_before_the_game_begins(stage: Stage) -> None:
    host = await stage.session()
    async with host.watcher.follow() as stream:
        first = await stream.next()
        one, two = await host.seat("Homura"), await host.seat("Madoka")
        await host.told("/start")
        told = await stream.until("session.started")

    assert first["data"]["session"]["status"] == "waiting"
    assert types(told) == ["seat.taken", "seat.taken", "session.started"]
    assert [item["data"]["seat"] for item in told[:2]] == [one.number, two.number]
    assert all(card["card"] is None for hand in told[-1]["data"]["hands"] for card in hand["cards"])


async def test_a_session_that_is_not_there_is_not_found(stage: Stage) -> None:
    host = await stage.session()
    other = await stage.session()
    strange = Sitter(stage.client, host.session, None, other.token)
    nobody = Sitter(stage.client, "ses_01KB9Q4WJ8Z2M5T7X3CVNRYE6A", None, None)
    answers = [await each.ask("GET", "/events") for each in (strange, nobody)]

    assert [answer.status_code for answer in answers] == [404, 404]


async def _last(person: Sitter) -> int:
    """Return the number of the last event that somebody may hear of."""
    async with person.follow_as(accept="application/x-ndjson") as stream:
        return int((await stream.next())["seq"])


def _outside(item: Json) -> Json:
    return _without(item, "data") | {"version": versions([item])}


def _without(item: Json, name: str) -> Json:
    return {key: value for key, value in item.items() if key != name}
