"""A card to look at and to share: one picture that stands alone, in light and in dark."""

from majokko_rules.exports.card.layout import written

__all__ = ["written"]
