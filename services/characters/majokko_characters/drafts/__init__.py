"""Characters that are being made, step by step."""
