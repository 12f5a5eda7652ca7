"""The checker of card games sees whatever may go wrong: a true one is spoiled in every way."""

import asyncio
from collections.abc import Callable, Mapping, Sequence
from copy import deepcopy
from dataclasses import replace
from typing import Any

import httpx
import pytest

from majokko_cards import main as cards
from majokko_dice import main as dice
from majokko_kit.clock import from_rfc3339, rfc3339
from tests.chaos.games.ledger import Chronicle
from tests.chaos.games.players import Journal
from tests.chaos.games.seasons import CLOCK, Plan, Season
from tests.chaos.games.ways import Ways
from tests.support.serving import running, settings_in

SEED = "true"


class OneWay(Ways):
    """To services in this very process, which nobody kills."""

    def __init__(self, client: httpx.AsyncClient) -> None:
        super().__init__([], SEED)
        self._client = client

    def any(self) -> httpx.AsyncClient:
        return self._client


@pytest.fixture(scope="module")
async def true(tmp_path_factory: pytest.TempPathFactory) -> Chronicle:
    """A game whose clock runs, as somebody without a token could tell of it."""
    settings = settings_in(tmp_path_factory.mktemp("house"), limit_quota=1_000_000)
    async with running([cards.service(), dice.service()], settings) as client:
        async with asyncio.timeout(120):
            (game,) = await Season(OneWay(client), SEED, 1).play([Plan("true", clock=CLOCK)])
    return replace(game, noted=[{"data": game.log[-1]["data"]}])


Spoil = Callable[[Chronicle], Chronicle]
"""Spoils a game that belongs to it alone."""


def journal(game: Chronicle, **changes: Any) -> Chronicle:  # noqa: ANN401 - members of a journal
    return replace(game, journal=replace(game.journal, **changes))


def other_act(game: Chronicle, at: int, **changes: object) -> Chronicle:
    """Let an action have been answered otherwise."""
    acts = list(game.journal.acts)
    acts[at] = replace(acts[at], answer={**acts[at].answer, **changes})
    return journal(game, acts=acts)


def other_log(game: Chronicle, change: Callable[[list[Any]], object]) -> Chronicle:
    """Let all read another log."""
    logs = {seat: deepcopy(list(log)) for seat, log in game.logs.items()}
    for log in logs.values():
        change(log)
    return replace(game, logs=logs, heard=logs[game.heard_by])


def other_event(game: Chronicle, kind: str, at: int, **changes: object) -> Chronicle:
    """Let an event of a kind, the first or the last one, tell something else."""

    def change(log: list[Any]) -> None:
        found = [each for each in log if each["type"] == kind]
        found[at]["data"].update(changes)

    return other_log(game, change)


def other_opening(game: Chronicle, **changes: object) -> Chronicle:
    first, *others = game.openings
    return replace(game, openings=[{**first, **changes}, *others])


def other_view(game: Chronicle, **changes: object) -> Chronicle:
    return replace(game, view={**game.view, **changes})


def seen_otherwise(game: Chronicle) -> Chronicle:
    """Let a card have been another one when it was first seen."""
    views = deepcopy(list(game.journal.views))
    card = next(card for hand in views[0]["hands"] for card in hand["cards"] if card["card"])
    card["card"] = "homura-1" if card["card"] != "homura-1" else "all"
    return journal(game, views=views)


def other_action(game: Chronicle) -> Chronicle:
    actions = deepcopy(game.replay["actions"])
    actions[0] = {"type": "cleanse", "count": 2}
    return replace(game, replay={**game.replay, "actions": actions})


def shorter_replay(game: Chronicle) -> Chronicle:
    return replace(game, replay={**game.replay, "actions": game.replay["actions"][:-1]})


def other_draw(game: Chronicle) -> Chronicle:
    proof = deepcopy(game.proof)
    proof["draws"][-1]["head"] = "00" * 32
    return replace(game, proof=proof)


def charged_more(game: Chronicle) -> Chronicle:
    """Let the first move have cost its seat a second more than it took."""
    clock, seat = _second_clock(game), _first_clock(game)["seat"]
    left = [ms - 1000 * (number == seat) for number, ms in enumerate(clock["left_ms"])]
    return _other_clock(game, left_ms=left)


def charged_another(game: Chronicle) -> Chronicle:
    clock, seat = _second_clock(game), _first_clock(game)["seat"]
    left = [ms - 1 * (number == (seat + 1) % 4) for number, ms in enumerate(clock["left_ms"])]
    return _other_clock(game, left_ms=left)


def nobody_there(game: Chronicle) -> Chronicle:
    """Let nobody have been there during the first turn, which was charged."""
    since = from_rfc3339(_first_clock(game)["since"])

    def later(log: list[Any]) -> None:
        found = [each for each in log if each["data"].get("clock")]
        for each in found[1:]:
            each["data"]["clock"]["since"] = each["data"]["clock"]["since"] and rfc3339(
                from_rfc3339(each["data"]["clock"]["since"]) + 10
            )
        found[1]["data"]["clock"]["left_ms"][found[0]["data"]["clock"]["seat"]] -= 10

    return replace(other_log(game, later), absences=[(since + 1, since + 2)])


def too_little_back(game: Chronicle) -> Chronicle:
    """Let the first change of the clock be for an absence, without anything given."""
    return other_event(game, "clock.changed", 0, reason="absence")


def too_soon(game: Chronicle) -> Chronicle:
    def expire(log: list[Any]) -> None:
        at = next(n for n, each in enumerate(log) if each["type"] == "clock.changed")
        log[at]["type"] = "clock.expired"
        del log[at]["data"]["clock"]

    return other_log(game, expire)


def _clocks(game: Chronicle) -> list[Any]:
    return [each["data"]["clock"] for each in game.log if each["data"].get("clock")]


def _first_clock(game: Chronicle) -> Any:  # noqa: ANN401 - JSON
    return _clocks(game)[0]


def _second_clock(game: Chronicle) -> Any:  # noqa: ANN401 - JSON
    return _clocks(game)[1]


def _other_clock(game: Chronicle, **changes: object) -> Chronicle:
    return other_event(game, "clock.changed", 0, clock={**_second_clock(game), **changes})


SPOILED: Mapping[str, tuple[Spoil, str]] = {
    "a retry is answered otherwise": (
        lambda it: journal(it, contradictions=["key"]),
        "key",
    ),
    "two keys share a version": (
        lambda it: journal(it, acts=[*it.journal.acts, it.journal.acts[0]]),
        "was told twice",
    ),
    "an event is lost": (lambda it: other_log(it, lambda log: log.pop(5)), "numbers"),
    "a version is left out": (
        lambda it: other_log(it, lambda log: log[-1]["data"].update(version=999)),
        "999] of",
    ),
    "a seat reads another event": (
        lambda it: replace(
            it, logs={**it.logs, 1: [*it.logs[1][:-1], {**it.logs[1][-1], "id": "x"}]}
        ),
        "reads other events",
    ),
    "what was answered is lost": (lambda it: other_act(it, 3, events=[]), "not as it was answered"),
    "an answer names an old version": (
        lambda it: other_act(it, 3, version=0),
        "does not follow",
    ),
    "an action is done otherwise": (other_action, "instead of"),
    "the last action is lost": (shorter_replay, "versions with moves"),
    "an action was never answered": (
        lambda it: journal(it, acts=it.journal.acts[:-1]),
        "were answered",
    ),
    "an event is not heard": (
        lambda it: replace(it, heard=[*it.heard[:2], *it.heard[3:]]),
        "heard",
    ),
    "an event is heard twice": (lambda it: replace(it, heard=[*it.heard, it.heard[-1]]), "heard"),
    "the follower is refused": (lambda it: replace(it, sent_away=True), "sent away"),
    "it does not end": (lambda it: other_log(it, lambda log: log.pop()), "it ended 0 times"),
    "it ends twice": (
        lambda it: other_log(it, lambda log: log.append(log[-1])),
        "it ended 2 times",
    ),
    "another end is shown": (
        lambda it: other_view(it, outcome={**it.view["outcome"], "reason": "luck"}),
        "is shown as",
    ),
    "its end is not published": (lambda it: replace(it, noted=[]), "noted 0 ends"),
    "its end has two effects": (lambda it: replace(it, noted=[*it.noted] * 2), "noted 2 ends"),
    "another commitment is shown": (
        lambda it: other_view(it, commitment="00" * 32),
        "was promised",
    ),
    "another root is shown": (lambda it: other_view(it, deck_root="00" * 32), "roots"),
    "a draw is another": (other_draw, "proof: "),
    "a card becomes another": (seen_otherwise, "and is"),
    "a card is opened otherwise": (
        lambda it: journal(it, openings=[{**it.openings[0], "salt": "00" * 16}]),
        "opened otherwise",
    ),
    "a card was never there": (lambda it: other_opening(it, card="qb-4"), "was not there"),
    "the service finds a fault": (
        lambda it: replace(it, verdict={"faults": ["fault"]}),
        "verify: fault",
    ),
    "the last view shows another game": (lambda it: other_view(it, misplays=99), "tells misplays"),
    "somebody is charged more than she used": (charged_more, "were charged instead of"),
    "somebody is charged on another's turn": (charged_another, "was not awaited"),
    "an absence is charged": (nobody_there, "nobody was there"),
    "nothing is given after an absence": (too_little_back, "not given"),
    "time is up too soon": (too_soon, "time was up before"),
}


async def test_nothing_is_wrong_with_a_true_game(true: Chronicle) -> None:
    assert true.faults() == []
    assert len(true.journal.acts) > len(true.seats)
    assert isinstance(true.journal, Journal)


@pytest.mark.parametrize(("spoil", "told"), SPOILED.values(), ids=SPOILED)
async def test_a_spoiled_game_is_found_out(true: Chronicle, spoil: Spoil, told: str) -> None:
    faults: Sequence[str] = spoil(true).faults()

    assert any(told in fault for fault in faults), faults
