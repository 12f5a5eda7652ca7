"""Which methods a path takes, for OPTIONS, 405 and Allow.

Starlette tells only the methods of the first route that matches, and takes a path as it is written
(`/v1/characters/import`) for one with names (`/v1/characters/{character}`) where only that has the
method.
"""

import re
from collections.abc import Iterable, Sequence

from starlette.routing import BaseRoute, Route

from majokko_kit.refusals import MethodNotAllowed

_ORDER = ("GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS")


class Routes:
    def __init__(self, routes: Iterable[BaseRoute], others: Iterable[tuple[str, str]]) -> None:
        """Take the routes of all routers, and (method, path) pairs served without one."""
        self._patterns: list[tuple[re.Pattern[str], set[str]]] = []
        self._plain: dict[str, set[str]] = {}
        for route in routes:
            if isinstance(route, Route):
                self._add(route)
        for method, path in others:
            if "{" not in path:  # those with names are routes, too
                self._plain.setdefault(path, set()).add(method)
        self._plain = {path: _with_shared(served) for path, served in self._plain.items()}

    def check(self, method: str, path: str) -> None:
        """Raises MethodNotAllowed for a path as it is written that does not take a method."""
        served = self._plain.get(path)
        if served is not None and method not in served:
            names = ", ".join(self.allowed(path))
            raise MethodNotAllowed("method", allowed=names, headers=((b"allow", names.encode()),))

    def allowed(self, path: str) -> Sequence[str]:
        """Return the methods that `path` takes; none when there is no such path."""
        methods = self._plain.get(path) or self._named(path)
        return [method for method in _ORDER if method in methods]

    def _add(self, route: Route) -> None:
        methods = set(route.methods or ())
        if "{" in route.path:
            self._patterns.append((route.path_regex, methods))
        else:
            self._plain.setdefault(route.path, set()).update(methods)

    def _named(self, path: str) -> set[str]:
        methods: set[str] = set()
        for pattern, served in self._patterns:
            if pattern.fullmatch(path):
                methods |= served
        return _with_shared(methods) if methods else methods


def _with_shared(methods: set[str]) -> set[str]:
    """Add what every path takes, and HEAD where it takes GET."""
    return methods | {"OPTIONS"} | ({"HEAD"} if "GET" in methods else set())
