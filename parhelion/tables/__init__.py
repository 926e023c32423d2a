"""A table as a value: no I/O, no clock, no randomness.

A table is rebuilt from its journal, a list of entries. A command is decided on a table and
results in new entries; a table after an entry is another table.

- `entries`: what can happen at a table, and its JSON form
- `table`: the table after each entry
- `seats`, `clocks`, `proposals`: parts of a table
- `moment`: what a decision depends on besides the table: time and presence
- `permissions`: who may do what
- `absence`: when a bot may replace a player who keeps the others waiting
- `commands`: what can be asked for, and which entries result
- `setup`: new tables, games from records, rematches
- `due`: what happens next without a person: bot moves and flag falls
- `messages`: what a viewer is sent: everything, or what changed (`scene_changes`)
- `pictures`: what a seat sees of the game
- `names`, `player_marks`, `named_text`: names of players, and how they get into sentences
"""
