"""The dice service: rolls, odds, receipts and systems."""
