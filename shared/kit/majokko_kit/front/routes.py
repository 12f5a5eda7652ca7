"""Which methods a path takes, for OPTIONS, 405 and Allow.

Starlette tells only the methods of the first route that matches.
"""

import re
from collections.abc import Iterable, Sequence

from starlette.routing import BaseRoute, Route

_ORDER = ("GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS")


class Routes:
    def __init__(self, routes: Iterable[BaseRoute], others: Iterable[tuple[str, str]]) -> None:
        """Take the routes of all routers, and (method, path) pairs served without one."""
        self._patterns: list[tuple[re.Pattern[str], set[str]]] = []
        for route in routes:
            if isinstance(route, Route):
                self._patterns.append((route.path_regex, set(route.methods or ())))
        for method, path in others:
            self._patterns.append((re.compile(re.escape(path)), {method}))

    def allowed(self, path: str) -> Sequence[str]:
        """Return the methods that `path` takes; none when there is no such path."""
        methods: set[str] = set()
        for pattern, served in self._patterns:
            if pattern.fullmatch(path):
                methods |= served
        if not methods:
            return ()
        methods |= {"OPTIONS"} | ({"HEAD"} if "GET" in methods else set())
        return [method for method in _ORDER if method in methods]
