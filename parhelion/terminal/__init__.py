"""Play in a terminal: the board in colour, moves typed in notation."""
