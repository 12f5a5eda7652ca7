"""If-Match and Idempotency-Key, written in all the ways that people write them."""

import pytest

from majokko_kit.operations import headers
from majokko_kit.refusals import PreconditionRequired
from majokko_rules.errors import InvalidValue


@pytest.mark.parametrize(
    ("sent", "tag"),
    [
        (b'"v1"', "v1"),
        (b"v1", "v1"),
        (b' "v1" ', "v1"),
        (b'"a,b"', "a,b"),
        (b'"*"', "*"),
        (b'"W/x"', "W/x"),
        (b"0" * 64, "0" * 64),
    ],
)
def test_one_tag_is_read(sent: bytes, tag: str) -> None:
    assert headers.if_match(sent, required=True) == tag


@pytest.mark.parametrize(
    "sent",
    [
        b"",
        b'""',
        b"*",
        b'W/"v1"',
        b"W/v1",
        b'"v1", "v2"',
        b"v1,v2",
        b'"v1',
        b'v1"',
        b'"v"1"',
        b"v 1",
        b"v\xc3\xa9",
        b"x" * 256,
    ],
)
@pytest.mark.parametrize("required", [True, False])
def test_whatever_else_is_refused_in_its_place(sent: bytes, required: bool) -> None:
    with pytest.raises(InvalidValue) as refusal:
        headers.if_match(sent, required=required)

    assert (refusal.value.rule, refusal.value.pointer) == ("malformed", "/If-Match")


def test_no_tag_is_refused_only_where_one_is_needed() -> None:
    assert headers.if_match(None, required=False) is None
    with pytest.raises(PreconditionRequired):
        headers.if_match(None, required=True)


@pytest.mark.parametrize(
    ("sent", "key"), [(b"k", "k"), (b'"k"', "k"), (b"a,b", "a,b"), (b"x" * 255, "x" * 255)]
)
def test_a_key_is_read_bare_or_quoted(sent: bytes, key: str) -> None:
    assert headers.idempotency_key(sent) == key


@pytest.mark.parametrize("sent", [b"", b'""', b"two words", b"k\xc3\xa9", b"x" * 256, b"a\tb"])
def test_a_key_that_is_none_is_refused_in_its_place(sent: bytes) -> None:
    with pytest.raises(InvalidValue) as refusal:
        headers.idempotency_key(sent)

    assert refusal.value.pointer == "/Idempotency-Key"


def test_no_key_is_needed() -> None:
    assert headers.idempotency_key(None) is None
