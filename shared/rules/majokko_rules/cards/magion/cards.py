"""What is printed on the cards, as small numbers.

A *kind* is a girl and one of her four parts (`girl * 4 + part - 1`), or the wild card `ALL`; a set
of kinds is the sum of their bits. A *sign* is what a hint can name: a girl's colour (her number), a
part (5 + part), or ALL. Witches are numbered 1 to 9; a set of them is the sum of the bits of their
numbers.

>>> NAMES[kind(3, 4)], girl_of(15), part_of(15), NUMBERS["all"]
('sayaka-4', 3, 4, 24)
"""

from collections.abc import Iterable, Mapping

GIRLS = ("homura", "mami", "kyoko", "sayaka", "madoka", "qb")
QB = 5
PARTS = 4
HEAD = 4

ALL = 24
KINDS = 25
NAMES = (*(f"{girl}-{part}" for girl in GIRLS for part in range(1, PARTS + 1)), "all")
"""The names of the kinds, by number."""
NUMBERS: Mapping[str, int] = {name: number for number, name in enumerate(NAMES)}
EVERY = (1 << KINDS) - 1
"""The set of all kinds."""
NEXT = tuple((*(1 << girl * PARTS + done for done in range(PARTS)), 0) for girl in range(6))
"""The bit of the part that a girl with so many parts waits for; none for a complete one."""

COLOURS = range(6)
NUMBERED = range(6, 10)
SIGN_ALL = 10
SIGNS = (*GIRLS, "1", "2", "3", "4", "all")
"""The names of the signs, by number."""

WALPURGISNACHT = 9
"""The last witch; she always lies beneath the others."""


def kind(girl: int, part: int) -> int:
    return girl * PARTS + part - 1


def girl_of(kind: int) -> int:
    """Return the girl of a kind; for ALL a number that no girl has."""
    return kind >> 2


def part_of(kind: int) -> int:
    return (kind & 3) + 1


def sign_of_part(part: int) -> int:
    return 5 + part


def _shown(sign: int) -> int:
    """Return the set of kinds that bear a sign; a wild card has neither colour nor number."""
    if sign == SIGN_ALL:
        return 1 << ALL
    if sign in COLOURS:
        return mask(kind(sign, part) for part in range(1, PARTS + 1))
    return mask(kind(girl, sign - 5) for girl in COLOURS)


def mask(numbers: Iterable[int]) -> int:
    """Return a set of kinds, signs or witches.

    >>> bin(mask([0, 2]))
    '0b101'
    """
    bits = 0
    for each in numbers:
        bits |= 1 << each
    return bits


def members(bits: int) -> tuple[int, ...]:
    """Return what is in a set, in order.

    >>> members(0b101)
    (0, 2)
    """
    return tuple(each for each in range(bits.bit_length()) if bits >> each & 1)


SHOWN = tuple(_shown(sign) for sign in range(len(SIGNS)))
"""The kinds that bear each sign."""
HEADS = SHOWN[sign_of_part(HEAD)]
BORNE = tuple(
    mask(sign for sign in range(len(SIGNS)) if SHOWN[sign] >> number & 1) for number in range(KINDS)
)
"""The signs that each kind bears."""
