# What a newcomer runs is `make run` and `make test`; what CI runs is `make test`; what a change must pass is `make check`.

TARGET_DIR := $(or $(CARGO_TARGET_DIR),target)
PYTHON ?= python3
VENV := .venv
SAMPLE := data/games

.PHONY: run test browser check second-opinion bench bench-peers growth sizes costs native

# Audits the samples and leaves a dataset in out/.
run:
	cargo run --release --locked -- audit $(SAMPLE) -o out --force

# Every test. The independent readers of Parquet live in a Python environment of their own.
test: $(VENV)/ready browser
	ARBITRO_PYTHON=$(CURDIR)/$(VENV)/bin/python cargo test --locked

# The report is looked at in Chromium. Where it is missing and can't be installed (that takes root and Debian's packages), its test says so.
browser:
	@for name in "$${ARBITRO_CHROMIUM:-chromium}" chromium chromium-browser google-chrome; do command -v "$$name" >/dev/null && exit 0; done; \
	test "$$(id -u)" = 0 && apt-get update && apt-get install -y --no-install-recommends chromium \
		|| echo "no Chromium: the report is not looked at in a browser"

check: $(VENV)/ready
	cargo fmt --check
	cargo clippy --locked --all-targets -- -D warnings
	RUSTDOCFLAGS="-D warnings" cargo doc --locked --no-deps --document-private-items
	$(MAKE) test

# The facts of every game of ../shared/corpus against python-chess, what evaluations say, and all other columns, which takes minutes; `make test` takes a sample.
second-opinion: $(VENV)/ready
	ARBITRO_PYTHON=$(CURDIR)/$(VENV)/bin/python cargo test --locked --test second_opinion --test second_computation --test evals -- --ignored --nocapture

# Each stage by itself, and all together; each asserts its answer. BENCH=replay runs those with this in their names.
bench:
	cargo bench --locked --bench stages -- $(BENCH)

# The same files through Arbitro and through what a user would otherwise take; writes benches/RESULTS.md, and the README's rates from it.
bench-peers:
	benches/peers/run
	ARBITRO_BLESS=1 cargo test --locked --test readme rates

# Time and memory from 100 MB to 10 GB, of PGN=file.pgn over and over; takes 12 GB of the disk for a while.
growth:
	cargo build --release --locked
	$(PYTHON) benches/growth.py $(TARGET_DIR)/release/arbitro $(or $(PGN),$(SAMPLE)/lichess_bullet_2018.pgn) .

# What each column of the samples' dataset costs.
sizes: run
	$(TARGET_DIR)/release/arbitro sizes out

# What each group of columns costs in time and bytes, on the samples or on PGN=file.pgn.
costs:
	cargo build --release --locked
	$(PYTHON) benches/costs.py $(TARGET_DIR)/release/arbitro $(or $(PGN),$(SAMPLE))

# A binary for this processor alone.
native:
	RUSTFLAGS="$(RUSTFLAGS) -C target-cpu=native" cargo build --release --locked

# Debian and its like keep venv in a package of its own; a machine that only builds may have no Python at all.
$(VENV)/ready: tests/python/requirements.txt
	rm -rf $(VENV)
	$(PYTHON) -m venv $(VENV) || (rm -rf $(VENV) && apt-get update && apt-get install -y --no-install-recommends python3 python3-venv && python3 -m venv $(VENV))
	$(VENV)/bin/python -m pip install --quiet --disable-pip-version-check -r $<
	touch $@
