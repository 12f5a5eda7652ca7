"""What stands behind dice: keep and drop, explosions, rerolls, bounds, advantage."""

from majokko_rules.dice.parsing.lexer import ADVANTAGE, KEEPING, RELATIONS, Scanner, Token
from majokko_rules.dice.tree import (
    Bound,
    Condition,
    Explode,
    Keep,
    Modifier,
    Node,
    Number,
    Reroll,
    Span,
)
from majokko_rules.errors import InvalidValue

_TWO = Number(2)


def read_modifiers(scan: Scanner, count: Node) -> tuple[Node, tuple[Modifier, ...]]:
    """Pass all modifiers that stand here; advantage also changes how many dice there are."""
    modifiers: list[Modifier] = []
    while True:
        token = scan.token
        if token.kind == "bang":
            modifiers.append(_explosion(scan, modifiers))
        elif token.kind != "word":
            break
        elif token.text in KEEPING:
            modifiers.append(_keep(scan))
        elif token.text in ("r", "ro"):
            _add_reroll(modifiers, _reroll(scan))
        elif token.text in ("min", "max"):
            modifiers.append(_bound(scan))
        elif token.text in ADVANTAGE:
            count = _advantage(scan, count, modifiers)
        else:
            break
    return count, tuple(modifiers)


def read_keeps(scan: Scanner) -> tuple[Keep, ...]:
    """Pass the keeps and drops behind a group."""
    keeps = []
    while scan.token.kind == "word" and scan.token.text in KEEPING:
        keeps.append(_keep(scan))
    return tuple(keeps)


def is_modifier(token: Token) -> bool:
    """Whether this would change dice, if it stood behind some."""
    words = token.text in KEEPING or token.text in ADVANTAGE
    return token.kind == "bang" or words or token.text in ("r", "ro", "min", "max")


def _keep(scan: Scanner) -> Keep:
    word = scan.advance()
    meaning = KEEPING[word.text]
    count = scan.number() if scan.token.kind == "number" else 1
    keep, span = meaning.startswith("k"), _since(word, scan)
    if keep and count == 0:
        raise InvalidValue("keep_none", position=span.position, length=span.length)
    return Keep(keep, meaning.endswith("h"), count, span)


def _explosion(scan: Scanner, before: list[Modifier]) -> Explode:
    """Refuses a second explosion of the same dice, and `! =`, which `!=` would contradict."""
    if any(isinstance(modifier, Explode) for modifier in before):
        refuse_misplaced(scan)
    bang = scan.advance()
    condition = _explodes_on(scan)
    cap = None
    if scan.token.text == "cap":
        scan.advance()
        cap = _at_least_one(scan)
    return Explode(len(bang.text) > 1, condition, cap, _since(bang, scan))


def _explodes_on(scan: Scanner) -> Condition | None:
    token = scan.token
    if token.kind == "number":
        return Condition("=", scan.number())
    relation = RELATIONS.get(token.text)
    if relation == "=":
        scan.refuse("unexpected")
    return scan.condition(relation) if relation else None


def _at_least_one(scan: Scanner) -> int:
    at = scan.token.span
    number = scan.number()
    if number < 1:
        raise InvalidValue("too_small", position=at.position, length=at.length, limit=1)
    return number


def _reroll(scan: Scanner) -> Reroll:
    word = scan.advance()
    relation = RELATIONS.get(scan.token.text)
    condition = scan.condition(relation) if relation else Condition("=", scan.number())
    return Reroll(word.text == "ro", (condition,), _since(word, scan))


def _add_reroll(modifiers: list[Modifier], new: Reroll) -> None:
    """Join conditions that stand side by side into one union: `r=4r<4` never shows 4 or less."""
    last = modifiers[-1] if modifiers else None
    if not isinstance(last, Reroll) or last.once != new.once:
        modifiers.append(new)
        return
    end = new.span.position + new.span.length
    span = Span(last.span.position, end - last.span.position)
    modifiers[-1] = Reroll(new.once, last.conditions + new.conditions, span)


def _bound(scan: Scanner) -> Bound:
    word = scan.advance()
    return Bound(word.text == "min", scan.integer(), _since(word, scan))


def _advantage(scan: Scanner, count: Node, modifiers: list[Modifier]) -> Node:
    """Spell `d20 adv` out as `2d20kh1`; more dice than one have no advantage."""
    if count != Number(1):
        refuse_misplaced(scan)
    word = scan.advance()
    modifiers.append(Keep(keep=True, highest=ADVANTAGE[word.text], count=1, span=word.span))
    return _TWO


def refuse_misplaced(scan: Scanner) -> None:
    scan.refuse_at("modifier_misplaced", scan.token.start)


def _since(first: Token, scan: Scanner) -> Span:
    return Span(first.start, scan.end - first.start)
