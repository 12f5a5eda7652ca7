"""Sources of dice: as many as asked for, all of them fair, none skipped."""

from collections import Counter
from hashlib import shake_256

import pytest
from hypothesis import given
from hypothesis import strategies as st

from majokko_rules.chance import Chance, Entropy, Seeded

SIDES = st.sampled_from([1, 2, 6, 10, 255, 256, 1000, 10**9])


@given(st.lists(st.tuples(st.integers(0, 40), SIDES), max_size=6))
def test_as_many_dice_are_thrown_as_are_asked_for(throws: list[tuple[int, int]]) -> None:
    sources: list[Chance] = [Entropy(), Seeded(b"tea")]
    for chance in sources:
        for count, sides in throws:
            faces = chance.throw(count, sides)

            assert len(faces) == count
            assert all(1 <= face <= sides for face in faces)


@given(st.lists(st.integers(0, 50), max_size=6))
def test_a_seed_gives_the_same_large_dice_however_they_are_thrown(counts: list[int]) -> None:
    apart, together = Seeded(b"tea"), Seeded(b"tea")

    thrown = [face for count in counts for face in apart.throw(count, 1000)]

    assert thrown == list(together.throw(sum(counts), 1000))


def test_a_seed_skips_no_byte_of_its_stream() -> None:
    chance = Seeded(b"tea")
    stream = b"".join(shake_256(b"tea" + bytes([0] * 7 + [i])).digest(136) for i in range(2))

    thrown = [face for _ in range(68) for face in chance.throw(1, 2**16)]

    assert thrown == [int.from_bytes(stream[4 * i : 4 * i + 4]) % 2**16 + 1 for i in range(68)]


@pytest.mark.parametrize("sides", [2, 6, 7, 100, 255, 256, 300])
def test_every_face_comes_up_about_as_often_as_the_others(sides: int) -> None:
    found = Counter(Seeded(b"fair").throw(200 * sides, sides))
    spread = sum((found[face] - 200) ** 2 / 200 for face in range(1, sides + 1))

    assert set(found) == set(range(1, sides + 1))
    assert spread < sides + 5 * (2 * sides) ** 0.5
