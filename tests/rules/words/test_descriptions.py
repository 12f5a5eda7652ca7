"""What a client is told of each system, so that it can offer its checks without knowing it."""

import pytest

from majokko_rules import catalog, descriptions, questions, render, systems
from majokko_rules.descriptions import Member, describe
from majokko_rules.errors import RuleError
from majokko_rules.systems import SYSTEMS

every_system = pytest.mark.parametrize("system", render.PACKAGES)
every_language = pytest.mark.parametrize("locale", catalog.LOCALES)


@every_system
@every_language
def test_a_system_has_its_name_in_every_language(system: str, locale: str) -> None:
    told = describe(system, locale)

    assert told.names[locale] == told.name
    assert tuple(told.names) == catalog.LOCALES


@pytest.mark.parametrize("system", SYSTEMS)
def test_every_member_that_is_described_is_read(system: str) -> None:
    """A described name is never refused as unknown; its value may be."""
    for kind in describe(system, "en").kinds:
        for member in (*kind.fields, *kind.options):
            with pytest.raises(RuleError) as caught:
                systems.check({"system": system, "kind": kind.id, member.id: object()}, {})

            assert (caught.value.code, caught.value.pointer) != (
                "unknown_field",
                f"/check/{member.id}",
            )


@every_language
def test_bounds_defaults_and_names_come_with_each_field(locale: str) -> None:
    single = next(kind for kind in describe("amgc", locale).kinds if kind.id == "single")
    stat, dice = single.fields[:2]

    assert (stat.type, stat.required, stat.default, stat.min) == ("integer", True, None, 0)
    assert (dice.required, dice.default) == (False, 0)
    assert stat.name != stat.id or locale == "en"


def test_options_are_told_apart_from_fields() -> None:
    single = next(kind for kind in describe("amgc", "en").kinds if kind.id == "single")

    assert [field.id for field in single.fields] == [
        "stat",
        "dice",
        "successes",
        "fp",
        "defence",
        "target",
    ]
    assert {option.id for option in single.options} == {
        "fp_after",
        "fp_extra",
        "fp_limit",
        "base_dice",
    }


def test_objects_describe_their_own_members() -> None:
    contest = next(kind for kind in describe("amgc", "en").kinds if kind.id == "contest")
    sides: Member = contest.fields[0]

    assert [member.id for member in sides.fields] == ["stat", "dice", "successes", "fp"]
    assert [member.required for member in sides.fields] == [True, False, False, False]


def refused_at(text: str) -> int | None:
    try:
        questions.of_notation(text)
    except RuleError as error:
        return error.position
    return None


@every_system
def test_prefixes_start_commands_that_are_understood(system: str) -> None:
    """A prefix alone is read, or refused as unfinished; never as something unknown."""
    for command in describe(system, "en").commands:
        for prefix in command.prefixes:
            assert refused_at(prefix) in (None, len(prefix))


def test_every_system_is_listed_plain_dice_first() -> None:
    listed = [told.id for told in descriptions.described("en")]

    assert listed == ["notation", *SYSTEMS]
