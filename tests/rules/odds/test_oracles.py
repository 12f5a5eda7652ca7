"""Odds that others have worked out: exact values, and an independent library."""

from collections.abc import Callable
from fractions import Fraction

import icepool
import pytest
from icepool import Again, Die, d, lowest

from majokko_rules.dice.odds import odds_of
from majokko_rules.dice.pools import points
from majokko_rules.dice.syntax import parse_tree
from majokko_rules.odds import TAIL, Odds

CLOSE = 1e-9
DEEP = 60
"""Extra dice in a row that the library follows; what lies beyond is less likely than 1e-17."""


def weigh(text: str) -> Odds:
    return odds_of(parse_tree(text))


# A notation, and what is exactly true of it: mean, variance, and probabilities of some totals.
EXACT = [
    ("4d6kh3", "15869/1296", None, {18: "21/1296", 3: "1/1296", 2: "0"}),
    ("20a9k8", "15/2", "135/16", {0: f"{7**20}/{10**20}"}),
    ("1a9k8", "3/8", "27/64", {0: "0.7", 1: "0.24", 2: "0.048", 3: "0.0096"}),
    ("1a10", "1/3", None, {0: "0.7", 1: "0.27", 2: "0.027"}),
    ("1a8", "3/7", None, {0: "0.7", 1: "0.21", 2: "0.063"}),
    ("20a0k8", "6", "4.2", {0: f"{7**20}/{10**20}", 20: f"{3**20}/{10**20}"}),
    ("1d100", "50.5", "833.25", {1: "0.01", 100: "0.01", 101: "0"}),
    ("2d20kh1", "553/40", None, {20: "39/400", 1: "1/400"}),
    ("2d6", "7", "35/6", {2: "1/36", 7: "6/36", 12: "1/36"}),
    ("d6!", "21/5", None, {5: "1/6", 6: "0", 7: "1/36", 13: "1/216"}),
    ("d6!!", "21/5", None, {5: "1/6", 6: "0", 7: "1/36", 13: "1/216"}),
    ("4dF", "0", "8/3", {0: "19/81", 4: "1/81"}),
    ("3b6>=5", "1", "2/3", {0: "8/27", 3: "1/27"}),
    ("d6r<3", "9/2", "5/4", {2: "0", 3: "1/4"}),
    ("d6ro<3", "25/6", None, {2: "2/36", 3: "8/36"}),
    ("(1d2)d6", "21/4", None, {1: "1/12", 12: "1/72"}),
    ("5-2d4", "0", "5/2", {3: "1/16", 0: "4/16"}),
    ("-7/2", "-4", "0", {-4: "1"}),
]


@pytest.mark.parametrize(("text", "mean", "variance", "chances"), EXACT)
def test_exact_values(text: str, mean: str, variance: str | None, chances: dict[int, str]) -> None:
    odds = weigh(text)

    assert odds.mean == Fraction(mean)
    assert variance is None or odds.variance == Fraction(variance)
    for total, chance in chances.items():
        assert odds.distribution.probability(total) == Fraction(chance)


@pytest.mark.parametrize(
    ("text", "success"),
    [
        ("20a9k8>=8", 0.469830683),
        ("20a9k8=5", 0.110723886),
        ("20a9k8=0", 0.000797923),
        ("2d6>=7", 21 / 36),
        ("2d6<>7", 30 / 36),
        ("1d20>1d20", 190 / 400),
        ("1d20>=1d20", 210 / 400),
        ("1d20=1d20", 20 / 400),
        ("1d20<>1d20", 380 / 400),
        ("1d20<1d20", 190 / 400),
        ("1d20<=1d20", 210 / 400),
        ("3d6+20a9>=0", 1.0),
        ("1d6>6", 0.0),
    ],
)
def test_chances_of_success(text: str, success: float) -> None:
    odds = weigh(text)

    assert odds.success is not None
    assert float(odds.success) == pytest.approx(success, abs=CLOSE)


def test_what_was_not_followed_succeeds_where_it_lies_above_the_number() -> None:
    odds = weigh("20a9k8+3>=4")

    assert odds.distribution.tail > 0
    assert odds.success == 1 - Fraction(7, 10) ** 20


def test_what_was_not_followed_may_lie_below_the_number() -> None:
    """What lies beyond 45 successes may be 40 after all, once a die is taken off."""
    odds = weigh("20a9k8-1d6>=43")

    assert odds.success == odds.distribution.probability(lambda total: total >= 43)


def test_what_was_not_followed_is_not_counted_where_nobody_knows_its_side() -> None:
    odds = weigh("5-20a9k8<=5")

    assert odds.success == 1 - odds.distribution.tail


def test_points_of_ten_sided_dice() -> None:
    successes = points(12, {0: 6, 1: 3, 2: 1})

    assert successes.mean == 6
    assert float(successes.probability(0)) == pytest.approx(0.002176782336, abs=CLOSE)
    assert float(successes.probability(6)) == pytest.approx(0.168332795136, abs=CLOSE)
    reached = successes.probability(lambda value: value >= 6)
    assert float(reached) == pytest.approx(0.565867972864, abs=CLOSE)


def _pool(dice: int, again: int, line: int) -> Die[int]:
    """A success pool as the library tells it: a face is a success or not, and may come again."""
    faces = [int(f >= line) + Again if f >= again else int(f >= line) for f in range(1, 11)]
    return dice @ Die(faces, again_depth=DEEP)


def _exploding(sides: int, on: int) -> Die[int]:
    faces = [face + Again if face >= on else face for face in range(1, sides + 1)]
    return Die(faces, again_depth=DEEP)


PEERS: dict[str, Callable[[], Die[int]]] = {
    "4d6kh3": lambda: d(6).pool(4).highest(3).sum(),
    "5d8kl2": lambda: d(8).pool(5).lowest(2).sum(),
    "6d10dh1dl2": d(10).pool(6)[2:-1].sum,
    "20d20kh5": lambda: d(20).pool(20).highest(5).sum(),
    "30d4kl28": lambda: d(4).pool(30).lowest(28).sum(),
    "20a9k8": lambda: _pool(20, 9, 8),
    "30a10": lambda: _pool(30, 10, 8),
    "7a8k9+2": lambda: _pool(7, 8, 9) + 2,
    "6a7k9": lambda: _pool(6, 7, 9),
    "9a0k6": lambda: _pool(9, 11, 6),
    "12d10": lambda: 12 @ d(10),
    "3d6+2d8-d4": lambda: 3 @ d(6) + 2 @ d(8) - d(4),
    "2d6*d4": lambda: (2 @ d(6)) * d(4),
    "2d10/d4": lambda: (2 @ d(10)) // d(4),
    "3d8%5": lambda: (3 @ d(8)) % 5,
    "(1d4)d6": lambda: d(4) @ d(6),
    "5d{1,2,4,8}kh2": lambda: Die([1, 2, 4, 8]).pool(5).highest(2).sum(),
    "4dF": lambda: 4 @ Die([-1, 0, 1]),
    "10b6>=5": lambda: 10 @ (d(6) >= 5),
    "3b6+2b8>=4": lambda: 3 @ (d(6) >= 4) + 2 @ (d(8) >= 4),
    "4d6!": lambda: 4 @ _exploding(6, 6),
    "3d10!>=9": lambda: 3 @ _exploding(10, 9),
    "4d6!!kh3": lambda: _exploding(6, 6).pool(4).highest(3).sum(),
    "4d6r1kh3": lambda: Die(range(2, 7)).pool(4).highest(3).sum(),
    "4d6ro<3kl2": lambda: d(6).reroll([1, 2], depth=1).pool(4).lowest(2).sum(),
    "5d6min3": lambda: 5 @ d(6).map(lambda face: max(face, 3)),
    "5d6max4kh2": lambda: d(6).map(lambda face: min(face, 4)).pool(5).highest(2).sum(),
    "{4d6kh3,2d8+1}kh1": lambda: icepool.highest(d(6).pool(4).highest(3).sum(), 2 @ d(8) + 1),
    "{2d6,3d4,1d12}kl1": lambda: lowest(2 @ d(6), 3 @ d(4), d(12)),
    "{2d6,3d4,1d12}kh2": lambda: icepool.highest(2 @ d(6), 3 @ d(4), d(12), keep=2),
    "{2d6,2d6,2d6}dh1": lambda: lowest(2 @ d(6), 2 @ d(6), 2 @ d(6), keep=2),
}


def _kept_then_exploding() -> Die[int]:
    """Only the dice that are kept may explode."""
    return d(6).pool(4).highest(3).expand().map(_worth_of_kept)


def _worth_of_kept(faces: tuple[int, ...]) -> Die[int]:
    return sum((face + _exploding(6, 6) if face == 6 else Die([face]) for face in faces), Die([0]))


PEERS["4d6kh3!"] = _kept_then_exploding


@pytest.mark.parametrize("text", PEERS)
def test_an_independent_library_agrees(text: str) -> None:
    odds, peer = weigh(text), PEERS[text]()
    ours = dict(odds.distribution.floats())
    theirs = {int(total): float(peer.probability(total)) for total in peer}

    assert ours == pytest.approx({total: theirs.get(total, 0) for total in ours}, abs=CLOSE)
    assert sum(theirs.get(total, 0) for total in ours) == pytest.approx(1, abs=CLOSE)
    assert float(odds.mean) == pytest.approx(float(peer.mean()), abs=1e-7)
    assert float(odds.variance) == pytest.approx(float(peer.variance()), abs=1e-7)


@pytest.mark.parametrize("text", ["4d6kh3", "12d10", "(1d4)d6", "{2d6,3d4,1d12}kh2", "2d10/d4"])
def test_what_ends_has_no_tail(text: str) -> None:
    assert weigh(text).distribution.tail == 0


@pytest.mark.parametrize(
    "text", ["1a8", "1000a8", "d6!", "100d6!", "4d6!kh3", "20a9*2a10+d6!", "d100!>50", "d6!cap99"]
)
def test_what_may_never_end_is_followed_until_its_tail_is_negligible(text: str) -> None:
    tail = weigh(text).distribution.tail

    assert 0 < tail < TAIL
