"""Benchmarks: speed and strength beside other libraries, pages and load of the server."""
