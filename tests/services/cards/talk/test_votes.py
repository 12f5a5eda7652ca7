"""The hidden vote: it passes with more than half, and until then nothing betrays it."""

from dataclasses import replace

import pytest

from tests.services.cards.live.stage import Sitter, Stage

READ = ("", "/view", "/legal", "/openings", "/votes", "/chat", "/notes")
VOTES = READ.index("/votes")
HINT = {"type": "hint", "to": 1, "all": True}


async def everything(sitter: Sitter) -> list[tuple[int, bytes, str | None]]:
    """Return all that somebody can read of a session, with its tags."""
    answers = [await sitter.ask("GET", path) for path in READ]
    return [
        (each.status_code, each.content if each.is_success else b"", each.headers.get("etag"))
        for each in answers
    ]


async def vote(sitter: Sitter, *, end: bool = True) -> tuple[str, bool, list[int] | None]:
    told = await sitter.told("/votes", {"end": end})
    return told["status"], told["mine"], told["seats"]


async def test_a_vote_that_does_not_pass_changes_nothing_that_others_see(stage: Stage) -> None:
    host, one, two = await stage.game(table={"delay": 0})
    before = [await everything(each) for each in (host, two, host.watcher)]
    own = await everything(one)
    voted = await vote(one)
    after = [await everything(each) for each in (host, two, host.watcher)]
    mine = zip(own, await everything(one), strict=True)

    assert voted == ("running", True, None)
    assert after == before
    assert [n for n, (was, now) in enumerate(mine) if was != now] == [VOTES]


async def test_those_who_follow_hear_nothing_of_a_vote(stage: Stage) -> None:
    host, one, two = await stage.game(table={"delay": 0})
    async with two.follow() as hers, host.watcher.follow() as watching:
        before = [(await stream.next())["seq"] for stream in (hers, watching)]
        await vote(one)
        await vote(one, end=False)
        await vote(one)
        await one.act(type="hint", to=1, girl="mami")
        heard = [await stream.next() for stream in (hers, watching)]

    assert [each["type"] for each in heard] == ["hint.given"] * 2
    assert [each["seq"] for each in heard] == [seq + 1 for seq in before]


async def test_both_of_two_end_a_game_and_it_has_no_score(stage: Stage) -> None:
    host, one, two = await stage.game()
    await vote(one)
    passed = await vote(two)
    seen = await host.watcher.look()

    assert passed == ("ended", True, [0, 1])
    assert (seen["status"], seen["outcome"]["reason"]) == ("ended", "vote")
    assert (seen["outcome"]["score"], seen["outcome"]["rank"]) == (None, None)
    assert (await host.watcher.look("/votes"))["seats"] == [0, 1]


async def test_a_withdrawn_vote_counts_no_more(stage: Stage) -> None:
    _, one, two = await stage.game()
    await vote(one)
    await vote(one, end=False)

    assert (await vote(two)) == ("running", True, None)
    assert (await one.look("/votes"))["mine"] is False
    assert (await vote(one)) == ("ended", True, [0, 1])


@pytest.mark.parametrize(
    ("players", "bots", "needed"), [(2, 1, 1), (3, 0, 2), (4, 0, 3), (4, 1, 2), (4, 2, 2)]
)
async def test_more_than_half_of_the_people_decide(
    stage: Stage, players: int, bots: int, needed: int
) -> None:
    seats = [None] * (players - bots) + ["bot:cautious"] * bots
    host = await stage.session(players=players, seats=seats, deal=None)
    people = [await host.seat(f"player {n}") for n in range(players - bots)]
    await host.told("/start")
    voted = [(await vote(each))[0] for each in people[:needed]]

    assert voted == ["running"] * (needed - 1) + ["ended"]


async def test_whoever_has_left_is_not_waited_for(stage: Stage) -> None:
    _, one, two = await stage.game()
    await two.ask("DELETE", "/seats/1")

    assert (await vote(one)) == ("ended", True, [0])


@pytest.mark.parametrize("leaves", [False, True])
async def test_whoever_takes_a_seat_over_has_not_voted(stage: Stage, *, leaves: bool) -> None:
    host, one, two = await stage.game()
    await vote(one)
    if leaves:
        await one.ask("DELETE", "/seats/0")
    given = await host.told("/seats/0/token")
    heir = replace(one, token=given["token"])

    assert (await heir.look("/votes"))["mine"] is False
    assert (await vote(two)) == ("running", True, None)
    assert (await vote(heir)) == ("ended", True, [0, 1])
    await host.told("/seats/0/token")
    assert (await two.look("/votes"))["seats"] == [0, 1]


async def test_a_game_ends_once(stage: Stage) -> None:
    _, one, two = await stage.game()
    await vote(one)
    await vote(two)
    version = (await one.look(""))["version"]
    refusals = [
        await one.ask("POST", "/votes", {}),
        await one.ask("POST", "/pause"),
        await one.ask("POST", "/actions", {"expected_version": version, **HINT}),
    ]

    assert {(each.status_code, each.json()["code"]) for each in refusals} == {(409, "game_over")}
    assert (await one.look(""))["version"] == version


async def test_a_paused_game_can_be_ended_too(stage: Stage) -> None:
    _, one, two = await stage.game()
    await one.told("/pause")
    await vote(two)

    assert (await vote(one))[0] == "ended"


async def test_a_host_has_no_vote(stage: Stage) -> None:
    host, _, _ = await stage.game()
    answer = await host.ask("POST", "/votes", {})

    assert (answer.status_code, answer.json()["code"]) == (403, "forbidden")
