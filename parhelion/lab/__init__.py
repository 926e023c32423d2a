"""Experiments with many games: simulations, reports, tuning, training, arenas of bots, speed."""
