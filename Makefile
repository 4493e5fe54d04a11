# Everything that is done to this project is a target here; `make` alone lists them.
# A target prepares what it needs first and leaves a stamp in .venv, so a second run starts at once.

SHELL := bash
.SHELLFLAGS := -eu -o pipefail -c
.DEFAULT_GOAL := help
MAKEFLAGS += --no-builtin-rules --no-print-directory

# The Python that makes the virtual environment: 3.11 or newer. Override with make PYTHON=...
PYTHON ?= $(firstword $(foreach name,python3.11 python3.12 python3.13 python3.14 python3,\
            $(shell command -v $(name) 2>/dev/null)))
VENV := .venv
BIN := $(VENV)/bin
PY := $(BIN)/python
PIP := $(PY) -m pip --disable-pip-version-check
CLIENT := $(PY) tools/client.py
MADE := $(VENV)/.made
INSTALLED := $(VENV)/.installed
DEV := $(VENV)/.dev
PACKAGING := pyproject.toml constraints.txt hatch_build.py

.PHONY: help
help: ## list these commands
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "  make %-8s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

.PHONY: play
play: _client ## set everything up and open the game in a browser; PORT=8080 picks the port
	@exec $(BIN)/spit play $(if $(PORT),--port $(PORT)) $(ARGS)

TESTS := python browser client
.PHONY: test $(TESTS:%=_test-%)
test: $(DEV) _client _node _chromium _programs ## run every test: Python, the real browser, the client's own
	@$(MAKE) --keep-going $(TESTS:%=_test-%)

# The browser's driver and asyncio cannot share a process, so its tests are a run of their own; they
# mostly wait for the game's own clocks, so three go on at once. Of the others two do: some wait for
# a server to stop, or a disk.
_test-python: ; $(PY) -m pytest --ignore=tests/browser --numprocesses=2 $(ARGS)
_test-browser: ; $(PY) -m pytest tests/browser --numprocesses=3 $(ARGS)
_test-client: ; $(CLIENT) npm test

CHECKS := format lint types layers sizes docs generated client-lint client-types
.PHONY: check $(CHECKS:%=_check-%)
check: $(DEV) _node ## format, lint, types, layers, docs and generated files, without changing any
	@$(CLIENT) packages
	@$(MAKE) --keep-going --jobs=2 --output-sync=target $(CHECKS:%=_check-%)

_check-format: ; $(BIN)/ruff format --check
_check-lint: ; $(BIN)/ruff check
_check-types: ; $(BIN)/mypy
_check-layers: ; $(BIN)/lint-imports --no-logo
_check-sizes: ; $(PY) -m tools.sizes
_check-docs: ; $(PY) -m tools.docs
_check-generated: ; $(PY) -m spit.protocol.generate --check
_check-client-lint: ; $(CLIENT) npm run lint
_check-client-types: ; $(CLIENT) npm run check

.PHONY: format
format: $(DEV) _node ## rewrite the code in the house format
	$(BIN)/ruff check --fix-only
	$(BIN)/ruff format
	$(CLIENT) npm run format

.PHONY: bench
bench: $(DEV) _client _chromium ## measure the rules, the bots, the server and the screen
	$(PY) -m bench $(ARGS)

.PHONY: soak
soak: $(DEV) ## kill a server in the middle of 50 matches, 100 times, and see that nothing is lost
	$(PY) -m tests.soak $(ARGS)

.PHONY: golden
golden: $(DEV) ## rewrite the recorded matches and frames that both languages are tested against
	$(PY) -m tests.golden

.PHONY: docs
docs: $(DEV) ## rewrite the generated pages and check the written ones
	$(PY) -m spit.protocol.generate
	$(PY) -m tools.docs

.PHONY: shots
shots: $(DEV) _client _chromium ## take the pictures of docs/pictures, and every screen in every format into shots/
	$(PY) -m tools.shots $(ARGS)

.PHONY: pins
pins: $(INSTALLED) ## move every pinned Python package to its newest version that fits
	@folder=$$(mktemp -d); trap 'rm -rf "$$folder"' EXIT; \
	"$(PYTHON)" -m venv "$$folder"; \
	"$$folder/bin/python" -m pip install --quiet --upgrade pip; \
	"$$folder/bin/python" -m pip install --quiet --editable '.[env,fast,plots]' --group dev --group node; \
	"$$folder/bin/python" -m pip freeze --all --exclude-editable > "$$folder/frozen"; \
	{ echo '# The exact versions that the Makefile installs. Rewritten by make pins.'; \
	  grep -v '^setuptools==' "$$folder/frozen"; } > constraints.txt

.PHONY: clean
clean: ## remove everything that was made here, the virtual environment too
	rm -rf $(VENV) build dist .mypy_cache .ruff_cache .pytest_cache .hypothesis \
	  .import_linter_cache web/node_modules src/spit/server/static
	find src tests tools bench -name __pycache__ -type d -prune -exec rm -rf {} +

# --- what the targets stand on -------------------------------------------------------------------

$(MADE):
	@[ -n "$(PYTHON)" ] && "$(PYTHON)" -c 'import sys; sys.exit(sys.version_info < (3, 11))' || \
	  { echo 'Python 3.11 or newer is needed: install it (on Debian: apt-get install python3).' >&2; exit 1; }
	@"$(PYTHON)" -c 'import ensurepip, venv' 2>/dev/null || \
	  { echo 'Python lacks its venv module: install it (on Debian: apt-get install python3-venv).' >&2; exit 1; }
	@echo 'Making the virtual environment…'
	@[ -x $(PY) ] || "$(PYTHON)" -m venv $(VENV)
	@$(PIP) install --quiet --constraint constraints.txt --upgrade pip
	@touch $@

# What it takes to play. The build hook builds the client on the way.
$(INSTALLED): $(MADE) $(PACKAGING)
	@echo 'Installing the game and building its browser client; the first time this takes a minute…'
	@$(PIP) install --quiet --constraint constraints.txt --editable .
	@touch $@

$(DEV): $(INSTALLED)
	@echo 'Installing the tools for tests and checks…'
	@$(PIP) install --quiet --constraint constraints.txt --group dev
	@touch $@

# A Node that can build and check the client, from a wheel where the machine has none.
.PHONY: _node
_node: $(INSTALLED)
	@$(CLIENT) node >/dev/null 2>&1 || \
	  $(PIP) install --quiet --constraint constraints.txt --group node

# Not a stamp: the digest of web/ decides, and reading it takes a few milliseconds.
.PHONY: _client
_client: $(INSTALLED)
	@$(CLIENT) fresh || { $(MAKE) _node && echo 'Building the browser client…' && $(CLIENT) build; }

.PHONY: _chromium
_chromium: $(DEV)
	@$(PY) -m tools.chromium --install

# Without them the tests of docs/host.md are skipped, and a line here says so.
.PHONY: _programs
_programs: $(DEV)
	@$(PY) -m tools.programs --unpack >/dev/null
