# What can be made of this project; `make` alone lists it. Needs Python 3.11 or newer and make.

PYTHON ?= python3
PORT ?= 8000
VENV := .venv
BIN := $(VENV)/bin
MANAGE := $(BIN)/python manage.py
COMPILE := $(BIN)/uv pip compile pyproject.toml --generate-hashes --universal \
	--python-version 3.11 --no-header --quiet
PRODUCTION := CHICKENFOOT_PRODUCTION=1 CHICKENFOOT_SITE_URL=https://chickenfoot.example \
	ALLOWED_HOSTS=chickenfoot.example DATABASE_URL=postgres://localhost/chickenfoot \
	CELERY_BROKER_URL=redis://localhost EMAIL_URL=smtp://localhost
export PORT

.DEFAULT_GOAL := help
.PHONY: help install run test check proof rehearse bench pictures sheet messages lock clean

help: ## list what can be made
	@awk -F ':.*## ' '/^[a-z]+:.*## / {printf "  make %-9s %s\n", $$1, $$2}' $(MAKEFILE_LIST)

install: $(VENV)/dev ## make the environment in .venv (again only when the lock has changed)

$(VENV)/base $(VENV)/dev: $(VENV)/%: requirements/%.txt
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || \
		{ echo "Chickenfoot needs Python 3.11 or newer; name one, as in: make PYTHON=python3.12"; exit 1; }
	@echo "Making the environment in $(VENV) (a minute, once)."
	@$(PYTHON) -m venv $(VENV)
	@$(BIN)/python -m pip install --disable-pip-version-check --require-hashes -r $<
	@touch $@

run: $(firstword $(wildcard $(VENV)/dev) $(VENV)/base) ## play: database, demo table, web, worker and beat; Ctrl-C stops everything
	@$(MANAGE) serve

test: install ## run the tests
	@$(BIN)/python -m pytest -n 2

check: install ## lint, types, imports, migrations, settings for production, messages
	$(BIN)/ruff check
	$(BIN)/ruff format --check
	$(BIN)/mypy .
	$(BIN)/lint-imports
	$(MANAGE) makemigrations --check --dry-run
	@echo "$(MANAGE) check --deploy, with production settings"
	@SECRET_KEY=$$($(BIN)/python -c 'import secrets; print(secrets.token_urlsafe(64))') \
		$(PRODUCTION) $(MANAGE) check --deploy --fail-level WARNING
	$(BIN)/python -m pytest -q tests/test_project.py tests/test_catalogues.py

proof: install ## run the tests that take long
	@$(BIN)/python -m pytest -n 2 -m proof

rehearse: install ## play whole matches by mail against the real servers
	@$(BIN)/python -m tests.rehearsal

bench: install ## measure what must stay fast; PART=large for the long one
	@$(BIN)/python -m tests.bench $(PART)

pictures: install ## photograph the pages that docs/ shows; needs Chromium
	@$(BIN)/python -m pytest -q tests/browser/pictures.py

sheet: install ## draw the table and the sheet of hard ones that docs/ shows
	@$(BIN)/python -W ignore -m tests.games.drawing.sheet

messages: install ## gather the texts to translate, and compile the catalogues; needs gettext
	@$(MANAGE) makemessages --all --extension html,txt,py,mjml --no-obsolete --add-location file --ignore $(VENV) --ignore tests --ignore var
	@$(MANAGE) compilemessages --ignore $(VENV) -v 0

lock: install ## settle the versions of requirements/ anew
	$(COMPILE) -o requirements/base.txt
	$(COMPILE) --extra dev -o requirements/dev.txt

clean: ## remove what was made, the games in var/ aside
	rm -rf $(VENV) staticfiles .mypy_cache .ruff_cache .pytest_cache .hypothesis .import_linter_cache
	find . -name __pycache__ -type d -prune -exec rm -rf {} +
