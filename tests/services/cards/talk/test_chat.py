"""Words: before and after the game, in it only where that was agreed upon, and not for watchers."""

import pytest

from tests.services.cards.live.stage import Sitter, Stage

HINT = {"type": "hint", "to": 1, "girl": "mami"}


async def heard(sitter: Sitter) -> list[tuple[int | None, str]]:
    return [(each["seat"], each["text"]) for each in (await sitter.look("/chat"))["items"]]


async def end(one: Sitter, two: Sitter) -> None:
    await one.told("/votes", {})
    await two.told("/votes", {})


async def test_players_talk_before_the_game_and_are_silent_in_it(stage: Stage) -> None:
    host = await stage.session()
    one, two = await host.seat("Homura"), await host.seat("Madoka")
    said = await one.told("/chat", {"text": " Ready? "})
    await host.told("/chat", {"text": "We begin."})
    await host.told("/start")
    during = await two.ask("POST", "/chat", {"text": "my third card is yours"})
    await end(one, two)
    await two.told("/chat", {"text": "Well played!"})

    assert said["text"] == "Ready?"
    assert (during.status_code, during.json()["code"]) == (403, "forbidden")
    assert await heard(two) == [(1, "Well played!"), (None, "We begin."), (0, "Ready?")]


async def test_a_break_is_no_time_to_talk(stage: Stage) -> None:
    _, one, _ = await stage.game()
    await one.told("/pause")

    assert (await one.ask("POST", "/chat", {"text": "hm"})).status_code == 403


async def test_talk_is_no_move(stage: Stage) -> None:
    _, one, two = await stage.game(table={"talk": True})
    before = await two.ask("GET", "/view")
    await one.told("/chat", {"text": "hm"})
    after = await two.ask("GET", "/view")

    assert (after.content, after.headers["etag"]) == (before.content, before.headers["etag"])
    assert await heard(two) == [(0, "hm")]
    assert await one.told("/actions", {**HINT, "expected_version": before.json()["version"]})


async def test_watchers_read_it_once_the_game_is_over(stage: Stage) -> None:
    host, one, two = await stage.game(table={"talk": True, "delay": 0})
    await one.told("/chat", {"text": "hm"})
    before = await host.watcher.ask("GET", "/chat")
    await end(one, two)

    assert (before.status_code, before.json()["code"]) == (403, "forbidden")
    assert await heard(host.watcher) == [(0, "hm")]


@pytest.mark.parametrize(
    ("text", "pointer"),
    [
        ("", "#/text"),
        ("   ", "#/text"),
        ("a\nb", "#/text"),
        ("a\u202eb", "#/text"),
        ("a" * 501, "#/text"),
    ],
)
async def test_what_does_not_show_what_it_says_is_not_said(
    stage: Stage, text: str, pointer: str
) -> None:
    host = await stage.session()
    answer = await host.ask("POST", "/chat", {"text": text})

    assert answer.status_code == 422
    assert answer.json()["errors"][0]["pointer"] == pointer
    assert await heard(host) == []


async def test_a_retry_says_it_once(stage: Stage) -> None:
    host = await stage.session()
    body = {"text": "hello"}
    first = await host.ask("POST", "/chat", body, **{"idempotency-key": "once"})
    again = await host.ask("POST", "/chat", body, **{"idempotency-key": "once"})

    assert first.json() == again.json()
    assert await heard(host) == [(None, "hello")]


async def test_pages_lead_to_what_was_said_before(stage: Stage) -> None:
    host = await stage.session()
    for number in range(5):
        await host.told("/chat", {"text": f"line {number}"})
    first = await host.look("/chat?limit=3")
    rest = await host.look(f"/chat?limit=3&cursor={first['next_cursor']}")
    texts = [each["text"] for each in first["items"] + rest["items"]]

    assert texts == [f"line {number}" for number in (4, 3, 2, 1, 0)]
    assert rest["next_cursor"] is None


async def test_streams_tell_seats_at_once_and_watchers_nothing(stage: Stage) -> None:
    host, one, two = await stage.game(table={"talk": True, "delay": 0})
    async with two.follow() as hers, host.watcher.follow() as watching:
        for stream in (hers, watching):
            await stream.next()
        await one.told("/chat", {"text": "hm"})
        heard = [(await stream.next())["data"] for stream in (hers, watching)]

    assert [(each["seat"], each["text"]) for each in heard] == [(0, "hm"), (0, None)]


async def test_a_log_that_is_read_late_tells_everybody_the_same(stage: Stage) -> None:
    host, one, two = await stage.game(table={"talk": True})
    await one.told("/chat", {"text": "hm"})
    await end(one, two)
    told = []
    for reader in (two, host.watcher):
        async with reader.follow(since="0") as stream:
            items = await stream.rest()
        told += [each["data"]["text"] for each in items if each["type"] == "chat.said"]

    assert told == ["hm", None]


async def test_where_nobody_watches_nobody_reads_it_later_either(stage: Stage) -> None:
    host, one, two = await stage.game(table={"talk": True, "spectators": False})
    await one.told("/chat", {"text": "hm"})
    await end(one, two)

    assert (await host.watcher.ask("GET", "/chat")).status_code == 403
    assert await heard(host) == [(0, "hm")]
