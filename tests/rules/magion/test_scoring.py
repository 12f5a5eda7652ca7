"""What a game is worth, point by point."""

from collections import Counter
from collections.abc import Mapping, Sequence
from itertools import islice
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from majokko_rules.cards.magion import (
    Action,
    Choose,
    Cleanse,
    Discard,
    Hint,
    Play,
    Rules,
    State,
    begin,
    dealt,
    legal,
    outcome,
    play,
)
from majokko_rules.cards.magion.scoring import points_of, rank, total
from tests.rules.magion.table import MAGION, girl, hand_of, keys, rules, table


def ended(placed: Mapping[str, int], revealed: Sequence[str] = (), **options: bool) -> State:
    return play(table(rules(**options), placed=placed, revealed=revealed, deck=0), Discard(0))


@pytest.mark.parametrize(
    ("placed", "points"),
    [
        ({}, []),
        ({"homura": 3, "mami": 1}, [("parts", "homura", 3), ("parts", "mami", 1)]),
        ({"kyoko": 4}, [("parts", "kyoko", 3), ("head", "kyoko", 7)]),
        (
            {"madoka": 4, "sayaka": 4, "homura": 4},
            [
                *((what, each, points) for each in ("homura", "sayaka", "madoka")
                  for what, points in (("parts", 3), ("head", 7))),
                ("combo", "classmates", 10),
            ],
        ),
    ],
)  # fmt: skip
def test_every_point_has_a_reason(
    placed: Mapping[str, int], points: Sequence[tuple[Any, ...]]
) -> None:
    end = outcome(ended(placed))

    assert end is not None
    assert list(end.points) == points
    assert end.score == sum(each[2] for each in points)
    assert end.reason == "deck_empty"


@pytest.mark.parametrize(
    ("complete", "combos"),
    [
        ("madoka sayaka homura", "classmates"),
        ("mami madoka sayaka", "girls_of_justice"),
        ("madoka kyoko homura", "rescue_team"),
        ("qb madoka homura", "contract"),
        ("qb mami", ""),
        ("qb mami kyoko homura", "veterans"),
        ("madoka sayaka", ""),
    ],
)
def test_girls_who_are_complete_together_bring_more(complete: str, combos: str) -> None:
    placed = dict.fromkeys(complete.split(), 4)
    end = outcome(ended(placed, qb=True))
    almost = outcome(ended({**placed, complete.split(maxsplit=1)[0]: 3}, qb=True))

    assert end is not None
    assert almost is not None
    assert [each.of for each in end.points if each.what == "combo"] == combos.split()
    assert not [each for each in almost.points if each.what == "combo"]


@pytest.mark.parametrize(
    ("mami", "revealed", "points"),
    [
        (4, ["charlotte"], 10),
        (4, ["charlotte", "gertrud"], 10),
        (4, ["gertrud"], 0),
        (4, [], 0),
        (3, ["charlotte"], 0),
    ],
)
def test_mami_is_eaten_while_charlotte_lies_face_up(
    mami: int, revealed: list[str], points: int
) -> None:
    """A card of hers cannot send Charlotte back, so the last discard leaves her there."""
    placed = {"qb": 4, "mami": mami}
    state = table(rules(qb=True), ["mami-1"], placed=placed, revealed=revealed, deck=0)
    end = outcome(play(state, Discard(0)))

    assert end is not None
    assert sum(each.points for each in end.points if each.of == "eaten") == points


@pytest.mark.parametrize(
    ("score", "name"),
    [
        (0, "sayaka"), (40, "sayaka"), (41, "kyoko"), (60, "kyoko"), (61, "mami"), (70, "mami"),
        (71, "mami"), (80, "mami"), (81, "homura"), (100, "homura"), (101, "qb"), (149, "qb"),
        (150, "madoka"), (151, None),
    ],
)  # fmt: skip
def test_every_score_has_a_rank(score: int, name: str | None) -> None:
    assert rank(rules(), score) == name


class Stacked:
    """A game of two whose deck lies in the order in which its cards are played.

    Before that all witches are revealed: seat 0 hints, seat 1 cleanses. Gisela takes position 1
    from seat 1, Kirsten turns position 12 up, so neither is a card that is needed.
    """

    USED = (0, 3, 2, 5, 4, 7, 6, 9, 8, 11, 10, 13, *range(14, 26))

    def __init__(self, rules: Rules, played: Sequence[str]) -> None:
        left = Counter(rules.deck)
        left.subtract(played)
        rest = [*left.elements()]
        places = dict(zip(self.USED, played, strict=False))
        girls = [places.get(place) or rest.pop() for place in range(len(rules.deck))]
        self.state = begin(rules, dealt(rules, girls, rules.witches, 0))
        self.played = iter(played)

    def hint(self) -> None:
        """Let whoever is on turn give some hint."""
        self.do(next(each for each in legal(self.state) if isinstance(each, Hint)))

    def cleanse(self) -> None:
        """Let whoever is on turn reveal as many witches as possible."""
        self.do(max((each for each in legal(self.state) if isinstance(each, Cleanse)), key=repr))

    def do(self, action: Action) -> None:
        assert action in legal(self.state)
        self.state = play(self.state, action)

    def reveal_all(self) -> None:
        while self.state.witch_deck:
            self.hint()
            self.cleanse()

    def play(self, cards: int, wild: str = "") -> None:
        """Play the next cards; the wild one among them is for this girl."""
        for name in islice(self.played, cards):
            self.do(Play(hand_of(self.state, self.state.turn).index(name)))
            if self.state.pending:
                self.do(Choose(girl(wild)))


def parts(*girls: str) -> list[str]:
    return [f"{girl}-{part}" for girl in girls for part in (1, 2, 3, 4)]


def test_a_whole_game_can_bring_a_hundred_points() -> None:
    played = parts("homura", "mami", "kyoko", "sayaka", "madoka")
    played[played.index("mami-2")] = "all"
    game = Stacked(rules(2), played)
    game.reveal_all()
    game.play(20, wild="mami")
    end = outcome(game.state)

    assert end is not None
    assert (end.status, end.score, end.rank) == ("won", 100, "homura")
    assert len(end.points) == 5 * 2 + 1 + 3


def test_a_whole_game_with_qb_can_bring_a_hundred_and_fifty_points() -> None:
    """Madoka sends all witches back, so Charlotte has to come again before Mami is complete."""
    played = [*parts("qb", "homura", "kyoko", "sayaka", "mami")[:-1], *parts("madoka"), "mami-4"]
    game = Stacked(rules(2, qb=True), played)
    game.reveal_all()
    game.play(23)
    for _ in range(3):
        game.hint()
        game.cleanse()
    end = outcome(game.state)
    assert end is None
    assert "charlotte" in keys(game.state, game.state.witches_revealed)

    game.play(1)
    end = outcome(game.state)

    assert end is not None
    assert (end.status, end.score, end.rank) == ("won", 150, "madoka")
    assert [each.of for each in end.points if each.what == "combo"] == list(MAGION["combos"].rows)


@given(
    placed=st.tuples(*[st.integers(0, 4)] * 6),
    beaten=st.booleans(),
    revealed=st.sets(st.integers(1, 9)),
    qb=st.booleans(),
)
def test_no_table_is_worth_more_than_a_hundred_or_a_hundred_and_fifty(
    placed: tuple[int, ...], beaten: bool, revealed: set[int], qb: bool
) -> None:
    by = rules(qb=qb)
    placed = placed if qb else (*placed[:5], 0)
    score = total(points_of(by, placed, beaten=beaten, revealed=tuple(revealed)))

    assert 0 <= score <= (150 if qb else 100)
    assert rank(by, score) is not None
