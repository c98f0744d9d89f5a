# Every target sets up what it needs in .venv, from a clean clone with only Python 3.11+ and make.
# A stamp file remembers each set of installed libraries: the second call starts at once.

PYTHON ?= python3
VENV ?= .venv
BIN := $(VENV)/bin
STAMPS := $(VENV)/stamps
PIP := $(BIN)/python -m pip --disable-pip-version-check install -qq --constraint constraints.txt
PINS := pyproject.toml constraints.txt
PAGES := docs/_build docs/gallery docs/api/generated docs/sg_execution_times.rst

.DEFAULT_GOAL := help
.PHONY: help demo test bench docs reproduce lint format clean tools

help: ## Show this list
	@sed -n 's/^\([a-z]*\):.*## \(.*\)/make \1	\2/p' Makefile | expand -t 17

demo: $(STAMPS)/demo ## Cluster the bundled data and write a report to demo/
	$(BIN)/coterie analyse example:passages --out demo --force

test: $(STAMPS)/test tools lint ## Run every check: style, types, imports, tests, examples in docstrings
	@$(BIN)/python -m pytest

lint: $(STAMPS)/test ## Check style, types and which package imports which
	@$(BIN)/ruff check
	@$(BIN)/ruff format --check
	@$(BIN)/mypy
	@$(BIN)/lint-imports --no-cache

format: $(STAMPS)/test ## Bring every file into the common format
	$(BIN)/ruff check --fix
	$(BIN)/ruff format

bench: $(STAMPS)/bench ## Measure the speed against other packages
	@for script in benchmarks/*/*.py; do \
		module=$$(echo "$${script%.py}" | tr / .); echo "== $$module"; \
		$(BIN)/python -m "$$module" || exit 1; \
	done

docs: $(STAMPS)/docs ## Build the documentation into docs/_build/html
	@rm -rf $(PAGES) # what was removed from the sources must not stay
	$(BIN)/python -m sphinx -W --keep-going -b html docs docs/_build/html
	@echo "Start at docs/_build/html/index.html."

reproduce: $(STAMPS)/demo ## Repeat the published experiments and compare the figures
	$(BIN)/coterie reproduce --all

clean: ## Remove what the other targets wrote, except .venv
	rm -rf demo build dist $(PAGES)
	rm -rf .pytest_cache .mypy_cache .ruff_cache .hypothesis .import_linter_cache
	find src tests docs examples benchmarks reproductions -name __pycache__ -type d \
		-exec rm -rf {} + 2>/dev/null || true

tools: # a browser and a database server, for the tests that drive them
	@command -v chromedriver >/dev/null || \
		.ci/debian-packages "The browser tests of the report" chromium chromium-driver
	@ls /usr/lib/postgresql/*/bin/initdb >/dev/null 2>&1 || command -v initdb >/dev/null || \
		.ci/debian-packages "The tests with a PostgreSQL server" postgresql

$(STAMPS)/python:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null || { \
		echo "coterie needs Python 3.11 or newer, but $(PYTHON) is $$($(PYTHON) --version 2>/dev/null \
	|| echo not installed); name another one: make $(MAKECMDGOALS) PYTHON=python3.11"; exit 1; }
	@$(PYTHON) -c 'import ensurepip' 2>/dev/null || \
		.ci/debian-packages "The environment in $(VENV)" python3-venv
	@$(PYTHON) -m venv $(VENV)
	@$(PIP) pip
	@mkdir -p $(STAMPS) && touch $@

$(STAMPS)/demo: EXTRAS := [cli,report]
$(STAMPS)/test: EXTRAS := [all]
$(STAMPS)/test: GROUPS := --group test --group lint
$(STAMPS)/docs: EXTRAS := [all]
$(STAMPS)/docs: GROUPS := --group docs
$(STAMPS)/bench: EXTRAS := [all]
$(STAMPS)/bench: GROUPS := --group bench
$(STAMPS)/%: $(STAMPS)/python $(PINS)
	@echo "Installing coterie$(EXTRAS) into $(VENV) (once; a minute or two) ..."
	@$(PIP) --editable '.$(EXTRAS)' $(GROUPS)
	@touch $@
