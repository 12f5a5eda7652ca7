"""A refusal that crosses the bus is the same refusal on the other side."""

from collections.abc import Iterator

import pytest

from majokko_kit import refusals
from majokko_kit.bus.refused import refusal_of, refused
from majokko_kit.refusals import Internal, Refusal
from majokko_rules import errors
from majokko_rules.errors import RuleError

KINDS: tuple[type[RuleError] | type[Refusal], ...] = (*errors.refusals(), *refusals.refusals())


def every_refusal() -> Iterator[RuleError | Refusal]:
    for kind in KINDS:
        for rule, params in kind.rules.items():
            values = {name: f"{name} 火" if at % 2 else at for at, name in enumerate(params)}
            error = kind(rule, pointer="/check/dp", position=3, **values)  # type: ignore[arg-type]
            error.length = 2
            yield error


@pytest.mark.parametrize("error", list(every_refusal()), ids=str)
def test_a_refusal_arrives_as_it_was_raised(error: RuleError | Refusal) -> None:
    arrived = refusal_of(refused(error).model_dump_json().encode())

    assert type(arrived) is type(error)
    assert (arrived.rule, arrived.pointer, dict(arrived.params)) == (
        error.rule,
        error.pointer,
        dict(error.params),
    )
    assert (arrived.position, arrived.length) == (3, 2)


@pytest.mark.parametrize(
    "body",
    [
        b"",
        b"[]",
        b"{}",
        b'{"code": "from_the_future", "rule": "any"}',
        b'{"code": "syntax", "rule": "from_the_future"}',
        b'{"code": "invalid_value", "rule": "too_small", "params": {"other": 1}}',
        b'{"code": "invalid_value", "rule": "too_small"}',
    ],
)
def test_a_refusal_we_do_not_know_is_a_fault_inside(body: bytes) -> None:
    assert isinstance(refusal_of(body), Internal)
