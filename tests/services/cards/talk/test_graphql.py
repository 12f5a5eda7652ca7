"""The same over GraphQL."""

from typing import Any

from tests.services.cards.live.stage import Json, Sitter, Stage

ALL = """mutation ($s: ID!, $note: NoteInput!, $order: OrderInput!, $said: ChatInput!) {
  writeNote(session: $s, input: $note) { ... on SessionNotes { notes { slot text } } }
  arrangeCards(session: $s, input: $order) { ... on SessionNotes { order } }
  sayInSession(session: $s, input: $said) { ... on Problem { code } }
  pauseSession(session: $s) { ... on SessionPause { status clock { seat } } }
  resumeSession(session: $s) { ... on SessionPause { status clock { seat onTimeout } } }
}"""
VOTE = """mutation ($s: ID!, $vote: VoteInput!) {
  voteToEnd(session: $s, input: $vote) { ... on SessionVotes { status mine seats } }
}"""
READ = """query ($s: ID!) {
  getNotes(session: $s) { ... on SessionNotes { notes { text } } }
  getVotes(session: $s) { ... on SessionVotes { mine seats } }
  listChat(session: $s) { ... on SessionMessagePage { items { text } } }
  listBots { ... on SeatBotPage { items { name players } } }
}"""


async def ask(sitter: Sitter, query: str, **variables: object) -> dict[str, Any]:
    body = {"query": query, "variables": {"s": sitter.session, **variables}}
    answer = await sitter.client.post("/graphql", json=body, headers=sitter.headers)
    told: Json = answer.json()
    assert "errors" not in told, told
    data: dict[str, Any] = told["data"]
    return data


async def test_everything_besides_the_game_is_done_over_graphql(stage: Stage) -> None:
    clock = {"bank_ms": 60_000, "on_timeout": "pause"}
    _, one, two = await stage.game(clock=clock)
    hand = [each["position"] for each in (await one.look())["hands"][0]["cards"]]
    done = await ask(
        one,
        ALL,
        note={"card": 1, "text": "kyoko"},
        order={"order": hand[::-1]},
        said={"text": "hm"},
    )
    voted = await ask(one, VOTE, vote={"end": True})
    read = await ask(one, READ)
    ended = await ask(two, VOTE, vote={})

    assert done == {
        "writeNote": {"notes": [{"slot": 1, "text": "kyoko"}]},
        "arrangeCards": {"order": hand[::-1]},
        "sayInSession": {"code": "forbidden"},
        "pauseSession": {"status": "paused", "clock": {"seat": None}},
        "resumeSession": {"status": "running", "clock": {"seat": 0, "onTimeout": "pause"}},
    }
    assert voted == {"voteToEnd": {"status": "running", "mine": True, "seats": None}}
    assert read["getVotes"] == {"mine": True, "seats": None}
    assert read["getNotes"] == {"notes": [{"text": "kyoko"}]}
    assert read["listChat"] == {"items": []}
    assert [each["name"] for each in read["listBots"]["items"]] == ["random", "cautious"]
    assert ended == {"voteToEnd": {"status": "ended", "mine": True, "seats": [0, 1]}}
