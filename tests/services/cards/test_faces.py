"""The same stories through REST and GraphQL: the same answers, the same refusals."""

import json
import re
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping, Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from majokko_cards.main import service
from tests.kit.both_faces import OWN, Asking, Faces, lasting
from tests.services.cards.parlour import Parlour, open_parlour, stacked

FACES = Faces(service(), deep=5)
DEAL = {"girls": stacked(["all", "mami-1", "homura-1"]), "first": 0}
CREATE = Asking("createSession", {"game": "magion", "players": 2, "deal": DEAL})
MADOKA = Asking("takeSeat", {"name": "Madoka"})
HOMURA = Asking("takeSeat", {"name": "Homura", "seat": 0})
HOST = "the one that the session was made with"
START = Asking("startSession", token=HOST)
VIEW = Asking("getSessionView", token=OWN)

Json = dict[str, Any]


def act(version: int | None, token: str = OWN, **action: object) -> Asking:
    body = action if version is None else {"expected_version": version, **action}
    return Asking("act", body, token=token)


BEGUN = [CREATE, replace(MADOKA, body={"name": "Madoka", "seat": 1}), HOMURA, START]

STORIES: dict[str, Sequence[Asking]] = {
    "games there are": [Asking("listGames", language="ja")],
    "refused at the beginning": [
        Asking("createSession", {"game": "go", "players": 2}),
        Asking("createSession", {"game": "magion", "players": 5}),
        Asking("createSession", {"game": "magion", "players": 2, "options": {"qb": 1}}),
        Asking("createSession", {"game": "magion", "players": 2, "options": {"x": True}}),
        Asking("createSession", {"game": "magion", "players": 2, "deal": {"girls": ["all"]}}),
        Asking("createSession", {"game": "magion", "players": 2, "seats": ["random"]}),
        Asking("createSession", {"game": "magion", "players": 2, "table": {"delay": -1}}),
        Asking("createSession", {"game": "magion", "players": 2, "board": "brd_nowhere"}),
        Asking("createSession", {"game": "magion", "players": 2}),  # no dice here
    ],
    "seats": [
        CREATE,
        MADOKA,
        MADOKA,
        MADOKA,
        Asking("getSession"),
        Asking("changeSeat", {"name": "Goddess"}, token=OWN, path={"seat": "1"}),
        Asking("changeSeat", {"contribution": "x"}, token=OWN, path={"seat": "1"}),
        Asking("renewSeatToken", token=OWN, path={"seat": "1"}),
        Asking("releaseSeat", token=OWN, path={"seat": "0"}),
        Asking("releaseSeat", token=OWN, path={"seat": "1"}),
        Asking("releaseSeat", token=OWN, path={"seat": "1"}),
        Asking("takeSeat", {"bot": "cautious"}, token=HOST),
        Asking("takeSeat", {"bot": "nobody"}, token=HOST),
        Asking("renewSessionToken", token=HOST),
        Asking("startSession", token=HOST),
    ],
    "played": [
        *BEGUN,
        VIEW,
        Asking("listLegalActions", token=OWN),
        act(3, type="play", card=0),
        act(4, type="play", card=0),
        act(4, type="choose", girl="mami"),
        act(5, type="play", card=0),
        act(3, type="play", card=0),
        VIEW,
        Asking("listCardOpenings", token=OWN),
        Asking("getSessionView"),
        Asking("getSessionView", token=f"mjk_seat_{'x' * 43}"),
        Asking("getSession"),
        Asking("listSessions", query={"status": "running", "limit": 1}),
    ],
    "refused on the way": [
        *BEGUN,
        act(None, type="play", card=0),
        act(3, type="play"),
        act(3, type="play", card=6),
        act(3, type="hint", to=0, girl="mami"),
        act(3, type="hint", to=1),
        act(3, type="hint", to=1, girl="mami", part=1),
        act(3, type="hint", to=1, all=False),
        act(3, type="hint", to=1, girl="oktavia"),
        act(3, type="cleanse", count=1),
        act(3, type="choose", girl="mami"),
        act(3, type="ask", girl="mami"),
        act(3, type="discard", card=0, girl="mami"),
        act(3, token=HOST, type="play", card=0),
        Asking("startSession", token=OWN),
        MADOKA,
    ],
    "one action asked twice": [
        *BEGUN,
        replace(act(3, type="discard", card=2), key="once"),
        replace(act(3, type="discard", card=2), key="once"),
        replace(act(3, type="discard", card=3), key="once"),
    ],
}
_ID = re.compile(r"(ses|evt)_[0-9A-Z]{26}")
_INSTANT = re.compile(r"\d{4}-\d\d-\d\dT[\d:.]+Z")
STEPS = {each.name: each.steps for each in service().operations}


@pytest.fixture
async def parlours(tmp_path: Path) -> AsyncIterator[Sequence[Parlour]]:
    """Two parlours in which nothing has happened."""
    async with (
        open_parlour(tmp_path / "1", {}, with_dice=False) as first,
        open_parlour(tmp_path / "2", {}, with_dice=False) as second,
    ):
        yield first, second


@pytest.mark.parametrize("story", STORIES.values(), ids=STORIES)
async def test_both_faces_answer_alike(
    parlours: Sequence[Parlour], story: Sequence[Asking]
) -> None:
    first, second = parlours
    rest = await _played(partial(FACES.rest, first.client), story)
    graphql = await _played(partial(FACES.graphql, second.client), story)

    assert graphql == rest
    assert not any(one.get("code") == "internal" for one in rest)


Ask = Callable[[Asking], Awaitable[Json]]


async def _played(ask: Ask, story: Sequence[Asking]) -> Sequence[Json]:
    """Ask one thing after the other, with the token that was given last, or the host's."""
    tokens: dict[str, str] = {}
    made: dict[str, str] = {}
    answers: list[Json] = []
    for asking in story:
        known = {**made, **asking.path}
        path = {step: known[step] for step in STEPS[asking.name] if step in known}
        token = tokens.get(asking.token, asking.token) if asking.token else None
        answer = await ask(replace(asking, path=path, token=token))
        _remember(answer, asking.name, tokens, made)
        answers.append(_comparable(answer))
    return answers


def _remember(answer: Mapping[str, Any], name: str, tokens: Json, made: Json) -> None:
    token = answer.get("token")
    if token and name in {"createSession", "renewSessionToken"}:
        tokens[HOST] = token
    elif token:
        tokens[OWN] = token
    if str(answer.get("id", "")).startswith("ses_"):
        made["session"] = answer["id"]


def _comparable(answer: Json) -> Json:
    """Leave out what is another one each time, and what differs between faces by their nature."""
    text = _INSTANT.sub("…", _ID.sub(r"\1_…", json.dumps(lasting(answer))))
    told: Json = json.loads(text)
    return told
