"""The fairness scheme pf1: dice that nobody chose, and the means to check it offline.

`drawing` commits, draws and writes proofs; `verifying` reads them. The two share no line of code,
so that one mistake cannot hide in both; docs/fairness.md says what they agree on.
"""
