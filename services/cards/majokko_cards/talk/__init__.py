"""What happens at a table besides the game: breaks, a vote to end, talk, and what seats keep for
themselves.
"""
