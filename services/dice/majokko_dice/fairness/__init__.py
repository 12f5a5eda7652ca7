"""The ledger of the dice: streams, their states, and their proofs."""
