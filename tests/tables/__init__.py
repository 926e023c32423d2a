"""Tests of tables as values: no server, no clock, no waiting."""
