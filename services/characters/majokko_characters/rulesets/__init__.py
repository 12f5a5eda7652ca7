"""Rulesets as data, as anybody may read them."""
