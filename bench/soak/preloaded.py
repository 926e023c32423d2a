"""Imported by the process from which servers are forked: the games are prepared there already."""

from parhelion import bots
from parhelion.games import registry

for game in registry.names():
    bots.prepare(game)
