"""Who may follow, for how long, and how far behind: nobody ever slips into another view."""

from collections.abc import Awaitable, Callable, Iterator
from contextlib import AsyncExitStack

import pytest

from tests.services.cards.live.stage import (
    SHORT,
    Sitter,
    Stage,
    numbers,
    types,
    versions,
)
from tests.services.cards.live.test_session_events import SUBSCRIBE
from tests.support.following import following
from tests.support.subscribing import connected

Change = Callable[[Sitter, Sitter], Awaitable[object]]
"""What a host, or a seat itself, does to a seat."""

REVOCATIONS: dict[str, Change] = {
    "renewed by herself": lambda _, seat: seat.told(f"/seats/{seat.number}/token"),
    "renewed by the host": lambda host, seat: host.told(f"/seats/{seat.number}/token"),
    "left": lambda _, seat: seat.ask("DELETE", f"/seats/{seat.number}"),
    "removed": lambda host, seat: host.ask("DELETE", f"/seats/{seat.number}"),
}


@pytest.mark.parametrize("change", REVOCATIONS.values(), ids=REVOCATIONS)
async def test_who_has_lost_her_seat_is_told_so_and_sees_nothing_more(
    stage: Stage, change: Change
) -> None:
    host, one, _ = await stage.game()
    async with one.follow() as stream:
        await stream.next()
        await change(host, one)
        told = await stream.rest()
    again = await one.ask("GET", "/events")

    assert told[-1]["data"] == {"reason": "revoked"}
    assert all(item["type"].startswith("seat.") for item in told[:-1])
    assert again.status_code == 401


async def test_others_follow_on_when_somebody_loses_her_seat(stage: Stage) -> None:
    host, one, two = await stage.game()
    async with two.follow() as stream:
        await stream.next()
        made = await host.told(f"/seats/{one.number}/token")
        new = Sitter(one.client, one.session, one.number, made["token"])
        await stage.play(new)
        told = await stream.until("card.drawn")

    assert types(told) == ["seat.taken", "card.played", "card.drawn"]


async def test_the_newest_stream_of_a_seat_goes_on_and_the_older_one_ends(stage: Stage) -> None:
    _, one, two = await stage.game()
    async with one.follow() as older:
        await older.next()
        async with one.follow() as newer, two.follow() as other:
            await newer.next(), await other.next()
            last = await older.rest()
            await stage.play(one)
            told = [await stream.until("card.drawn") for stream in (newer, other)]

    assert [(item["type"], item["data"]) for item in last] == [("bye", {"reason": "superseded"})]
    assert [types(items) for items in told] == [["card.played", "card.drawn"]] * 2


async def test_one_who_comes_back_again_and_again_is_told_everything(stage: Stage) -> None:
    _, one, two = await stage.game()
    heard = []
    async with AsyncExitStack() as stack:  # the ends of her older streams are never noticed
        stream = await stack.enter_async_context(one.follow())
        place = (await stream.next())["cursor"]
        for seat in (one, two, one, two):
            stream = await stack.enter_async_context(one.follow(since=place))
            await stage.play(seat)
            heard += await stream.until("card.drawn")
            place = heard[-1]["cursor"]

    assert types(heard) == ["card.played", "card.drawn"] * 4
    assert numbers(heard) == list(range(heard[0]["seq"], heard[0]["seq"] + 8))


async def test_a_subscription_and_a_stream_of_one_seat_do_not_go_side_by_side(
    stage: Stage,
) -> None:
    assert stage.server is not None
    _, one, _ = await stage.game()
    async with one.follow() as stream:
        await stream.next()
        async with connected(stage.server.port, payload=one.headers) as socket:
            await socket.subscribe("a", SUBSCRIBE, session=one.session)
            await socket.next()
            ended = await stream.rest()
            async with one.follow() as newest:
                await newest.next()
                last = (await socket.next())["sessionEvents"]

    assert ended[-1]["data"] == {"reason": "superseded"}
    assert (last["type"], last["data"]) == ("bye", {"reason": "superseded"})


async def test_asking_for_the_head_of_a_stream_takes_nobodys_place(stage: Stage) -> None:
    _, one, _ = await stage.game()
    async with one.follow() as stream:
        await stream.next()
        head = await one.ask("HEAD", "/events")
        await stage.play(one)
        told = await stream.until("card.drawn")

    assert head.status_code == 200
    assert types(told) == ["card.played", "card.drawn"]


async def test_hosts_and_watchers_may_follow_as_often_as_they_like(stage: Stage) -> None:
    host, one, _ = await stage.game(table={"delay": 0})
    for person in (host, host.watcher):
        async with person.follow() as first, person.follow() as second:
            await first.next(), await second.next()
            await host.told(f"/seats/{one.number}/token")

            assert [types(await stream.some(1)) for stream in (first, second)] == [
                ["seat.taken"]
            ] * 2


async def test_who_watches_lags_behind_until_the_game_is_over(stage: Stage) -> None:
    host, one, two = await stage.game(table={"delay": 2}, deal=SHORT)
    began = (await one.look(""))["version"]
    async with host.watcher.follow() as stream:
        first = await stream.next()
        await stage.play(one, two)
        async with host.watcher.follow() as late:
            then = await late.next()
        await stage.play(one)
        told = await stream.rest()

    assert first["data"]["view"]["version"] == began
    assert then["data"]["view"]["version"] == began
    assert then["seq"] == first["seq"]
    assert versions(told[:-1]) == [began + 1, began + 2, began + 3]
    assert types(told)[-1] == "bye"


@pytest.mark.parametrize("delay", [1, 3])
async def test_what_watchers_hear_is_so_many_versions_old(stage: Stage, delay: int) -> None:
    host, one, two = await stage.game(table={"delay": delay})
    began = (await one.look(""))["version"]
    async with host.watcher.follow() as stream:
        await stream.next()
        for played in range(1, 6):
            await stage.play((one, two)[(played - 1) % 2])
            if played > delay:
                items = await stream.until("card.drawn")

                assert versions(items) == [began + played - delay]


async def test_a_place_ahead_of_what_watchers_may_see_is_none_of_theirs(stage: Stage) -> None:
    host, one, two = await stage.game()
    await stage.play(one, two)
    async with one.follow() as stream:
        place = (await stream.next())["cursor"]
    async with host.watcher.follow(since=place) as stream:
        first = await stream.next()

    assert first["type"] == "resync"
    assert first["data"]["view"] == await host.watcher.look()


async def test_the_host_sees_what_watchers_see_and_nothing_more(stage: Stage) -> None:
    host, one, two = await stage.game()
    await stage.play(one, two, one, two, one)
    heard = []
    for person in (host, host.watcher):
        async with person.follow(since="0") as since, person.follow() as now:
            snapshot = await now.next()
            heard.append((snapshot, await since.some(snapshot["seq"])))

    assert heard[0] == heard[1]


async def test_where_nobody_may_watch_only_the_host_does(stage: Stage) -> None:
    host, _, _ = await stage.game(table={"spectators": False})
    refused = await host.watcher.ask("GET", "/events")
    async with host.follow() as stream:
        first = await stream.next()

    assert (refused.status_code, refused.json()["code"]) == (403, "forbidden")
    assert first["type"] == "snapshot"


async def test_a_ticket_opens_what_its_seat_sees_and_only_once(stage: Stage) -> None:
    _, one, _ = await stage.game()
    ticket = (await one.told("/ticket"))["ticket"]
    async with following(one.client, one.path, ticket=ticket) as stream:
        first = await stream.next()
    again = await one.client.get(one.path, params={"ticket": ticket})

    assert first["data"]["view"] == await one.look()
    assert again.status_code == 401


@pytest.mark.parametrize("ticket", ["", "x", "mjk_ticket_" + 43 * "0"])
async def test_a_ticket_that_is_none_does_not_let_anybody_watch_instead(
    stage: Stage, ticket: str
) -> None:
    host, _, _ = await stage.game()
    answer = await host.client.get(host.path, params={"ticket": ticket})

    assert answer.status_code == 401


async def test_a_ticket_of_another_session_opens_nothing(stage: Stage) -> None:
    _, one, _ = await stage.game()
    _, other, _ = await stage.game()
    ticket = (await one.told("/ticket"))["ticket"]
    answer = await one.client.get(other.path, params={"ticket": ticket})

    assert answer.status_code == 401


async def test_no_stream_names_a_card_that_its_seat_does_not_see(stage: Stage) -> None:
    """All that two seats are told of cards, against what they may know of their own in the end."""
    _, one, two = await stage.game()
    async with one.follow() as mine, two.follow() as hers:
        firsts = [await stream.next() for stream in (mine, hers)]
        answers = await stage.play(one, two, one, two)
        count = sum(len(answer["events"]) for answer in answers)
        told = [await stream.some(count) for stream in (mine, hers)]
    for seat, first, items in zip((one, two), firsts, told, strict=True):
        view = await seat.look()
        unseen = {card["position"] for card in view["hands"][seat.number]["cards"]}
        named = dict(_named([first, *items]))

        assert {12, 14} <= unseen or {13, 15} <= unseen
        assert all(named[position] is None for position in unseen)
        assert sum(card is not None for card in named.values()) == len(named) - len(unseen)


def _named(told: object) -> Iterator[tuple[int, str | None]]:
    """Yield each card that is told of, by its position; what comes later counts."""
    if isinstance(told, list):
        for each in told:
            yield from _named(each)
    if isinstance(told, dict):
        if "card" in told and "position" in told:
            yield told["position"], told["card"]
        for each in told.values():
            yield from _named(each)
