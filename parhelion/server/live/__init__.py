"""Tables in memory: a value of `parhelion.tables`, and what keeps it alive.

- `live_table`: carries out commands, one at a time, and stores their entries
- `attendance`: who is connected, through this server or another one
- `presence`: the record of it
- `scheduler`: bots move, clocks run out
- `views`: what viewers see, cached until it changes
- `audience`: messages, made once for all viewers who see the same
- `services`: what all tables share
"""
