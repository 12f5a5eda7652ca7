"""What pydantic finds is told in our words, in every language, without the value."""

from typing import Annotated, Literal

import pytest
from pydantic import Field, ValidationError

from majokko_kit.operations.operation import Shape
from majokko_kit.validation import refusal
from majokko_rules.errors import RuleError
from majokko_rules.render import refusal as rendered


class Tea(Shape):
    """How somebody likes hers."""

    kind: Literal["green", "black", "oolong"] = "green"
    cups: Literal[1, 2] = 1
    label: Annotated[str, Field(pattern="^[a-z]{1,8}$")] = "a"


@pytest.mark.parametrize(
    ("said", "locale", "detail"),
    [
        ({"kind": "coffee"}, "en", "One of: green, black, oolong."),
        ({"kind": "coffee"}, "ja", "次のいずれかにしてください：green, black, oolong。"),
        ({"cups": 3}, "en", "One of: 1, 2."),
        ({"label": "Ω"}, "en", "This is written ^[a-z]{1,8}$."),
    ],
)
def test_what_was_asked_for_is_said(said: dict[str, object], locale: str, detail: str) -> None:
    with pytest.raises(ValidationError) as caught:
        Tea.model_validate(said)
    (error,) = caught.value.errors()
    refused = refusal(error, error["loc"])
    assert isinstance(refused, RuleError)

    assert rendered(refused, locale)[1] == detail
    assert refused.pointer == f"/{next(iter(said))}"
