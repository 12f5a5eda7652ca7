"""Has dice deal from the stream of a session or a board, again while somebody holds three heads.

Dice are asked by keys that follow from the owner, and deal once for each. So a deal that was cut
short anywhere, and is tried again, is of the same cards.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from majokko_cards.records import Dealt
from majokko_cards.table.deals import WITCHES, Deals, girls_deck
from majokko_contracts.deals import CardsDealt, Contributing, DealCards, DeckAsked, OrdersAsked
from majokko_kit.bus.outside import Outside
from majokko_kit.refusals import NotFound, NotRunning, Refusal, StreamClosed
from majokko_rules.cards import magion

MOST_DEALS = 90
"""For one game. Dice are asked that often by rules under which nearly everybody holds too much."""


@dataclass(frozen=True, slots=True)
class Wanted:
    """Cards for `owner`, from its `stream`, into which others have mixed their `contributions`."""

    owner: str
    tenant: str
    stream: str
    rules: magion.Rules
    contributions: Sequence[tuple[str, str]]
    """Labels and seeds."""
    at: int


def dealt(wanted: Wanted, deals: Deals, outside: Outside) -> Sequence[Dealt]:
    """Return every deal there had to be; the last one is played.

    Raises StreamClosed and NotRunning where there can be none (`is_hopeless`), Lacking, and what
    else dice raise.
    """
    asked = _first(wanted)
    made: list[Dealt] = []
    while True:
        told = _told(outside, asked, f"{wanted.owner}/deal-{len(made)}")
        first = told.first if told.first is not None else made[0].first
        made.append(_kept(wanted, len(made), told, first))
        girls = deals.table(wanted.tenant, wanted.rules, made).deal.girls
        if not magion.must_deal_again(wanted.rules, girls):
            return made
        if len(made) == MOST_DEALS:
            raise NotRunning("redealt", count=MOST_DEALS)
        asked = _again(wanted, len(made))


def is_hopeless(refusal: Refusal) -> bool:
    """Tell whether a game can never be dealt: asked again, dice would say the same."""
    return isinstance(refusal, StreamClosed) or refusal.rule == "redealt"


def _told(outside: Outside, asked: DealCards, key: str) -> CardsDealt:
    try:
        return outside.know(asked, key)
    except NotFound as error:  # dice have lost the stream that they committed to
        raise StreamClosed("closed") from error


def _first(wanted: Wanted) -> DealCards:
    rules = wanted.rules
    return DealCards(
        tenant=wanted.tenant,
        stream=wanted.stream,
        reference=wanted.owner,
        contributions=tuple(
            Contributing(label=label, seed=seed) for label, seed in wanted.contributions
        ),
        decks=(
            DeckAsked(id=girls_deck(0), cards=rules.deck),
            DeckAsked(id=WITCHES, cards=rules.witches),
        ),
        orders=OrdersAsked(count=rules.orders, of=rules.witches) if rules.orders else None,
        first=rules.players,
    )


def _again(wanted: Wanted, number: int) -> DealCards:
    return DealCards(
        tenant=wanted.tenant,
        stream=wanted.stream,
        reference=wanted.owner,
        decks=(DeckAsked(id=girls_deck(number), cards=wanted.rules.deck),),
    )


def _kept(wanted: Wanted, number: int, told: CardsDealt, first: int) -> Dealt:
    return Dealt(
        owner=wanted.owner,
        number=number,
        stream=told.stream,
        deck=girls_deck(number),
        first=first,
        sealed=told.sealed,
        dealt=told.model_dump(mode="json", exclude={"sealed", "first"}),
        moves=[],
        at=wanted.at,
    )
