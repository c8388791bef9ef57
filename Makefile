# make play     set everything up and play          make play BATTLE=... PORT=8000 BROWSER=none SEAT=union AGAINST=random
# make test     every check, a tenth of the counts   make prove  the full counts
# make bench    speeds, beside a peer's              make screenshot  docs/screenshot.png
# make lock     (programmers) new lock files         make clean  remove all that the above made

SHELL := /bin/sh
MAKEFLAGS += --no-print-directory
BIN := .venv/bin
PYTEST_ARGS ?=

# The first Python on the PATH that is new enough; where none is, python3, whose set-up says so.
PYTHON = $(shell for p in python3 python3.14 python3.13 python3.12 python3.11 python; do \
	"$$p" -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null && echo "$$p" && exit; done; echo python3)

.PHONY: play test prove bench screenshot clean lock prepare-play prepare-test client checks
.DEFAULT_GOAL := play

play: client
	@exec $(BIN)/vedette play $(BATTLE) $(if $(PORT),--port $(PORT)) $(if $(filter none,$(BROWSER)),--no-browser) \
		$(if $(SEAT),--as $(SEAT)) $(if $(AGAINST),--against $(AGAINST))

prepare-play:
	@$(PYTHON) tools/prepare.py play

prepare-test:
	@$(PYTHON) tools/prepare.py test

client: prepare-play
	@$(BIN)/python tools/client.py build

# Last of all pytest, whose summary is to be the last line.
test: checks
	@$(BIN)/pytest -n auto --dist worksteal $(PYTEST_ARGS)

checks: prepare-test
	@$(BIN)/python tools/client.py build
	@$(BIN)/ruff check --quiet .
	@$(BIN)/ruff format --check --quiet .
	@$(BIN)/mypy
	@$(BIN)/lint-imports --no-logo
	@$(BIN)/python tools/client.py check
	@$(BIN)/python tools/client.py test

prove: checks
	@$(BIN)/python tools/check_wheel.py
	@VEDETTE_PROVE=1 $(BIN)/pytest -n auto --dist worksteal $(PYTEST_ARGS)

bench: prepare-test
	@$(BIN)/python tools/bench.py

screenshot: prepare-test
	@$(BIN)/python tools/client.py build
	@$(BIN)/python tools/screenshot.py

lock: prepare-test
	@$(BIN)/python tools/lock.py

clean:
	rm -rf .venv build dist web/node_modules web/dist src/vedette/table/client \
		.pytest_cache .mypy_cache .ruff_cache .import_linter_cache .hypothesis
	find src tests tools -name __pycache__ -type d -prune -exec rm -rf {} +
