"""Load tests of the server, beside those of a peer."""
