"""How public ids look: a prefix of three letters and 26 Crockford characters, never secret."""

ALPHABET = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
"""Crockford's base 32: no I, L, O or U, so that ids survive being read aloud."""

LENGTH = 26
PATTERN = rf"^[a-z]{{3}}_[0-7][{ALPHABET}]{{{LENGTH - 1}}}$"
"""128 bits in 26 characters of 5 bits: the first character holds three bits only."""
