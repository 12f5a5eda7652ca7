"""Sessions: made, joined, started and played, each change in one transaction.

Whoever adds something that happens in a session (a vote, a pause, a timeout) takes the session with
`Sessions.held`, tells facts and replaces the record; `Sessions` writes both, counts the version and
rings the bell.
"""
