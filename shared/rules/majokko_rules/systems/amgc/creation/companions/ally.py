"""An ally: a magical girl, a dark one or a monster girl, designed or rolled, with her own coins."""

from collections.abc import Iterator, Sequence
from dataclasses import replace

from majokko_rules.chance import Chance
from majokko_rules.creation import Because, Number, Offer, Picks
from majokko_rules.rulesets import Row
from majokko_rules.systems.amgc.creation import coins, own
from majokko_rules.systems.amgc.creation.acting import Action, Do, Sheet, asked, of_state
from majokko_rules.systems.amgc.creation.dealing import Perks, steps
from majokko_rules.systems.amgc.creation.girl import Age, Girl, Held
from majokko_rules.systems.amgc.creation.having import Limits
from majokko_rules.systems.amgc.creation.questions import questions
from majokko_rules.systems.amgc.creation.state import ALLY as PURSE
from majokko_rules.systems.amgc.creation.state import State
from majokko_rules.systems.amgc.creation.uses.use import Buyer

ALLY = "ally"
KIND = "ally.kind"
_MONSTER, _MONSTERS = "monster_perk", "ally.monster_perks"
_FREE = Because("choice", "ally.design")


def actions(state: State, wanted: str | None = None) -> Iterator[Action]:
    """Offer first her kind, then how she is made, then all that is left to choose."""
    if state.ally is None:
        kinds = tuple(state.book.ruleset["ally_kinds"].rows)
        yield of_state(state, KIND, ALLY, "kind", kinds)
        if KIND in state.answers:
            yield Action(Offer("ally.design", ALLY, "design_ally"), _design(state), ALLY)
            yield Action(Offer("ally.roll", ALLY, "roll_ally", holds=()), _roll(state), ALLY)
    else:
        yield from _made(state, sheet_of(state, state.ally), wanted)


def sheet_of(state: State, ally: Girl) -> Sheet:
    return Sheet(state.book, "ally.", ally, lambda girl: replace(state, ally=girl), ALLY)


def kind_of(state: State) -> Row:
    return state.book.ruleset["ally_kinds"][state.answers[KIND]]


def limits(state: State) -> Limits:
    """Return what an ally goes without."""
    row = state.book.ruleset["companions"][ALLY]
    kind = kind_of(state)
    return Limits(
        row["without"],
        state.book.granting("perk", row["refused"]),
        bool(kind.get("specialisation_stats", True)),
        (Because("row", f"ally_kinds.{kind.key}"),) if kind.get("corrupted") else (),
    )


def _made(state: State, sheet: Sheet, wanted: str | None) -> Iterator[Action]:
    bounds = limits(state)
    if not state.ally_rolled:
        yield _age(sheet)
    yield from _monster_perks(state, sheet)
    for question in questions(state.book, sheet.girl, bounds):
        yield asked(sheet, question)
    if state.ally_rolled:
        buyer = Buyer(state.book, sheet.girl, bounds)
        yield from coins.actions(state, sheet, buyer, wanted, PURSE)
    yield from own.actions(sheet, sheet.girl, bounds)


def _age(sheet: Sheet) -> Action:
    settings = sheet.book.settings
    pick = Number("age", settings["age_least"], settings["age_most"])
    offer = Offer("ally.age", ALLY, "choose_age", pick=(pick,))

    def do(picks: Picks, _: Chance) -> State:
        return sheet.store(sheet.girl.aged(Age(int(picks["age"]), (_FREE,))))

    return Action(offer, do, offer.id if sheet.girl.age is None else None)


def _design(state: State) -> Do:
    """Leave every row open."""
    row = _dice(state, "nine")
    kinds = [
        *(kind for kind in row["steps"] if kind != "age"),
        *_numbered("perk", len(row["perks"])),
    ]
    held = tuple(Held(place, None, because=(_FREE,), free=True) for place in kinds)
    return lambda _, __: replace(state, ally=Girl(held=held))


def _roll(state: State) -> Do:
    def roll(_: Picks, chance: Chance) -> State:
        book, row = state.book, _dice_of_kind(state)
        kinds, columns, monsters = row["steps"], row["perks"], row["monster_perks"]
        faces = list(chance.throw(len(kinds) + len(columns) + monsters, book.sides("perk")))
        first, rest = faces[: len(kinds)], faces[len(kinds) :]
        perks = Perks(book, "perk", limits(state).refused, chance)
        ally = steps(book, kinds, first).holding(
            *perks.dealt(zip(rest, columns, strict=False)),
            *_monsters(state, rest[len(columns) :], chance),
        )
        return replace(state, ally=ally, ally_rolled=True)

    return roll


def _dice_of_kind(state: State) -> Row:
    row = _dice(state, state.book.settings["ally_dice"])
    kinds = row.get("kinds")
    return row if kinds is None or state.answers[KIND] in kinds else _dice(state, "nine")


def _dice(state: State, key: str) -> Row:
    return state.book.ruleset["ally_dice"][key]


def _monster_perks(state: State, sheet: Sheet) -> Iterator[Action]:
    """Offer a monster girl fewer perks of her choice, or more from dice."""
    numbers = kind_of(state).get("monster_perks")
    if numbers is None or sheet.girl.of(_MONSTER):
        return
    places = _numbered(_MONSTER, numbers["chosen"])
    chosen = tuple(Held(place, None, because=(_FREE,), free=True) for place in places)
    choose = Offer(f"{_MONSTERS}.choose", ALLY, "choose_monster_perks")
    yield Action(choose, lambda _, __: sheet.store(sheet.girl.holding(*chosen)), _MONSTERS)
    throw = Offer(f"{_MONSTERS}.roll", ALLY, "roll_monster_perks", holds=())
    yield Action(throw, _roll_monsters(state, sheet, numbers["rolled"]), _MONSTERS)


def _roll_monsters(state: State, sheet: Sheet, count: int) -> Do:
    def roll(_: Picks, chance: Chance) -> State:
        faces = chance.throw(count, state.book.sides(_MONSTER))
        return sheet.store(sheet.girl.holding(*_monsters(state, faces, chance)))

    return roll


def _monsters(state: State, faces: Sequence[int], chance: Chance) -> tuple[Held, ...]:
    return Perks(state.book, _MONSTER, (), chance).dealt([(face, None) for face in faces])


def _numbered(kind: str, count: int) -> list[str]:
    return [f"{kind}.{number}" for number in range(1, count + 1)]
