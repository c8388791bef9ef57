# make play     set everything up and play          make play BATTLE=... PORT=8000 BROWSER=none SEAT=union AGAINST=random
# make test     every check, a tenth of the counts   make prove  the full counts
# make bench    speeds, beside a peer's              make screenshot  docs/screenshot.png
# make history  losses of many games beside those of the day (hours)
# make laws     every scenario a hundred times, laws watched (hours; goes on where it was stopped)
# make lock     (programmers) new lock files         make clean  remove all that the above made

SHELL := /bin/sh
MAKEFLAGS += --no-print-directory
BIN := .venv/bin
PYTEST_ARGS ?=

# Each run starts Python some hundred times: what is compiled once is kept (`make clean` removes it).
unexport PYTHONDONTWRITEBYTECODE

# Runs a script with the first Python on the PATH that is new enough; written for any shell and any older Python.
PYTHON ?= python3 python3.14 python3.13 python3.12 python3.11 python
define prepare
@for p in $(PYTHON); do \
	if "$$p" -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null; then exec "$$p" tools/prepare.py $(1); fi; \
done; echo 'Vedette: Python 3.11 or later is needed; on Debian or Ubuntu: apt-get install python3-venv' >&2; exit 1
endef

.PHONY: play test prove bench history laws screenshot clean lock prepare-play prepare-test client checks checks-client checks-python checks-boards
.DEFAULT_GOAL := play

play: client
	@$(BIN)/python tools/boards.py
	@exec $(BIN)/vedette play $(BATTLE) $(if $(PORT),--port $(PORT)) $(if $(filter none,$(BROWSER)),--no-browser) \
		$(if $(SEAT),--as $(SEAT)) $(if $(AGAINST),--against $(AGAINST))

prepare-play:
	$(call prepare,play)

prepare-test:
	$(call prepare,test)

client: prepare-play
	@$(BIN)/python tools/client.py build

# Last of all pytest, whose summary is to be the last line.
test: checks
	@$(BIN)/pytest -n auto --dist worksteal $(PYTEST_ARGS)

# What looks at Python and what looks at the client run side by side, and the boards are drawn, since each server of the
# tests would else draw them for itself; pytest compiles the tests before its workers begin, for the same reason.
checks: prepare-test
	@$(MAKE) -j2 checks-client checks-python checks-boards

checks-client: prepare-test
	@$(BIN)/python tools/client.py build
	@$(BIN)/python tools/client.py check
	@$(BIN)/python tools/client.py test

checks-boards: prepare-test
	@$(BIN)/python tools/boards.py

checks-python: prepare-test
	@$(BIN)/ruff check --quiet .
	@$(BIN)/ruff format --check --quiet .
	@$(BIN)/lint-imports --no-logo
	@$(BIN)/mypy
	@$(BIN)/pytest -n0 -qq --collect-only >/dev/null 2>&1 || true

prove: checks
	@$(BIN)/python tools/check_wheel.py
	@$(BIN)/python tools/break_rules.py --cases 60
	@VEDETTE_PROVE=1 $(BIN)/pytest -n auto --dist worksteal $(PYTEST_ARGS)

bench: prepare-test
	@$(BIN)/python tools/bench.py

history: prepare-test
	@$(BIN)/python tools/history.py --write

laws: prepare-test
	@$(BIN)/python tools/laws.py
	@$(BIN)/python tools/laws_told.py

screenshot: prepare-test
	@$(BIN)/python tools/client.py build
	@$(BIN)/python tools/screenshot.py

lock: prepare-test
	@$(BIN)/python tools/lock.py

clean:
	rm -rf .venv build dist web/node_modules web/.vitest web/dist src/vedette/table/client \
		src/vedette/packs/drawing/boards \
		.pytest_cache .mypy_cache .ruff_cache .import_linter_cache .hypothesis
	find src tests tools -name __pycache__ -type d -prune -exec rm -rf {} +
