"""Shows operations in GraphQL: their views become types, their shapes inputs, they themselves fields.

Resolvers give the views themselves; no field of any is written twice.
"""

import inspect
from collections.abc import Awaitable, Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, fields, is_dataclass, make_dataclass
from functools import cache, reduce
from hashlib import sha256
from operator import or_
from types import NoneType, UnionType
from typing import Annotated, Any, Literal, TypeVar, Union, get_args, get_origin, get_type_hints

import orjson
import strawberry
from pydantic.alias_generators import to_snake
from pydantic.fields import FieldInfo
from strawberry.scalars import JSON
from strawberry.types.base import StrawberryObjectDefinition

from majokko_kit import auth
from majokko_kit.graphql import Info, Problem
from majokko_kit.operations import reading
from majokko_kit.operations.operation import NOTHING, Asked, Done, Nothing, Operation, Shape
from majokko_kit.operations.reading import Unreadable
from majokko_kit.refusals import Refusal
from majokko_rules.errors import RuleError

Hint = Any
"""A type annotation as an object; Python has no static type for those."""


@dataclass(frozen=True, slots=True)
class GraphQLAs:
    """Beside a member's type: how GraphQL shows it, where the type itself does not say.

    `outcome: Annotated[Json | None, GraphQLAs(Outcome)]`
    """

    kind: Hint


@strawberry.type(description="It is done; there is nothing to tell.")
class Acknowledged:
    done: bool = True


def roots(
    service: str, operations: Sequence[Operation[Any, Any]]
) -> tuple[type | None, type | None]:
    """Return the query and the mutation type of a service's operations."""
    reads = [each for each in operations if each.method == "GET"]
    changes = [each for each in operations if each.method != "GET"]
    return _root(service, "Query", reads), _root(service, "Mutation", changes)


def _root(service: str, kind: str, operations: Sequence[Operation[Any, Any]]) -> type | None:
    if not operations:
        return None
    name = f"{service.capitalize()}Operations{kind}"
    return strawberry.type(
        type(name, (), {to_snake(o.name): _field(service, o) for o in operations})
    )


def _field(service: str, operation: Operation[Any, Any]) -> Any:  # noqa: ANN401 - Strawberry's own
    title = operation.name[0].upper() + operation.name[1:]
    shown = Acknowledged if operation.answer is type(None) else output(operation.answer)
    result = Annotated[Union[shown, Problem], strawberry.union(f"{title}Result")]  # noqa: UP007
    resolver = _resolver(service, operation)
    parameters = [inspect.Parameter("info", _POSITIONAL, annotation=Info)]
    parameters += _arguments(operation)
    resolver.__signature__ = inspect.Signature(parameters, return_annotation=result)  # type: ignore[attr-defined]
    resolver.__annotations__ = {p.name: p.annotation for p in parameters} | {"return": result}
    field = strawberry.field if operation.method == "GET" else strawberry.mutation
    return field(resolver, name=operation.name, description=operation.summary)


_POSITIONAL = inspect.Parameter.POSITIONAL_OR_KEYWORD
_ABSENT = inspect.Parameter.empty


def _arguments(operation: Operation[Any, Any]) -> Iterator[inspect.Parameter]:
    for name in _steps(operation):
        yield inspect.Parameter(name, _POSITIONAL, annotation=strawberry.ID)
    if operation.conditional:
        yield inspect.Parameter("if_match", _POSITIONAL, annotation=str)
    if operation.body is not Nothing:
        given = input_of(operation.body)
        if any(field.is_required() for field in operation.body.model_fields.values()):
            yield inspect.Parameter("input", _POSITIONAL, annotation=given)
        else:
            optional = given | None  # type: ignore[operator]
            yield inspect.Parameter(
                "input", _POSITIONAL, annotation=optional, default=strawberry.UNSET
            )
    for name, field in operation.query.model_fields.items():
        yield inspect.Parameter(
            name, _POSITIONAL, annotation=_shown(field.annotation) | None, default=strawberry.UNSET
        )


def _steps(operation: Operation[Any, Any]) -> list[str]:
    return [step[1:-1] for step in operation.path.split("/") if step.startswith("{")]


def _resolver(service: str, operation: Operation[Any, Any]) -> Callable[..., Awaitable[object]]:
    steps = _steps(operation)

    async def resolve(info: Info, **given: Any) -> object:  # noqa: ANN401 - any operation's
        call = info.context.call
        try:
            asked = _asked(operation, steps, info, given)
            await call.charge(operation.units - 1)
            told = await operation.run(getattr(call.state, service))(asked)
        except Unreadable as error:
            return Problem.of(call, *error.refusals)
        except (RuleError, Refusal) as error:
            return Problem.of(call, error)
        answer = told.answer if isinstance(told, Done) else told
        return Acknowledged() if answer is None else answer

    return resolve


def _asked(
    operation: Operation[Any, Any], steps: Sequence[str], info: Info, given: Mapping[str, Any]
) -> Asked[Any]:
    call = info.context.call
    given = {name: value for name, value in given.items() if value is not strawberry.UNSET}
    said = given.get("input") or {}
    body = NOTHING if operation.body is Nothing else reading.body(operation.body, said)
    if isinstance(tag := getattr(body, "locale", None), str):
        call.speak(tag)
    members = {name: given[name] for name in operation.query.model_fields if name in given}
    params = info.context.connection_params or {}
    token = auth.of_call(call, params.get("authorization"))
    match = given.get("if_match")
    return Asked(
        operation=operation.name,
        token=auth.required(token) if operation.secured else token,
        path={name: str(given[name]) for name in steps},
        body=body,
        query=reading.body(operation.query, members) if members else operation.query(),
        key=_key(info, operation),
        fingerprint=sha256(_canonical(operation.name, given)).digest(),
        if_match=reading.if_match(
            None if match is None else match.encode(), required=operation.conditional
        ),
        locale=call.locale,
    )


def _canonical(name: str, given: Mapping[str, Any]) -> bytes:
    return orjson.dumps([name, given], option=orjson.OPT_SORT_KEYS)


def _key(info: Info, operation: Operation[Any, Any]) -> str | None:
    """Tell the fields of one document apart: two aliases are two commands, with one key."""
    if operation.method != "POST":
        return None
    key = reading.idempotency_key(info.context.call.headers)
    alias = str(info.path.key)
    return key if key is None or alias == info.field_name else f"{key}/{alias}"


def _hints(source: type) -> Mapping[str, Hint]:
    return get_type_hints(source, include_extras=True)


@cache
def output(view: Hint) -> type:
    """Return the type of a view, whose values are instances of the view itself."""
    source = get_origin(view) or view
    bound = dict(zip(getattr(source, "__parameters__", ()), get_args(view), strict=True))
    hints = _hints(source)
    shown = {
        each.name: (_shown(_bound(hints[each.name], bound)), _told(hints[each.name]))
        for each in fields(source)
    }
    body: dict[str, Any] = {
        name: strawberry.field(description=told) for name, (_, told) in shown.items()
    }
    body |= {
        "__annotations__": {name: hint for name, (hint, _) in shown.items()},
        "__module__": __name__,
        "is_type_of": classmethod(lambda _cls, value, _info: isinstance(value, source)),
    }
    return strawberry.type(type(_name(view), (), body), description=_first_line(source))


def _bound(hint: Hint, bound: Mapping[Any, Hint]) -> Hint:
    """Put the arguments of a generic view in the place of its parameters."""
    if isinstance(hint, TypeVar):
        return bound[hint]
    arguments = get_args(hint)
    if not bound or not arguments or get_origin(hint) in (Literal, Annotated):
        return hint
    known = tuple(_bound(each, bound) for each in arguments)
    return reduce(or_, known) if _is_union(hint) else get_origin(hint)[known]


def _name(view: Hint) -> str:
    """`Page[Roll]` is called `RollPage`."""
    source = get_origin(view) or view
    return "".join(each.__name__ for each in get_args(view)) + str(source.__name__)


def _told(hint: Hint) -> str | None:
    if get_origin(hint) is Annotated:
        for extra in hint.__metadata__:
            if isinstance(extra, FieldInfo):
                return extra.description
    return None


def _first_line(source: type) -> str | None:
    return (source.__doc__ or "").strip().partition("\n")[0] or None


def _is_union(hint: Hint) -> bool:
    return get_origin(hint) in (Union, UnionType)


def _shown(hint: Hint, member: Callable[[Hint], type] | None = None) -> Hint:
    """Return how GraphQL shows a member; `member` makes types of what has members itself."""
    make = member or output
    if get_origin(hint) is Annotated:
        for extra in hint.__metadata__:
            if isinstance(extra, GraphQLAs):
                return extra.kind
        return _shown(get_args(hint)[0], member)
    if _is_union(hint):
        rest = [each for each in get_args(hint) if each is not NoneType]
        shown = _shown(rest[0], member) if len(rest) == 1 else JSON
        return shown | None if len(rest) < len(get_args(hint)) else shown
    origin = get_origin(hint)
    if origin in (list, tuple, Sequence):
        return list[_shown(get_args(hint)[0], member)]  # type: ignore[misc]
    if is_dataclass(origin or hint) or (isinstance(hint, type) and issubclass(hint, Shape)):
        return make(hint)
    if origin is Literal:
        return type(get_args(hint)[0])
    return hint if hint in (str, int, bool, float) else JSON


@cache
def input_of(shape: type[Shape]) -> type:
    """Return the input of a shape; resolvers receive it as the body that REST would."""
    rows = [
        (
            name,
            _given(field),
            strawberry.field(default=_default(field), description=field.description),
        )
        for name, field in shape.model_fields.items()
    ]
    made = strawberry.input(
        make_dataclass(
            f"{shape.__name__.removesuffix('In')}Input",
            rows,
            namespace={"__module__": __name__},
            kw_only=True,
        ),
        description=_first_line(shape),
    )
    definition: StrawberryObjectDefinition = made.__strawberry_definition__
    definition.from_input = lambda _kind, given, _context: _plain(given)  # type: ignore[method-assign]
    return made


def _given(field: FieldInfo) -> Hint:
    hint = Annotated[field.annotation, *field.metadata] if field.metadata else field.annotation
    shown = _shown(hint, input_of)
    return shown if field.is_required() else reduce(or_, (shown, None))


def _default(field: FieldInfo) -> Any:  # noqa: ANN401 - Strawberry's own
    return _REQUIRED if field.is_required() else strawberry.UNSET


_REQUIRED = strawberry.field().default


def _plain(value: object) -> object:
    """Return a value with its members named as in REST."""
    if isinstance(value, dict):
        return {_snake(name): _plain(one) for name, one in value.items()}
    return [_plain(entry) for entry in value] if isinstance(value, list) else value


@cache
def _snake(name: str) -> str:
    return to_snake(name)
