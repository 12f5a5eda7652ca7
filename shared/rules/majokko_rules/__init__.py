"""Rules of magical-girl tabletop games, pure and standard library only."""

__version__ = "0.1.0"
