"""Every language that the site speaks, it speaks whole."""

import re
import shutil
import subprocess
import sys
from gettext import GNUTranslations
from io import BytesIO
from pathlib import Path
from typing import Final

import pytest
from babel.messages import Catalog, Message
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po
from django.conf import settings

ROOT: Final = Path(__file__).parent.parent
LANGUAGES: Final = [code for code, _ in settings.LANGUAGES if code != settings.LANGUAGE_CODE]
VARIABLE: Final = re.compile(r"%\(\w+\)[sd]")
GATHER: Final = ("makemessages", "--no-obsolete", "--extension", "html,txt,py,mjml")
SOURCES: Final = ("accounts", "chickenfoot", "games", "notifications", "manage.py")


def catalogue_of(language: str) -> Path:
    return settings.LOCALE_PATHS[0] / language / "LC_MESSAGES" / "django.po"


def read(path: Path) -> Catalog:
    with path.open("rb") as file:
        return read_po(file, abort_invalid=True)


def is_whole(text: Message) -> bool:
    forms = text.string if isinstance(text.string, tuple) else [text.string]
    return not text.fuzzy and all(forms)


def strange(text: Message) -> set[str]:
    """Return the variables that a translation names and its text does not."""
    asked, given = (each if isinstance(each, tuple) else [each] for each in (text.id, text.string))
    return set(VARIABLE.findall(" ".join(map(str, given)))) - set(
        VARIABLE.findall(" ".join(map(str, asked)))
    )


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_text_is_untranslated_fuzzy_or_names_what_is_not_there(language: str) -> None:
    catalogue = read(catalogue_of(language))
    texts = [text for text in catalogue if text.id]
    assert not [text.id for text in texts if not is_whole(text)]
    assert not [text.id for text in texts if strange(text)]


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_is_compiled_is_what_is_written(language: str) -> None:
    written = BytesIO()
    write_mo(written, read(catalogue_of(language)))
    written.seek(0)
    with catalogue_of(language).with_suffix(".mo").open("rb") as file:
        compiled = vars(GNUTranslations(file))["_catalog"]
    assert compiled | {"": ""} == vars(GNUTranslations(written))["_catalog"] | {"": ""}


@pytest.mark.skipif(shutil.which("xgettext") is None, reason="gettext is not installed")
def test_every_text_of_the_project_is_in_every_catalogue(tmp_path: Path) -> None:
    for name in SOURCES:
        copy = shutil.copytree if (ROOT / name).is_dir() else shutil.copy
        copy(ROOT / name, tmp_path / name)
    for language in LANGUAGES:
        subprocess.run(
            [sys.executable, "manage.py", *GATHER, "--locale", language],
            cwd=tmp_path,
            check=True,
            capture_output=True,
        )
        path = catalogue_of(language)
        found = {text.id for text in read(tmp_path / path.relative_to(ROOT))}
        missing = found - {text.id for text in read(path)}
        assert not missing, f"`make messages`, and translate into {language}"
