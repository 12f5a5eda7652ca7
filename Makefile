.DEFAULT_GOAL := help
VENV := .venv
BIN := $(VENV)/bin
STAMP := $(VENV)/.installed
PIP := $(BIN)/python -m pip install -qq --disable-pip-version-check --no-input

# Where `make lock` finds uv: on PATH, or in an environment of its own.
UV := $(or $(shell command -v uv 2>/dev/null),.envs/lock/bin/uv)
LOCK = $(UV) pip compile pyproject.toml --quiet --universal --python-version 3.11 \
       --generate-hashes --no-header --no-annotate --no-emit-index-url --no-emit-package majokko-rules

# The first Python that is new enough and can make environments.
FIND_PYTHON = for python in $(PYTHON) python3.11 python3 python3.12 python3.13 python3.14; do \
	$$python -c 'import sys, venv, ensurepip; sys.exit(sys.version_info < (3, 11))' 2>/dev/null \
	&& echo $$python && break; done

help: ## Show this list
	@awk 'BEGIN {FS = ":.*## "} /^[a-z-]+:.*## / {printf "  %-10s %s\n", $$1, $$2}' $(MAKEFILE_LIST)

setup: $(STAMP) ## Create .venv with everything pinned

run: $(STAMP) ## Serve everything on http://127.0.0.1:8000
	@exec $(BIN)/majokko serve $(ARGS)

test: $(STAMP) ## Run the tests; T=path narrows them
	$(BIN)/python -m pytest -n 2 --dist worksteal $(T)

test-long: $(STAMP) ## Run the tests that take minutes
	$(BIN)/python -m pytest -n 2 --dist worksteal -m long $(T)

check: lint test ## What CI runs: lint, tests, contracts up to date
	$(BIN)/python openapi/generate.py --check

fmt: $(STAMP) ## Format and fix what can be fixed
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .

lint: $(STAMP) ## Style, types, architecture, dependencies
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports
	$(BIN)/deptry .

openapi: $(STAMP) ## Rewrite openapi/ from the code
	$(BIN)/python openapi/generate.py

bench: $(STAMP) ## Measure against peers, as ratios; ARGS=--json for machines
	$(BIN)/python -m bench $(ARGS)

lock: $(UV) ## Refresh the pins; UPGRADE=--upgrade moves them
	$(LOCK) --group dev $(UPGRADE) -o requirements/dev.txt
	$(LOCK) -c requirements/dev.txt -o requirements/run.txt

$(STAMP): requirements/dev.txt pyproject.toml shared/rules/pyproject.toml
	@python="$$($(FIND_PYTHON))"; \
	if [ -z "$$python" ]; then \
		echo "Majokko needs Python 3.11 or newer with its venv module (Debian: apt install python3-venv);" \
		     "name one with: make PYTHON=/path/to/python $(MAKECMDGOALS)" >&2; exit 1; \
	fi; \
	test -x $(BIN)/pip || { echo "Creating $(VENV) with $$($$python --version)"; "$$python" -m venv $(VENV); }
	@echo "Installing the pinned packages (about half a minute)"
	@$(PIP) --require-hashes -r requirements/dev.txt
	@$(PIP) --no-deps --no-build-isolation -e shared/rules -e .
	@touch $@

.envs/lock/bin/uv:
	@python="$$($(FIND_PYTHON))"; "$$python" -m venv .envs/lock
	@.envs/lock/bin/python -m pip install -qq --disable-pip-version-check uv==0.13.9

.PHONY: help setup run test test-long check fmt lint openapi bench lock
