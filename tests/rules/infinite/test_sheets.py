"""Numbers around a check: sheets, merged multipliers, wounds."""

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from majokko_rules.errors import InvalidValue
from majokko_rules.systems.infinite.damage import DamageTrack, Severity
from majokko_rules.systems.infinite.multipliers import Factor, merge
from majokko_rules.systems.infinite.sheets import (
    Edition,
    attribute_successes,
    dice_pool,
    skill_successes,
    untrained,
)

SKILLS: list[tuple[Edition, list[int]]] = [
    ("new", [5, 8, 11, 14, 17, 20]),
    ("2.35", [5, 10, 11, 13, 15]),
    ("3.25", [5, 7, 9, 11, 13, 15]),
]


@pytest.mark.parametrize(("edition", "levels"), SKILLS)
def test_a_skill_gains_a_success_at_each_of_its_levels(edition: Edition, levels: list[int]) -> None:
    gains = [
        level
        for level in range(1, 40)
        if skill_successes(level, edition) - skill_successes(level - 1, edition) == 1
    ]

    assert gains == levels


def test_an_attribute_gains_a_success_with_every_five_points_beyond_the_limit() -> None:
    assert [attribute_successes(value) for value in (0, 1, 5, 6, 10, 11, 36)] == [
        0,
        0,
        0,
        1,
        1,
        2,
        7,
    ]


def test_the_newest_edition_adds_the_levels_of_a_specialty() -> None:
    assert dice_pool(6, 5, 4) == 15
    assert dice_pool(6, 5) == 11


def test_older_editions_halve_a_skill_without_its_specialty() -> None:
    assert dice_pool(6, 5, edition="2.x") == 8
    assert dice_pool(6, 5, 3, edition="2.x") == 12


def test_other_dice_are_counted_before_the_chance_die_is_decided() -> None:
    assert dice_pool(2, 1, others=-4) == -1
    assert dice_pool(2, 1, others=-4 + 2) == 1


def test_whoever_lacks_a_skill_loses_successes_or_fails() -> None:
    assert [untrained(group) for group in ("physical", "social", "mental")] == [-1, -2, None]


MERGED = [
    (10, {"mults": [2, 4], "adds": [50]}, 100),
    (10, {"mults": [Fraction(3, 2)]}, 15),
    (10, {"mults": [Fraction(3, 2), 2]}, 25),
    (12, {"divs": [2, 2]}, 4),
    (12, {"mults": [Fraction(1, 2), Fraction(1, 2)]}, 4),
    (12, {"mults": [3], "divs": [2]}, 18),
    (12, {"divs": [Fraction(1, 2)]}, 24),
    (7, {"divs": [2]}, 3),
    (-7, {"divs": [2]}, -3),
    (7, {"divs": [2], "adds": [-4]}, 0),
    (3, {}, 3),
    (10, {"mults": [2, 4], "real_world": True}, 80),
    (12, {"divs": [2, 2], "real_world": True}, 3),
    (10**30 + 1, {"divs": [2]}, 10**30 // 2),
]


@pytest.mark.parametrize(("base", "kw", "value"), MERGED)
def test_multipliers_merge_among_their_kind(
    base: int, kw: dict[str, list[Factor]], value: int
) -> None:
    assert merge(base, **kw) == value  # type: ignore[arg-type]


@pytest.mark.parametrize("kw", [{"mults": [2, 0]}, {"divs": [0]}, {"divs": [-2]}])
def test_factors_are_above_zero(kw: dict[str, list[Factor]]) -> None:
    with pytest.raises(InvalidValue, match="not_positive"):
        merge(10, **kw)  # type: ignore[arg-type]


@given(
    st.integers(-999, 999),
    st.permutations([2, 3, Fraction(1, 2), Fraction(5, 2), 4]),
    st.permutations([2, Fraction(3, 2), 5]),
)
def test_the_order_of_factors_does_not_matter(
    base: int, mults: list[Factor], divs: list[Factor]
) -> None:
    assert merge(base, mults, divs) == merge(base, sorted(mults), sorted(divs))


WOUNDS: list[tuple[DamageTrack, int, Severity, DamageTrack]] = [
    (DamageTrack(10), 4, "B", DamageTrack(6, B=4)),
    (DamageTrack(10), 4, "L", DamageTrack(6, L=4)),
    (DamageTrack(10), 4, "A", DamageTrack(6, A=4)),
    (DamageTrack(2, B=3), 4, "B", DamageTrack(0, B=3, L=2)),
    (DamageTrack(2, B=3, L=1), 4, "L", DamageTrack(0, B=1, L=5)),
    (DamageTrack(1, B=1, L=3), 3, "A", DamageTrack(0, L=2, A=3)),
    (DamageTrack(0, L=2), 1, "B", DamageTrack(0, L=1, A=1)),
    (DamageTrack(0, L=2), 1, "L", DamageTrack(0, L=1, A=1)),
    (DamageTrack(0, A=2), 5, "B", DamageTrack(0, A=2)),
    (DamageTrack(3), 100, "B", DamageTrack(0, A=3)),
]


@pytest.mark.parametrize(("before", "points", "severity", "after"), WOUNDS)
def test_damage_takes_what_is_intact_first_and_then_what_is_mildest(
    before: DamageTrack, points: int, severity: Severity, after: DamageTrack
) -> None:
    assert before.hit(points, severity) == after


STATES = [
    (DamageTrack(1, A=9), "standing"),
    (DamageTrack(0, B=9), "unconscious"),
    (DamageTrack(0, B=1, L=8), "unconscious"),
    (DamageTrack(0, L=8, A=1), "dying"),
    (DamageTrack(0, A=9), "dead"),
]


@pytest.mark.parametrize(("track", "state"), STATES)
def test_the_worst_wound_decides_once_nothing_is_intact(track: DamageTrack, state: str) -> None:
    assert track.state == state


def test_the_dying_get_worse_each_round_until_they_are_dead() -> None:
    track = DamageTrack(0, B=1, L=1, A=1)
    rounds = [track := track.bleed() for _ in range(3)]

    assert rounds == [DamageTrack(0, L=1, A=2), DamageTrack(0, A=3), DamageTrack(0, A=3)]


def test_nobody_else_bleeds() -> None:
    assert DamageTrack(0, B=3).bleed() == DamageTrack(0, B=3)


def test_wounds_are_weighed_in_bashing_points() -> None:
    assert DamageTrack(1, B=2, L=3, A=4).weighted == 2 + 6 + 12


HITS = st.lists(st.tuples(st.integers(0, 30), st.sampled_from(["B", "L", "A"])), max_size=8)


@given(st.integers(0, 20), HITS)
def test_a_hit_point_is_hurt_but_never_lost(
    hit_points: int, hits: list[tuple[int, Severity]]
) -> None:
    track = DamageTrack.of(hit_points)
    for points, severity in hits:
        track = track.hit(points, severity)

    assert track.intact + track.B + track.L + track.A == hit_points
    assert min(track.intact, track.B, track.L, track.A) >= 0


@given(st.integers(0, 20), HITS)
def test_points_may_come_one_by_one(hit_points: int, hits: list[tuple[int, Severity]]) -> None:
    at_once = one_by_one = DamageTrack.of(hit_points)
    for points, severity in hits:
        at_once = at_once.hit(points, severity)
        for _ in range(points):
            one_by_one = one_by_one.hit(1, severity)

    assert at_once == one_by_one
