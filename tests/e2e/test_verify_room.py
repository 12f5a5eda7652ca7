"""An evening at a table: three people roll, some of it in secret, and afterwards nobody trusts."""

import asyncio
import json
import re
import subprocess
from collections.abc import AsyncIterator, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import httpx
import pytest
from playwright.async_api import Browser

from majokko_gateway import cli
from majokko_rules.fairness.verifying import roll_was_made
from tests.support.processes import COMMAND, Served, environment, serving
from tests.support.readers import Reader, chromium, said
from tests.support.reference import Recomputed, loaded

WANTED: Sequence[Mapping[str, Any]] = (
    {"notation": "3d6+2", "reason": "to climb the wall"},
    {"check": {"system": "collapse", "value": 50, "bonus": 2}},
    {"notation": "1d100", "secret": True},
    {"check": {"system": "infinite", "dp": 12, "again": 9}},
    {"notation": "1d20/(1d2-1)"},
    {"notation": "2d{1,2,4}+4dF", "times": 3},
    {"check": {"system": "aaws", "rolled": 3, "fixed": 2, "target": 10}, "secret": True},
    {"notation": "20d6!kh3 # 魔女"},
)
ROLLS = 50
STREAMS = ("public", "secret")


@dataclass
class Guest:
    """Somebody at the table, and what she wrote down while she could not know how it ends."""

    name: str
    asking: httpx.AsyncClient
    id: str
    room: str
    seen: list[Mapping[str, Any]] = field(default_factory=list)

    @property
    def seed(self) -> str:
        return f"{self.name}.was~here"

    async def get(self, path: str) -> Mapping[str, Any]:
        answer = await self.asking.get(f"/v1/rooms/{self.room}{path}")
        found: Mapping[str, Any] = answer.raise_for_status().json()
        return found

    async def contribute(self, stream: Mapping[str, Any]) -> None:
        named = {"if-match": f'"{stream["commitment"]}"'}
        path = f"/v1/rooms/{self.room}/seed"
        answer = await self.asking.post(path, json={"seed": self.seed}, headers=named)
        answer.raise_for_status()

    async def roll(self, wanted: Sequence[Mapping[str, Any]]) -> None:
        for body in wanted:
            answer = await self.asking.post(f"/v1/rooms/{self.room}/rolls", json=body)
            assert answer.status_code in {201, 422}, answer.text

    async def write_down(self) -> None:
        """Copy the feed as she sees it: of secret rolls only what they were hidden as."""
        self.seen = list((await self.get("/rolls?limit=100"))["items"])


@dataclass(frozen=True)
class Evening:
    served: Served
    madoka: Guest
    created: Mapping[str, Any]
    proofs: Mapping[str, bytes]
    keys: Mapping[str, Any]

    def stream(self, name: str) -> Mapping[str, Any]:
        stream: Mapping[str, Any] = self.created["stream" if name == "public" else "secret_stream"]
        return stream

    def rolls(self, name: str) -> Sequence[Mapping[str, Any]]:
        """What Madoka saw of the rolls of one stream, in order."""
        id_ = self.stream(name)["id"]
        return sorted(
            (roll for roll in self.madoka.seen if roll["stream"]["id"] == id_),
            key=lambda roll: int(roll["nonce"]),
        )

    def proof(self, name: str) -> Mapping[str, Any]:
        proof: Mapping[str, Any] = json.loads(self.proofs[name])
        return proof


async def arrive(base: str, made: Mapping[str, Any], name: str) -> Guest:
    """Join the room that somebody made."""
    asking = httpx.AsyncClient(base_url=base)
    asked = {"name": name, "invite": made["invite"]}
    answer = await asking.post(f"/v1/rooms/{made['id']}/members", json=asked)
    joined = answer.raise_for_status().json()
    asking.headers["authorization"] = f"Bearer {joined['token']}"
    return Guest(name, asking, joined["id"], made["id"])


async def open_room(base: str) -> tuple[Guest, Mapping[str, Any]]:
    asking = httpx.AsyncClient(base_url=base)
    answer = await asking.post("/v1/rooms", json={"name": "Sunday table", "gm": "kyubey"})
    made = answer.raise_for_status().json()
    asking.headers["authorization"] = f"Bearer {made['token']}"
    return Guest("kyubey", asking, made["member"]["id"], made["id"]), made


async def play(served: Served) -> Evening:
    kyubey, made = await open_room(served.base)
    madoka, homura = [await arrive(served.base, made, name) for name in ("madoka", "homura")]
    guests = (kyubey, madoka, homura)
    for guest in guests:
        for stream in (made["stream"], made["secret_stream"]):
            await guest.contribute(stream)
    wanted = [WANTED[number % len(WANTED)] for number in range(ROLLS)]
    await asyncio.gather(*(guest.roll(wanted[at::3]) for at, guest in enumerate(guests)))
    await madoka.write_down()
    (await kyubey.asking.post(f"/v1/rooms/{made['id']}/close")).raise_for_status()
    proofs = {
        name: (await kyubey.asking.get(f"/v1/fairness/streams/{made[of]['id']}/proof")).content
        for name, of in zip(STREAMS, ("stream", "secret_stream"), strict=True)
    }
    keys = (await kyubey.asking.get("/v1/fairness/keys")).json()
    for guest in guests:
        await guest.asking.aclose()
    return Evening(served, madoka, made, proofs, keys)


@pytest.fixture(scope="module")
def evening(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Evening]:
    with serving(tmp_path_factory.mktemp("var")) as served:
        yield asyncio.run(play(served))


each_stream = pytest.mark.parametrize("name", STREAMS)


def test_the_evening_has_everything(evening: Evening) -> None:
    rolls = [roll for name in STREAMS for roll in evening.rolls(name)]

    assert len(rolls) == ROLLS
    assert {roll["by"]["name"] for roll in rolls} == {"kyubey", "madoka", "homura"}
    assert any(roll["void"] for roll in rolls)
    assert any(roll["secret"] and roll["results"] is None for roll in rolls)


# --- on the command line ---------------------------------------------------------------------


def majokko(folder: Path, *arguments: str) -> tuple[int, str]:
    done = subprocess.run(  # noqa: S603 - our own command
        [COMMAND, "verify", *arguments],
        env=environment(folder, {"LANG": "C.UTF-8"}),
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    return done.returncode, done.stdout + done.stderr


def kept(folder: Path, name: str, content: object) -> str:
    path = folder / name
    path.write_bytes(content if isinstance(content, bytes) else json.dumps(content).encode())
    return str(path)


def receipts_of(evening: Evening, name: str) -> Sequence[Mapping[str, Any]]:
    sworn = [evening.stream(name), *evening.rolls(name)]
    return [{"receipt": each["receipt"]} for each in sworn]


@each_stream
def test_the_command_finds_both_proofs_valid(evening: Evening, tmp_path: Path, name: str) -> None:
    madoka, rolls = evening.madoka, evening.rolls(name)
    heads = [f"--head={roll['nonce']}={roll['head']}" for roll in rolls]

    status, told = majokko(
        tmp_path,
        kept(tmp_path, "proof.json", evening.proofs[name]),
        f"--commitment={evening.stream(name)['commitment']}",
        f"--seed={madoka.id}={madoka.seed}",
        f"--receipt={kept(tmp_path, 'receipts.json', receipts_of(evening, name))}",
        f"--keys={kept(tmp_path, 'keys.json', evening.keys)}",
        *heads,
    )

    assert status == 0, told
    assert told.startswith("valid: ")
    assert f"What else you saved agrees, too: {2 * len(rolls) + 1}." in told
    assert f"the requests need these dice: {len(rolls)}; not understood here: 0." in told


@each_stream
def test_the_command_finds_the_proof_of_the_other_stream_foreign(
    evening: Evening, tmp_path: Path, name: str
) -> None:
    (other,) = set(STREAMS) - {name}

    status, told = majokko(
        tmp_path,
        kept(tmp_path, "proof.json", evening.proofs[other]),
        f"--commitment={evening.stream(name)['commitment']}",
    )

    assert (status, told.count("\n")) == (1, 1)
    assert "(not_saved at /commitment)" in told


# --- a third program, and the faces that everybody saw ---------------------------------------


@each_stream
def test_a_third_program_recomputes_everything(evening: Evening, name: str) -> None:
    proof = evening.proof(name)
    found = Recomputed(loaded(), proof)

    assert found.commitment == evening.stream(name)["commitment"]
    assert found.values == [draw["values"] for draw in proof["draws"]]
    assert found.heads[1:] == [roll["head"] for roll in evening.rolls(name)]


@each_stream
def test_the_proof_tells_what_everybody_saw(evening: Evening, name: str) -> None:
    proof = evening.proof(name)
    for draw, roll in zip(proof["draws"], evening.rolls(name), strict=True):
        if roll["hidden"]:
            linked, salt = f"secret:{roll['hidden']}", bytes.fromhex(draw["salt"])
            assert roll_was_made(linked, draw["request"], draw["values"], salt)
        if roll["drawn"]:
            assert roll["drawn"]["request"] == draw["request"]
            assert roll["drawn"]["values"] == draw["values"]
    labels = {each["label"]: each["seed"] for each in proof["client_seeds"]}
    assert len(labels) == 3
    assert labels[evening.madoka.id] == evening.madoka.seed


# --- in a browser ----------------------------------------------------------------------------


@pytest.fixture(scope="module")
async def browser() -> AsyncIterator[Browser]:
    async with chromium() as browser:
        yield browser


@pytest.fixture(scope="module")
async def reader(browser: Browser, evening: Evening) -> AsyncIterator[Reader]:
    """Somebody who has opened the page that the server serves."""
    async with Reader.of(browser, f"{evening.served.base}/verify", locale="en") as reader:
        yield reader


@each_stream
async def test_the_page_finds_both_proofs_valid(
    evening: Evening, reader: Reader, name: str
) -> None:
    madoka, rolls = evening.madoka, evening.rolls(name)

    verdict = await reader.check(
        evening.proofs[name].decode(),
        commitment=evening.stream(name)["commitment"],
        seeds=f"{madoka.id} {madoka.seed}",
        heads="\n".join(f"{roll['nonce']} {roll['head']}" for roll in rolls),
        receipts=receipts_of(evening, name),
        keys=evening.keys,
    )

    assert verdict == "valid", await reader.faults()
    assert f"agrees, too: {2 * len(rolls) + 1}." in await reader.told()
    assert reader.asked == [f"{evening.served.base}/verify"]
    assert reader.trouble == []


async def test_the_page_can_be_kept_and_used_offline(
    evening: Evening, reader: Reader, browser: Browser, tmp_path: Path
) -> None:
    async with reader.page.expect_download() as download:
        await reader.page.click("#keep")
    saved = await download.value
    await saved.save_as(tmp_path / saved.suggested_filename)
    address = (tmp_path / "majokko-verify.html").as_uri()

    async with Reader.of(browser, address, locale="ja", offline=True) as offline:
        assert await offline.check(evening.proofs["secret"].decode()) == "valid"
        assert offline.asked == [address]


# --- one byte ------------------------------------------------------------------------------------


def spoilt(content: bytes, at: int) -> bytes:
    """Change the byte at a place to one that is still text: digits stay digits where they can."""
    changed = bytearray(content)
    changed[at] ^= 1
    return bytes(changed)


def draw_of(content: bytes, at: int) -> int | None:
    """Return the place of the draw in which a byte stands."""
    begun = sum(draw.start() <= at for draw in re.finditer(rb'{"nonce"', content))
    return begun - 1 if begun and at < content.rindex(b"]") else None


def names_the_place(content: bytes, at: int, told: str) -> bool:
    """Whether what is told has to do with the byte: its draw, or the end, which binds bounds."""
    draw = draw_of(content, at)
    return draw is None or f"/draws/{draw}" in told or "/closing" in told


@each_stream
def test_the_command_says_what_is_wrong_with_any_changed_byte(
    evening: Evening, name: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    content = evening.proofs[name]
    for at in range(0, len(content), len(content) // 400):
        path = kept(tmp_path, "proof.json", spoilt(content, at))

        status = cli.main(["verify", path])

        told = "".join(capsys.readouterr())
        assert status in {1, 2}
        assert told.startswith("invalid: " if status == 1 else path)
        assert status == 2 or names_the_place(content, at, told)


@each_stream
async def test_the_page_says_what_is_wrong_with_any_changed_byte(
    evening: Evening, reader: Reader, name: str
) -> None:
    content = evening.proofs[name]
    await reader.save()
    for at in range(0, len(content), len(content) // 50):
        changed = spoilt(content, at)

        verdict = await reader.open(changed)

        assert verdict in {"invalid", "unreadable"}
        if verdict == "invalid":
            told = await reader.faults()
            assert told == said(json.loads(changed))
            assert names_the_place(content, at, str(told))
