"""The first dice of a creation: a row for each step, and six perks."""

from collections.abc import Iterable, Sequence

from majokko_rules.chance import Chance
from majokko_rules.systems.amgc.creation.book import PERKS, Book
from majokko_rules.systems.amgc.creation.dealing import Perks, steps
from majokko_rules.systems.amgc.creation.girl import Girl, Held

PERK = "perk"


def girl(book: Book, chance: Chance) -> Girl:
    """Throw all dice at once, in the order of the steps."""
    kinds = [row.key for row in book.rows("steps") for _ in range(row["dice"])]
    faces = chance.throw(len(kinds), book.sides(PERK))
    rolled = list(zip(kinds, faces, strict=True))
    single = [(kind, face) for kind, face in rolled if kind != PERKS]
    found = steps(book, [kind for kind, _ in single], [face for _, face in single])
    rest = [face for kind, face in rolled if kind == PERKS]
    return found.holding(*of_the_player(book, rest, chance))


def of_the_player(book: Book, faces: Sequence[int], chance: Chance) -> tuple[Held, ...]:
    """Return the perks of as many dice as a player has."""
    perks = Perks(book, PERK, (), chance)
    if book.settings["perk_columns"] == "choose":
        return perks.left_open(faces)
    return perks.dealt(zip(faces, columns(book), strict=True))


def columns(book: Book) -> Iterable[int]:
    """Return the column that each of the player's perk dice reads."""
    read: Iterable[int] = book.ruleset["steps"][PERKS]["columns"]
    return read


def count(book: Book) -> int:
    return int(book.ruleset["steps"][PERKS]["dice"])
