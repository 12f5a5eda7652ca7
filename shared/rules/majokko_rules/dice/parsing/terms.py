"""The fixed parts of a term: the faces of a die of its own, and `aYkKmM` of a success pool."""

from majokko_rules import catalog
from majokko_rules.dice.parsing.lexer import Scanner
from majokko_rules.dice.tree import Node, Span, SuccessPool
from majokko_rules.errors import BudgetExceeded, InvalidValue

_POOL = catalog.table("majokko_rules.dice", "notation")["success_pool"]
DEFAULT_LINE: int = _POOL["line"]
DEFAULT_SIDES: int = _POOL["sides"]
_PARTS = {"k": "line", "m": "sides"}


def read_faces(scan: Scanner) -> tuple[int, ...]:
    """Pass the rest of `{1, 2, 4}`; the brace has been passed."""
    opened = scan.end - 1
    faces = [scan.integer()]
    while scan.token.text == ",":
        scan.advance()
        faces.append(scan.integer())
    if scan.token.kind == "end":
        scan.refuse_open(opened)
    if scan.token.text != "}":
        scan.refuse("unexpected")
    scan.advance()
    return tuple(faces)


def read_success_pool(scan: Scanner, count: Node, start: int) -> SuccessPool:
    """Pass what stands behind the `a` of `20a9k8m10`; k and m in any order, each once."""
    again = _again(scan)
    parts: dict[str, int] = {}
    while (name := _PARTS.get(scan.token.text)) and name not in parts:
        scan.advance()
        parts[name] = _within(scan, f"{name}_range")
    line, sides = parts.get("line", DEFAULT_LINE), parts.get("sides", DEFAULT_SIDES)
    return SuccessPool(count, again, line, sides, Span(start, scan.end - start))


def _again(scan: Scanner) -> int:
    """Pass the face from which dice are thrown again; every face from 1 on would never end."""
    token = scan.token
    if token.kind == "number" and token.text.strip("0") == "":
        return scan.number()
    if token.text == "1":
        raise BudgetExceeded("never_ends", position=token.start, length=1)
    return _within(scan, "again_range")


def _within(scan: Scanner, bounds: str) -> int:
    at = scan.token.span
    number = scan.number()
    low, high = _POOL[bounds]
    if number < low:
        raise InvalidValue("too_small", position=at.position, length=at.length, limit=low)
    if number > high:
        raise InvalidValue("too_large", position=at.position, length=at.length, limit=high)
    return number
