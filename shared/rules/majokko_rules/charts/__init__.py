"""Bar charts of exact odds: a picture for pages, lines for terminals."""

from majokko_rules.charts.lines import terminal
from majokko_rules.charts.picture import svg

__all__ = ["svg", "terminal"]
