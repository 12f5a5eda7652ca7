"""Breaks: nobody acts, no time passes, and whoever may pause may resume."""

import pytest

from tests.services.cards.live.stage import Json, Sitter, Stage

CLOCK = {"bank_ms": 60_000, "increment_ms": 1_000, "on_timeout": "forfeit"}
HINT = {"type": "hint", "to": 1, "all": True}


async def refused(sitter: Sitter, path: str, body: Json | None = None) -> tuple[int, str]:
    answer = await sitter.ask("POST", path, body)
    return answer.status_code, answer.json()["code"]


async def test_a_break_of_another_stops_the_clock_of_whoever_is_awaited(stage: Stage) -> None:
    _, one, two = await stage.game(clock=CLOCK)
    rests = await two.told("/pause")
    seen = await one.look()
    goes_on = await one.told("/resume")

    assert (rests["status"], rests["clock"]["deadline"]) == ("paused", None)
    assert seen["status"] == "paused"
    assert seen["clock"] == rests["clock"]
    assert goes_on["clock"]["seat"] == 0
    assert goes_on["clock"]["left_ms"] == rests["clock"]["left_ms"]
    assert goes_on["version"] == rests["version"] + 1


async def test_nobody_acts_during_a_break(stage: Stage) -> None:
    _, one, _ = await stage.game()
    version = (await one.told("/pause"))["version"]
    act = {"expected_version": version, "type": "cleanse", "count": 1}
    during = await refused(one, "/actions", act)
    again = await refused(one, "/pause")
    await one.told("/resume")

    assert during == again == (409, "not_running")
    assert (await refused(one, "/resume")) == (409, "not_running")


async def test_those_who_follow_are_told_of_a_break_and_of_its_end(stage: Stage) -> None:
    host, one, two = await stage.game(table={"delay": 0})
    await two.told("/pause")
    await host.told("/resume")
    version = (await one.look())["version"]
    stale = await one.ask("POST", "/actions", {"expected_version": version - 2, **HINT})
    missed = stale.json()["missed"]

    assert stale.status_code == 409
    assert [(each["type"], each["data"]["seat"]) for each in missed] == [
        ("session.paused", 1),
        ("session.resumed", None),
    ]


async def test_a_host_gives_more_time_to_whoever_is_awaited(stage: Stage) -> None:
    host, one, _ = await stage.game(clock=CLOCK)
    before = (await one.look())["clock"]
    given = await host.told("/time", {"ms": 30_000})
    most = await host.told("/pause")
    for _ in range(2):
        most = await host.told("/time", {"ms": 3_600_000})
    refusals = [
        await refused(one, "/time", {"ms": 1}),
        await refused(host, "/time", {"ms": 3_600_001}),
        await refused(host, "/time", {"ms": 0}),
    ]

    assert before["left_ms"][0] < given["clock"]["left_ms"][0] <= before["left_ms"][0] + 30_000
    assert given["clock"]["left_ms"][1] == 60_000
    assert given["clock"]["since"] > before["since"]
    assert most["clock"]["left_ms"][0] > 7_200_000
    assert refusals == [(403, "forbidden"), (422, "invalid_value"), (422, "invalid_value")]


async def test_without_a_clock_there_is_no_time_to_give(stage: Stage) -> None:
    host, one, _ = await stage.game()
    before = await one.look()
    given = await host.ask("POST", "/time", {"ms": 30_000})

    assert (given.status_code, given.json()["code"]) == (409, "not_running")
    assert given.json()["errors"][0]["rule"] == "no_clock"
    assert await one.look() == before


async def test_a_table_may_leave_breaks_to_its_host(stage: Stage) -> None:
    host, one, _ = await stage.game(table={"pause": "host"})
    refusal = await refused(one, "/pause")
    await host.told("/pause")

    assert refusal == (403, "forbidden")
    assert (await refused(one, "/resume")) == (403, "forbidden")
    assert (await host.told("/resume"))["status"] == "running"


@pytest.mark.parametrize("path", ["/pause", "/resume", "/votes"])
async def test_what_has_not_begun_cannot_rest_or_end(stage: Stage, path: str) -> None:
    host = await stage.session()
    one = await host.seat("Homura")

    assert (await refused(one, path)) == (409, "not_running")


async def test_strangers_pause_nothing(stage: Stage) -> None:
    host, _, _ = await stage.game()
    _, other, _ = await stage.game()
    stranger = Sitter(stage.client, host.session, None, other.token)

    assert (await refused(host.watcher, "/pause")) == (401, "token_missing")
    assert (await refused(stranger, "/pause")) == (404, "not_found")
