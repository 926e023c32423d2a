"""Running games in bulk: for now, how fast they run."""
