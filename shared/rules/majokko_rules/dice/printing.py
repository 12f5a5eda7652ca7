"""Tree → normal form: small letters, no blanks, no more parentheses than needed, every default
spelled out. `parse_tree` reads it back as the same tree.
"""

from majokko_rules.dice.parsing.terms import DEFAULT_LINE, DEFAULT_SIDES
from majokko_rules.dice.tree import (
    FATE,
    Binary,
    Bound,
    Condition,
    CountingPool,
    Dice,
    Explode,
    Group,
    Keep,
    Labelled,
    Modifier,
    Negative,
    Node,
    Notation,
    Number,
    Reroll,
    SuccessPool,
    Sum,
    postorder,
)

# How tightly a text holds together; a looser one needs parentheses to stand in a tighter place.
_COUNTED, _SUM, _PRODUCT, _SIGNED, _POWER, _ATOM = range(6)
_Texts = dict[int, str]


def printed(notation: Notation) -> str:
    """Return the normal form of all that was said.

    >>> from majokko_rules.dice.syntax import parse_tree
    >>> printed(parse_tree("2 # ( D% + 1 ) * 2  # for luck"))
    '2#(1d100+1)*2 # for luck'
    """
    text = question(notation)
    if isinstance(notation.expression, Number) and notation.compared is None and notation.comment:
        text = f"({text})"
    repeat = f"{notation.times}#" if notation.times != 1 else ""
    remark = f" # {notation.comment}" if notation.comment else ""
    return repeat + text + remark


def question(notation: Notation) -> str:
    """Return the normal form of one of the repeats, without the comment."""
    left = expression(notation.expression)
    if notation.compared is None:
        return left
    relation, right = notation.compared
    if left.endswith("!"):
        left = _closed(left, notation.expression)
    elif isinstance(notation.expression, CountingPool):
        left = f"({left})"
    return f"{left}{relation}{_place(expression(right), right, _SUM)}"


def _closed(text: str, node: Node) -> str:
    """Keep a last `!` from taking the relation behind it for its own condition."""
    while not isinstance(node, Dice):
        node = node.terms[-1][1] if isinstance(node, Sum) else _right(node)
    bare = len(expression(node))
    return f"{text[:-bare]}({text[-bare:]})"


def _right(node: Node) -> Node:
    assert isinstance(node, Binary | Negative)
    return node.right if isinstance(node, Binary) else node.operand


def expression(root: Node) -> str:
    """Return the normal form of a tree without repeat, comparison and comment."""
    texts: _Texts = {}
    for node in postorder(root):
        texts[id(node)] = _text(node, texts)
    return texts[id(root)]


def _text(node: Node, texts: _Texts) -> str:
    match node:
        case Number():
            text = str(node.value)
        case Dice():
            text = _dice(node, texts)
        case CountingPool():
            pools = "+".join(f"{_count(n, texts)}b{_count(s, texts)}" for n, s in node.groups)
            text = pools + (_relation(node.condition) if node.condition else "")
        case SuccessPool():
            line = f"k{node.line}" if node.line != DEFAULT_LINE else ""
            sides = f"m{node.sides}" if node.sides != DEFAULT_SIDES else ""
            text = f"{_count(node.count, texts)}a{node.again}{line}{sides}"
        case Group():
            members = ",".join(texts[id(member)] for member in node.members)
            text = "{" + members + "}" + "".join(map(_modifier, node.modifiers))
        case Labelled():
            text = f"{_place(texts[id(node.operand)], node.operand, _ATOM)}[{node.label}]"
        case Negative():
            text = f"-{_place(texts[id(node.operand)], node.operand, _SIGNED)}"
        case Sum():
            text = _sum(node, texts)
        case Binary():
            text = _binary(node, texts)
    return text


def _dice(node: Dice, texts: _Texts) -> str:
    sides = _faces(node.sides) if isinstance(node.sides, tuple) else _count(node.sides, texts)
    return f"{_count(node.count, texts)}d{sides}{''.join(map(_modifier, node.modifiers))}"


def _sum(node: Sum, texts: _Texts) -> str:
    """A first term with a minus is read as a sign, which a product would not hold together."""
    parts = []
    for index, (negative, term) in enumerate(node.terms):
        tightness = _SIGNED if negative and index == 0 else _PRODUCT
        sign = "-" if negative else "+" if index else ""
        parts.append(sign + _place(texts[id(term)], term, tightness))
    return "".join(parts)


def _binary(node: Binary, texts: _Texts) -> str:
    left, right = (_ATOM, _SIGNED) if node.operator == "^" else (_PRODUCT, _SIGNED)
    before = _place(texts[id(node.left)], node.left, left)
    return f"{before}{node.operator}{_place(texts[id(node.right)], node.right, right)}"


def _count(node: Node, texts: _Texts) -> str:
    text = texts[id(node)]
    return text if isinstance(node, Number) and node.value >= 0 else f"({text})"


def _place(text: str, node: Node, tightness: int) -> str:
    return text if _tightness(node) >= tightness else f"({text})"


def _tightness(node: Node) -> int:
    match node:
        case CountingPool():
            return _SUM if node.condition is None else _COUNTED
        case Sum():
            return _SUM
        case Binary():
            return _POWER if node.operator == "^" else _PRODUCT
        case Negative():
            return _SIGNED
        case Number():
            return _ATOM if node.value >= 0 else _SIGNED
        case _:
            return _ATOM


def _faces(faces: tuple[int, ...]) -> str:
    return "f" if faces == FATE else "{" + ",".join(map(str, faces)) + "}"


def _modifier(modifier: Modifier) -> str:
    match modifier:
        case Keep():
            return f"{'dk'[modifier.keep]}{'lh'[modifier.highest]}{modifier.count}"
        case Explode():
            cap = "" if modifier.cap is None else f"cap{modifier.cap}"
            test = _relation(modifier.condition, equal="") if modifier.condition else ""
            return f"{'!!' if modifier.compound else '!'}{test}{cap}"
        case Reroll():
            word = "ro" if modifier.once else "r"
            return "".join(f"{word}{_reroll(condition)}" for condition in modifier.conditions)
        case Bound():
            return f"{'min' if modifier.least else 'max'}{modifier.number}"


def _reroll(condition: Condition) -> str:
    return _relation(condition, equal="" if condition.number >= 0 else "=")


def _relation(condition: Condition, equal: str = "=") -> str:
    relation = equal if condition.relation == "=" else condition.relation
    return f"{relation}{condition.number}"
