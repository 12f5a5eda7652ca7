"""Every way the rules can say no.

RuleError
├── SyntaxRefused     the text is not in the notation
├── BudgetExceeded    well-formed, but more work than one request may ask for
├── FacesTooFew       supplied dice ran out
├── FacesTooMany      supplied dice were left over
├── FaceOutOfRange    a supplied face is not on its die
├── UnknownField      a name that this shape does not have
├── InvalidValue      a value outside what the rule allows
├── NotYours          somebody else decides this
├── NotYourTurn       it will be allowed, but others come first
├── ChoicePending     a card waits to be told what it stands for
├── GameOver          nothing is played any more
├── ReplayWrong       a replay tells of a game that never was
└── IllegalAction     allowed in general, refused by a rule of the game here

A refusal has a `code` (stable, one of `design`'s list, mapped to an HTTP status in the kit), a
`rule` (stable, says which sentence of the rule refused) and parameters for the sentence. Titles
and sentences live in `words/<locale>.toml` under `errors.<code>.title` and
`errors.<code>.<rule>`; nothing here is prose for users.
"""

from collections.abc import Mapping
from typing import ClassVar, Self

Param = str | int


class RuleError(Exception):
    """Base of all refusals.

    `pointer` is a JSON pointer relative to what was asked (`""` is the whole, `/value` a member);
    whoever embeds a question in a larger one moves it with `under`. `position` and `length` count
    code points of the caller's own text, 0-based; the end of the text is its length.
    """

    code: ClassVar[str]
    rules: ClassVar[Mapping[str, tuple[str, ...]]]
    """Which rules this code can cite, and the parameters each sentence may use."""

    def __init__(
        self,
        rule: str,
        *,
        pointer: str = "",
        position: int | None = None,
        length: int | None = None,
        **params: Param,
    ) -> None:
        assert set(params) == set(self.rules[rule]), f"{self.code}.{rule} takes {self.rules[rule]}"
        self.rule = rule
        self.pointer = pointer
        self.position = position
        self.length = length
        self.params: Mapping[str, Param] = params
        super().__init__(f"{self.code}.{rule} {dict(params)} at {pointer or '/'} {position}")

    def under(self, prefix: str) -> Self:
        """Say that what was asked is the member `prefix` of something larger.

        >>> InvalidValue("required", pointer="/dp").under("/check").pointer
        '/check/dp'
        """
        self.pointer = prefix + self.pointer
        return self


class SyntaxRefused(RuleError):
    """The text is not in the notation; `position` and `length` are always given."""

    code = "syntax"
    rules: ClassVar = {
        "empty": (),
        "unprintable": (),
        "unknown_character": (),
        "unexpected": (),
        "unexpected_end": (),
        "expected_operand": (),
        "expected_number": (),
        "unclosed": ("opened",),
        "sides_missing": (),
        "repeat_misplaced": (),
        "modifier_misplaced": (),
        "pool_uncounted": (),
        "command_unknown": (),
        "value_missing": ("command",),
    }


class BudgetExceeded(RuleError):
    """More work than one request may ask for; always raised before anything is rolled,
    except for the draws of explosions and rerolls, whose number only the dice decide.
    """

    code = "budget_exceeded"
    rules: ClassVar = {
        "text_too_long": ("limit",),
        "too_deep": ("limit",),
        "too_many_dice": ("asked", "limit"),
        "too_many_draws": ("limit",),
        "too_many_sides": ("asked", "limit"),
        "number_too_large": ("limit",),
        "exponent_too_large": ("asked", "limit"),
        "repeats": ("asked", "limit"),
        "never_ends": (),
        "odds_too_heavy": ("limit",),
    }


class FacesTooFew(RuleError):
    """Dice were supplied, but the question throws more (`needed` counts them from the start)."""

    code = "faces_too_few"
    rules: ClassVar = {"needed": ("given", "needed")}


class FacesTooMany(RuleError):
    code = "faces_too_many"
    rules: ClassVar = {"needed": ("given", "needed")}


class FaceOutOfRange(RuleError):
    code = "face_out_of_range"
    rules: ClassVar = {"not_on_die": ("die",)}


class UnknownField(RuleError):
    code = "unknown_field"
    rules: ClassVar = {"unknown": ("name",), "not_for_kind": ("name", "kind")}


class InvalidValue(RuleError):
    """A member has the wrong type, is missing, or lies outside its range or the rule's."""

    code = "invalid_value"
    rules: ClassVar = {
        "required": (),
        "exactly_one_of": ("names",),
        "at_least_one_of": ("names",),
        "not_together": ("names",),
        "said_otherwise": ("name",),
        "named_before": (),
        "not_integer": (),
        "not_boolean": (),
        "not_text": (),
        "not_plain": (),
        "not_list": (),
        "not_object": (),
        "not_number": (),
        "not_positive": (),
        "too_small": ("limit",),
        "too_large": ("limit",),
        "too_short": ("limit",),
        "too_long": ("limit",),
        "not_a_choice": ("choices",),
        "malformed": ("form",),
        "division_by_zero": (),
        "no_sides": (),
        "negative_count": (),
        "negative_exponent": (),
        "keep_none": (),
        "unknown_id": (),
        "id_taken": ("file",),
        "not_plain_dice": (),
        "unbounded_dice": (),
        "range_backwards": (),
        "range_empty": (),
        "range_overlaps": ("value",),
        "range_gap": ("value",),
        "value_taken": ("value",),
        "value_missing": ("value",),
        "needs_one_with": ("name",),
        "needs_one_without": ("name",),
        "makes_no_characters": (),
        "no_more": ("name", "limit"),
        "each_once": ("names",),
    }


class IllegalAction(RuleError):
    """A rule of the game refuses; the caller can read in the rulebook page why."""

    code = "illegal_action"
    rules: ClassVar = {
        "too_many_bonus_dice": ("limit",),
        "dice_with_difficulty": (),
        "dice_not_for_check": (),
        "more_fp_than_dice": ("fp", "dice"),
        "unit_offers_nothing": (),
        "too_many_temporary": ("limit",),
        "stake_without_persuading": (),
        "stake_for_magical_girl": (),
        "untrained": (),
        # the procedure of a check of A-AWs
        "not_in_this_step": ("step",),
        "accepted_before": (),
        "instead_of_joint": (),
        "unit_twice": (),
        "infinite_hidden": (),
        "anti_twice": (),
        "premise_open": (),
        "no_premise": (),
        "finished_declaring": (),
        "helper_takes_part": (),
        "helper_registers": (),
        "shared_not_held": (),
        "registered_before": (),
        "original_full": ("level",),
        "declared_before": (),
        "not_to_withdraw": (),
        "not_to_judge": (),
        "not_used_yet": (),
        "no_condition": (),
        "not_in_question": ("status",),
        "no_proposal": (),
        "anti_factors_take": ("count",),
        "anti_factors_of_all": ("count",),
        "not_chosen": ("unit",),
        "nothing_hidden": (),
        "target_stands": (),
        "no_fumble": (),
        "fumble_answered": (),
        "unit_in_check": (),
        "unit_of_character": (),
        "other_system": ("system",),
        # pushes, foretellings and tables of a room
        "no_push_waits": (),
        "no_second_failure": (),
        "foretelling_waits": (),
        "foretelling_used": (),
        "check_needless": (),
        "check_impossible": (),
        "table_cycle": (),
        "table_too_deep": ("limit",),
        "table_in_use": (),
        # a card game
        "no_such_card": (),
        "no_such_seat": (),
        "hint_to_oneself": (),
        "hint_on_nothing": (),
        "hint_not_in_deck": (),
        "hint_is_fatal": (),
        "hints_only": (),
        "asks_only": (),
        "cleanse_count": ("limit",),
        "too_few_markers": ("limit",),
        "too_few_witches": ("limit",),
        "nothing_to_choose": (),
        "wild_fits_not": (),
    }


class NotYours(RuleError):
    """The rules leave this to somebody else: to the GM, or to the player of the unit."""

    code = "forbidden"
    rules: ClassVar = {"only_gm": (), "only_player": ()}


class NotYourTurn(RuleError):
    code = "not_your_turn"
    rules: ClassVar = {"other_unit": ("unit",), "other_seat": ("seat",)}


class ChoicePending(RuleError):
    """A wild card was revealed, and its player has to say what it stands for."""

    code = "choice_pending"
    rules: ClassVar = {"girl": ("seat",)}


class GameOver(RuleError):
    code = "game_over"
    rules: ClassVar = {"ended": ()}


class ReplayWrong(RuleError):
    """A replay that is well written, but cannot have happened as it says."""

    code = "replay_wrong"
    rules: ClassVar = {
        # the code it was written as
        "code_version": ("version",),
        "code_damaged": (),
        # the ruleset and the cards
        "other_ruleset": ("ruleset",),
        "card_missing": ("card", "count"),
        "redeal_due": (),
        "redeal_needless": (),
        "practice_redealt": (),
        "orders_used": ("count",),
        # how it ends
        "other_result": ("name", "found"),
        "not_over": (),
        "over_anyway": (),
        # the proof beside it
        "practice_unproven": (),
        "proof_fault": ("fault",),
        "proof_lacks": ("what",),
        "other_decks": ("deck",),
        "other_card": ("card",),
        "other_order": (),
        "other_first": ("seat",),
    }


class NotPushable(RuleError):
    """A failed check may be tried once more, but not this one."""

    code = "not_pushable"
    rules: ClassVar = {
        "kind": ("kind",),
        "not_a_check": (),
        "already_pushed": (),
        "success": (),
        "fumble": (),
        "impossible": (),
        "repeated": (),
        "secret": (),
    }


class NotOnOffer(RuleError):
    """A creation offers this not now, or for more than is left."""

    code = "not_on_offer"
    rules: ClassVar = {"unknown": (), "unaffordable": (), "bound": ("offer",), "ended": ()}


class PendingChoices(RuleError):
    """A character is not complete while choices are open; `names` lists them."""

    code = "pending_choices"
    rules: ClassVar = {"open": ("names",), "nothing_to_undo": (), "bound": ("offer",)}


def refusals() -> tuple[type[RuleError], ...]:
    """Return every class of refusal, for the tests that walk codes, statuses and words."""
    return tuple(RuleError.__subclasses__())
