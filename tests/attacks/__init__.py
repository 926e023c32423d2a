"""Attacks by the hundred thousand: garbled records and messages, and a search for leaks.

`python -m tests.attacks` runs them at length; the tests run a few of each.
"""
