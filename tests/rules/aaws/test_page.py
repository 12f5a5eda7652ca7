"""The examples of docs/systems/aaws.md are what the rules answer."""

from typing import Any

import pytest

from majokko_rules.systems import SYSTEMS
from tests.support.pages import examples, told

EXAMPLES = examples("aaws")


@pytest.mark.parametrize(("asked", "line"), EXAMPLES)
def test_an_example_of_the_page_is_true(asked: dict[str, Any], line: str) -> None:
    assert told(asked) == line


def test_the_page_has_an_example_of_each_kind() -> None:
    kinds = {asked["check"].get("kind", "single") for asked, _ in EXAMPLES if "check" in asked}

    assert kinds == set(SYSTEMS["aaws"].form.kinds)
