"""Streams on the wire: lines that every reader takes for lines, whole or cut anywhere."""

import json
from collections.abc import Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st

from majokko_kit.live import Item
from majokko_kit.live.items import cursor
from majokko_kit.live.written import NDJSON, SSE, events, lines, wanted
from majokko_kit.refusals import NotAcceptable
from tests.support.following import EventSource

BREAKS = "\r\n\v\f\x1c\x1d\x1e\x85\u2028\u2029"
texts = st.text(st.characters(codec="utf-8") | st.sampled_from(BREAKS + 'data: "id:{}\\'))


def _items(said: Sequence[str]) -> list[Item]:
    return [
        Item(
            type="said",
            subject="cork",
            data={"text": text},
            seq=number,
            cursor=cursor("cork", 1, number),
        )
        for number, text in enumerate(said, 1)
    ]


@given(st.lists(texts))
def test_whatever_is_said_comes_out_of_an_event_source(said: list[str]) -> None:
    heard = list(EventSource().read(events(_items(said))))

    assert [event["data"]["data"]["text"] for event in heard] == said
    assert [event["id"] for event in heard] == [f"cork.1.{n}" for n in range(1, len(said) + 1)]


@given(st.lists(texts, min_size=1))
def test_a_line_is_one_line_for_those_who_break_at_everything(said: list[str]) -> None:
    heard = [json.loads(line) for line in lines(_items(said)).decode().splitlines()]
    told = events(_items(said)).decode().splitlines()

    assert [item["data"]["text"] for item in heard] == said
    assert len(told) == 4 * len(said)  # event, id, data, and an empty line


def test_cut_at_any_byte_and_resumed_each_event_comes_once_and_in_order() -> None:
    items = _items([f"{number}\n\u2028" for number in range(5)])
    whole = events(items)
    for at in range(len(whole) + 1):
        source = EventSource()
        before = list(source.read(whole[:at]))
        source.cut()
        last = int(source.last_id.rpartition(".")[2] or 0)
        after = list(source.read(events(items[last:])))

        assert [event["data"]["seq"] for event in before + after] == [1, 2, 3, 4, 5]


def test_silence_is_a_comment_or_an_empty_line() -> None:
    source = EventSource()

    assert list(source.read(events(()))) == []
    assert source.comments == 1
    assert lines(()) == b"\n"


ACCEPT: dict[bytes | None, bytes | None] = {
    None: SSE,
    b"*/*": SSE,
    b"text/*": SSE,
    b"text/event-stream": SSE,
    b"Text/Event-Stream; q=0.3": SSE,
    b"application/x-ndjson": NDJSON,
    b"application/*": NDJSON,
    b"application/json, application/x-ndjson;q=0.1": NDJSON,
    b"text/event-stream;q=0.5, application/x-ndjson": NDJSON,
    b"application/x-ndjson;q=0.5, */*": SSE,
    b"text/event-stream;q=0, */*": NDJSON,
    b"application/json": None,
    b"text/html, image/png": None,
    b"*/*;q=0": None,
    b"text/event-stream;q=much": None,
}


@pytest.mark.parametrize(("accept", "media"), ACCEPT.items())
def test_accept_says_which_form_is_wanted(accept: bytes | None, media: bytes | None) -> None:
    try:
        found = wanted(accept)
    except NotAcceptable:
        found = None

    assert found == media
