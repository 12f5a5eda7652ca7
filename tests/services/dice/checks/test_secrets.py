"""A secret target reaches nobody but the game master, on any channel.

Two tables play the same check with different secrets. Whatever the others receive is the same, once
ids, instants and what the streams gave are put aside; and the number itself is nowhere in it.
"""

import json
import re
from collections.abc import AsyncIterator, Sequence
from typing import Any

import httpx
import pytest

from majokko_dice.rooms.live import GENERATION
from majokko_kit.live.items import cursor
from tests.services.dice.checks.table import Check, Table, laid
from tests.services.dice.rooms.table import Guest, House

Json = dict[str, Any]
SECRETS = (77_777, 13)

_OURS = re.compile(rb"[a-z]{3}_[0-9A-HJKMNP-TV-Z]{26}")
_INSTANT = re.compile(rb"\d{4}-\d\d-\d\dT[0-9:.]+Z")
_SEEMS_RANDOM = re.compile(
    rb"[0-9a-f]{64}|(?<=\")[0-9a-f]{24}(?=\")|mjk_[a-z]+_\w+|z[1-9A-HJ-NP-Za-km-z]{40,}"
)

COUNTED = ("ratelimit", "x-request-id", "traceparent", "content-length")
"""Headers that differ with every request; the length follows from the body."""

NDJSON = "application/x-ndjson"
QUERY = """query($room: ID!, $check: ID!) {
  getCheck(room: $room, check: $check) {
    __typename
    ... on RoomCheck {
      version step awaits
      terms { target tiers hidden known }
      outcome { value level success tier margin known text }
      advice { code text }
      youMay { move unit factor }
      effects
    }
  }
}"""


async def asked(check: Check, by: Guest) -> AsyncIterator[httpx.Response]:
    """Everything that shows a check, and what moves of others say that are refused."""
    path = f"/checks/{check.id}"
    yield await by.get(path)
    yield await by.get("/checks")
    yield await by.get("/rolls")
    yield await by.get(path, if_none_match='"other"')
    yield await by.post(f"{path}/result", {"show": "target"})
    yield await by.post(f"{path}/target", {"condition": "x", "expected_version": 0})
    yield await by.post(f"{path}/choices", {"unit": "uni_x", "expected_version": 0})
    yield await by.client.post(
        "/graphql",
        json={"query": QUERY, "variables": {"room": by.room, "check": check.id}},
        headers=by.headers,
    )


def plain(answer: httpx.Response) -> tuple[int, bytes, bytes]:
    """Return an answer without what differs between any two tables."""
    headers = sorted((k, v) for k, v in answer.headers.items() if k not in COUNTED)
    return answer.status_code, _plain(repr(headers).encode()), _plain(answer.content)


def _plain(raw: bytes) -> bytes:
    raw = re.sub(rb'"trace_id":"\w+"', b"", raw)
    raw = _SEEMS_RANDOM.sub(b"?", _INSTANT.sub(b"then", raw))
    return _OURS.sub(b"ours", raw)


async def seen_by_others(check: Check) -> Sequence[tuple[int, bytes, bytes]]:
    return [plain(answer) for by in check.table.others async for answer in asked(check, by)]


async def secret(table: Table, target: int) -> Check:
    return await table.announced(target=target, tiers=[target - 1, 1], hidden="unknown")


async def declared(check: Check) -> None:
    table = check.table
    unit = table.a["id"]
    own = [{"factor": f["id"]} for f in table.a["originals"][0]["factors"]]
    await check.told(table.ann, "declarations", unit=unit, factors=own, finish=True)


async def judged(check: Check) -> None:
    verdicts = [{"factor": n, "ruling": "approve"} for n in (1, 2, 3)]
    await check.told(check.table.gm, "judgement", verdicts=verdicts)


async def rolled(check: Check) -> None:
    await check.told(check.table.ann, "roll", unit=check.table.a["id"], rolled=[1, 2], faces=[4, 5])


async def test_two_tables_with_different_secrets_look_alike(house: House) -> None:
    tables = [await laid(house), await laid(house)]
    checks = [await secret(table, target) for table, target in zip(tables, SECRETS, strict=True)]
    for step in (None, declared, judged, rolled):
        seen = []
        for check in checks:
            if step:
                await step(check)
            seen.append(await seen_by_others(check))

        assert seen[0] == seen[1]
        assert {status for status, *_ in seen[0]} >= {200, 403, 409}
        for number in (*SECRETS, *(target - 1 for target in SECRETS)):
            assert not any(b"%d" % number in body for _, _, body in seen[0])


@pytest.mark.parametrize("show", ["result", "target"])
async def test_the_gm_knows_and_tells(table: Table, show: str) -> None:
    check = await secret(table, 77_777)
    await declared(check)
    await judged(check)
    await rolled(check)
    known = await check.seen(table.gm)

    assert known["terms"]["target"] == 77_777
    assert (known["outcome"]["level"], known["outcome"]["margin"]) == ("middle", 11 - 77_777)

    await check.told(table.gm, "result", show=show)
    told = await check.seen(table.eve)

    assert (told["step"], told["outcome"]["level"]) == ("done", "middle")
    assert (told["terms"]["target"] == 77_777) is (show == "target")
    assert (str(77_777 - 11) in str(told)) is (show == "target")


async def test_what_was_missed_tells_the_gm_alone_what_is_secret(table: Table) -> None:
    check = await secret(table, 77_777)
    missed = {}
    for who, by in (("gm", table.gm), ("ann", table.ann)):
        answer = await check.post(by, "withdraw", expected_version=0)
        missed[who] = answer.json()["missed"][-1]["move"]

    assert missed["gm"]["target"] == 77_777
    assert (missed["ann"]["target"], missed["ann"]["tiers"]) == (None, [])


async def test_the_log_of_a_room_tells_the_gm_alone_what_is_secret(table: Table) -> None:
    """All that happened, as lines; the stream of a closed room ends."""
    check = await secret(table, 77_777)
    await declared(check)
    await judged(check)
    await rolled(check)
    await table.gm.told("/close")
    logs = {who: await log(by) for who, by in (("gm", table.gm), ("ann", table.ann))}
    types = [json.loads(line)["type"] for line in logs["ann"].splitlines()]

    assert [kind for kind in types if kind.startswith("check.")] == [
        "check.opened",
        "check.accepted",
        "check.announced",
        "check.declared",
        "check.judged",
        "check.chosen",
        "check.rolled",
    ]
    assert b"77777" in logs["gm"]
    assert b"77777" not in logs["ann"]
    assert b"77776" not in logs["ann"]
    assert await log(table.eve) == logs["ann"]


async def log(by: Guest) -> bytes:
    answer = await by.get(f"/events?since={cursor(by.room, GENERATION, 0)}", accept=NDJSON)
    assert answer.status_code == 200, answer.text
    return answer.content


async def test_a_snapshot_shows_the_checks_that_go_on(table: Table) -> None:
    check = await secret(table, 77_777)
    over = await table.check(table.gm, table.b)
    await over.told(table.gm, "withdraw")
    await table.gm.told("/close")
    answer = await table.ann.get("/events", accept=NDJSON)
    snapshot = json.loads(answer.content.splitlines()[0])["data"]

    assert [one["id"] for one in snapshot["checks"]] == [check.id]
    assert b"77777" not in answer.content


async def test_graphql_shows_a_check_as_rest_does(table: Table) -> None:
    check = await secret(table, 77_777)
    asked = {"query": QUERY, "variables": {"room": table.gm.room, "check": check.id}}
    answer = await table.gm.client.post("/graphql", json=asked, headers=table.gm.headers)
    told, rest = answer.json()["data"]["getCheck"], await check.seen(table.gm)

    assert told["__typename"] == "RoomCheck"
    assert told["terms"] == {name: rest["terms"][name] for name in told["terms"]}
    assert told["youMay"] == rest["you_may"]
    assert told["terms"]["target"] == 77_777


async def test_the_roll_of_a_secret_check_is_an_open_one(table: Table, house: House) -> None:
    check = await secret(table, 77_777)
    await declared(check)
    await judged(check)
    told = await check.told(table.ann, "roll", unit=table.a["id"], rolled=[1, 2])
    roll = (await table.eve.get(f"/rolls/{told['outcome']['roll']}")).json()

    assert roll["results"][0]["notation"] == "aaws single rolled=2 fixed=1"
    assert roll["results"][0]["outcome"]["success"] is None
    assert roll["reason"] == "cross the bridge"

    await table.gm.told("/close")

    assert "77777" not in str(await house.proof(table.gm.made["stream"]))


async def test_an_infinite_target_is_never_secret(table: Table) -> None:
    check = await table.check(table.gm, table.a)
    await check.told(table.ann, "accept", unit=table.a["id"])
    refused = await check.refused(
        table.gm, "target", condition="x", target="infinite", hidden="unknown"
    )

    assert refused == (422, "infinite_hidden", "#/hidden")


async def test_a_target_that_was_not_known_before_may_be_set_afterwards(table: Table) -> None:
    check = await table.announced(hidden="unknown")
    await declared(check)
    await judged(check)
    await rolled(check)
    await check.told(table.gm, "result", show="target", target=9)
    told = await check.seen(table.ben)

    assert (told["terms"]["target"], told["outcome"]["set_late"]) == (9, True)
    assert (told["outcome"]["level"], told["outcome"]["margin"]) == ("success", 2)
