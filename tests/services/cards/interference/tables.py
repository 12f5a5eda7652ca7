"""Tables at which stories are told: made, joined and played at by those whom nobody overhears."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from majokko_rules.cards.magion.cards import NAMES
from tests.services.cards.interference.ears import authorization
from tests.services.cards.interference.houses import House
from tests.services.cards.interference.stories import DELAY, Story

Json = dict[str, Any]

_DAYS_MS = 6 * 24 * 60 * 60 * 1000
_HOUSES = (
    {"talk": True, "delay": DELAY},
    {"talk": False, "delay": DELAY},
)
_CLOCKS = (None, {"bank_ms": _DAYS_MS, "increment_ms": 1000, "on_timeout": "random_legal"})


@dataclass
class Table:
    """A session as its people know it: the tokens of its seats and of its host."""

    house: House
    id: str
    host: str
    seats: list[str] = field(default_factory=list)

    @property
    def path(self) -> str:
        return f"/v1/sessions/{self.id}"

    async def told(
        self, token: str | None, path: str, body: object = None, method: str = "POST"
    ) -> Any:  # noqa: ANN401 - JSON
        """Ask what must succeed and nobody writes down."""
        headers = authorization(token)
        answer = await self.house.wire.ask(method, self.path + path, body, headers)
        assert answer.status < 300, answer
        return answer.json() if answer.body else None

    async def version(self) -> int:
        version: int = (await self.told(None, "", method="GET"))["version"]
        return version

    async def sit(self, name: str, **body: object) -> None:
        self.seats.append((await self.told(None, "/seats", {"name": name, **body}))["token"])

    async def act(self, seat: int, action: Mapping[str, object]) -> None:
        body = {"expected_version": await self.version(), **action}
        await self.told(self.seats[seat], "/actions", body)

    async def last(self, version: int) -> int:
        """Return the number of the last event up to a version."""
        log = await self.house.log(self.id)
        return max((seq for seq, of in log if of <= version), default=0)

    def cursor(self, seq: int) -> bytes:
        """Return what streams say with an event."""
        return f'"{self.id}.1.{seq}"'.encode()


async def opened(house: House, body: Json, token: str | None = None) -> Table:
    answer = await house.wire.ask("POST", "/v1/sessions", body, authorization(token))
    assert answer.status == 201, answer
    made = answer.json()
    return Table(house, made["id"], made["token"])


async def board_of(story: Story, house: House) -> tuple[str, str] | tuple[None, None]:
    """Make the board that a story is told on, if it is; return its name and its token."""
    if story.source != "board":
        return None, None
    answer = await house.wire.ask("POST", "/v1/boards", _game(story))
    assert answer.status == 201, answer
    made = answer.json()
    return made["id"], made["token"]


def session_of(story: Story, world: int, board: str | None) -> Json:
    """Return what is asked of a session of a story; practice says the cards of its world."""
    chance, deal = story.chance, story.deals[world]
    body = {**_game(story), "table": chance.choice(_HOUSES), "clock": chance.choice(_CLOCKS)}
    if board:
        body["board"] = board
    elif story.source == "practice":
        body["deal"] = {
            "girls": [NAMES[kind] for kind in deal.girls],
            "witches": [story.rules.witch_keys[number - 1] for number in deal.witches],
            "first": deal.first,
        }
    return body


def _game(story: Story) -> Json:
    rules = story.rules
    return {"game": "magion", "players": rules.players, "options": dict(rules.options)}
