"""The dice notation: text → tree → roll or exact odds, and back to text."""

from majokko_rules.dice.question import DiceQuestion, parse

__all__ = ["DiceQuestion", "parse"]
