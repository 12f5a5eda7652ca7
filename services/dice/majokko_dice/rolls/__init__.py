"""What a table rolls: the feed, secrets, second chances, what was foretold, characters, tables."""
