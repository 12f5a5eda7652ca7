"""The dice notation: text → tree → roll or exact odds, and back to text."""
