"""Tests of the server: the real app, over real sockets, on a real database."""
