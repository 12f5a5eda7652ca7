"""The same stories through REST and GraphQL: the same answers, the same refusals."""

import json
import re
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any, cast

import pytest

from tests.kit.both_faces import OWN, Asking, Faces, lasting
from tests.services.characters.kitchen import Kitchen, open_kitchen, serving_tea

FACES = Faces(serving_tea(), deep=4)
BEGIN = Asking("createDraft", {"ruleset": "tea@1", "faces": [7]})
GREEN = Asking("chooseOffer", {"offer": "leaf", "picks": {"leaf": "green"}}, token=OWN)
FINISH = Asking("finishDraft", {"name": "Madoka"}, token=OWN)
ME = Asking("getCharacter", token=OWN)

Json = dict[str, Any]

STORIES: dict[str, Sequence[Asking]] = {
    "begun, looked at, chosen, taken back, finished": [
        BEGIN,
        Asking("getDraft", token=OWN, language="ja"),
        GREEN,
        Asking("chooseOffer", {"offer": "stir.0", "faces": [5, 6]}, token=OWN),
        Asking("undoChoice", {}, token=OWN),
        Asking("undoChoice", {"expected_version": 1}, token=OWN),
        FINISH,
    ],
    "given up": [BEGIN, Asking("abandonDraft", token=OWN), Asking("getDraft", token=OWN), FINISH],
    "refused at the beginning": [
        Asking("createDraft", {"ruleset": "coffee@1"}),
        Asking("createDraft", {"ruleset": "tea@1", "faces": [21]}, language="zh-Hant"),
        Asking("createDraft", {"ruleset": "tea@1", "options": {"coins": 10}}),
        Asking("createDraft", {"ruleset": "tea@1", "room": "roo_nowhere"}),
    ],
    "refused on the way": [
        BEGIN,
        Asking("chooseOffer", {"offer": "milk"}, token=OWN),
        Asking("chooseOffer", {"offer": "leaf", "picks": {"leaf": "oolong"}}, token=OWN),
        Asking("chooseOffer", {"offer": "stir.0", "faces": [1]}, token=OWN, language="ja"),
        Asking("finishDraft", {}, token=OWN),
        Asking("undoChoice", {}, token=OWN),
    ],
    "the same choice asked twice": [BEGIN, replace(GREEN, key="once"), replace(GREEN, key="once")],
    "a character, changed, deleted and restored": [
        BEGIN,
        GREEN,
        FINISH,
        ME,
        Asking("changeCharacter", {"marks": {"HP": 3}}, token=OWN, if_match="1-owner"),
        Asking("changeCharacter", {"marks": {"HP": 2}}, token=OWN, if_match="1-owner"),
        Asking("changeCharacter", {"overrides": {"a": {"value": 1}}}, token=OWN, if_match="2"),
        Asking("changeCharacter", {"public": "sheet"}, token=OWN, if_match="2"),
        replace(ME, token=None),
        Asking("listCharacterHistory", query={"limit": 2}, token=OWN),
        Asking("deleteCharacter", token=OWN, if_match="3"),
        ME,
        Asking("restoreCharacter", token=OWN),
        Asking("renewCharacterToken", token=OWN),
        ME,
        Asking("appointCharacterGm", {"name": "Kyubey"}, token=OWN),
        Asking("changeCharacter", {"name": "Kyubey was here"}, token=OWN, if_match="6"),
    ],
    "taken out of a file": [
        Asking(
            "importCharacter",
            {
                "name": "Sayaka",
                "ruleset": "tea@1",
                "moves": [{"faces": [7]}, {"offer": "leaf", "picks": {"leaf": "black"}}],
                "marks": {"HP": 1},
            },
        ),
        Asking("importCharacter", {"name": "Sayaka", "ruleset": "tea@1", "moves": []}),
        Asking("importCharacter", {"name": "Sayaka", "ruleset": "tea@1", "moves": [{"faces": []}]}),
    ],
    "rulesets": [
        Asking("listRulesets"),
        Asking("getRuleset", path={"ruleset": "tea@1"}, language="ja"),
        Asking("getRuleset", path={"ruleset": "tea"}),
        Asking("getRuleset", path={"ruleset": "coffee"}),
    ],
}
_ID = re.compile(r"(dra|chr)_[0-9A-Z]{26}")
_INSTANT = re.compile(r"\d{4}-\d\d-\d\dT[\d:.]+Z")
_NOUNS = {"dra": "draft", "chr": "character"}
STEPS = {each.name: each.steps for each in serving_tea().operations}


@pytest.fixture
async def kitchens(tmp_path: Path) -> AsyncIterator[Sequence[Kitchen]]:
    """Two kitchens in which nothing has happened."""
    async with (
        open_kitchen(tmp_path / "1", {}, with_dice=False) as first,
        open_kitchen(tmp_path / "2", {}, with_dice=False) as second,
    ):
        yield first, second


@pytest.mark.parametrize("story", STORIES.values(), ids=STORIES)
async def test_both_faces_answer_alike(
    kitchens: Sequence[Kitchen], story: Sequence[Asking]
) -> None:
    first, second = kitchens
    rest = await _played(partial(FACES.rest, first.client), story)
    graphql = await _played(partial(FACES.graphql, second.client), story)

    assert graphql == rest
    assert not any(one.get("code") == "internal" for one in rest)


Ask = Callable[[Asking], Awaitable[Json]]


async def _played(ask: Ask, story: Sequence[Asking]) -> Sequence[Json]:
    """Ask one thing after the other, each of what was made last."""
    token, made, answers = None, dict[str, str](), list[Json]()
    for asking in story:
        known = {**made, **asking.path}
        path = {step: known[step] for step in STEPS[asking.name] if step in known}
        asked = replace(asking, path=path, token=token if asking.token == OWN else asking.token)
        answer = await ask(asked)
        token = answer.get("token", token)
        made |= {_NOUNS[one[:3]]: one for one in [answer.get("id", "")] if one[:3] in _NOUNS}
        answers.append(_comparable(answer))
    return answers


def _comparable(answer: Json) -> Json:
    """Leave out what no two installations share."""
    told = lasting(answer)
    if "next_cursor" in told:
        told = {**told, "next_cursor": told["next_cursor"] is not None}
    text = json.dumps(told, sort_keys=True)
    return cast("Json", json.loads(_INSTANT.sub("then", _ID.sub(r"\1_some", text))))
