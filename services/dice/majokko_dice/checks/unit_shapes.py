"""What units and shared factors are asked."""

from typing import Annotated

from pydantic import Field

from majokko_dice.rolls.texts import MAX_TEXT
from majokko_dice.rooms.names import MAX_NAME
from majokko_kit.operations import Shape
from majokko_rules.systems.aaws.procedure.state import RULES
from majokko_rules.systems.aaws.procedure.units import Scope

_MOST_ORIGINALS: int = RULES["units"]["originals"]
_MOST_LEVEL = 100
MOST_UNITS = 50
_MAX_ID = 40

Id = Annotated[str, Field(min_length=1, max_length=_MAX_ID)]
Name = Annotated[str, Field(min_length=1, max_length=MAX_NAME)]
Text = Annotated[str, Field(min_length=1, max_length=MAX_TEXT)]


class UnitFactorIn(Shape):
    id: Annotated[Id | None, Field(description="Of one that the unit has; a new one has none.")] = (
        None
    )
    name: Name
    first_used: Annotated[
        Text | None, Field(description="What it was first used for, if it was.")
    ] = None


class UnitOriginalIn(Shape):
    id: Annotated[Id | None, Field(description="Of one that the unit has.")] = None
    name: Name
    level: Annotated[
        int, Field(ge=0, le=_MOST_LEVEL, description="How many factors may stand under it.")
    ]
    note: Annotated[Text | None, Field(description="A special note, used in combat.")] = None
    factors: Annotated[list[UnitFactorIn], Field(default_factory=list, max_length=_MOST_LEVEL)]


class UnitAntiIn(Shape):
    id: Annotated[Id | None, Field(description="Of one that the unit carries.")] = None
    name: Name


Originals = Annotated[list[UnitOriginalIn], Field(max_length=_MOST_ORIGINALS)]
Antis = Annotated[list[UnitAntiIn], Field(max_length=_MOST_LEVEL)]
PlayerId = Annotated[
    Id | None,
    Field(description="A member's id; a player's units are her own, those of nobody are the GM's."),
]


class UnitIn(Shape):
    """Either what the unit is called and has, or the character that it is."""

    name: Name | None = None
    character: Annotated[
        Id | None,
        Field(
            description="A character of A-AWs who sits in the room: her sheet says all of the "
            "unit, and what checks do to it is written back there."
        ),
    ] = None
    player: PlayerId = None
    originals: Annotated[Originals, Field(default_factory=list)]
    antis: Annotated[
        Antis, Field(default_factory=list, description="Only the GM gives anti factors.")
    ]


class UnitChange(Shape):
    """Members that are left out stay as they are; lists are given whole."""

    name: Name | None = None
    player: PlayerId = None
    reviewed: Annotated[
        bool | None, Field(description="The GM has gone over its factors for over-general ones.")
    ] = None
    originals: Originals | None = None
    antis: Antis | None = None


class SharedFactorIn(Shape):
    name: Name
    scope: Annotated[
        Scope,
        Field(description="`present`: of the holders; `condition`: of all who meet the condition."),
    ] = "present"
    earned: Annotated[Text, Field(description="By what effort or idea; the plot gives none.")]
    holders: Annotated[
        list[Id] | None,
        Field(max_length=MOST_UNITS, description="Units; left out, all of them."),
    ] = None
    condition: Text | None = None
    anti: bool = False
    avoid: Annotated[
        Text | None, Field(description="How an anti factor is avoided or removed.")
    ] = None
