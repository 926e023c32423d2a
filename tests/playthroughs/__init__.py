"""Golden games: every position of some games, written down and compared to the letter."""
