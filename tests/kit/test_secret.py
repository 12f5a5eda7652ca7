"""The secret of an installation, and the ids and seeds made with and without it."""

import base64
import subprocess
import sys
import time
from pathlib import Path
from typing import Annotated

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import StringConstraints, TypeAdapter

from majokko_contracts.ids import PATTERN
from majokko_kit.ids import id_of, new_id
from majokko_kit.secret import BadSecret, Secret

RAW = bytes(range(0xE0, 0x100))  # base64 writes it with both of the characters that URLs avoid
FORMS = [
    RAW.hex(),
    RAW.hex().upper(),
    base64.b64encode(RAW).decode(),
    base64.urlsafe_b64encode(RAW).decode(),
    base64.urlsafe_b64encode(RAW).decode().rstrip("="),
    f"  {RAW.hex()}\n",
]


@pytest.mark.parametrize("text", FORMS)
def test_a_secret_is_read_in_any_usual_form(text: str) -> None:
    assert Secret.of(text).seed_of("a") == Secret(RAW).seed_of("a")


@pytest.mark.parametrize(
    "text", ["", "hunter2", RAW.hex()[:-1], RAW.hex() + "00", "g" * 64, FORMS[2][:-5], "é" * 43]
)
def test_what_is_not_32_bytes_is_refused_without_being_shown(text: str) -> None:
    with pytest.raises(BadSecret) as refusal:
        Secret.of(text)

    assert "32 bytes" in str(refusal.value)
    assert not text or text not in str(refusal.value)


def test_a_secret_is_not_shown_by_accident() -> None:
    secret = Secret(RAW)

    assert f"{secret} {secret!r} {[secret]}" == "Secret(…) Secret(…) [Secret(…)]"
    assert not hasattr(secret, "__dict__")


def test_the_first_start_makes_a_secret_and_the_next_find_it(tmp_path: Path) -> None:
    var = tmp_path / "new" / "var"
    made = Secret.kept_in(var)
    found = Secret.kept_in(var)

    assert made.seed_of("a") == found.seed_of("a")
    assert len((var / "secret").read_bytes()) == 32
    assert (var / "secret").stat().st_mode & 0o777 == 0o400
    assert [path.name for path in var.iterdir()] == ["secret"]


def test_another_installation_has_another_secret(tmp_path: Path) -> None:
    one, other = Secret.kept_in(tmp_path / "one"), Secret.kept_in(tmp_path / "other")

    assert one.seed_of("a") != other.seed_of("a")


def test_processes_that_start_at_once_make_one_secret(tmp_path: Path) -> None:
    program = (
        "import sys, time; from pathlib import Path; from majokko_kit.secret import Secret\n"
        "time.sleep(max(0, float(sys.argv[2]) - time.time()))\n"
        "print(Secret.kept_in(Path(sys.argv[1])).seed_of('a').hex())"
    )
    start = str(time.time() + 1.5)
    command = [sys.executable, "-c", program, str(tmp_path), start]
    racers = [subprocess.Popen(command, stdout=subprocess.PIPE) for _ in range(4)]  # noqa: S603
    seen = [racer.communicate()[0] for racer in racers]

    assert len(set(seen)) == 1
    assert len(seen[0].strip()) == 64


def test_a_damaged_secret_is_not_replaced(tmp_path: Path) -> None:
    (tmp_path / "secret").write_bytes(b"short")

    with pytest.raises(BadSecret, match="32 bytes, not 5"):
        Secret.kept_in(tmp_path)
    assert (tmp_path / "secret").read_bytes() == b"short"


PARTS = st.lists(st.text("ab\0é", max_size=4), max_size=4)


@given(PARTS, PARTS)
def test_seeds_are_equal_only_for_equal_parts(one: list[str], other: list[str]) -> None:
    secret = Secret(RAW)

    assert (secret.seed_of(*one) == secret.seed_of(*other)) == (one == other)


def test_a_seed_is_what_hmac_of_length_prefixed_parts_gives() -> None:
    # openssl, with the key e0…ff, over 00000004 "roll" 00000001 "k"
    expected = "3727f1bda69fba26361b7c7a0d206dace65e5fd6b23c511420d3efcb162013f8"

    assert Secret(RAW).seed_of("roll", "k").hex() == expected


PUBLIC_ID = TypeAdapter(Annotated[str, StringConstraints(pattern=PATTERN)])


def test_ids_have_the_public_form_and_differ() -> None:
    ids = [new_id("rol") for _ in range(10_000)]

    assert len(set(ids)) == len(ids)
    assert PUBLIC_ID.validate_python(ids[0]) == ids[0]


def test_ids_sort_by_the_time_they_were_made() -> None:
    earlier = new_id("rol")
    time.sleep(0.002)

    assert earlier < new_id("rol")


@given(st.binary(min_size=16, max_size=32))
def test_an_id_of_a_seed_is_its_first_128_bits_in_base_32(seed: bytes) -> None:
    made = id_of("rol", seed)
    value = 0
    for character in PUBLIC_ID.validate_python(made).removeprefix("rol_"):
        value = value * 32 + "0123456789ABCDEFGHJKMNPQRSTVWXYZ".index(character)

    assert value == int.from_bytes(seed[:16])
