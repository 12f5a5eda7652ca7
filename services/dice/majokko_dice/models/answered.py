"""What is answered. The models of outcomes are made from the dataclasses of their systems."""

from dataclasses import fields
from functools import reduce
from operator import or_
from typing import Annotated, Any, Literal, get_type_hints

from pydantic import BaseModel, Field, RootModel, create_model

from majokko_dice.models.closed import Closed
from majokko_kit.problems import Problem
from majokko_rules import descriptions
from majokko_rules.results import Comparison, Outcome
from majokko_rules.systems import SYSTEMS


class Die(Closed):
    sides: int
    face: int
    kept: bool
    cause: Literal["base", "again", "reroll", "bonus", "penalty"]


class Part(Closed):
    label: str
    total: int


class Warned(Closed):
    code: str
    detail: str


def _outcome(kind: type[Outcome]) -> type[BaseModel]:
    hints = get_type_hints(kind)
    members: dict[str, Any] = {field.name: (hints[field.name], ...) for field in fields(kind)}
    members["system"] = (Literal[kind.system], ...)
    return create_model(kind.__name__, __base__=Closed, **members)


_KINDS: tuple[type[Outcome], ...] = (Comparison, *(s.outcome for s in SYSTEMS.values()))
_OUTCOMES = [_outcome(kind) for kind in _KINDS]
_Outcome: Any = Annotated[reduce(or_, _OUTCOMES), Field(discriminator="system")]


class Result(Closed):
    notation: str = Field(description="The normal form of what was understood.")
    total: int
    dice: list[Die] = Field(description="Every die thrown, in order.")
    parts: list[Part] = Field(description="Subtotals of labelled terms.")
    outcome: _Outcome | None = Field(description="null for a plain total.")
    warnings: list[Warned]
    text: str


class Roll(Closed):
    id: str
    source: Literal["signed", "committed", "supplied"]
    reason: str | None
    results: list[Result]
    receipt: dict[str, Any] | None = Field(
        description="See docs/receipts.md; null for supplied dice."
    )


class BatchItem(RootModel[Roll | Problem]):
    """A roll, or why there is none."""


class RollBatch(Closed):
    items: list[BatchItem]


class System(Closed):
    """One system, as data; made from the same tables that read its checks."""

    id: str
    name: str
    names: dict[str, str] = Field(description="The name in every language.")
    about: str
    default_kind: str | None
    kinds: list[descriptions.CheckKind]
    outcomes: list[descriptions.Named]
    commands: list[descriptions.Prefixed]


class Systems(Closed):
    items: list[System]
    next_cursor: None


class Key(Closed):
    id: str
    algorithm: Literal["Ed25519"]
    public_key: str = Field(description="32 bytes, hexadecimal.")
    not_before: str
    not_after: str


class Keys(Closed):
    keys: list[Key]


class Value(Closed):
    value: int
    probability: float
    fraction: str | None = Field(None, description="Only with ?exact=true.")


class ExactOdds(Closed):
    mean: str
    variance: str
    success: str | None
    levels: dict[str, str]
    tail: str


class Odds(Closed):
    notation: str
    distribution: list[Value]
    mean: float
    variance: float
    success: float | None = Field(description="null when nothing has to be reached.")
    levels: dict[str, float]
    tail: float = Field(description="Probability beyond the listed values; 0 for bounded dice.")
    exact: ExactOdds | None = Field(None, description="The same as fractions, with ?exact=true.")
