"""The example of a label format: installed as a package of its own, switched on, and used by `convert`."""

import json
from pathlib import Path
from typing import Any

import pytest
from PIL import Image
from support.plugins import install_example, textscanner


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory):
    folder = tmp_path_factory.mktemp("installed") / "site"
    install_example("label-format", folder)
    return folder


@pytest.fixture
def source(tmp_path: Path):
    (tmp_path / "words").mkdir()
    for name in ("a.png", "b.png"):
        Image.new("RGB", (60, 20), "white").save(tmp_path / "words" / name)
    (tmp_path / "words" / "list.bars").write_text("a.png|HELLO\nb.png|你好\nno bar\n", encoding="utf-8")
    return tmp_path / "words"


@pytest.mark.long
def test_the_format_is_unknown_until_the_plugin_is_switched_on(site: Any, source: Any, tmp_path: Path):
    def run(*arguments):
        return textscanner(*arguments, site=site, cwd=tmp_path)

    (row,) = (row for row in json.loads(run("plugins", "--json").stdout) if not row["ours"])
    assert (row["id"], row["state"], row["version"], row["brings"]) == ("bars", "off", "0.1.0", None)
    refused = run("convert", source, tmp_path / "out", "--from", "bars")
    assert refused.returncode == 2 and 'no format "bars"' in refused.stderr

    switched = run("plugins", "on", "bars")
    assert switched.returncode == 0 and str(site.resolve()) in switched.stdout
    (row,) = (row for row in json.loads(run("plugins", "--json").stdout) if not row["ours"])
    assert (row["state"], row["brings"]) == ("on", {"formats": ["bars"]})

    assert run("convert", source / "list.bars", tmp_path / "out", "--from", "bars").returncode == 0
    assert json.loads((tmp_path / "out" / "b.json").read_text("utf-8"))["text"] == "你好"
    assert run("convert", tmp_path / "out", tmp_path / "again", "--to", "bars").returncode == 0
    assert (tmp_path / "again" / "words.bars").read_text("utf-8").split("\n")[:2] == ["a.png|HELLO", "b.png|你好"]

    assert run("plugins", "off", "bars").returncode == 0
    assert run("convert", source, tmp_path / "out", "--from", "bars").returncode == 2


@pytest.mark.long
def test_a_format_that_fails_is_off_with_one_sentence_and_the_others_go_on(site: Any, source: Any, tmp_path: Path):
    broken = tmp_path / "broken"
    install_example("label-format", broken)
    (broken / "textscanner_bars" / "bars.py").write_text("raise OSError('no such device')\n")
    assert textscanner("plugins", "on", "bars", site=broken, cwd=source).returncode == 0
    (source / "list.bars").rename(source / "list.txt")
    (source / "list.txt").write_text("a.png\tHELLO\n")
    done = textscanner("convert", source / "list.txt", tmp_path / "out", site=broken, cwd=source)
    assert done.returncode == 0 and (tmp_path / "out" / "a.json").exists()
    (line,) = done.stderr.splitlines()
    assert '"bars" has failed' in line and "no such device" in line
