"""Notices when somebody's time is up, and makes up for the time in which nobody was there.

Every process has one; of several, whoever is first times a seat out, since each names the version
of the session that it saw.
"""
