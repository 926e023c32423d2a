"""Parhelion beside its peers, in one run. `make bench`."""
