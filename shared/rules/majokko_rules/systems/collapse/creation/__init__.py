"""Making a girl, first edition: attributes, age, skills, innate ability, weapon, background."""

from majokko_rules.systems.collapse.creation.maker import Creation

__all__ = ["Creation"]
