"""What rooms and people may be called: what anything may."""

from majokko_kit.names import MAX_NAME, named

__all__ = ["MAX_NAME", "named"]
