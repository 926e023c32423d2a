# Parhelion: `make play` and `make test` do all set-up themselves.
.DEFAULT_GOAL := help
.PHONY: help play test check format bench setup lock clean

PYTHON ?= python3
BIN := .venv/bin

help: ## Show what there is
	@grep -E '^[a-z]+:.*##' $(MAKEFILE_LIST) | sed -E 's/:.*## /\t/' | expand -t 10

setup: .venv/dev.ready ## Make .venv with everything for playing and testing

.venv/dev.ready: requirements/dev.txt pyproject.toml scripts/setup
	@PYTHON="$(PYTHON)" scripts/setup dev

.venv/peers.ready: .venv/dev.ready requirements/peers.txt
	@PYTHON="$(PYTHON)" scripts/setup peers

play: setup ## Play in the terminal
	@$(BIN)/parhelion play

test: check ## Run every check and every test

check: setup ## Format, lint, types, import direction, tests compiled and uncompiled
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/mypy
	$(BIN)/lint-imports
	$(BIN)/pytest
	NUMBA_DISABLE_JIT=1 $(BIN)/pytest -m uncompiled --cov --cov-report=term-missing

format: setup ## Format the code and fix what ruff can fix
	$(BIN)/ruff format .
	$(BIN)/ruff check --fix .

bench: .venv/peers.ready ## Measure speed beside OpenSpiel and Pgx
	$(BIN)/python -m bench

lock: setup ## Renew the hashed lock files from pyproject.toml
	$(BIN)/pip install --quiet uv
	$(BIN)/uv pip compile $(LOCK) --extra dev -o requirements/dev.txt pyproject.toml
	$(BIN)/uv pip compile $(LOCK) --extra dev --extra peers -c requirements/dev.txt \
		-o requirements/peers.txt pyproject.toml

LOCK := --quiet --universal --generate-hashes --no-emit-index-url --no-header --no-annotate --upgrade

clean: ## Remove what was built here
	rm -rf .venv build dist .mypy_cache .ruff_cache .pytest_cache .import_linter_cache
