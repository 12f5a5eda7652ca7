"""Majokko measured beside its peers: `make bench`. Ratios travel; microseconds do not."""
