"""What is documented of sessions: whoever reads the contract learns what a null means."""

from collections.abc import Mapping
from typing import Any

import pytest
from pydantic import TypeAdapter

from majokko_cards.clocks import ClockView
from majokko_cards.sessions.views import SessionCreated, SessionFacts
from majokko_cards.showing.views import SessionView
from majokko_cards.talk.shapes import NoteIn

KINDS = [SessionCreated, SessionFacts, SessionView, ClockView, NoteIn]


def _members(kind: Any) -> Mapping[str, Mapping[str, Any]]:  # noqa: ANN401 - any dataclass
    members: Mapping[str, Mapping[str, Any]] = TypeAdapter(kind).json_schema()["properties"]
    return members


@pytest.mark.parametrize("kind", KINDS)
def test_what_may_be_null_says_what_that_means(kind: type) -> None:
    may_be_null = {
        name: member
        for name, member in _members(kind).items()
        if {"type": "null"} in member.get("anyOf", ())
    }

    assert may_be_null
    assert [name for name, member in may_be_null.items() if "description" not in member] == []


def test_spans_of_time_say_their_unit() -> None:
    spans = [member for name, member in _members(ClockView).items() if name.endswith("_ms")]

    assert len(spans) == 3
    for span in spans:
        assert "milliseconds" in span["description"].lower()
