"""What was reported is remembered for a while, and never without bound."""

from majokko_cards.bots.reported import MOST, Reported


def test_a_fault_is_new_once() -> None:
    reported = Reported()

    assert [reported.is_new(each) for each in ("a", "b", "a")] == [True, True, False]


def test_what_was_reported_long_ago_is_forgotten() -> None:
    reported = Reported()
    for number in range(MOST + 1):
        reported.is_new(number)

    assert len(reported) == MOST
    assert [reported.is_new(MOST), reported.is_new(0)] == [False, True]
