"""Shows operations in GraphQL, as fields that answer with a view or a `Problem`."""

import inspect
from collections.abc import Awaitable, Callable, Iterator, Mapping, Sequence
from types import NoneType
from typing import Annotated, Any, Union

import strawberry
from pydantic.alias_generators import to_snake
from pydantic.fields import FieldInfo

from majokko_kit import body, locale
from majokko_kit.call import Call
from majokko_kit.graphql import Context, Info, Problem
from majokko_kit.operations.graphql_inputs import argument, default, input_of
from majokko_kit.operations.graphql_types import output
from majokko_kit.operations.operation import Done, Nothing, Operation
from majokko_kit.operations.reading import Reader, Unreadable, Words, may_be_bare
from majokko_kit.operations.views import Hint, optional
from majokko_kit.refusals import Refusal
from majokko_rules.errors import RuleError

Given = Mapping[str, Any]
Parameter = inspect.Parameter
_NAMED = Parameter.KEYWORD_ONLY


@strawberry.type(description="It is done; there is nothing to tell.")
class Acknowledged:
    done: bool = True


def roots(
    service: str, operations: Sequence[Operation[Any, Any]]
) -> tuple[type | None, type | None]:
    """Return the query and the mutation type of a service's operations.

    Raises ValueError when two of them have one name.
    """
    if len({each.name for each in operations}) < len(operations):
        raise ValueError(f"two operations of {service} claim the same name")
    reads = [each for each in operations if each.method == "GET"]
    changes = [each for each in operations if each.method != "GET"]
    return _root(service, "Query", reads), _root(service, "Mutation", changes)


def _root(service: str, kind: str, operations: Sequence[Operation[Any, Any]]) -> type | None:
    if not operations:
        return None
    name = f"{service.capitalize()}Operations{kind}"
    fields = {to_snake(each.name): _field(service, each) for each in operations}
    return strawberry.type(type(name, (), fields))


def _field(service: str, operation: Operation[Any, Any]) -> Any:  # noqa: ANN401 - Strawberry's own
    resolver = _resolver(service, operation)
    parameters = [
        Parameter("info", Parameter.POSITIONAL_OR_KEYWORD, annotation=Info),
        *_parameters(operation),
    ]
    result = _result(operation)
    resolver.__signature__ = inspect.Signature(parameters, return_annotation=result)  # type: ignore[attr-defined]
    resolver.__annotations__ = {p.name: p.annotation for p in parameters} | {"return": result}
    field = strawberry.field if operation.method == "GET" else strawberry.mutation
    return field(resolver, name=operation.name, description=operation.summary)


def _result(operation: Operation[Any, Any]) -> Hint:
    answer: Hint = operation.answer
    shown = [Acknowledged] if answer is NoneType else map(output, optional(answer)[0])
    name = operation.name[0].upper() + operation.name[1:] + "Result"
    return Annotated[Union[(*shown, Problem)], strawberry.union(name)]


def _parameters(operation: Operation[Any, Any]) -> Iterator[Parameter]:
    yield from (Parameter(name, _NAMED, annotation=strawberry.ID) for name in operation.steps)
    if operation.conditional:
        yield Parameter("if_match", _NAMED, annotation=str)
    if operation.body is not Nothing:
        yield _body(operation.body)
    for name, field in operation.query.model_fields.items():
        yield _member(name, field)


def _body(shape: Hint) -> Parameter:
    kind: Hint = input_of(shape)
    if may_be_bare(shape):
        return Parameter("input", _NAMED, annotation=kind | None, default=strawberry.UNSET)
    return Parameter("input", _NAMED, annotation=kind)


def _member(name: str, field: FieldInfo) -> Parameter:
    kind: Hint = argument(field)
    shown = Annotated[kind, strawberry.argument(description=field.description)]
    standard = Parameter.empty if field.is_required() else default(field)
    return Parameter(name, _NAMED, annotation=shown, default=standard)


def _resolver(service: str, operation: Operation[Any, Any]) -> Callable[..., Awaitable[object]]:
    listen, read = _Listener(operation), Reader(operation)
    run, units = operation.run, operation.units - 1

    async def resolve(info: Info, **given: Any) -> object:  # noqa: ANN401 - any operation's
        call, tongue = info.context.call, _language(info.context.call, given)
        try:
            asked = read(listen(info, given, tongue))
            await call.charge(units)
            told = await run(getattr(call.state, service))(asked)
        except Unreadable as error:
            return Problem.of(call, *error.refusals, locale=tongue)
        except (RuleError, Refusal) as error:
            return Problem.of(call, error, locale=tongue)
        answer = told.answer if isinstance(told, Done) else told
        return Acknowledged() if answer is None else answer

    return resolve


def _language(call: Call, given: Given) -> str:
    """Return the language of one field; a call may ask for many things, each in its own."""
    said = given.get("input")
    tag = said.get("locale") if isinstance(said, dict) else None
    return (locale.chosen(tag) if isinstance(tag, str) else None) or call.locale


class _Listener:
    """Takes from a field's arguments what is said to one operation."""

    def __init__(self, operation: Operation[Any, Any]) -> None:
        self._steps = operation.steps
        self._members = tuple(operation.query.model_fields)

    def __call__(self, info: Info, given: Given, tongue: str) -> Words:
        context = info.context
        body.check_text(list(given.values()))  # a document may say what JSON may not
        tag = given.get("if_match")
        return Words(
            body=_or_nothing(given.get("input")),
            text=None,
            path={name: str(given[name]) for name in self._steps},
            query={
                name: given[name]
                for name in self._members
                if name in given and given[name] is not strawberry.UNSET
            },
            authorization=authorization_of(context),
            key=context.call.idempotency_key,
            if_match=None if tag is None else tag.encode(),
            locale=tongue,
            alias=_alias(info),
        )


def _or_nothing(given: object) -> object:
    return {} if given is None or given is strawberry.UNSET else given


def authorization_of(context: Context) -> bytes | None:
    """Return the header; a browser's socket has none, and says it in its first message."""
    header = context.call.headers.get(b"authorization")
    said = (context.connection_params or {}).get("authorization")
    return said.encode() if header is None and isinstance(said, str) else header


def _alias(info: Info) -> str:
    """Tell the fields of one document apart: two aliases are two commands, with one key."""
    alias = str(info.path.key)
    return "" if alias == info.field_name else f"/{alias}"
