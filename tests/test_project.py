"""What the project says about itself holds: README, documentation, requirements."""

import doctest
import re
import tomllib
from pathlib import Path

import pytest
from django.core.management import get_commands

ROOT = Path(__file__).parent.parent
README = (ROOT / "README.md").read_text(encoding="utf-8")
OPERATING = ROOT / "docs" / "OPERATING.md"
PAGES = [ROOT / "README.md", *(ROOT / "docs").glob("*.md")]


def pins(lock: str) -> set[str]:
    lines = (ROOT / "requirements" / lock).read_text(encoding="utf-8").splitlines()
    return {line.split(" ")[0] for line in lines if re.match(r"[a-z0-9-]+==", line)}


def test_the_session_in_the_readme_runs_as_it_is_shown() -> None:
    session = "\n".join(re.findall(r"```pycon\n(.*?)```", README, re.DOTALL))
    test = doctest.DocTestParser().get_doctest(session, {}, "README.md", "README.md", 0)
    outcome = doctest.DocTestRunner().run(test)
    assert outcome.attempted > 4
    assert outcome.failed == 0


def test_every_variable_that_the_settings_read_is_told_of() -> None:
    settings = (ROOT / "chickenfoot" / "settings.py").read_text(encoding="utf-8")
    read = set(re.findall(r'\benv\.\w+\(\s*"(\w+)"', settings))
    assert "CHICKENFOOT_VAR" in read
    assert read <= set(re.findall(r"`(\w+)`", OPERATING.read_text(encoding="utf-8")))


def test_compose_runs_commands_that_there_are_with_settings_that_are_read() -> None:
    compose = (ROOT / "compose.yaml").read_text(encoding="utf-8")
    settings = (ROOT / "chickenfoot" / "settings.py").read_text(encoding="utf-8")
    (passed,) = re.findall(r"  environment: &environment\n((?:    .*\n)+)", compose)
    names = set(re.findall(r"^    (\w+):", passed, re.MULTILINE))
    assert "CHICKENFOOT_INCOMING_ADDRESS" in names
    assert names <= set(re.findall(r'\benv\.\w+\(\s*"(\w+)"', settings))
    commands = set(re.findall(r"manage\.py (\w+)", compose))
    assert {"migrate", "receive_mail"} <= commands <= set(get_commands())


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_what_a_page_shows_and_links_is_there(page: Path) -> None:
    for target in re.findall(r"\]\((?!https?:)([^)#]+)\)", page.read_text(encoding="utf-8")):
        assert (page.parent / target).exists(), target


def test_tests_run_with_the_packages_that_production_runs_with() -> None:
    assert pins("base.txt") < pins("dev.txt")


def test_the_lock_names_every_package_that_the_project_asks_for() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    asked = [*project["dependencies"], *project["optional-dependencies"]["dev"]]
    names = {re.split(r"[^\w-]", line)[0] for line in asked}
    assert names <= {pin.partition("==")[0].partition("[")[0] for pin in pins("dev.txt")}
