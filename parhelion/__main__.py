"""`python -m parhelion` is the command line."""

from parhelion.cli import main

main()
