"""Games that only tests play: append this folder to `parhelion.games.__path__`."""
