"""Finds the handler of a request by its method and path; paths may hold `{names}`.

Templates of one length whose names stand in the same places share a table, in which what stands
between them is looked up at once. There are few such tables, so a path is found in a few look-ups,
however many templates there are.
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple
from urllib.parse import quote, unquote

from majokko_kit.call import Call, StreamRoute

Key = tuple[str, str]
"""Method and path."""


class _Template(NamedTuple):
    handler: StreamRoute
    names: Sequence[tuple[str, int]]
    """Each name, and the step that it stands for."""


class _Table(NamedTuple):
    """Templates with names in the same places; `plain` are the other places."""

    plain: tuple[int, ...]
    named: tuple[int, ...]
    templates: dict[tuple[str, ...], _Template]


class HotRoutes:
    """Looks up plain paths as they are, and others by their templates.

    Raises ValueError when two handlers claim the same requests.
    """

    def __init__(self, routes: Mapping[Key, StreamRoute]) -> None:
        self._plain = {key: route for key, route in routes.items() if "{" not in key[1]}
        self._tables: dict[tuple[str, int], list[_Table]] = {}
        for key, route in routes.items():
            if "{" in key[1]:
                self._add(key, route)
        for tables in self._tables.values():
            tables.sort(key=_openness)

    def find(self, method: str, call: Call) -> StreamRoute | None:
        """Return the handler of a call, None where there is none; note the names in its path."""
        if route := self._plain.get((method, call.path)):
            return route
        raw = call.scope.get("raw_path") or quote(call.path).encode()
        among = self._tables.get((method, raw.count(b"/")))
        return _matching(among, _steps(raw), call) if among else None

    def _add(self, key: Key, route: StreamRoute) -> None:
        method, path = key
        steps = path.split("/")
        named = tuple(place for place, step in enumerate(steps) if step.startswith("{"))
        plain = tuple(place for place in range(len(steps)) if place not in named)
        tables = self._tables.setdefault((method, len(steps) - 1), [])
        table = next((one for one in tables if one.named == named), None)
        if table is None:
            tables.append(table := _Table(plain, named, {}))
        known = tuple(steps[place] for place in plain)
        if known in table.templates:
            raise ValueError(f"{method} {path} is claimed twice")
        names = [(steps[place][1:-1], place) for place in named]
        table.templates[known] = _Template(route, names)


def _openness(table: _Table) -> tuple[int, list[int]]:
    """Order tables: what says more of a path comes first, and what says it earlier."""
    return len(table.named), [-place for place in table.named]


def _steps(raw: bytes) -> Sequence[str]:
    """Return the steps of a path.

    They are told apart before they are decoded: an encoded slash belongs to its step.
    """
    steps = raw.decode("latin-1").split("/")
    return list(_decoded(steps)) if b"%" in raw else steps


def _decoded(steps: Sequence[str]) -> Iterator[str]:
    for step in steps:
        try:
            yield unquote(step, errors="strict")
        except UnicodeDecodeError:
            yield ""  # no step of any path


def _matching(among: Sequence[_Table], steps: Sequence[str], call: Call) -> StreamRoute | None:
    for table in among:
        known = tuple([steps[place] for place in table.plain])
        if template := table.templates.get(known):
            values = {name: steps[place] for name, place in template.names}
            if all(values.values()):
                call.path_params = values
                return template.handler
    return None
