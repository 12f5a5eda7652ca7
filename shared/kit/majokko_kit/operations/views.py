"""What the faces need to know of views: their members, their names, and generic ones made plain.

`Page[Roll]` becomes a dataclass `RollPage` of its own, so that OpenAPI and GraphQL call it alike.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import MISSING, Field, dataclass, field, fields, is_dataclass, make_dataclass
from functools import cache, reduce
from operator import or_
from types import NoneType, UnionType
from typing import Annotated, Any, Literal, TypeVar, Union, get_args, get_origin, get_type_hints

Hint = Any
"""A type annotation as an object; Python has no static type for those."""


@dataclass(frozen=True, slots=True)
class GraphQLAs:
    """Beside a member's type: how GraphQL shows it, where the type itself does not say enough.

    `kind` is a type of Strawberry's. `made_by` turns a view's value into one of that kind; for a
    member of a shape, it turns what GraphQL was given into what REST would have been given.

    `outcome: Annotated[Mapping[str, Any] | None, GraphQLAs(Outcome | None, outcome_of)]`
    """

    kind: Hint
    made_by: Callable[[Any], Any] | None = None


def origin_of(hint: Hint) -> Any:  # noqa: ANN401 - whatever is generic
    return get_origin(hint)


def is_union(hint: Hint) -> bool:
    origin = origin_of(hint)
    return origin is Union or origin is UnionType


def split(hint: Hint) -> tuple[Hint, Sequence[Any]]:
    """Return a type, and what `Annotated` says beside it."""
    if origin_of(hint) is Annotated:
        return get_args(hint)[0], hint.__metadata__
    return hint, ()


def optional(hint: Hint) -> tuple[Sequence[Hint], bool]:
    """Return the types that a value may have besides None, and whether it may be None."""
    if not is_union(hint):
        return (hint,), False
    rest = [each for each in get_args(hint) if each is not NoneType]
    return rest, len(rest) < len(get_args(hint))


def name_of(view: Hint) -> str:
    """Return what a view is called in public.

    >>> from majokko_kit.operations.operation import Page
    >>> name_of(Page[int]), name_of(int | str)
    ('intPage', 'intOrstr')
    """
    view, _ = split(view)
    if is_union(view):
        return "Or".join(map(name_of, get_args(view)))
    source = origin_of(view) or view
    return "".join(map(name_of, get_args(view))) + str(source.__name__)


def members(view: Hint) -> Mapping[str, Hint]:
    """Return the members of a view with their types; those of generic views are known by now."""
    source = origin_of(view) or view
    known = dict(zip(getattr(source, "__parameters__", ()), get_args(view), strict=True))
    hints = get_type_hints(source, include_extras=True)
    return {each.name: _bound(hints[each.name], known) for each in fields(source)}


@cache
def plain(view: Hint) -> Hint:
    """Return a view without parameters, in name and members the same."""
    if is_union(view):
        return reduce(or_, map(plain, get_args(view)))
    source = origin_of(view)
    if source is None or not is_dataclass(source):
        return view
    rows = [
        (name, _plain_member(hint), _default(each))
        for (name, hint), each in zip(members(view).items(), fields(source), strict=True)
    ]
    made = make_dataclass(name_of(view), rows, frozen=True)
    made.__doc__ = source.__doc__
    return made


def _plain_member(hint: Hint) -> Hint:
    arguments = get_args(hint)
    if origin_of(hint) is Literal or not arguments:
        return hint
    if origin_of(hint) is Annotated:
        return Annotated[(_plain_member(arguments[0]), *hint.__metadata__)]
    if is_dataclass(origin_of(hint)):
        return plain(hint)
    return _again(hint, tuple(map(_plain_member, arguments)))


def _bound(hint: Hint, known: Mapping[Any, Hint]) -> Hint:
    """Put the arguments of a generic view in the place of its parameters."""
    if isinstance(hint, TypeVar):
        return known[hint]
    arguments = get_args(hint)
    if not known or not arguments or origin_of(hint) is Literal:
        return hint
    if origin_of(hint) is Annotated:
        return Annotated[(_bound(arguments[0], known), *hint.__metadata__)]
    return _again(hint, tuple(_bound(each, known) for each in arguments))


def _again(hint: Hint, arguments: tuple[Hint, ...]) -> Hint:
    """Return a generic type or union with other arguments."""
    return reduce(or_, arguments) if is_union(hint) else origin_of(hint)[arguments]


def _default(member: Field[Any]) -> Any:  # noqa: ANN401 - dataclasses' own
    if member.default_factory is not MISSING:
        return field(default_factory=member.default_factory)
    return field() if member.default is MISSING else field(default=member.default)
