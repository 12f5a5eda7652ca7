"""The rows that count for a girl: those she has, and those that she chose with them."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from majokko_rules.creation import Because
from majokko_rules.rulesets import Row
from majokko_rules.systems.amgc.creation.book import Book, granted, named
from majokko_rules.systems.amgc.creation.girl import Girl, Held

CORRUPTION = "corruption"
WEAPON_TYPE = "weapon_type"


@dataclass(frozen=True, slots=True)
class Having:
    """A row; `stats` says whether those it gives count."""

    kind: str
    row: Row
    stats: bool = True

    @property
    def name(self) -> str:
        return named(self.kind, self.row.key)

    @property
    def question(self) -> str:
        """What ids of the questions that it asks begin with: `body.average`."""
        return f"{self.kind}.{self.row.key}"


@dataclass(frozen=True, slots=True)
class Limits:
    """What a girl of her sort goes without: `mastery`, `boost`, stats of her specialisation, and
    perks that grant what she may not have; `corrupted` why her magic always is.
    """

    without: Sequence[str] = ()
    refused: Sequence[str] = ()
    specialisation_stats: bool = True
    corrupted: tuple[Because, ...] = ()


NO_LIMITS = Limits()


def havings(book: Book, girl: Girl, limits: Limits = NO_LIMITS) -> Iterator[Having]:
    """Return the rows in the order of the steps."""
    for held in girl.held:
        if held.key is not None:
            yield from _with_it(
                book, girl, held, Having(held.kind, book.row(held.kind, held.key)), limits
            )


def _with_it(
    book: Book, girl: Girl, held: Held, having: Having, limits: Limits
) -> Iterator[Having]:
    match having.kind:
        case "specialisation":
            yield Having(having.kind, having.row, limits.specialisation_stats)
            if instead := chosen_instead(book, girl, having):
                yield Having(having.kind, instead, limits.specialisation_stats)
        case "weapon":
            yield Having(having.kind, having.row, _counts(book, held))
            yield from _chosen(book, girl, f"{having.question}.mastery", "mastery")
        case "power":
            yield Having(having.kind, having.row, _counts(book, held))
        case "outfit":
            yield having
            yield from _chosen(book, girl, f"{having.question}.boost", "boost")
        case _:
            yield having


def _counts(book: Book, held: Held) -> bool:
    """Say whether the stats of a weapon or a power count: those of a second one by a setting."""
    return held.place == held.kind or bool(book.settings[f"second_{held.kind}_stats"])


def chosen_instead(book: Book, girl: Girl, having: Having) -> Row | None:
    """Return the specialisation that a corrupted girl chose for this row."""
    key = girl.answers.get(f"{having.question}.instead")
    if key is None or CORRUPTION not in granted(having.row):
        return None
    return book.row("specialisation", key)


def added_weapon(girl: Girl, having: Having) -> str | None:
    """Return the weapon type that a row merges into hers; not one that she has got since."""
    added = girl.answers.get(f"{having.question}.weapon")
    return None if added in girl.keys("weapon") else added


def _chosen(book: Book, girl: Girl, question: str, kind: str) -> Iterator[Having]:
    if key := girl.answers.get(question):
        yield Having(kind, book.row(kind, key))


def grants(book: Book, girl: Girl, limits: Limits = NO_LIMITS) -> frozenset[str]:
    """Return all that her rows grant."""
    return frozenset(
        grant for having in havings(book, girl, limits) for grant in granted(having.row)
    )


def is_corrupted(book: Book, girl: Girl, limits: Limits) -> bool:
    return bool(limits.corrupted or girl.corrupted) or CORRUPTION in grants(book, girl, limits)
