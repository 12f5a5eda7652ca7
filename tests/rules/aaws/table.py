"""A table of people to try the procedure at: a GM, two players, a spectator, and their units."""

from dataclasses import dataclass, field, replace

from majokko_rules.systems.aaws.procedure import (
    Actor,
    Cast,
    Effect,
    Move,
    Opening,
    Options,
    Shared,
    State,
    Unit,
    View,
    applied,
    opened,
    play,
    view,
)
from majokko_rules.systems.aaws.procedure.effects import Hindered, shared_by_all
from majokko_rules.systems.aaws.procedure.moves import (
    Accept,
    Announce,
    Choose,
    Declare,
    Judge,
    Judgement,
    Own,
    Roll,
    Temporary,
)
from majokko_rules.systems.aaws.procedure.units import Anti, Factor, Original

GM = Actor("gm", gm=True)
ANN = Actor("ann")
BEN = Actor("ben")
EVE = Actor("eve")
"""She only looks on: no unit is hers."""


def unit(name: str, player: str | None, *, reviewed: bool = True) -> Unit:
    """A unit with three factors under a weapon of level 4; the first was used before."""
    factors = (
        Factor(f"{name}-sword", "weapon", "sword", first_used="cutting a rope"),
        Factor(f"{name}-bow", "weapon", "bow"),
        Factor(f"{name}-wit", "weapon", "wit"),
    )
    return Unit(
        name,
        name.title(),
        player,
        (Original("weapon", "weapon", 4), Original("boots", "boots", 0)),
        factors,
        (Anti(f"{name}-limp", "limp"),),
        reviewed=reviewed,
    )


MAP = Shared("map", "map", "present", "Ann drew it", ("a", "b"))
LIGHT = Shared("light", "light", "condition", "Ben's idea", condition="stands in the sun")
RAIN = Shared("rain", "rain", "present", "it rains", ("a", "b", "c"), anti=True, avoid="a roof")
ASH = Shared("ash", "ash", "present", "the fire", ("a",), anti=True)

CAST = Cast.of(
    [unit("a", "ann"), unit("b", "ben"), unit("c", "ben", reviewed=False), unit("n", None)],
    [MAP, LIGHT, RAIN, ASH],
)


@dataclass
class Table:
    """Plays moves and lets their effects happen, as the service does."""

    state: State
    cast: Cast = CAST
    moves: list[tuple[Move, Actor]] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.began = self.state

    def does(self, by: Actor, *moves: Move) -> "Table":
        for move in moves:
            before = self.state
            self.state = play(before, move, by, self.cast)
            for effect in self.state.effects[len(before.effects) :]:
                self.cast = happened(self.cast, effect)
            self.moves.append((move, by))
        return self

    @property
    def seen(self) -> View:
        return view(self.state, gm=False)

    @property
    def seen_by_gm(self) -> View:
        return view(self.state, gm=True)


def happened(cast: Cast, effect: Effect) -> Cast:
    if isinstance(effect, Hindered) and effect.unit is None:
        shared = shared_by_all(effect, cast.units, "a fumble")
        return replace(cast, shared={**cast.shared, shared.id: shared})
    assert effect.unit
    changed = applied(cast.units[effect.unit], effect)
    return replace(cast, units={**cast.units, effect.unit: changed})


def demanded(*units: str, options: Options | None = None, by: Actor = GM) -> Table:
    """A check of one unit, or a joint one of several; a player's own unit declares it."""
    wanted = Opening(
        kind="joint" if len(units) > 1 else "single",
        action="climb the tower",
        units=units,
        options=options or Options(),
    )
    return Table(opened(wanted, by, CAST))


OPEN_TERMS = Announce(condition="at night")


def announced(terms: Announce = OPEN_TERMS, options: Options | None = None) -> Table:
    """Ann's unit is about to declare."""
    return demanded("a", options=options).does(ANN, Accept("a")).does(GM, terms)


def declared(terms: Announce = OPEN_TERMS, factors: int = 2) -> Table:
    """Ann has declared her own factors, the GM is about to judge."""
    own = tuple(Own(f"a-{name}") for name in ("sword", "bow", "wit")[:factors])
    return announced(terms).does(ANN, Declare("a", own, finish=True))


def approved(terms: Announce = OPEN_TERMS, factors: int = 2) -> Table:
    """Ann is about to choose."""
    table = declared(terms, factors)
    verdicts = [Judgement(offer.id, "approve") for offer in table.state.offers]
    return table.does(GM, Judge(tuple(verdicts)))


def rolled(terms: Announce, *faces: int) -> Table:
    """Ann has rolled a die for each of her factors."""
    table = approved(terms, len(faces))
    rolled = tuple(offer.id for offer in table.state.offers)
    return table.does(ANN, Choose("a", rolled=rolled), Roll(faces))


def joint(terms: Announce = OPEN_TERMS, options: Options | None = None) -> Table:
    """Ann's and Ben's units are about to declare, Ann's first."""
    table = demanded("a", "b", options=options)
    return table.does(ANN, Accept("a")).does(BEN, Accept("b")).does(GM, terms)


def temporaries(count: int) -> tuple[Temporary, ...]:
    return tuple(Temporary(f"luck {number}") for number in range(count))
