"""Which plug-ins are on: ours unless switched off, others' only as they were switched on, and none that fails."""

import json
import sys
from pathlib import Path
from typing import Any

import pytest
from support.plugins import install_plugin

from core.base.errors import PluginError, StudioError
from core.base.installed.packages import announced
from core.base.plugins.active import Plugins, find_plugins
from core.base.plugins.choices import (
    HANDED_DOWN,
    Approval,
    PluginChoices,
    change_choices,
    choices_file,
    choices_of_process,
    handed_down,
    read_choices,
)
from core.base.plugins.listing import listed_plugins, switch, why_missing
from core.base.plugins.plugin import ENTRY_POINTS, Plugin, PluginPart

FAILING = "raise RuntimeError('no such library')\n"


@pytest.fixture(autouse=True)
def site(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder of packages on the search path, and another folder to be in."""
    folder = tmp_path / "site"
    folder.mkdir()
    (tmp_path / "here").mkdir()
    monkeypatch.chdir(tmp_path / "here")
    monkeypatch.syspath_prepend(folder)
    monkeypatch.delenv(HANDED_DOWN)
    before = {*sys.modules}
    yield folder
    for name in {*sys.modules} - before:
        if name.startswith("more_"):
            del sys.modules[name]


def switched_on(*names: str) -> PluginChoices:
    entries = {entry.name: entry for entry in announced(ENTRY_POINTS)}
    return PluginChoices({name: Approval.of(entries[name]) for name in names})


def on(plugins: Plugins) -> list[str]:
    return [plugin.id for plugin in plugins.on]


def test_a_plugin_of_others_is_off_and_not_imported_until_it_is_switched_on(site: Path):
    install_plugin(site, "waiting", FAILING)
    plugins = find_plugins(PluginChoices(), ours={})
    assert on(plugins) == [] and plugins.failures == {} and "more_waiting" not in sys.modules


def test_a_plugin_that_was_switched_on_is_on(site: Path):
    install_plugin(site, "wanted")
    plugins = find_plugins(switched_on("wanted"), ours={})
    assert on(plugins) == ["wanted"] and plugins.version_of("wanted") == "1.0"


@pytest.mark.parametrize(
    "change",
    [{"version": "2.0"}, {"folder": "/elsewhere"}, {"package": "another"}],
    ids=lambda change: next(iter(change)),
)
def test_another_version_folder_or_package_asks_again(site: Path, change: dict[Any, Any]):
    install_plugin(site, "changed", FAILING)
    kept = {"package": "more_changed", "version": "1.0", "folder": str(site.resolve())} | change
    choices = PluginChoices.from_dict({"on": {"changed": kept}})
    plugins = find_plugins(choices, ours={})
    assert on(plugins) == [] and "more_changed" not in sys.modules
    assert "switch that one on" in plugins.failures["changed"]


def test_a_package_in_the_current_folder_is_not_looked_at(site: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.chdir(site)
    install_plugin(site, "here")
    assert [entry for entry in announced(ENTRY_POINTS) if entry.name == "here"] == []


def test_a_package_in_a_project_is_not_looked_at(site: Path):
    install_plugin(site, "inside")
    assert [entry.name for entry in announced(ENTRY_POINTS)] == ["inside"]
    (site.parent / "textscanner.json").write_text("{}")
    assert [entry.name for entry in announced(ENTRY_POINTS)] == []


def test_code_that_would_come_from_the_current_folder_is_not_imported(
    site: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    install_plugin(site, "shadowed")
    (tmp_path / "here" / "more_shadowed.py").write_text(FAILING)
    choices = switched_on("shadowed")
    monkeypatch.syspath_prepend(tmp_path / "here")
    plugins = find_plugins(choices, ours={})
    assert on(plugins) == [] and "more_shadowed" not in sys.modules
    assert "current folder" in plugins.failures["shadowed"]


@pytest.mark.parametrize(
    "code",
    [
        FAILING,
        "raise SystemExit(3)",
        "import a_library_that_nobody_has",
        "PLUGIN = 3",
        "NOTHING = 0",
        "def (",
        "from core.base.plugins.plugin import Plugin\nPLUGIN = Plugin('another', 'Another')",
    ],
    ids=["raises", "exits", "lacks a library", "is none", "has none", "is no Python", "has another name"],
)
def test_a_plugin_that_fails_on_loading_is_off_with_one_sentence_and_the_others_are_on(site: Path, code: Any):
    install_plugin(site, "broken", code)
    install_plugin(site, "whole")
    plugins = find_plugins(switched_on("broken", "whole"), ours={})
    assert on(plugins) == ["whole"]
    sentence = plugins.failures["broken"]
    assert '"broken" has failed' in sentence and "Settings › Plug-ins" in sentence and "\n" not in sentence


def test_a_plugin_that_fails_in_use_is_off_from_then_on_and_the_listener_is_told_once():
    plugin, told = Plugin("one", "One"), []
    plugins = Plugins([plugin, Plugin("two", "Two")])
    plugins.listen(told.append)
    for _ in range(2):
        with pytest.raises(PluginError, match="KeyError"), plugins.using(plugin):
            raise KeyError("width")
    assert on(plugins) == ["two"] and told == [plugins.failures["one"]]


def test_an_error_of_ours_leaves_a_plugin_on():
    plugin = Plugin("one", "One")
    plugins = Plugins([plugin])
    with pytest.raises(StudioError, match="no picture"), plugins.using(plugin):
        raise StudioError("no picture")
    assert on(plugins) == ["one"]


def test_a_part_that_is_missing_or_no_such_thing_switches_its_plugin_off():
    lost = Plugin("lost", "Lost", formats=(PluginPart("a", "core.base.plugins.plugin:NOTHING"),))
    wrong = Plugin("wrong", "Wrong", formats=(PluginPart("a", "core.base.plugins.plugin:Plugin"),))
    taking = Plugin("taking", "Taking", formats=(PluginPart("labelme", "core.base.plugins.plugin:Plugin"),))
    plugins = Plugins([lost, wrong, taking])
    assert plugins.loaded("formats", PluginPart, taken=["labelme"]) == []
    assert on(plugins) == [] and {*plugins.failures} == {"lost", "wrong", "taking"}


def test_another_process_gets_the_same_plugins(site: Path, monkeypatch: pytest.MonkeyPatch):
    install_plugin(site, "handed")
    install_plugin(site, "left")
    change_choices(lambda choices: switched_on("handed"))
    first = find_plugins(choices_of_process()[0], ours={})
    monkeypatch.setenv(HANDED_DOWN, handed_down(first.choices()))
    change_choices(lambda choices: switched_on("left"))  # a person chooses meanwhile
    assert on(find_plugins(choices_of_process()[0], ours={})) == ["handed"]


def test_damaged_choices_leave_others_off_and_say_so():
    choices_file().parent.mkdir(parents=True)
    choices_file().write_text("{")
    choices, problem = read_choices()
    assert choices == PluginChoices() and "plugins.json" in problem
    change_choices(lambda choices: choices.with_off("ours", is_ours=True))
    assert read_choices() == (PluginChoices(off=frozenset({"ours"})), "")
    assert len([*choices_file().parent.glob("plugins*")]) == 2, "the damaged file is kept under another name"


def test_keys_of_another_version_stay_in_the_file():
    choices_file().parent.mkdir(parents=True)
    choices_file().write_text('{"later": 1, "off": []}')
    change_choices(lambda choices: choices.with_off("ours", is_ours=True))
    assert json.loads(choices_file().read_text()) == {"later": 1, "on": {}, "off": ["ours"]}


@pytest.mark.parametrize("values", [None, 3, {"on": 3}, {"on": {"a": {}}}, {"on": {"a": {"package": 1}}}, {"off": [1]}])
def test_choices_that_are_not_understood_are_off(values: int | dict[Any, Any] | None):
    assert PluginChoices.from_dict(values) == PluginChoices()


def test_the_list_says_what_is_installed_and_in_which_state(site: Path):
    for name in ("off", "on", "changed"):
        install_plugin(site, name)
    change_choices(lambda choices: switched_on("on", "changed"))
    for path in site.glob("more_changed-*/METADATA"):
        path.write_text(path.read_text().replace("1.0", "1.1"))
    rows = {row.id: row for row in listed_plugins(find_plugins(read_choices()[0], ours={})) if not row.is_ours}
    assert {name: row.state for name, row in rows.items()} == {"off": "off", "on": "on", "changed": "changed"}
    assert (rows["off"].title, rows["off"].brings, rows["on"].brings) == ("Says off", None, ())
    assert rows["changed"].version == "1.1" and rows["on"].folder == site.resolve()


def test_a_plugin_is_switched_on_and_off_by_its_name(site: Path):
    install_plugin(site, "one")
    rows = listed_plugins(Plugins())
    switch("one", rows, is_on=True)
    assert read_choices()[0] == switched_on("one")
    switch("one", rows, is_on=False)
    assert read_choices()[0] == PluginChoices()
    with pytest.raises(PluginError, match='no plug-in "none"'):
        switch("none", rows, is_on=True)


def test_a_plugin_that_was_removed_is_listed_so_that_it_can_be_switched_off(site: Path):
    change_choices(lambda choices: PluginChoices({"gone": Approval("more_gone", "1.0", str(site))}))
    (row,) = (row for row in listed_plugins(Plugins()) if not row.is_ours)
    assert (row.id, row.state) == ("gone", "missing")
    with pytest.raises(PluginError, match="not installed any more"):
        switch("gone", [row], is_on=True)
    switch("gone", [row], is_on=False)
    assert read_choices()[0] == PluginChoices()


def test_a_name_that_two_packages_bring_is_not_switched_on(site: Path):
    install_plugin(site, "one")
    install_plugin(site, "two", announced_as="one")
    with pytest.raises(PluginError, match="several packages"):
        switch("one", listed_plugins(Plugins()), is_on=True)


def test_what_a_file_needs_of_a_plugin_is_told_by_name_alone(site: Path):
    install_plugin(site, "there", FAILING)
    assert "switched off" in why_missing("there", "1.0") and "not installed" in why_missing("os", "")
    assert "more_there" not in sys.modules
