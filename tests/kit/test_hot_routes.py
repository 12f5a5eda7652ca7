"""The handler of a path is found, also where the path has names in it."""

from collections.abc import Iterable
from urllib.parse import quote

import pytest
from hypothesis import given
from hypothesis import strategies as st
from starlette.datastructures import State

from majokko_kit.call import Answer, Call
from majokko_kit.front.hot import HotRoutes

PATHS = [
    "/v1/rolls",
    "/v1/rooms",
    "/v1/rooms/{room}",
    "/v1/rooms/open",
    "/v1/rooms/{room}/rolls",
    "/v1/rooms/{room}/members",
    "/v1/rooms/{room}/rolls/{roll}",
    "/v1/rooms/{room}/rolls/last",
    "/v1/rooms/open/rolls/{roll}",
    "/v1/{kind}/{thing}/rolls",
]


async def _nobody(_: Call) -> Answer:
    raise AssertionError


def _routes(paths: Iterable[str] = PATHS) -> HotRoutes:
    class Handler:
        """Knows the path that it was found by."""

        def __init__(self, path: str) -> None:
            self.path = path

        __call__ = staticmethod(_nobody)

    return HotRoutes({("GET", path): Handler(path) for path in paths})


ROUTES = _routes()


def _find(path: str, method: str = "GET") -> tuple[str, dict[str, str]] | None:
    """Return the template of a path as it is sent, and what its names stand for."""
    raw = path.encode("ascii")
    scope = {"path": path, "raw_path": raw, "query_string": b""}
    call = Call(scope, {}, state=State(), trace_id="", span_id="", default_locale="en")
    found = ROUTES.find(method, call)
    return (found.path, dict(call.path_params)) if found else None  # type: ignore[attr-defined]


@pytest.mark.parametrize(
    ("path", "template", "names"),
    [
        ("/v1/rooms", "/v1/rooms", {}),
        ("/v1/rooms/open", "/v1/rooms/open", {}),
        ("/v1/rooms/roo_1", "/v1/rooms/{room}", {"room": "roo_1"}),
        ("/v1/rooms/a/rolls", "/v1/rooms/{room}/rolls", {"room": "a"}),
        ("/v1/rooms/open/rolls", "/v1/rooms/{room}/rolls", {"room": "open"}),
        ("/v1/other/a/rolls", "/v1/{kind}/{thing}/rolls", {"kind": "other", "thing": "a"}),
        ("/v1/rooms/a/rolls/b", "/v1/rooms/{room}/rolls/{roll}", {"room": "a", "roll": "b"}),
        ("/v1/rooms/a/rolls/last", "/v1/rooms/{room}/rolls/last", {"room": "a"}),
        ("/v1/rooms/open/rolls/b", "/v1/rooms/open/rolls/{roll}", {"roll": "b"}),
        ("/v1/rooms/open/rolls/last", "/v1/rooms/open/rolls/{roll}", {"roll": "last"}),
        ("/v1/rooms/a%2Fb/rolls", "/v1/rooms/{room}/rolls", {"room": "a/b"}),
        ("/v1/rooms/%E9%A1%98/members", "/v1/rooms/{room}/members", {"room": "願"}),
        ("/v1/rooms/a/r%6Flls", "/v1/rooms/{room}/rolls", {"room": "a"}),
        ("/v1/rooms/%zz/rolls", "/v1/rooms/{room}/rolls", {"room": "%zz"}),
        ("/v1/rooms/%2500/rolls", "/v1/rooms/{room}/rolls", {"room": "%00"}),
    ],
)
def test_a_path_is_found_with_what_its_names_stand_for(
    path: str, template: str, names: dict[str, str]
) -> None:
    assert _find(path) == (template, names)


@pytest.mark.parametrize(
    "path",
    [
        "/",
        "/v1",
        "/v1/room",
        "/v1/rooms/",
        "/v1/rooms//rolls",
        "/v1/rooms/a/rolls/",
        "/v1/rooms/a/rolls/b/c",
        "/v1/rooms/%ff/rolls",
        "/v1/rooms/a/nope",
        "/v2/rooms/a/rolls",
        "//v1/rooms/a",
    ],
)
def test_other_paths_are_not_found(path: str) -> None:
    assert _find(path) is None


def test_a_method_has_its_own_paths() -> None:
    assert _find("/v1/rooms", "POST") is None
    assert _find("/v1/rooms/a", "POST") is None


@given(room=st.text(min_size=1).filter(lambda text: text != "open"), roll=st.text(min_size=1))
def test_whatever_is_encoded_arrives_decoded(room: str, roll: str) -> None:
    found = _find(f"/v1/rooms/{quote(room, safe='')}/rolls/{quote(roll, safe='')}")

    assert found
    assert found[1] in ({"room": room, "roll": roll}, {"room": room})


def test_without_the_path_as_sent_the_decoded_one_has_to_do() -> None:
    scope = {"path": "/v1/rooms/%41 b", "query_string": b""}
    call = Call(scope, {}, state=State(), trace_id="", span_id="", default_locale="en")

    assert ROUTES.find("GET", call)
    assert call.path_params == {"room": "%41 b"}


def test_two_templates_for_the_same_paths_fail_the_build() -> None:
    with pytest.raises(ValueError, match="claimed twice"):
        _routes(["/v1/rooms/{room}/rolls", "/v1/rooms/{name}/rolls"])
