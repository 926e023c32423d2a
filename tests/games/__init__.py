"""Games that only tests play, announced by entry points as plug-ins are: see `tests.plugins`."""
