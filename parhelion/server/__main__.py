"""`python -m parhelion.server`: the server with settings for tests and measurements."""

import argparse

from parhelion.server.run import serve
from parhelion.server.settings import Settings


def main() -> None:
    """Read the arguments and serve."""
    parser = argparse.ArgumentParser(prog="parhelion.server")
    parser.add_argument("--host", default="127.0.0.1")
    parser.add_argument("--port", type=int, default=8000)
    parser.add_argument("--database")
    parser.add_argument("--pause", type=float, default=Settings.pause)
    parser.add_argument("--absent-after", type=float, default=Settings.absent_after)
    given = parser.parse_args()
    settings = Settings(database=given.database, pause=given.pause, absent_after=given.absent_after)
    serve(given.host, given.port, settings=settings)


if __name__ == "__main__":
    main()
