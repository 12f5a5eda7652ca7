"""One ruleset, with the options and the number of players of one game, compiled to numbers."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from itertools import chain
from typing import Self, cast

from majokko_rules.cards.magion.cards import (
    BORNE,
    GIRLS,
    KINDS,
    NAMES,
    PARTS,
    WALPURGISNACHT,
    mask,
    members,
)
from majokko_rules.rulesets import Deed, Row, Ruleset
from majokko_rules.values import integer

LEAST_PLAYERS = 2


@dataclass(frozen=True, slots=True)
class Combo:
    """`girls` are to be complete together, and `witch` to lie face up, if one is named."""

    key: str
    girls: tuple[int, ...]
    witch: int | None
    points: int


@dataclass(frozen=True, slots=True)
class Rank:
    key: str
    least: int
    most: int


@dataclass(frozen=True, slots=True)
class Rules:
    """Girls, kinds, signs and witches are numbers and sets of them, as in `cards`."""

    ruleset_name: str
    """`magion@1`"""
    ruleset_hash: str
    players: int
    options: Mapping[str, bool]
    """Every option by name, as asked or by default."""

    hand: int
    """How many cards a seat is dealt."""
    girls: tuple[int, ...]
    """The girls in play."""
    wanted: tuple[int, ...]
    """The girls that have to be complete to win; QB only adds points."""
    counts: tuple[int, ...]
    """How many cards of each kind the deck has."""
    deck: tuple[str, ...]
    """The names of the cards in the girl deck, in the order in which they are printed."""
    kinds: int
    """The kinds in the deck."""
    signs: int
    """The signs that hints may name."""
    redeal: int
    """So many heads in one hand, and everything is dealt anew."""

    markers: int
    """So much filth loses the game."""
    cleanse: int
    """So much of it one action takes away at most."""
    witch_keys: tuple[str, ...]
    """The key of each witch; number 1 comes first."""
    deeds: tuple[tuple[Deed, ...], ...]
    """What the coming of each witch does, by number; there is no number 0."""
    leaving: int
    """The witches that go to the discard pile after their effect."""
    returns: tuple[int, ...]
    """How many witches the head of each girl puts back at most."""
    refused: tuple[int, ...]
    """For each girl the witches that neither her head nor a discarded card of hers puts back; last
    those that a card without a girl does not put back.
    """
    orders: int
    """How many spare orders of the witches a game can need at most."""

    part_points: int
    head_points: int
    walpurgis_points: int
    combos: tuple[Combo, ...]
    ranks: tuple[Rank, ...]

    ask_instead_of_tell: bool
    walpurgis_locks_all: bool
    fatal_hint: bool
    empty_hint: bool

    @property
    def witches(self) -> tuple[str, ...]:
        """The keys of the eight witches that are shuffled, in the order of their numbers."""
        return self.witch_keys[: WALPURGISNACHT - 1]

    @classmethod
    def of(cls, ruleset: Ruleset, players: object, options: Mapping[str, object]) -> Self:
        """Compile what a game of so many players is played by.

        Raises InvalidValue and UnknownField, which point to `/players` or `/options/…`. The ruleset
        itself is one that `checking` lets pass.
        """
        chosen = cast("dict[str, bool]", ruleset.options(options))
        hands = cast("tuple[int, ...]", ruleset.numbers["hands"])
        seats = integer(players, "/players", LEAST_PLAYERS, LEAST_PLAYERS + len(hands) - 1)
        rows = {
            GIRLS.index(key): row
            for key, row in ruleset["girls"].rows.items()
            if "option" not in row.fields or chosen[row["option"]]
        }
        witches = _witches(ruleset)
        counts = _counts(rows, ruleset["wilds"]["all"]["count"])
        hand = hands[seats - LEAST_PLAYERS]
        kinds = mask(kind for kind in range(KINDS) if counts[kind])
        deeds = ((), *(_deeds(row) for row in witches))
        return cls(
            ruleset_name=ruleset.name,
            ruleset_hash=ruleset.hash,
            players=seats,
            options=chosen,
            hand=hand,
            girls=tuple(rows),
            wanted=tuple(girl for girl, row in rows.items() if "option" not in row.fields),
            counts=counts,
            deck=tuple(NAMES[kind] for kind in range(KINDS) for _ in range(counts[kind])),
            kinds=kinds,
            signs=_signs(kinds),
            redeal=_number(ruleset, "redeal_heads"),
            markers=_number(ruleset, "markers"),
            cleanse=_number(ruleset, "cleanse_most"),
            witch_keys=tuple(row.key for row in witches),
            deeds=deeds,
            leaving=mask(row["number"] for row in witches if row["goes"] == "discard"),
            returns=tuple(rows[girl]["returns"] if girl in rows else 0 for girl in range(6)),
            refused=_refused(ruleset, witches),
            orders=_orders(deeds, sum(counts) - hand * seats, len(rows)),
            part_points=_number(ruleset, "points_part"),
            head_points=_number(ruleset, "points_head"),
            walpurgis_points=_number(ruleset, "points_walpurgis"),
            combos=_combos(ruleset, witches),
            ranks=tuple(
                Rank(key, row["from"], row["to"]) for key, row in ruleset["ranks"].rows.items()
            ),
            ask_instead_of_tell=chosen["ask_instead_of_tell"],
            walpurgis_locks_all=chosen["walpurgis_locks_all"],
            fatal_hint=chosen["fatal_hint"],
            empty_hint=chosen["empty_hint"],
        )


def _number(ruleset: Ruleset, name: str) -> int:
    return cast("int", ruleset.numbers[name])


def _witches(ruleset: Ruleset) -> tuple[Row, ...]:
    """Return the nine in the order of their numbers."""
    rows = ruleset["witches"].rows.values()
    return tuple(sorted(rows, key=lambda row: cast("int", row["number"])))


def _deeds(row: Row) -> tuple[Deed, ...]:
    return tuple(each for each in row.effects if isinstance(each, Deed))


def _counts(rows: Mapping[int, Row], wilds: int) -> tuple[int, ...]:
    none = (0,) * PARTS
    parts = (rows[girl]["counts"] if girl in rows else none for girl in range(len(GIRLS)))
    return (*chain.from_iterable(parts), wilds)


def _signs(kinds: int) -> int:
    """Return the signs that some card in the deck bears."""
    borne = 0
    for kind in members(kinds):
        borne |= BORNE[kind]
    return borne


def _refused(ruleset: Ruleset, witches: Iterable[Row]) -> tuple[int, ...]:
    rows = ruleset["girls"].rows
    last = 1 << WALPURGISNACHT
    by = {
        girl: mask(row["number"] for row in witches if row.get("not_by") == girl)
        | (0 if girl in rows and rows[girl].get("beats_last") else last)
        for girl in GIRLS
    }
    return (*by.values(), last)


def _orders(deeds: Iterable[tuple[Deed, ...]], draws: int, girls: int) -> int:
    """Return a bound on how often witches are shuffled.

    Let s witches shuffle. Each is revealed once, and once more after each return. A card that is
    played or discarded returns at most one of them, unless it is a head, which returns each at most
    once: s - 1 more. Every play and discard but the last draws a card, so `draws` is the most that
    come before another witch is revealed, and heads are as many as girls.
    """
    each = [sum(deed.does == "shuffles" for deed in done) for done in deeds]
    shuffling = sum(map(bool, each))
    return max(each) * (shuffling + draws + girls * (shuffling - 1))


def _combos(ruleset: Ruleset, witches: tuple[Row, ...]) -> tuple[Combo, ...]:
    numbers: dict[str, int] = {row.key: row["number"] for row in witches}
    return tuple(_combo(key, row, numbers) for key, row in ruleset["combos"].rows.items())


def _combo(key: str, row: Row, numbers: Mapping[str, int]) -> Combo:
    girls = tuple(GIRLS.index(girl) for girl in row["girls"])
    witch = numbers[row["witch"]] if "witch" in row.fields else None
    return Combo(key, girls, witch, row["points"])
