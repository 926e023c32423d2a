"""Experiments with many games: arenas of bots, and measurements of speed."""
