"""Signed receipts: what was asked and what the dice showed, in a form we cannot deny later."""

from majokko_kit.receipts.form import Receipt, Statement, canonical
from majokko_kit.receipts.keys import KeyRing, PublicKey
from majokko_kit.receipts.sealing import Receipts
from majokko_kit.receipts.verifying import Fault, verify

__all__ = [
    "Fault",
    "KeyRing",
    "PublicKey",
    "Receipt",
    "Receipts",
    "Statement",
    "canonical",
    "verify",
]
