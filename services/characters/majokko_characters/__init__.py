"""The characters service: rulesets, drafts, and the characters they become."""
