"""How likely is what dice may come to: everything behind `odds_of`."""
