"""The settings: what may be chosen, and how it is kept."""

import json
import os
from pathlib import Path
from typing import Any

import pytest
from pytestqt.qtbot import QtBot

from app.settings.settings import Settings, SettingsError, default_path
from app.settings.table import GROUPS, SETTINGS
from core.base.errors import FileWriteError


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "choices" / "settings.json"


@pytest.fixture
def settings(qtbot: QtBot, path: Path) -> Settings:
    return Settings(path)


def written(path: Path) -> dict[str, object]:
    found = json.loads(path.read_text(encoding="utf-8"))
    assert isinstance(found, dict)
    return found


@pytest.mark.parametrize("entry", SETTINGS.values(), ids=lambda entry: entry.id)
def test_each_default_is_a_value_that_its_setting_allows(entry: Any):
    assert entry.accepted(entry.default) == entry.default
    assert entry.group in GROUPS
    assert entry.help.endswith(".")


def test_a_setting_that_nobody_chose_has_its_default(settings: Settings):
    assert settings.value("saving.delay") == 1.0
    assert settings.is_default("saving.delay")


def test_a_chosen_value_is_told_and_kept_for_the_next_start(settings: Settings, path: Path, qtbot: QtBot):
    with qtbot.waitSignal(settings.changed, check_params_cb=lambda changed: changed == "saving.delay"):
        settings.set("saving.delay", 0.5)
    settings.save()

    again = Settings(path)
    assert again.load() == ()
    assert again.value("saving.delay") == 0.5


def test_what_was_chosen_is_due_to_be_written_after_a_moment(settings: Settings, path: Path, qtbot: QtBot):
    with qtbot.waitSignal(settings.save_due):
        settings.set("theme", "dark")
    settings.writing()()
    assert written(path) == {"theme": "dark"}
    assert settings.writing()() == "", "nothing is left to write"


def test_a_whole_number_is_taken_for_a_setting_with_decimals(settings: Settings):
    settings.set("saving.delay", 2)
    assert isinstance(settings.value("saving.delay"), float)


@pytest.mark.parametrize(
    ("setting", "value"),
    [
        ("saving.delay", 0.1),
        ("saving.delay", 2.5),
        ("saving.delay", float("nan")),
        ("saving.delay", True),
        ("saving.delay", "1"),
        ("list.read_ahead", 1.5),
        ("list.thumbnails", 1),
        ("theme", "pink"),
        ("shortcuts", {"file.open": "Ctrl+O"}),
        ("shortcuts", {"file.open": [1]}),
        ("shortcuts", []),
    ],
)
def test_a_value_that_is_not_allowed_is_refused(settings: Settings, setting: str, value: Any):
    before = settings.value(setting)
    with pytest.raises(SettingsError, match=f"{setting} is .*; it has to be"):
        settings.set(setting, value)
    assert settings.value(setting) == before


def test_a_setting_that_there_is_not_is_named(settings: Settings):
    with pytest.raises(SettingsError, match='no setting "colour"'):
        settings.value("colour")


def test_a_reset_setting_leaves_the_file(settings: Settings, path: Path):
    settings.set("theme", "dark")
    settings.set("language", "zh_CN")
    settings.save()
    settings.reset("theme")
    settings.save()
    assert written(path) == {"language": "zh_CN"}


def test_choosing_what_is_chosen_already_tells_nobody(settings: Settings, qtbot: QtBot):
    settings.set("theme", "dark")
    with qtbot.assertNotEmitted(settings.changed):
        settings.set("theme", "dark")


def test_an_override_counts_until_something_is_chosen_and_is_not_kept(settings: Settings, path: Path):
    settings.set("theme", "light")
    settings.override("theme", "dark")
    settings.save()
    assert settings.value("theme") == "dark"
    assert written(path) == {"theme": "light"}
    settings.set("theme", "system")
    assert settings.value("theme") == "system"


def test_keys_of_another_version_stay_in_the_file(settings: Settings, path: Path):
    path.parent.mkdir()
    path.write_text('{"future": {"a": [1, 2]}, "theme": "light"}', encoding="utf-8")
    assert settings.load() == ()
    settings.set("theme", "dark")
    settings.save()
    assert written(path) == {"future": {"a": [1, 2]}, "theme": "dark"}


def test_a_value_in_the_file_that_is_not_allowed_is_said_and_stays_there(settings: Settings, path: Path):
    path.parent.mkdir()
    path.write_text('{"theme": "pink", "saving.delay": 0.5}', encoding="utf-8")
    (sentence,) = settings.load()
    assert sentence.startswith('settings.json: theme is "pink"; it has to be one of "system", "light", "dark".')
    assert settings.value("theme") == "system"
    assert settings.value("saving.delay") == 0.5
    settings.set("saving.delay", 0.7)
    settings.save()
    assert written(path) == {"theme": "pink", "saving.delay": 0.7}


@pytest.mark.parametrize("content", [b'{"theme": "da', b"[1]", b"\xff\xfe\x00", b"[" * 100_000])
def test_a_damaged_file_is_set_aside_whole(settings: Settings, path: Path, content: bytes):
    path.parent.mkdir()
    path.write_bytes(content)
    (sentence,) = settings.load()
    assert "It was renamed settings.json.damaged-" in sentence
    (aside,) = path.parent.glob("settings.json.damaged-*")
    assert aside.read_bytes() == content
    settings.set("theme", "dark")
    settings.save()
    assert written(path) == {"theme": "dark"}


def test_what_another_window_has_chosen_meanwhile_is_not_undone(settings: Settings, path: Path, qtbot: QtBot):
    other = Settings(path)
    settings.set("theme", "dark")
    settings.save()
    other.set("language", "zh_CN")
    other.save()
    assert written(path) == {"theme": "dark", "language": "zh_CN"}


def test_a_file_that_cannot_be_written_is_said_and_the_choice_stays(settings: Settings, path: Path):
    path.parent.write_text("a file where the folder would be", encoding="utf-8")
    settings.set("theme", "dark")
    with pytest.raises(FileWriteError, match="choices: not created"):
        settings.save()
    assert settings.value("theme") == "dark"
    path.parent.unlink()
    settings.save()
    assert written(path) == {"theme": "dark"}


def test_the_file_lies_in_the_users_configuration_folder(isolated_home: Path):
    assert isolated_home in default_path().parents


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="no pipes in folders here")
def test_a_pipe_in_the_place_of_the_file_is_not_waited_for(settings: Settings, path: Path):
    path.parent.mkdir()
    os.mkfifo(path)
    (sentence,) = settings.load()
    assert "pipe" in sentence
