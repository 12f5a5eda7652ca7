"""Finds the handler of a request by its method and path; paths may hold `{names}`."""

from collections.abc import Mapping, Sequence
from typing import NamedTuple
from urllib.parse import unquote

from majokko_kit.call import HotRoute

Params = Mapping[str, str]
_NONE: Params = {}


class Found(NamedTuple):
    handler: HotRoute
    params: Params = _NONE


class _Template(NamedTuple):
    steps: Sequence[str]
    handler: HotRoute

    def match(self, steps: Sequence[str]) -> Params | None:
        params: dict[str, str] = {}
        for own, given in zip(self.steps, steps, strict=True):
            if own.startswith("{"):
                params[own[1:-1]] = given
            elif own != given:
                return None
        return params


class HotRoutes:
    """Plain paths are looked up at once; templates are tried among those of the same length."""

    def __init__(self, routes: Mapping[tuple[str, str], HotRoute]) -> None:
        self._plain = {key: Found(route) for key, route in routes.items() if "{" not in key[1]}
        self._templates: dict[tuple[str, int], list[_Template]] = {}
        for (method, path), route in routes.items():
            if "{" in path:
                steps = path.split("/")
                self._templates.setdefault((method, len(steps)), []).append(_Template(steps, route))

    def find(self, method: str, path: str, raw_path: bytes) -> Found | None:
        """Return the handler of a request, None where there is none.

        Steps are told apart before they are decoded: an encoded slash belongs to its step.
        """
        if found := self._plain.get((method, path)):
            return found
        if (among := self._templates.get((method, raw_path.count(b"/") + 1))) is None:
            return None
        steps = [unquote(step) for step in raw_path.decode("latin-1").split("/")]
        for template in among:
            if (params := template.match(steps)) is not None:
                return Found(template.handler, params)
        return None
