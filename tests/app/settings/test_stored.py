"""A setting as a command reads it, without a window."""

import json

from app.settings.settings import default_path
from app.settings.stored import stored_value


def write(text: str) -> None:
    default_path().parent.mkdir(parents=True, exist_ok=True)
    default_path().write_text(text, encoding="utf-8")


def test_the_value_is_that_of_the_file():
    write(json.dumps({"readers.tesseract": "/opt/tesseract", "theme": "dark"}))
    assert (stored_value("readers.tesseract"), stored_value("theme")) == ("/opt/tesseract", "dark")


def test_a_file_that_is_missing_or_damaged_or_a_value_that_is_not_allowed_gives_the_default():
    assert stored_value("theme") == "system"
    for text in ("{", "[]", '{"theme": 3}'):
        write(text)
        assert stored_value("theme") == "system"
        assert default_path().read_text(encoding="utf-8") == text, "a command leaves the file as it is"
