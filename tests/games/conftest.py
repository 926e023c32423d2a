"""These modules are parts of games, imported as such; there are no tests in them."""

collect_ignore_glob = ["*/*.py"]
