"""Whole practice games, acted out over HTTP: what the rules promise is what a table meets."""

from collections import Counter
from collections.abc import Sequence

import pytest

from tests.services.cards.parlour import WITCHES, Game, Parlour, deck, stacked

HOMURA = ["homura-1", "homura-2", "homura-3", "homura-4"]


async def test_a_head_completes_a_girl_and_sends_witches_back_one_by_one(parlour: Parlour) -> None:
    """Seat 0 holds the even cards, seat 1 the odd ones; both play their oldest."""
    girls = stacked(HOMURA)
    game = await parlour.practice(girls, ["gertrud", "oktavia"])
    for _ in range(2):
        await game.hint()
        await game.cleanse()
    for card in HOMURA[:3]:
        await game.play(card)
    await game.play(HOMURA[3])

    assert game.types == [
        "card.played", "girl.completed", "witch.returned", "witch.returned", "card.drawn",
    ]  # fmt: skip
    assert [each["data"].get("witch") for each in game.events[2:4]] == ["oktavia", "gertrud"]
    assert game.view["girls"]["homura"] == HOMURA
    assert game.view["witches_next"][:2] == ["gertrud", "oktavia"]
    assert game.view["score"] == 3 + 7


@pytest.mark.parametrize(
    ("card", "witch", "comes_back"),
    [
        ("mami-1", "charlotte", False),
        ("sayaka-1", "oktavia", False),
        ("sayaka-1", "charlotte", True),
        ("mami-1", "oktavia", True),
        ("all", "charlotte", True),
    ],
)
async def test_yellow_does_not_bring_charlotte_back_nor_blue_the_mermaid(
    parlour: Parlour, card: str, witch: str, *, comes_back: bool
) -> None:
    game = await parlour.practice(stacked([card]), [witch])
    await game.hint()
    await game.cleanse()
    await game.discard(card)

    assert ("witch.returned" in game.types) is comes_back
    assert game.view["witches_revealed"] == ([] if comes_back else [witch])
    assert game.view["discard"] == [card]


async def test_mamis_head_leaves_charlotte_and_takes_who_lies_below(parlour: Parlour) -> None:
    mami = [f"mami-{part}" for part in (1, 2, 3, 4)]
    game = await parlour.practice(stacked(mami), ["gertrud", "charlotte"])
    for _ in range(2):
        await game.hint()
        await game.cleanse()
    for card in mami:
        await game.play(card)

    assert game.view["witches_revealed"] == ["charlotte"]
    assert game.view["witches_next"][0] == "gertrud"


async def test_whoever_plays_a_wild_card_chooses_its_girl_once_it_is_revealed(
    parlour: Parlour,
) -> None:
    game = await parlour.practice(stacked(["all", "mami-2"]))
    shown = await game.do(type="play", card=0)

    assert game.types == ["card.revealed"]
    assert shown["pending"] == {
        "seat": 0,
        "position": 0,
        "girls": ["homura", "mami", "kyoko", "sayaka", "madoka"],
    }
    assert shown["turn"] == 0

    refused = await game.seats[0].act(game.version, type="play", card=1)
    assert (refused.status_code, refused.json()["code"]) == (409, "choice_pending")
    refused = await game.seats[1].act(game.version, type="play", card=1)
    assert (refused.status_code, refused.json()["code"]) == (409, "not_your_turn")

    chosen = await game.do(type="choose", girl="mami")
    assert game.types == ["card.played", "card.drawn"]
    assert chosen["girls"]["mami"] == ["all"]
    assert chosen["pending"] is None

    after = await game.play("mami-2")
    assert after["girls"]["mami"] == ["all", "mami-2"]


async def test_a_wild_card_that_fits_nowhere_fails_at_once(parlour: Parlour) -> None:
    parts = [f"{girl}-{part}" for girl in ("homura", "mami", "kyoko") for part in (1, 2, 3)]
    parts += [f"{girl}-{part}" for girl in ("sayaka", "madoka") for part in (1, 2, 3)]
    game = await parlour.practice(stacked([*parts, "all"]))
    for part in parts:
        await game.play(part)
    after = await game.play("all")

    assert game.types == ["card.misplayed", "gem.changed", "card.drawn"]
    assert after["pending"] is None
    assert (after["gem"], after["misplays"], after["discard"]) == (1, 1, ["all"])


async def test_two_witches_come_one_after_the_other_each_with_her_effect(
    parlour: Parlour,
) -> None:
    game = await parlour.practice(stacked([]), ["kirsten", "gisela"])
    await game.hint()
    await game.hint()
    before = await game.mover.seen()
    after = await game.cleanse(2)

    assert game.types == [
        "gem.changed", "witch.revealed", "card.turned", "witch.discarded",
        "witch.revealed", "card.discarded", "card.drawn",
    ]  # fmt: skip
    assert [each["data"].get("witch") for each in game.events if "witch" in each["data"]] == [
        "kirsten", "kirsten", "kirsten", "gisela", "gisela",
    ]  # fmt: skip
    assert after["witches_discarded"] == ["kirsten"]
    assert after["witches_revealed"] == ["gisela"]
    assert len(after["discard"]) == 2
    oldest = before["hands"][0]["cards"][0]["position"]
    assert game.events[5]["data"]["position"] == oldest
    assert after["version"] == before["version"] + 1


async def test_the_third_marker_loses(parlour: Parlour) -> None:
    game = await parlour.practice(stacked([]))
    for _ in range(2):
        await game.hint()
    legal = (await game.mover.seen("/legal"))["actions"]
    lost = await game.hint()

    assert {each["fatal"] for each in legal if each["type"] == "hint"} == {True}
    assert game.types[-2:] == ["game.ended", "session.ended"]
    assert (lost["status"], lost["gem"], lost["turn"]) == ("lost", 3, None)
    assert lost["outcome"]["reason"] == "third_marker"
    assert (lost["outcome"]["score"], lost["outcome"]["rank"]) == (None, None)

    late = await game.seats[0].act(game.version, type="play", card=0)
    assert (late.status_code, late.json()["code"]) == (409, "game_over")


LAST_TURNS = {
    # what is done on one's turn, and with how many cards left it ends the game
    "play": ({"type": "play", "card": 0}, {0}),
    "discard": ({"type": "discard", "card": 0}, {0}),
    "hint": ({"type": "hint", "to": 0, "girl": "homura"}, set()),
    "cleanse": ({"type": "cleanse", "count": 1}, set()),
}


@pytest.mark.parametrize("left", [2, 1, 0])
@pytest.mark.parametrize("action", LAST_TURNS)
async def test_the_game_ends_with_the_first_card_that_cannot_be_replaced(
    parlour: Parlour, action: str, left: int
) -> None:
    does, ends_with = LAST_TURNS[action]
    game = await parlour.practice(stacked(["homura-1", "mami-1"], 12 + left))
    await game.hint()
    after = await game.do(**does)
    ends = left in ends_with

    assert (after["status"], after["turn"]) == (("ended", None) if ends else ("running", 0))
    if ends:
        assert after["outcome"]["reason"] == "deck_empty"
        assert after["outcome"]["score"] == (1 if action == "play" else 0)
        assert after["outcome"]["rank"] == "sayaka"


USED = (0, 3, 2, 5, 4, 7, 6, 9, 8, 11, 10, 13, *range(14, 26))
"""Where the cards lie that a game of two plays one after the other, once all witches have come:
Gisela takes position 1 from seat 1, Kirsten turns position 12 up."""


def in_order(played: Sequence[str], **options: bool) -> list[str]:
    """Return a deck that lies in the order in which its cards are played."""
    left = Counter(deck(**options))
    left.subtract(played)
    rest = [*left.elements()]
    places = dict(zip(USED, played, strict=False))
    return [places.get(place) or rest.pop() for place in range(len(deck(**options)))]


def parts(*girls: str) -> list[str]:
    return [f"{girl}-{part}" for girl in girls for part in (1, 2, 3, 4)]


async def _all_witches_come(game: Game) -> None:
    while game.view["witch_deck"]:
        await game.hint()
        await game.cleanse()


async def test_a_game_can_bring_a_hundred_points(parlour: Parlour) -> None:
    played = parts("homura", "mami", "kyoko", "sayaka", "madoka")
    played[played.index("mami-2")] = "all"
    game = await parlour.practice(in_order(played), WITCHES)
    await _all_witches_come(game)
    for card in played:
        await game.play(card, "mami" if card == "all" else None)

    assert game.view["status"] == "won"
    assert game.view["walpurgisnacht_beaten"]
    outcome = game.view["outcome"]
    assert (outcome["score"], outcome["rank"]) == (100, "homura")
    assert sum(each["points"] for each in outcome["points"]) == 100
    assert [each["of"] for each in outcome["points"] if each["what"] == "combo"] == [
        "classmates", "girls_of_justice", "rescue_team",
    ]  # fmt: skip
    assert all(each["name"] for each in outcome["points"])
    facts = (await game.host.seen(""))["outcome"]
    assert facts["points"] == [
        {name: each[name] for name in ("what", "of", "points")} for each in outcome["points"]
    ]


async def test_a_game_with_qb_can_bring_a_hundred_and_fifty_points(parlour: Parlour) -> None:
    """Madoka sends all witches back, so Charlotte has to come again before Mami is complete."""
    played = [*parts("qb", "homura", "kyoko", "sayaka", "mami")[:-1], *parts("madoka"), "mami-4"]
    options = {"qb": True}
    game = await parlour.practice(in_order(played, **options), WITCHES, options=options)
    await _all_witches_come(game)
    for card in played[:-1]:
        await game.play(card)
    for _ in range(3):
        await game.hint()
        await game.cleanse()
    assert game.view["status"] == "running"
    assert "charlotte" in game.view["witches_revealed"]

    await game.play("mami-4")
    outcome = game.view["outcome"]
    assert (outcome["status"], outcome["score"], outcome["rank"]) == ("won", 150, "madoka")
    assert {each["what"] for each in outcome["points"]} == {
        "parts", "head", "walpurgisnacht", "combo",
    }  # fmt: skip


@pytest.mark.parametrize(
    ("language", "name"),
    [("en", "Sayaka"), ("ja", "さやか"), ("zh-Hans", "沙耶香"), ("zh-Hant", "沙耶香")],
)
async def test_ranks_are_told_in_the_language_asked_for(
    parlour: Parlour, language: str, name: str
) -> None:
    game = await parlour.practice(stacked([], 12))
    await game.do(type="discard", card=0)
    answer = await game.seats[0].get("/view", accept_language=language)

    assert name in answer.json()["outcome"]["rank_name"]
