"""Tells a story in a world, and writes down everything that those hear who must not notice."""

from collections.abc import Iterator, Mapping, Sequence
from contextlib import AsyncExitStack
from dataclasses import dataclass, field
from typing import Any

from majokko_rules.cards.magion import PUBLIC, State, begin, play, write
from majokko_rules.cards.magion.cards import NAMES
from tests.services.cards.interference import questions
from tests.services.cards.interference.dealer import Cards
from tests.services.cards.interference.ears import Ask, Ears, authorization
from tests.services.cards.interference.houses import House
from tests.services.cards.interference.questions import READING, Moment
from tests.services.cards.interference.stories import DELAY, Story
from tests.services.cards.interference.tables import Table, board_of, opened, session_of
from tests.services.cards.interference.wire import Followed

Json = dict[str, Any]

_PEOPLE = ("Homura", "Mami", "Kyoko", "Sayaka")
_NO_BOARD = "brd_00000000000000000000000000"
_ASIDE = {"girls": list(NAMES[:20]), "first": 0}
_FEW = 3
"""Actions that are refused, each time that not everything is asked."""


async def tell(story: Story, house: House, number: int, *, whole: bool = False) -> Ears:
    """Tell a story; `number` names it in both worlds. `whole` asks everything there is to ask."""
    house.fate.enter(number)
    async with AsyncExitStack() as stack:
        telling = await _begun(story, house, stack)
        await telling.tell(whole=whole)
        return telling.ears


async def _begun(story: Story, house: House, stack: AsyncExitStack) -> "Telling":
    """Open the tables of a story."""
    before = () if story.before is None else (story.before[house.world],)
    house.dealer.next = Cards(story.rules, story.deals[house.world], before)
    aside = await opened(house, {"game": "magion", "players": 2, "deal": _ASIDE})
    await aside.sit("Kyubey")
    board, token = await board_of(story, house)
    body, people = session_of(story, house.world, board), _PEOPLE[: story.rules.players]
    other = None
    if board and story.viewer != PUBLIC:
        other = await opened(house, body, token)
        for name in people:
            await other.sit(name)
        await other.told(other.host, "/start")
    table = await opened(house, body, token)
    for name in people:
        await table.sit(name, **({"contribution": name} if story.source == "committed" else {}))
    return Telling(story, house, stack, table, aside.seats[0], board, other)


@dataclass
class Telling:
    """A story at its table. `other` is another one on the same board, where the viewer's seat has
    seen less; `stranger` is a token that opens neither.
    """

    story: Story
    house: House
    stack: AsyncExitStack
    table: Table
    stranger: str
    board: str | None
    other: Table | None
    ears: Ears = field(init=False)
    mine: Followed | None = None
    watching: Followed | None = None

    def __post_init__(self) -> None:
        self.ears = Ears(self.house)
        self._chance = self.story.chance

    @property
    def seat(self) -> int | None:
        """The seat that must not notice; None where only those who watch must not."""
        return None if self.story.viewer == PUBLIC else self.story.viewer

    @property
    def token(self) -> str | None:
        return None if self.seat is None else self.table.seats[self.seat]

    @property
    def _of_host(self) -> Sequence[str]:
        """What the host reads; she hears what is said at the table, as those who watch do not."""
        return [each for each in READING if self.token or each != "listChat"]

    @property
    def path(self) -> Mapping[str, object]:
        return {"session": self.table.id, "seat": self.seat, "board": self.board or _NO_BOARD}

    async def tell(self, *, whole: bool) -> None:
        states = [*self._states()]
        if whole:
            await self._sit_again()
        await self._follow()
        await self._look(None)
        await self._start()
        last = len(self.story.actions)
        for number, action in enumerate(self.story.actions, 1):
            state = states[number - 1]
            await self._look(state)
            await self._behind_backs(state)
            if number == last:
                await self._stop_voting()  # who voted is told once the game is over
            await self._move(state, write(action))
        await self._look(states[last])
        await self._leave_off(states[last], whole=whole)
        for state, action in zip(states[last:], self.story.further, strict=False):
            await self.table.act(state.turn, write(action))
            self.house.fate.pass_on()
            await self._watch()
        await self._watch_to_the_end()

    def _states(self) -> Iterator[State]:
        """Play the story in the rules, in this world."""
        state = begin(self.story.rules, self.story.deals[self.house.world])
        for action in (*self.story.actions, *self.story.further):
            yield state
            state = play(state, action)
        yield state

    async def _follow(self) -> None:
        """Follow the session from before its beginning, from the seat and as one who watches."""
        url, wire = self.table.path + "/events", self.house.wire
        if self.token:
            headers = authorization(self.token)
            self.mine = await self.stack.enter_async_context(wire.follow(url, headers))
        lines = {"accept": "application/x-ndjson"}
        self.watching = await self.stack.enter_async_context(wire.follow(url, lines))

    async def _start(self) -> None:
        if self.token:
            await self.ears.rest(Ask("startSession"), self.token, self.path)
        else:
            await self.table.told(self.table.host, "/start")
        self._began = await self.table.version()
        self.house.fate.pass_on()

    async def _look(self, state: State | None) -> None:
        """Ask what is asked at every moment; before the game begins there is no state."""
        self.ears.moments += 1
        if self.token and self.seat is not None:
            await self._read(Ask("getSessionView"), again=True)
            await self._read(Ask("listLegalActions"))
            await self._read(Ask("listCardOpenings"))
            await self.ears.graphql(Ask(self._chance.choice(READING)), self.token, self.path)
            if state:
                await self._be_refused(state, self.seat)
        await self._watch()

    async def _read(self, ask: Ask, *, again: bool = False) -> None:
        """Read something, and ask once more whether it has changed."""
        answer = await self.ears.rest(ask, self.token, self.path)
        if again and (tag := answer.header(b"etag")):
            unchanged = Ask(ask.of, headers={"if-none-match": tag})
            await self.ears.rest(unchanged, self.token, self.path)

    async def _be_refused(self, state: State, seat: int) -> None:
        asks = questions.acting(await self._now(state, seat), self._refused(state, seat, _FEW))
        for ask in self._chance.sample([*asks], _FEW):
            await self.ears.rest(ask, self.token, self.path)

    def _refused(self, state: State, seat: int, count: int) -> Sequence[Json]:
        return questions.refused_actions(state, seat, self._chance, count)

    async def _now(self, state: State, seat: int) -> Moment:
        return Moment(
            version=await self.table.version(),
            seat=seat,
            token=self.table.seats[seat],
            host=self.table.host,
            stranger=self.stranger,
            board=self.board or _NO_BOARD,
            hand=state.hands[seat],
        )

    async def _watch(self) -> None:
        """Let those ask who only watch, the host, and the same seat at another table."""
        await self.ears.rest(Ask("getSessionView"), None, self.path)
        await self.ears.rest(Ask("getSession"), None, self.path)
        await self.ears.rest(Ask(self._chance.choice(self._of_host)), self.table.host, self.path)
        if self.other:
            await self._ask_elsewhere(self.other)

    async def _ask_elsewhere(self, other: Table) -> None:
        token = other.seats[self.story.viewer]
        path = {**self.path, "session": other.id}
        await self.ears.rest(Ask(self._chance.choice(READING)), token, path)
        await self.ears.graphql(Ask("getBoard"), token, path)
        await self.ears.rest(Ask(self._chance.choice(READING)), token, self.path)

    async def _behind_backs(self, state: State) -> None:
        """Let another seat do what nobody notices, otherwise in each world."""
        others = [each for each in range(self.story.rules.players) if each != self.seat]
        seat, told = self._chance.choice(others), self.table.told
        token, world = self.table.seats[seat], self.house.world
        kind = self._chance.randrange(8)
        if kind == 0 and state.hands[seat]:
            await told(token, "/notes", {"card": 0, "text": "!" * (world + 1)})
        elif kind == 1 and world:
            await told(token, "/order", {"order": [*state.hands[seat]][::-1]})
        elif kind == 2 and world:
            await told(self.table.seats[others[0]], "/votes", {"end": True})
        elif kind == 3:
            text = "Hm." if self.token else "Hm." * (world + 1)
            said = {"text": text}
            wire, url = self.house.wire, self.table.path + "/chat"
            await wire.ask("POST", url, said, authorization(token))  # refused if all keep silent

    async def _stop_voting(self) -> None:
        for token in self.table.seats:
            if token != self.token:
                await self.table.told(token, "/votes", {"end": False})

    async def _move(self, state: State, action: Json) -> None:
        """Let a move be made; the viewer's own is asked for, asked again, and asked for wrongly."""
        if state.turn != self.seat or self.token is None:
            await self.table.act(state.turn, action)
        else:
            body = {"expected_version": await self.table.version(), **action}
            key = {"idempotency-key": f"move-{state.moves}"}
            ways = (self.ears.rest, self.ears.graphql)
            if self._chance.random() < 0.5:
                ways = ways[::-1]
            for _ in "12":
                await ways[0](Ask("act", body, headers=key), self.token, self.path)
            await ways[1](Ask("act", body), self.token, self.path)
            wrong = {**body, "expected_version": 0}
            await ways[0](Ask("act", wrong, headers=key), self.token, self.path)
        self.house.fate.pass_on()

    async def _leave_off(self, state: State, *, whole: bool) -> None:
        """Let the viewer ask all there is to ask, before the worlds part."""
        if self.seat is None or self.mine is None:
            return
        if whole:
            await self._ask_everything(state, self.seat)
        last = await self.table.last(await self.table.version())
        await self.mine.until(self.table.cursor(last))
        if whole:
            await self._renew(self.seat)
        await self._follow_again(self.mine, last)

    async def _ask_everything(self, state: State, seat: int) -> None:
        moment = await self._now(state, seat)
        for ask in questions.everything(moment, self._refused(state, seat, 12)):
            await self.ears.rest(ask, self.token, self.path)
            await self.ears.graphql(ask, self.token, self.path)

    async def _sit_again(self) -> None:
        """Leave one's seat, and take it once more."""
        if self.seat is None:
            return
        for way in (self.ears.rest, self.ears.graphql):
            await way(Ask("releaseSeat"), self.token, self.path)
            seat = Ask("takeSeat", {"name": "Nagisa", "seat": self.seat})
            answer = (await way(seat, None, self.path)).json()
            self.table.seats[self.seat] = _token_of(answer, "takeSeat")

    async def _renew(self, seat: int) -> None:
        """Take a new token; the old one opens nothing any more."""
        for way in (self.ears.rest, self.ears.graphql):
            answer = await way(Ask("renewSeatToken"), self.token, self.path)
            old = self.table.seats[seat]
            self.table.seats[seat] = _token_of(answer.json(), "renewSeatToken")
            await way(Ask("getSessionView").by(old), None, self.path)

    async def _follow_again(self, before: Followed, last: int) -> None:
        """Follow from the first event on, in every way; the stream that was is over then."""
        url, wire, token = self.table.path + "/events", self.house.wire, self.token
        cursor, headers = self.table.cursor(last), authorization(token)
        lines = {"accept": "application/x-ndjson", "last-event-id": str(last // 2)}
        async with wire.follow(url + "?since=0", headers) as events:
            await events.until(cursor)
        async with wire.follow(url, {**headers, **lines}) as resumed:
            await resumed.until(cursor)
        query = self.house.documents.of("sessionEvents")
        given = {"session": self.table.id, "since": "1"}
        async with wire.subscribe(query, given, token) as subscribed:
            await subscribed.until(cursor)
        await before.until(b'"bye"')
        for followed in (before, events, resumed):
            self.ears.keep("rest sessionEvents", followed.heard())
        self.ears.keep("graphql sessionEvents", subscribed.heard())

    async def _watch_to_the_end(self) -> None:
        """Hear what those who watch were told, up to where they may know by now."""
        assert self.watching, "from the beginning"
        version = await self.table.version()
        if self.watching.status == 200 and not self.watching.over:
            last = await self.table.last(max(version - DELAY, self._began))
            await self.watching.until(self.table.cursor(last))
        self.ears.keep("rest sessionEvents", self.watching.heard())
        for of in self._of_host:
            await self._both(Ask(of).by(self.table.host))
        for of in READING:
            await self._both(Ask(of).by(None))

    async def _both(self, ask: Ask) -> None:
        await self.ears.rest(ask, None, self.path)
        await self.ears.graphql(ask, None, self.path)


def _token_of(answer: Json, field: str) -> str:
    told: Json = answer if "data" not in answer else answer["data"][field]
    token: str = told["token"]
    return token
