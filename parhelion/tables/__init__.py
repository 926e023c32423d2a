"""A table as a value: no I/O, no clock, no randomness.

A table is rebuilt from its journal, a list of entries. A command is decided on a table and
results in new entries; a table after an entry is another table.

- `entries`: what can happen at a table, and its JSON form
- `table`: the table after each entry
- `seats`, `clocks`, `proposals`: parts of a table
- `moment`: what a decision depends on besides the table: time and presence
- `permissions`: who may do what
- `commands`: what can be asked for, and which entries result
- `due`: what happens next without a person: bot moves and flag falls
"""
