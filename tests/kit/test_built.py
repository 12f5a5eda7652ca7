"""What was built of the same parts is built once; of other parts, anew."""

from functools import partial

from majokko_kit import built
from majokko_kit.built import Built


def test_the_same_parts_give_the_same_thing() -> None:
    things: Built[list[str]] = Built()
    parts = [object(), object()]
    first = things.of(parts, lambda: ["one"])
    again = things.of(list(parts), lambda: ["two"])
    swapped = things.of(parts[::-1], lambda: ["three"])

    assert again is first
    assert swapped == ["three"]


def test_parts_that_are_equal_and_not_the_same_give_another() -> None:
    things: Built[str] = Built()

    assert [things.of([[]], partial(str, n)) for n in "ab"] == ["a", "b"]


def test_many_parts_are_not_kept_for_ever() -> None:
    things: Built[int] = Built()
    parts = [object() for _ in range(3 * built.MOST)]
    told = [things.of([part], partial(int, n)) for n, part in enumerate(parts)]

    assert told == list(range(len(parts)))
    assert things.of([parts[0]], lambda: -1) == -1
