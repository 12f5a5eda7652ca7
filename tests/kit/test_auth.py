"""Bearer tokens: their form, what is kept of them, and what is refused."""

from hashlib import sha256

import pytest

from majokko_kit import auth
from majokko_kit.refusals import TokenMissing

TOKEN = "mjk_member_" + "aB3" * 14 + "z"


def test_a_token_is_new_each_time_and_can_be_shown_again() -> None:
    tokens = {auth.new_token("member") for _ in range(100)}

    assert len(tokens) == 100
    for token in tokens:
        assert auth.bearer(f"Bearer {token}".encode()) == auth.hashed(token)


def test_only_the_hash_of_a_token_is_kept() -> None:
    assert auth.hashed(TOKEN) == sha256(TOKEN.encode()).digest()


@pytest.mark.parametrize("scheme", ["Bearer ", "bearer ", "BEARER ", "Bearer   "])
def test_the_scheme_is_written_in_any_case(scheme: str) -> None:
    assert auth.bearer(f"{scheme}{TOKEN}".encode()) == auth.hashed(TOKEN)


@pytest.mark.parametrize(
    "header",
    [
        "",
        "Bearer",
        "Bearer ",
        TOKEN,
        f"Token {TOKEN}",
        f"Bearer{TOKEN}",
        f"Bearer {TOKEN}x",
        f"Bearer {TOKEN[:-1]}",
        f"Bearer {TOKEN} ",
        f"Bearer {TOKEN}\n",
        f"Bearer {TOKEN}, Bearer {TOKEN}",
        f"Bearer {TOKEN[:-1]}-",
        f"Bearer {TOKEN.replace('mjk', 'mjx')}",
        f"Bearer {TOKEN.replace('member', 'MEMBER')}",
        "Bearer mjk__" + "a" * 43,
        "Basic bWFqb2trbw==",
    ],
)
def test_what_is_no_token_is_refused_with_a_challenge(header: str) -> None:
    with pytest.raises(TokenMissing) as refusal:
        auth.bearer(header.encode())

    assert refusal.value.rule == "unknown"
    assert refusal.value.headers == auth.CHALLENGE


def test_nothing_is_no_token_and_may_be_required() -> None:
    assert auth.bearer(None) is None
    with pytest.raises(TokenMissing, match="missing"):
        auth.required(None)
