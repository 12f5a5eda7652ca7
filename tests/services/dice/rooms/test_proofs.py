"""What strangers may know of streams."""

import json
from pathlib import Path

import pytest

from majokko_rules.fairness.verifying import verify
from tests.services.dice.rooms.table import Guest, House, open_house
from tests.support.databases import Changes


async def test_anybody_may_see_what_was_committed(house: House, gm: Guest, player: Guest) -> None:
    await player.draw()
    await gm.told("/rotate")
    stream = gm.made["stream"]["id"]
    answer = await house.get(f"/v1/fairness/streams/{stream}")
    again = await house.get(
        f"/v1/fairness/streams/{stream}", **{"if-none-match": answer.headers["etag"]}
    )

    last, first = answer.json()["items"]
    assert (first["index"], first["state"], first["draws"]) == (0, "closed", 1)
    assert first["proof"] == f"/v1/fairness/streams/{stream}/0/proof"
    assert (last["index"], last["state"], last["proof"]) == (1, "committed", None)
    assert "Madoka" not in answer.text
    assert again.status_code == 304


async def test_many_streams_are_listed_page_by_page(house: House, gm: Guest) -> None:
    for _ in range(4):
        await gm.draw()
        await gm.told("/rotate")
    path = f"/v1/fairness/streams/{gm.made['stream']['id']}?limit=2"
    pages = [(await house.get(path)).json()]
    while cursor := pages[-1]["next_cursor"]:
        pages.append((await house.get(f"{path}&cursor={cursor}")).json())
    other = await house.room()
    elsewhere = await house.get(
        f"/v1/fairness/streams/{other.made['stream']['id']}?cursor={pages[0]['next_cursor']}"
    )

    assert [[one["index"] for one in page["items"]] for page in pages] == [[4, 3], [2, 1], [0]]
    assert elsewhere.status_code == 422


async def test_a_proof_is_a_file_that_never_changes(house: House, gm: Guest) -> None:
    await gm.draw()
    room = await gm.told("/close")
    path = room["stream"]["proof"]
    answer = await house.get(path)
    again = await house.get(path, **{"if-none-match": answer.headers["etag"]})
    head = await house.client.head(path)

    assert answer.headers["content-type"] == "application/json"
    assert "immutable" in answer.headers["cache-control"]
    assert answer.headers["etag"] == f'"{room["stream"]["closing"]}"'
    assert (again.status_code, again.content) == (304, b"")
    assert (head.status_code, head.content) == (200, b"")
    assert (
        answer.content
        == json.dumps(answer.json(), separators=(",", ":"), ensure_ascii=False).encode()
    )


async def test_the_last_proof_is_that_of_the_last_closed_stream(house: House, gm: Guest) -> None:
    path = f"/v1/fairness/streams/{gm.made['stream']['id']}/proof"
    early = await house.get(path)
    told = []
    for _ in range(2):
        await gm.draw()
        await gm.told("/rotate")
        told.append(await house.get(path))

    assert (early.status_code, early.json()["errors"][0]["rule"]) == (409, "not_closed")
    assert [answer.json()["index"] for answer in told] == [0, 1]
    assert "immutable" not in told[0].headers["cache-control"]


@pytest.mark.parametrize(
    "path",
    ["nobody", "nobody/proof", "nobody/0/proof", "%00/proof", "%00/0/proof", "{stream}/1/proof",
     "{stream}/-1/proof", "{stream}/%00/proof", "{stream}/01x/proof",
     "{stream}/99999999999999999999/proof", "{stream}/%C2%B2/proof"],
)  # fmt: skip
async def test_there_is_no_other_stream(house: House, gm: Guest, path: str) -> None:
    stream = gm.made["stream"]["id"]
    answer = await house.get("/v1/fairness/streams/" + path.replace("{stream}", stream))

    assert (answer.status_code, answer.json()["code"]) == (404, "not_found")


async def test_a_proof_of_many_draws_is_complete(tmp_path: Path, database: Changes) -> None:
    async with open_house(tmp_path, database) as house:
        gm = await house.room()
        for _ in range(450):
            await gm.draw(count=1)
        room = await gm.told("/close")
        proof = await house.proof(room["stream"])

    assert [draw["nonce"] for draw in proof["draws"]] == list(range(450))
    assert verify(proof) == ()
