"""What dice give: the row for each face, and another one where she has that row already."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from majokko_rules.chance import Chance
from majokko_rules.creation import Because
from majokko_rules.rulesets import Row, Table
from majokko_rules.systems.amgc.creation.book import COLUMN, PERKS, Book, named
from majokko_rules.systems.amgc.creation.girl import Age, Girl, Held

_NO_TWICE = Because("rule", "no_perk_twice")
_NOT_HERS = Because("rule", "perk_refused")


@dataclass(frozen=True, slots=True)
class Perks:
    """How perks are rolled: of which kind, which of them she cannot have, what throws again."""

    book: Book
    kind: str
    refused: Sequence[str]
    chance: Chance

    def dealt(self, rolls: Iterable[tuple[int, int | None]], having: int = 0) -> tuple[Held, ...]:
        """Return the perks of faces and columns, after as many as she has."""
        dealt: list[Held] = []
        for face, column in rolls:
            place = f"{self.kind}.{having + len(dealt) + 1}"
            dealt.append(self._dealt(place, face, column, dealt))
        return tuple(dealt)

    def left_open(self, faces: Iterable[int]) -> tuple[Held, ...]:
        """Return rolled rows of the table whose column is hers to choose."""
        dealt: list[Held] = []
        for face in faces:
            place = f"{self.kind}.{len(dealt) + 1}"
            dealt.append(self._open(place, face, [each.face for each in dealt]))
        return tuple(dealt)

    def _dealt(self, place: str, face: int, column: int | None, before: Sequence[Held]) -> Held:
        table = self.book.table(self.kind)
        taken = (*self.refused, *(each.key for each in before if each.key))
        row = table.rolled(face, column)
        because = [Because("roll", named(self.kind, row.key), roll=face)]
        if row.key in taken:
            because.append(_NOT_HERS if row.key in self.refused else _NO_TWICE)
            face, row = self._instead(table, face, column, taken, because)
        return Held(place, row.key, face, tuple(because))

    def _instead(
        self,
        table: Table,
        face: int,
        column: int | None,
        taken: Sequence[str],
        because: list[Because],
    ) -> tuple[int, Row]:
        if self.book.settings["duplicate_perks"] == "next":
            return next(each for each in following(table, face, column) if each[1].key not in taken)
        row = table.rolled(face, column)
        while row.key in taken:
            face = self._again()
            row = table.rolled(face, column)
            because.append(Because("roll", named(self.kind, row.key), roll=face))
        return face, row

    def _open(self, place: str, face: int, before: Sequence[int | None]) -> Held:
        because = [Because("roll", PERKS, roll=face)]
        while self._full(face, before):
            because.append(_NO_TWICE)
            face = self._after(face)
            because.append(Because("roll", PERKS, roll=face))
        return Held(place, None, face, tuple(because), free=True)

    def _full(self, face: int, before: Sequence[int | None]) -> bool:
        row = of_face(self.book.table(self.kind), face)
        return before.count(face) >= sum(each.key not in self.refused for each in row)

    def _after(self, face: int) -> int:
        if self.book.settings["duplicate_perks"] == "next":
            return face % self.book.sides(self.kind) + 1
        return self._again()

    def _again(self) -> int:
        return self.chance.throw(1, self.book.sides(self.kind))[0]


def steps(book: Book, kinds: Sequence[str], faces: Sequence[int]) -> Girl:
    """Return a girl with one row for each of these dice."""
    girl = Girl()
    for kind, face in zip(kinds, faces, strict=True):
        girl = _rolled(girl, book, kind, face)
    return girl


def _rolled(girl: Girl, book: Book, kind: str, face: int) -> Girl:
    row = book.table(kind).rolled(face)
    because = (Because("roll", named(kind, row.key), roll=face),)
    if kind == "age":
        return girl.aged(Age(row["age"], because))
    return girl.holding(Held(kind, row.key, face, because))


def following(table: Table, face: int, column: int | None) -> Iterator[tuple[int, Row]]:
    """Go on from a place of a table: the other columns of its row, then the rows after it."""
    assert table.die is not None
    for further in range(table.die):
        at = (face - 1 + further) % table.die + 1
        row = of_face(table, at)
        start = next((i for i, each in enumerate(row) if each.get(COLUMN) == column), 0)
        for each in (*row[start:], *row[:start]):
            yield at, each


def of_face(table: Table, face: int) -> tuple[Row, ...]:
    """Return what a face chooses in all columns, in their order."""
    found = (row for row in table.rows.values() if face in row.roll)
    return tuple(sorted(found, key=lambda row: row.get(COLUMN, 0)))
