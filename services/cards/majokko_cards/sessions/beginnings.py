"""What a session begins as: its rules, its deal, and the stream that its cards will come from."""

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from majokko_cards.games import Games
from majokko_cards.records import Board, Dealt, Seat, Session
from majokko_cards.sessions.shapes import SessionIn
from majokko_cards.table.deals import Deals, girls_deck, of_words
from majokko_contracts.deals import BeginStream
from majokko_kit.bus.outside import Outside
from majokko_kit.names import named
from majokko_kit.sealed import Place
from majokko_rules.cards import magion
from majokko_rules.cards.magion.cards import NAMES
from majokko_rules.errors import InvalidValue, RuleError
from majokko_rules.rulesets import Ruleset

_BOT = "bot:"


@dataclass(frozen=True, slots=True)
class Wish:
    """A session as it is asked for, on a `board` or without one."""

    name: str
    tenant: str
    body: SessionIn
    board: Board | None
    at: int


@dataclass(frozen=True, slots=True)
class Begun:
    """A session that has yet to be written down."""

    session: Session
    seats: Sequence[Seat]
    dealt: Dealt | None


class Beginnings:
    def __init__(self, games: Games, deals: Deals) -> None:
        self._games = games
        self._deals = deals

    def begin(self, wish: Wish, outside: Outside) -> Begun:
        """Raises InvalidValue, UnknownField, Lacking, and what dice raises."""
        body = wish.body
        rules = self._games.rules(self._ruleset(wish), body.players, _options(wish))
        if wish.board is not None:
            _same(body, rules, wish.board)
        seats = list(self._bots(wish, rules))
        dealt = None if body.deal is None else self._practice(wish, body.deal, rules)
        promise = _promise(wish, outside) if dealt is None else {"source": "practice"}
        bots = [seat.number for seat in seats]
        session = Session(**{**_session(wish, rules), **promise, "bots": bots})
        return Begun(session, seats, dealt)

    def _ruleset(self, wish: Wish) -> Ruleset:
        board = wish.board
        if board is None:
            return self._games.find(wish.body.game)
        if wish.body.deal is not None:
            raise InvalidValue("not_together", pointer="/deal", names="board, deal")
        return self._games.shelf.find(f"{board.ruleset}#{board.digest}")

    def _bots(self, wish: Wish, rules: magion.Rules) -> Iterator[Seat]:
        if len(wish.body.seats) > rules.players:
            raise InvalidValue("too_long", pointer="/seats", limit=rules.players)
        for number, said in enumerate(wish.body.seats):
            if said is not None:
                pointer = f"/seats/{number}"
                if not said.startswith(_BOT):
                    raise InvalidValue("malformed", pointer=pointer, form="bot:<name>")
                bot = self._games.bot(said.removeprefix(_BOT), pointer)
                yield seated_bot(wish.name, number, bot, wish.at)

    def _practice(self, wish: Wish, said: Mapping[str, Any], rules: magion.Rules) -> Dealt:
        try:
            deal = magion.practice(rules, said)
        except RuleError as error:
            raise error.under("/deal") from None
        girls = [NAMES[kind] for kind in deal.girls]
        witches = [rules.witch_keys[number - 1] for number in deal.witches]
        place = Place(wish.tenant, "", wish.name)
        return Dealt(
            owner=wish.name,
            number=0,
            stream=place.stream,
            deck=girls_deck(0),
            first=deal.first,
            sealed=self._deals.sealed(place, of_words(girls, witches)),
            dealt=None,
            moves=[],
            at=wish.at,
        )


def seated_bot(session: str, number: int, bot: str, at: int) -> Seat:
    return Seat(
        session=session,
        number=number,
        name=bot,
        bot=bot,
        contribution=None,
        epoch=0,
        revision=0,
        arrangement=None,
        taken_at=at,
        left_at=None,
    )


def _options(wish: Wish) -> Mapping[str, Any]:
    """Return what is agreed upon; on a board, whoever says nothing agrees with it."""
    if wish.board is not None and not wish.body.options:
        return wish.board.options
    return wish.body.options


def _same(body: SessionIn, rules: magion.Rules, board: Board) -> None:
    """Refuse a session that would be another game than its board."""
    game, _, _ = board.ruleset.partition("@")
    if body.game not in (game, board.ruleset):
        raise _only("/game", f"{game}, {board.ruleset}")
    if rules.players != board.players:
        raise _only("/players", board.players)
    for name, setting in board.options.items():
        if rules.options[name] != setting:
            raise _only(f"/options/{name}", json.dumps(setting))


def _only(pointer: str, choices: object) -> InvalidValue:
    return InvalidValue("not_a_choice", pointer=pointer, choices=str(choices))


def _promise(wish: Wish, outside: Outside) -> Mapping[str, Any]:
    """Commit to the stream of a game, or take over what its board has committed to."""
    if (board := wish.board) is not None:
        return {
            "board": board.id,
            "deal": board.id,
            "stream": board.stream,
            "commitment": board.commitment,
            "receipt": board.receipt,
        }
    request = BeginStream(tenant=wish.tenant, reference=wish.name)
    begun = outside.know(request, f"{wish.name}/stream")
    return {"stream": begun.stream, "commitment": begun.commitment, "receipt": begun.receipt}


def _session(wish: Wish, rules: magion.Rules) -> dict[str, Any]:
    body = wish.body
    given = {
        "id": wish.name,
        "tenant": wish.tenant,
        "name": None if body.name is None else named(body.name, "/name"),
        "game": rules.ruleset_name.partition("@")[0],
        "ruleset": rules.ruleset_name,
        "digest": rules.ruleset_hash,
        "options": rules.options,
        "players": rules.players,
        "house": body.table.model_dump(),
        "source": "committed",
        "deal": wish.name,
        "status": "waiting",
        "version": 0,
        "seq": 0,
        "moves": 0,
        "dealing": False,
        "clock": None if body.clock is None else body.clock.model_dump(),
        "created_at": wish.at,
        "changed_at": wish.at,
    }
    return {**dict.fromkeys(Session.__slots__), **given}
