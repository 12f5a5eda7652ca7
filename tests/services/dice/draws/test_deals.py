"""Games have cards dealt: hidden from everybody, fixed from the start, and proved at the end."""

import asyncio
from collections.abc import AsyncIterator, Mapping, Sequence
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest
from pydantic import ValidationError

from majokko_contracts.deals import BeginStream, DrawMade
from majokko_gateway.replaying import asks_for_other_dice
from majokko_kit import redis_client
from majokko_kit.auth import new_token
from majokko_kit.bus import Bus
from majokko_kit.ids import new_id
from majokko_kit.receipts import PublicKey
from majokko_kit.receipts import verify as unsworn
from majokko_kit.refusals import IdempotencyKeyReused, NotFound, Refusal, StreamClosed
from majokko_kit.secret import Secret
from majokko_rules.errors import InvalidValue, RuleError
from majokko_rules.fairness.verifying import verify
from tests.services.dice.draws.asking import asked_of, committed, take, throw
from tests.services.dice.draws.games import (
    GIRLS,
    ORDERS,
    PATIENCE,
    SEEDS,
    WITCHES,
    asks,
    deck,
    game,
    lay_there,
    opened,
    proof_of,
    saved,
)
from tests.services.dice.rolls.story import refusal
from tests.services.dice.rooms.table import House, open_house
from tests.support.databases import Changes
from tests.support.redis_servers import RedisServer, redis_of_its_own
from tests.support.reference import loaded
from tests.support.serving import SECRET

INSTALLATION = Secret.of(SECRET)
STREAMS = "/v1/fairness/streams"
Json = dict[str, Any]

pytestmark = pytest.mark.usefixtures("house")  # who answers on the bus


async def shown(house: House, stream: str) -> Json:
    """Return what anybody may know of a stream."""
    (found,) = (await house.get(f"{STREAMS}/{stream}")).json()["items"]
    told: Json = found
    return told


# --- a game, from its beginning to its proof -------------------------------------------------


async def test_a_stream_is_committed_for_a_game_before_anybody_contributes(
    bus: Bus, house: House
) -> None:
    begun = (await game(bus)).begun
    told = await shown(house, begun.stream)
    keys = (await house.get("/v1/fairness/keys")).json()["keys"]

    assert (told["state"], told["draws"], told["head"]) == ("committed", 0, None)
    assert (
        (told["index"], told["commitment"])
        == (begun.index, begun.commitment)
        == (0, told["commitment"])
    )
    assert begun.receipt == told["receipt"]
    assert unsworn(begun.receipt, [PublicKey.listed(key) for key in keys]) == ()


async def test_decks_orders_and_who_begins_are_drawn_one_after_the_other(bus: Bus) -> None:
    table = await game(bus)
    dealt = await table.begin()

    girls, witches, orders, seats = dealt.draws
    assert [draw.nonce for draw in dealt.draws] == [0, 1, 2, 3]
    assert [draw.purpose for draw in dealt.draws] == ["deck", "deck", "orders", "seats"]
    assert [draw.deck for draw in dealt.draws] == ["girls", "witches", None, None]
    assert girls.request.endswith(f":{girls.root}")
    assert witches.request.endswith(f":{witches.root}")
    assert orders.request.startswith("secret:")
    assert seats.request == f'{{"first_of":4,"reference":"{table.reference}"}}'
    assert dealt.first == seats.values[0] - 1
    assert 0 <= seats.values[0] - 1 < 4
    assert [draw.values for draw in dealt.draws[:3]] == [(), (), ()]
    assert dealt.client_seed_source == "client"
    assert [each.model_dump() for each in dealt.client_seeds] == list(SEEDS)


async def test_only_the_installation_opens_what_was_dealt(bus: Bus) -> None:
    table = await game(bus)
    dealt = await table.begin()
    hidden = opened(INSTALLATION, table, dealt)

    assert [each.id for each in hidden.decks] == ["girls", "witches"]
    assert sorted(hidden.deck("girls").order) == sorted(GIRLS)
    assert sorted(hidden.deck("witches").order) == sorted(WITCHES)
    assert [sorted(order) for order in hidden.orders] == [sorted(WITCHES)] * 3
    assert lay_there(dealt, hidden)


async def test_no_two_games_are_dealt_alike(bus: Bus) -> None:
    hidden = []
    for _ in range(3):
        table = await game(bus)
        hidden.append(opened(INSTALLATION, table, await table.begin()))

    assert len({each.deck("girls").order for each in hidden}) == 3
    assert len({order for each in hidden for order in each.orders}) == 9


async def test_when_a_game_is_over_everybody_can_check_it(bus: Bus, house: House) -> None:
    table = await game(bus)
    dealt = [await table.begin(), await table.deal(decks=(deck("girls-1"),))]
    early = await house.get(f"{STREAMS}/{table.begun.stream}/0/proof")
    hidden = [opened(INSTALLATION, table, each) for each in dealt]
    ended = await table.close()
    proof = await proof_of(house, ended)

    assert refusal(early)[:3] == (409, "stream_closed", "not_closed")
    assert ended.draws == 5
    assert verify(proof, saved(table.begun, dealt, ended)) == ()
    assert [draw["purpose"] for draw in proof["draws"]] == [
        "deck",
        "deck",
        "orders",
        "seats",
        "deck",
    ]
    assert [draw["deck"]["id"] for draw in proof["draws"] if "deck" in draw] == [
        "girls",
        "witches",
        "girls-1",
    ]
    assert [asks_for_other_dice(draw) for draw in proof["draws"]] == [False] * 5
    orders = proof["draws"][2]
    assert orders["request"] == (
        f'{{"count":3,"of":{str(list(WITCHES)).replace(chr(39), chr(34)).replace(" ", "")}'
        f',"reference":"{table.reference}"}}'
    )
    assert orders["bounds"] == [7, 6, 5, 4, 3, 2] * 3
    assert by_the_page(orders) == [list(order) for order in hidden[0].orders]
    assert proof["draws"][3]["bounds"] == [4]
    assert lay_there(dealt[1], hidden[1])


def by_the_page(draw: Mapping[str, Any]) -> Sequence[Sequence[str]]:
    """Work hidden orders out of their faces, as docs/fairness.md tells strangers to."""
    found, faces = [], list(zip(draw["bounds"], draw["values"], strict=True))
    for _ in range(3):
        order = list(WITCHES)
        for bound, value in faces[: len(order) - 1]:
            order[bound - 1], order[value - 1] = order[value - 1], order[bound - 1]
        faces = faces[len(WITCHES) - 1 :]
        found.append(order)
    return found


async def test_every_draw_and_head_is_sworn_to(bus: Bus, house: House) -> None:
    table = await game(bus)
    dealt = await table.begin()
    keys = (await house.get("/v1/fairness/keys")).json()["keys"]
    receipt = dealt.receipt

    assert receipt
    assert unsworn(receipt, [PublicKey.listed(key) for key in keys]) == ()
    assert (receipt["reference"], receipt["stream"]) == (table.reference, table.begun.stream)
    assert (receipt["nonce"], receipt["head"]) == (3, dealt.draws[-1].head)
    assert receipt["draws"] == [[d.nonce, d.purpose, d.request] for d in dealt.draws]


async def test_a_game_that_nobody_played_is_proved_to_have_drawn_nothing(
    bus: Bus, house: House
) -> None:
    table = await game(bus)
    ended = await table.close()
    proof = await proof_of(house, ended)

    assert await table.close() == ended
    assert (ended.draws, proof["draws"]) == (0, [])
    assert verify(proof, saved(table.begun, [], ended)) == ()


# --- who contributes -------------------------------------------------------------------------


async def test_without_contributions_the_server_says_that_it_made_one(
    bus: Bus, house: House
) -> None:
    table = await game(bus)
    dealt = await table.deal()
    told = await shown(house, table.begun.stream)

    assert dealt.client_seed_source == told["client_seed_source"] == "server"
    assert [each.label for each in dealt.client_seeds] == ["server"]


async def test_seeds_are_fixed_by_the_first_deal(bus: Bus, house: House) -> None:
    table = await game(bus)
    first = await table.deal(contributions=SEEDS[:1])
    with pytest.raises(StreamClosed) as late:
        await table.deal(decks=(deck("girls-1"),), contributions=SEEDS[1:])
    second = await table.deal(decks=(deck("girls-1"),))

    assert (late.value.rule, late.value.pointer) == ("already_open", "/contributions")
    assert second.client_seeds == first.client_seeds
    assert (second.genesis, second.client_seed_source) == (first.genesis, "client")
    assert (await shown(house, table.begun.stream))["draws"] == 3


async def test_a_refused_deal_leaves_the_stream_as_it_was(bus: Bus, house: House) -> None:
    table = await game(bus)
    twice = ({"label": "seat-0", "seed": "a"}, {"label": "seat-0", "seed": "b"})
    with pytest.raises(InvalidValue) as refused:
        await table.deal(contributions=twice)
    told = await shown(house, table.begun.stream)

    assert (refused.value.rule, refused.value.pointer) == ("named_before", "/contributions/1/label")
    assert (told["state"], told["contributors"]) == ("committed", [])
    assert (await table.begin()).client_seed_source == "client"


# --- once ------------------------------------------------------------------------------------


async def test_a_game_has_one_stream(bus: Bus) -> None:
    asked = BeginStream(tenant="default", reference=new_id("ses"))
    begun = await asyncio.gather(*(bus.ask(asked, timeout=PATIENCE) for _ in range(6)))
    other = await game(bus)

    assert len({each.model_dump_json() for each in begun}) == 1
    assert other.begun.commitment != begun[0].commitment


async def test_asked_by_many_at_once_cards_are_dealt_once(bus: Bus, house: House) -> None:
    table, key = await game(bus), new_id("req")
    dealt = await asyncio.gather(*(table.deal(key, orders=ORDERS, first=4) for _ in range(6)))

    assert len({each.model_dump_json() for each in dealt}) == 1
    assert (await shown(house, table.begun.stream))["draws"] == 4


async def test_the_same_key_for_another_deal_is_refused(bus: Bus, house: House) -> None:
    table, key = await game(bus), new_id("req")
    await table.deal(key)
    others = ({"first": 3}, {"orders": ORDERS}, {"decks": (deck("girls", "ab"),)})
    for other in (*others, {"reference": new_id("ses")}, {"contributions": SEEDS}):
        with pytest.raises(IdempotencyKeyReused):
            await table.deal(key, **other)

    assert (await shown(house, table.begun.stream))["draws"] == 2


async def test_a_restart_and_a_wiped_redis_change_nothing(
    tmp_path: Path, database: Changes
) -> None:
    reference, key = new_id("ses"), new_id("req")
    with redis_of_its_own() as server:
        changes = {**database, "redis_url": server.url}
        async with open_house(tmp_path, changes), bus_of(server) as bus:
            table = await game(bus, reference)
            before = await table.deal(key, orders=ORDERS, first=4, contributions=SEEDS)
        server.kill()
        server.start()
        async with open_house(tmp_path, changes) as house, bus_of(server) as bus:
            again = await game(bus, reference)
            after = await again.deal(key, orders=ORDERS, first=4, contributions=SEEDS)
            ended = await again.close()
            proof = await proof_of(house, ended)

    assert again.begun == table.begun
    assert after == before
    assert ended.draws == 4
    assert verify(proof, saved(table.begun, [before], ended)) == ()


@asynccontextmanager
async def bus_of(server: RedisServer) -> AsyncIterator[Bus]:
    async with redis_client.client(server.url) as redis, Bus(redis) as bus:
        yield bus


@pytest.mark.parametrize("cards", [GIRLS, WITCHES], ids=["same", "other"])
async def test_an_id_serves_one_deck_of_a_stream(
    bus: Bus, house: House, cards: Sequence[str]
) -> None:
    table = await game(bus)
    await table.deal(decks=(deck(),))
    refused = []
    for decks in ((deck("girls", cards),), (deck("witches", WITCHES), deck("witches", cards))):
        with pytest.raises(InvalidValue) as raised:
            await table.deal(decks=decks)
        refused.append((raised.value.rule, raised.value.pointer))
    elsewhere = await (await game(bus)).deal(decks=(deck(),))

    assert refused == [("named_before", "/decks/0/id"), ("named_before", "/decks/1/id")]
    assert (await shown(house, table.begun.stream))["draws"] == 1
    assert elsewhere.draws[0].deck == "girls"


async def test_an_order_has_each_thing_once(bus: Bus) -> None:
    table = await game(bus)
    with pytest.raises(InvalidValue) as refused:
        await table.deal(orders={"count": 1, "of": ("gertrud", "izabel", "gertrud")})

    assert (refused.value.rule, refused.value.pointer) == ("named_before", "/orders/of/2")


# --- whose it is -----------------------------------------------------------------------------


async def test_a_stream_deals_to_its_own_game_only(bus: Bus, house: House) -> None:
    table, other = await game(bus), await game(bus)
    taken, reference = await committed(house), new_id("ses")
    await bus.ask(take(taken, reference), timeout=PATIENCE)
    refused = []
    for changes in (
        {"reference": other.reference},
        {"tenant": "other"},
        {"stream": new_id("str")},
        {"stream": taken["id"], "reference": reference},  # whoever has its token could close it
    ):
        with pytest.raises(NotFound) as raised:
            await table.deal(**changes)
        refused.append(raised.value.pointer)

    assert refused == ["/stream"] * 4
    assert (await shown(house, table.begun.stream))["state"] == "committed"


async def test_nobody_else_takes_draws_from_feeds_or_closes_it(bus: Bus, house: House) -> None:
    table = await game(bus)
    await table.begin()
    stream = table.begun.stream
    with pytest.raises(NotFound):
        await bus.ask(throw(stream=stream, reference=table.reference), timeout=PATIENCE)
    with pytest.raises(StreamClosed):
        await bus.ask(take(table.begun.model_dump(), new_id("dra")), timeout=PATIENCE)
    strange = [
        refusal(await asked_of(house, {"id": stream, "token": token}, "/close"))[:2]
        for token in (new_token("stream"), (await committed(house))["token"])
    ]

    assert strange == [(401, "token_missing"), (404, "not_found")]
    assert (await shown(house, stream))["state"] == "open"


async def test_a_closed_stream_deals_nothing_but_repeats_what_it_dealt(bus: Bus) -> None:
    table, key = await game(bus), new_id("req")
    dealt = await table.deal(key)
    await table.close()
    with pytest.raises(StreamClosed) as refused:
        await table.deal(decks=(deck("girls-1"),))

    assert (refused.value.rule, refused.value.pointer) == ("closed", "/stream")
    assert await table.deal(key) == dealt


async def test_who_was_refused_may_ask_again_under_the_same_key(bus: Bus) -> None:
    table, key = await game(bus), new_id("req")
    await table.deal()
    met: list[type[Refusal | RuleError]] = []
    for _ in range(2):
        with pytest.raises(InvalidValue) as refused:
            await table.deal(key)
        met.append(refused.type)
    dealt = await table.deal(key, decks=(deck("girls-1"),))

    assert met == [InvalidValue, InvalidValue]
    assert [draw.nonce for draw in dealt.draws] == [2]


# --- what is refused as it is read -----------------------------------------------------------


@pytest.mark.parametrize(
    "changes",
    [
        {"tenant": ""},
        {"stream": "stream 7"},
        {"reference": "ses_7"},
        {"decks": ()},
        {"decks": tuple(deck(f"girls-{n}") for n in range(9))},
        {"decks": (deck("Girls"),)},
        {"decks": (deck(""),)},
        {"decks": (deck("girls", ()),)},
        {"decks": (deck("girls", ["a b"]),)},
        {"decks": (deck("girls", ["ほむら"]),)},
        {"decks": (deck("girls", ["x"] * 501),)},
        {"decks": ({**deck(), "order": ["x"]},)},
        {"orders": {"count": 0, "of": WITCHES}},
        {"orders": {"count": 1001, "of": WITCHES}},
        {"orders": {"count": 1, "of": ("gertrud",)}},
        {"first": 0},
        {"first": 101},
        {"first": True},
        {"contributions": ({"label": "seat 0", "seed": "tea"},)},
        {"contributions": ({"label": "seat-0", "seed": "té"},)},
        {"contributions": ({"label": "seat-0", "seed": ""},)},
    ],
)
def test_beyond_its_limits_nothing_is_asked(changes: Json) -> None:
    with pytest.raises(ValidationError):
        asks(new_id("str"), new_id("ses"), **changes)


async def test_one_seat_begins_and_a_deck_of_one_lies_as_it_is(bus: Bus, house: House) -> None:
    table = await game(bus)
    dealt = await table.deal(decks=(deck("girls", ["all"]),), first=1)
    hidden = opened(INSTALLATION, table, dealt)
    ended = await table.close()

    assert dealt.first == 0
    assert hidden.deck("girls").order == ("all",)
    assert lay_there(dealt, hidden)
    assert verify(await proof_of(house, ended), saved(table.begun, [dealt], ended)) == ()


async def test_heads_follow_from_what_was_told_during_the_game(bus: Bus) -> None:
    """A player can follow the chain before any seed is out."""
    dealt = await (await game(bus)).begin()
    head = dealt.genesis
    for draw in dealt.draws:
        head = following(head, draw)

        assert draw.head == head


def following(head: str, draw: DrawMade) -> str:
    pf1 = loaded()
    told: str = pf1.link(
        bytes.fromhex(head), draw.nonce, draw.purpose, draw.request.encode(), list(draw.values)
    ).hex()
    return told
