"""How the tests are run: all checks (`make test`), or under many conditions (`make shake`)."""
