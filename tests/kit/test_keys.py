"""Which key signs when, and which keys a verifier is told of."""

import logging
from datetime import UTC, datetime
from itertools import pairwise
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from majokko_kit.clock import from_rfc3339, rfc3339
from majokko_kit.receipts import Receipts, verify
from majokko_kit.receipts.keys import NOTICE, KeyRing, PublicKey
from majokko_kit.secret import Secret

SECRET = Secret(bytes(range(32)))


class Clock:
    def __init__(self, text: str) -> None:
        self.now = from_rfc3339(text)

    def __call__(self) -> int:
        return self.now

    def set(self, text: str) -> None:
        self.now = from_rfc3339(text)


@pytest.fixture
def clock() -> Clock:
    return Clock("2026-11-14T10:00:00.000Z")


def test_processes_with_one_secret_agree_without_sharing_anything(
    clock: Clock, tmp_path: Path
) -> None:
    one = KeyRing(SECRET, tmp_path / "one", clock)
    other = KeyRing(SECRET, tmp_path / "other", clock)

    assert one.public_keys() == other.public_keys()
    assert one.at(clock.now).id == other.at(clock.now).id


def test_another_secret_has_other_keys(clock: Clock, tmp_path: Path) -> None:
    ours = KeyRing(SECRET, tmp_path / "ours", clock).public_keys()
    theirs = KeyRing(Secret(bytes(32)), tmp_path / "theirs", clock).public_keys()

    assert {key.public_key for key in ours}.isdisjoint(key.public_key for key in theirs)


def test_keys_are_listed_youngest_first_from_a_year_ago_to_next_month(
    clock: Clock, tmp_path: Path
) -> None:
    keys = KeyRing(SECRET, tmp_path, clock).public_keys()

    assert [key.not_before[:7] for key in keys][:3] == ["2026-12", "2026-11", "2026-10"]
    assert keys[-1].not_before == "2025-11-01T00:00:00.000Z"
    assert len(keys) == len({key.public_key for key in keys}) == 14
    assert all(older.not_after == younger.not_before for younger, older in pairwise(keys))


def test_a_listed_key_is_read_as_it_was_written(clock: Clock, tmp_path: Path) -> None:
    key = KeyRing(SECRET, tmp_path, clock).public_keys()[1]

    assert PublicKey.listed(key.document()) == key
    assert key.document()["algorithm"] == "Ed25519"
    assert len(bytes.fromhex(key.public_key)) == 32


@pytest.mark.parametrize(
    "change",
    [
        {"algorithm": "RSA"},
        {"algorithm": "ed25519"},
        {"public_key": "00" * 31},
        {"public_key": "AB" * 32},
        {"not_before": "yesterday"},
        {"not_after": "2026-12-01"},
    ],
)
def test_what_is_no_key_of_ours_is_not_read(
    clock: Clock, tmp_path: Path, change: dict[str, str]
) -> None:
    document = KeyRing(SECRET, tmp_path, clock).public_keys()[1].document()
    PublicKey.listed(document)
    with pytest.raises(ValueError, match=r"Ed25519|time data"):
        PublicKey.listed({**document, **change})


def test_the_key_changes_at_midnight_of_the_first(clock: Clock, tmp_path: Path) -> None:
    ring = KeyRing(SECRET, tmp_path, clock)
    receipts = Receipts(ring, clock)
    clock.set("2026-11-30T23:59:59.999Z")
    last = receipts.seal_all([{}])[0]
    clock.set("2026-12-01T00:00:00.000Z")
    first = receipts.seal_all([{}])[0]

    assert [str(receipt["key"])[:10] for receipt in (last, first)] == ["2026-11-01", "2026-12-01"]
    assert verify(last, ring.public_keys()) == verify(first, ring.public_keys()) == ()


def test_a_rotation_takes_effect_for_every_process_at_the_same_instant(
    clock: Clock, tmp_path: Path
) -> None:
    ours, neighbour = KeyRing(SECRET, tmp_path, clock), KeyRing(SECRET, tmp_path, clock)
    old = neighbour.at(clock.now)
    new = ours.rotate()
    begins = from_rfc3339(new.not_before)

    assert begins == clock.now + NOTICE
    # each asks once a second, so it has heard of the rotation when it takes effect
    for instant in range(clock.now, begins, 1000):
        assert ours.at(instant).id == neighbour.at(instant).id == old.id
    assert ours.at(begins).id == neighbour.at(begins).id == new.id


def test_receipts_from_before_a_rotation_stay_valid(clock: Clock, tmp_path: Path) -> None:
    ring = KeyRing(SECRET, tmp_path, clock)
    receipts = Receipts(ring, clock)
    before = receipts.seal_all([{}])[0]
    new = ring.rotate()
    clock.set(new.not_before)
    after = receipts.seal_all([{}])[0]

    keys = ring.public_keys()
    assert (before["key"] == new.id, after["key"] == new.id) == (False, True)
    assert verify(before, keys) == verify(after, keys) == ()


def test_the_rotated_key_ends_where_the_new_one_begins(clock: Clock, tmp_path: Path) -> None:
    ring = KeyRing(SECRET, tmp_path, clock)
    old = ring.at(clock.now)
    new = ring.rotate()

    keys = {key.id: key for key in ring.public_keys()}
    assert keys[old.id].not_after == keys[new.id].not_before == new.not_before
    assert keys[new.id].not_after == "2026-12-01T00:00:00.000Z"


def test_a_month_may_see_several_rotations(clock: Clock, tmp_path: Path) -> None:
    ring = KeyRing(SECRET, tmp_path, clock)
    ids = {ring.rotate().id}
    clock.now += 3600_000
    ids.add(ring.rotate().id)

    assert len(ids & {key.id for key in ring.public_keys()}) == 2


def test_used_keys_stay_listed_for_years(clock: Clock, tmp_path: Path) -> None:
    ring = KeyRing(SECRET, tmp_path, clock)
    receipt = Receipts(ring, clock).seal_all([{}])[0]
    clock.set("2031-01-01T00:00:00.000Z")

    assert verify(receipt, KeyRing(SECRET, tmp_path, clock).public_keys()) == ()


def test_used_keys_stay_listed_when_the_secret_is_replaced(clock: Clock, tmp_path: Path) -> None:
    old = KeyRing(SECRET, tmp_path, clock)
    receipts = [Receipts(old, clock).seal_all([{}])[0]]
    clock.set(old.rotate().not_before)
    receipts.append(Receipts(old, clock).seal_all([{}])[0])
    replaced = KeyRing(Secret(bytes(32)), tmp_path, clock)

    assert [verify(receipt, replaced.public_keys()) for receipt in receipts] == [(), ()]
    assert replaced.at(clock.now).id not in {receipt["key"] for receipt in receipts}


def test_a_folder_that_cannot_be_written_costs_only_the_memory_of_old_keys(
    clock: Clock, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    blocked = tmp_path / "a file where the folder should be"
    blocked.touch()
    ring = KeyRing(SECRET, blocked / "keys", clock)
    with caplog.at_level(logging.WARNING):
        receipt = Receipts(ring, clock).seal_all([{}])[0]

    assert verify(receipt, ring.public_keys()) == ()
    assert "cannot keep the public key" in caplog.text


INSTANTS = st.datetimes(datetime(2001, 1, 1), datetime(2099, 12, 31)).map(  # noqa: DTZ001
    lambda moment: int(moment.replace(tzinfo=UTC).timestamp() * 1000)
)


@settings(max_examples=50)
@given(now=INSTANTS, before=st.lists(st.integers(0, 40 * 86_400_000), max_size=4))
def test_exactly_one_listed_key_is_in_force_at_any_time(
    tmp_path_factory: pytest.TempPathFactory, now: int, before: list[int]
) -> None:
    folder = tmp_path_factory.mktemp("keys")
    (folder / "rotations").write_text("".join(rfc3339(now - ms) + "\n" for ms in before))
    ring = KeyRing(SECRET, folder, lambda: now)
    text = rfc3339(now)

    in_force = [key for key in ring.public_keys() if key.not_before <= text < key.not_after]
    assert [key.id for key in in_force] == [ring.at(now).id]


def test_an_instant_is_read_back_as_it_was_written() -> None:
    for milliseconds in (0, 1, 999, 1_795_996_800_125, 4_102_444_799_999):
        assert from_rfc3339(rfc3339(milliseconds)) == milliseconds


@pytest.mark.parametrize(
    "text",
    ["", "2026-11-30", "2026-11-30T00:00:00Z", "2026-11-30T00:00:00.1Z", "2026-11-30T00:00:00.125"],
)
def test_only_instants_with_milliseconds_in_utc_are_read(text: str) -> None:
    assert from_rfc3339("2026-11-30T00:00:00.125Z") == 1_795_996_800_125
    with pytest.raises(ValueError, match=r"time data|not an instant"):
        from_rfc3339(text)
