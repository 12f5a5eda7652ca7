"""Serves what can be followed over REST, as streams."""

from collections.abc import Mapping, Sequence
from http import HTTPStatus
from typing import Any

from majokko_kit import problems, query
from majokko_kit.call import Answer, Call, Stream, StreamRoute
from majokko_kit.front.admission import STREAM_UNITS
from majokko_kit.live.following import Following, Since
from majokko_kit.live.openings import Openings
from majokko_kit.live.written import wanted, written
from majokko_kit.operations.reading import Reader, Unreadable, Words

_HEADERS = (
    (b"vary", b"accept, authorization"),
    (b"x-accel-buffering", b"no"),  # or nginx would keep events until it has enough of them
)
_MEMBERS = tuple(Since.model_fields)


def handlers(
    service: str, followings: Sequence[Following], openings: Openings
) -> Mapping[tuple[str, str], StreamRoute]:
    return {("GET", each.path): _handler(service, each, openings) for each in followings}


def _handler(service: str, following: Following, openings: Openings) -> StreamRoute:
    read = Reader(following.operation(secured=False))

    async def handle(call: Call) -> Answer | Stream:
        media = wanted(call.headers.get(b"accept"))
        try:
            asked = read(_words(call))
        except Unreadable as error:
            return problems.answer(error.refusals, call)
        await call.charge(STREAM_UNITS - 1)
        feed = await following.open(getattr(call.state, service))(asked)
        if feed.ended:  # tells a browser not to come back
            return Answer(HTTPStatus.NO_CONTENT, b"", headers=_HEADERS)
        over = openings.enter(feed.viewer, call)
        return Stream(written(feed, media), media, headers=_HEADERS, after=over)

    return handle


def _words(call: Call) -> Words:
    headers = call.headers
    said: dict[str, Any] = dict(query.read(call, *_MEMBERS))
    if last := headers.get(b"last-event-id"):
        said["since"] = last.decode("ascii", "backslashreplace")
    return Words(
        body={},
        text=None,
        path=call.path_params,
        query=said,
        authorization=headers.get(b"authorization"),
        key=None,
        if_match=None,
        locale=call.locale,
    )
