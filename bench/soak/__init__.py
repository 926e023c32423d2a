"""Crash tests: many tables are played while the server and its database fail again and again."""
