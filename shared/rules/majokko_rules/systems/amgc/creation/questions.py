"""What the rows of a girl leave to her: stats, masteries, boosts, rows of her own choice."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from majokko_rules.rulesets import Row
from majokko_rules.systems.amgc.creation.book import Book, granted, step_of
from majokko_rules.systems.amgc.creation.dealing import of_face
from majokko_rules.systems.amgc.creation.gains import gains
from majokko_rules.systems.amgc.creation.girl import Girl, Held
from majokko_rules.systems.amgc.creation.having import (
    CORRUPTION,
    NO_LIMITS,
    WEAPON_TYPE,
    Having,
    Limits,
    havings,
)

_WHAT = {"instead": "specialisation"}


@dataclass(frozen=True, slots=True)
class Question:
    """A choice of one of `options`, which are stats or rows of a kind: `what`.

    `place` is set where the answer is the row that she has there.
    """

    id: str
    step: str
    what: str
    options: tuple[str, ...]
    answer: str | None
    place: str | None = None

    def answered(self, girl: Girl, answer: str) -> Girl:
        if self.place is None:
            return girl.answering(self.id, answer)
        return girl.changed(self.place, lambda held: replace(held, key=answer))


def questions(book: Book, girl: Girl, limits: Limits = NO_LIMITS) -> Iterator[Question]:
    """Return all choices, made or not; a later one may depend on an earlier one.

    What a ruleset knows no answer for (a weapon without masteries) is not asked.
    """
    for held in girl.held:
        if held.free:
            yield _row(book, girl, held, limits)
    every = tuple(havings(book, girl, limits))
    for having in every:
        yield from (each for each in _of_row(book, girl, having, limits) if each.options)
    for gain in gains(book, girl, every):
        if gain.chosen:
            step = step_of(gain.having.kind)
            yield Question(gain.question, step, "stat", gain.options, gain.stat)


def _row(book: Book, girl: Girl, held: Held, limits: Limits) -> Question:
    others = (*limits.refused, *(key for key in girl.keys(held.kind) if key != held.key))
    options = book.keys(held.kind, others)
    if held.face is not None:
        options = _columns(book, held.kind, held.face, options)
    id_ = f"{held.place}.row"
    return Question(id_, step_of(held.kind), held.kind, options, held.key, held.place)


def _columns(book: Book, kind: str, face: int, lacked: Sequence[str]) -> tuple[str, ...]:
    """Return what is free in the row of a face; if coins have taken all of it, in the next."""
    sides = book.sides(kind)
    for further in range(sides):
        row = of_face(book.table(kind), (face - 1 + further) % sides + 1)
        if free := tuple(each.key for each in row if each.key in lacked):
            return free
    return ()


def _of_row(book: Book, girl: Girl, having: Having, limits: Limits) -> Iterator[Question]:
    match having.kind:
        case "weapon" if "mastery" not in limits.without:
            yield _one(girl, having, "mastery", _masteries(book, having.row))
        case "outfit" if "boost" not in limits.without:
            yield _one(girl, having, "boost", _boosts(book, having.row))
    if CORRUPTION in granted(having.row):
        corrupting = book.granting(having.kind, [CORRUPTION])
        yield _one(girl, having, "instead", book.keys(having.kind, corrupting))
    if WEAPON_TYPE in granted(having.row):
        yield _one(girl, having, "weapon", book.keys("weapon", girl.keys("weapon")))


def _one(girl: Girl, having: Having, end: str, options: tuple[str, ...]) -> Question:
    id_ = f"{having.question}.{end}"
    answer = girl.answers.get(id_)
    known = answer if answer in options else None
    return Question(id_, step_of(having.kind), _WHAT.get(end, end), options, known)


def _masteries(book: Book, weapon: Row) -> tuple[str, ...]:
    return tuple(row.key for row in book.rows("masteries") if row["weapon"] == weapon.key)


def _boosts(book: Book, outfit: Row) -> tuple[str, ...]:
    return tuple(row.key for row in book.rows("boosts") if outfit.key in row["outfits"])
