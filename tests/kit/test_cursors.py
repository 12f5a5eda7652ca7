"""Cursors lead on in their own list, for a day, and cannot be made by anybody else."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from majokko_kit.cursors import DAY, Cursors, Paging
from majokko_kit.secret import Secret
from majokko_rules.errors import InvalidValue

NOW = 1_795_996_800_000
LISTED = ("rolls", "roo_1", "mem_1")

places = st.one_of(st.integers(0, 2**53), st.text(), st.lists(st.integers(0, 2**53) | st.text()))


class Clock:
    """A clock that stands still until somebody moves it."""

    def __init__(self) -> None:
        self.now = NOW

    def __call__(self) -> int:
        return self.now


def _cursors(secret: bytes = bytes(32), clock: Clock | None = None) -> Cursors:
    return Cursors(Secret(secret), clock or Clock())


def _refused(cursors: Cursors, cursor: str, *listed: str) -> tuple[str, str]:
    with pytest.raises(InvalidValue) as refusal:
        cursors.place(cursor, *listed)
    return refusal.value.rule, refusal.value.pointer


@given(place=places, listed=st.lists(st.text()))
def test_a_cursor_leads_to_its_place(place: int | str | list[int | str], listed: list[str]) -> None:
    cursor = _cursors().after(place, *listed)

    assert _cursors().place(cursor, *listed) == place


@given(data=st.data(), place=st.integers(0, 2**40))
def test_no_other_cursor_does(data: st.DataObject, place: int) -> None:
    cursor = _cursors().after(place, *LISTED)
    at = data.draw(st.integers(0, len(cursor) - 1))
    letter = data.draw(st.sampled_from("ABCxyz019-_=+/ é\0").filter(lambda one: one != cursor[at]))

    assert _refused(_cursors(), cursor[:at] + letter + cursor[at + 1 :], *LISTED)


@pytest.mark.parametrize(
    "cursor", ["", "A", "=", "====", "null", "願い", "A" * 22, "A" * 500, " ", "\0"]
)
def test_what_is_no_cursor_is_refused(cursor: str) -> None:
    assert _refused(_cursors(), cursor, *LISTED) == ("malformed", "/cursor")


@pytest.mark.parametrize("changed", ["=", " ", "\n", "A"])
def test_a_cursor_has_one_spelling(changed: str) -> None:
    cursor = _cursors().after(7, *LISTED)

    assert _refused(_cursors(), cursor + changed, *LISTED) == ("malformed", "/cursor")


@pytest.mark.parametrize(
    "listed",
    [
        ("rolls", "roo_1", "mem_2"),
        ("rolls", "roo_2", "mem_1"),
        ("rolls", "roo_1"),
        ("rolls", "roo_1mem_1"),
        ("rolls", "roo_1", "mem_1", ""),
    ],
)
def test_a_cursor_of_another_list_is_refused(listed: tuple[str, ...]) -> None:
    cursor = _cursors().after(7, *LISTED)

    assert _refused(_cursors(), cursor, *listed) == ("malformed", "/cursor")


def test_a_cursor_of_another_installation_is_refused() -> None:
    cursor = _cursors(bytes(32)).after(7, *LISTED)

    assert _refused(_cursors(b"\1" * 32), cursor, *LISTED) == ("malformed", "/cursor")


@pytest.mark.parametrize(("later", "holds"), [(0, True), (DAY, True), (DAY + 1, False)])
def test_a_cursor_is_good_for_a_day(later: int, holds: bool) -> None:
    clock = Clock()
    cursors = _cursors(clock=clock)
    cursor = cursors.after(7, *LISTED)
    clock.now += later

    if holds:
        assert cursors.place(cursor, *LISTED) == 7
    else:
        assert _refused(cursors, cursor, *LISTED) == ("malformed", "/cursor")


@pytest.mark.parametrize(
    ("found", "items", "more"),
    [([], [], False), ([1, 2], [1, 2], False), ([1, 2, 3], [1, 2], True)],
)
def test_a_page_has_a_cursor_where_another_follows(
    found: list[int], items: list[int], more: bool
) -> None:
    cursors = _cursors()
    page = cursors.page(found, 2, int, *LISTED)

    assert list(page.items) == items
    assert (page.next_cursor is not None) is more
    if page.next_cursor:
        assert cursors.place(page.next_cursor, *LISTED) == items[-1]


def test_a_page_has_fifty_items_unless_asked() -> None:
    assert Paging() == Paging(cursor=None, limit=50)
