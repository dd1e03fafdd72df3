"""The command line: names, exit statuses, one-line errors and JSON as the design fixes them."""

import json
import shutil
import subprocess
import sys
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import typer.main
from PIL import Image
from support.processes.python import REPOSITORY

from app.cli import run
from app.console.commands import app
from app.console.window import COMMANDS, command_names
from app.gui import Options
from core.charset import Charset
from core.data.drawing.fonts import of_system
from core.data.drawing.texts.words import ON_PLATES
from core.labels.files.storage import label_path, read_label, write_label
from core.labels.geometry import rectangle
from core.labels.label import CharacterLabel, WordLabel
from core.labels.maps.render import MapSpec, render
from core.project.project import read_settings, write_settings


@pytest.fixture(scope="module")
def demo(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A demo project of 30 words with its planted errors."""
    folder = tmp_path_factory.mktemp("demo") / "示例 project"
    assert run(["demo", str(folder), "--count", "30", "--errors", "0.15", "--seed", "3"]) == 0
    return folder


@pytest.mark.long
def test_demo_of_plates_has_the_symbols_of_plates(tmp_path: Path):
    if not of_system(frozenset("京")):
        pytest.skip("no font of Chinese symbols here")
    assert run(["demo", str(tmp_path / "plates"), "--count", "3", "--effects", "plates"]) == 0
    assert read_settings(tmp_path / "plates").charset == Charset(tuple(ON_PLATES))


def one_line(text: str) -> str:
    assert text.endswith("\n") and text.count("\n") == 1, text
    return text


def test_help_lists_the_commands_that_exist(capsys: pytest.CaptureFixture[str]):
    assert run(["--help"]) == 0
    out = capsys.readouterr().out
    assert all(f"\n  {name} " in out for name in command_names())


def test_commands_are_known_by_their_names_before_they_are_loaded():
    brought = {*command_names()} - {*COMMANDS}  # by plug-ins: they are there once a command line was read
    shown = [command for command in app.registered_commands if not command.hidden and command.name not in brought]
    names = [command.name or getattr(command.callback, "__name__", "") for command in shown]
    known = typer.main.get_command(app).commands
    assert {name for name, command in known.items() if not command.hidden} - brought == {*COMMANDS}
    assert [name for name in COMMANDS if name in names] == names


def test_window_is_told_of_a_folder_alone_and_with_choices(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
):
    asked = []
    monkeypatch.setattr("app.gui.run", lambda options: asked.append(options.folder) or 0)
    assert [run([str(tmp_path)]), run([str(tmp_path), "--theme", "dark"])] == [0, 0]
    assert asked == [tmp_path, tmp_path]
    missing = str(tmp_path / "none")
    assert [run([missing]), run([missing, "--theme", "dark"])] == [2, 2]
    alone, with_choices = capsys.readouterr().err.splitlines()
    assert alone == with_choices and f'"{missing}" is no folder' in alone


def test_without_a_command_the_window_is_asked_for(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
):
    asked = []
    monkeypatch.setattr("app.gui.run", lambda options: asked.append(options) or 0)
    assert run([]) == 0
    assert run([str(tmp_path), "--lang", "zh_CN", "--theme", "dark", "--config", "settings.json"]) == 0
    assert asked == [Options(), Options(tmp_path, Path("settings.json"), "zh_CN", "dark")]
    assert capsys.readouterr() == ("", "")


@pytest.mark.parametrize("command", command_names())
def test_every_command_explains_itself(command: Any, capsys: pytest.CaptureFixture[str]):
    assert run([command, "--help"]) == 0
    assert "Usage:" in capsys.readouterr().out


@pytest.mark.parametrize(
    "arguments",
    [
        ["nonsense"],
        [".", "--lang", "fr"],
        [".", "--theme", "pink"],
        [".", "--loud"],
        ["demo"],
        ["demo", "x", "--count", "many"],
        ["demo", "x", "--count", "0"],
        ["demo", "x", "--length", "9-3"],
        ["demo", "x", "--effects", "wild"],
        ["check", "--loud", "x"],
        ["maps", "x.png"],
        ["maps", "x.png", "--out", "o", "--stride", "3"],
        ["maps", "x.png", "--out", "o", "--shrink", "0"],
        ["maps", "x.png", "--out", "o", "--sigma", "wide"],
        ["maps", "x.png", "--out", "o", "--sigma", "fixed:-1"],
        ["convert", ".", "o", "--from", "nonsense"],
        ["convert", ".", "o", "--to", "nonsense"],
        ["convert", ".", "o", "--to", "ccpd"],
        ["train", "x"],
        ["train", "x", "--run", "r", "--batch", "0"],
        ["train", "x", "--run", "r", "--preset", "huge"],
        ["predict", "m.keras"],
        ["predict", "m.keras", "a.png", "--layers"],
        ["evaluate", "m.keras"],
        ["demo", "x", "--surfaces", "s"],
        ["diagnose"],
        ["diagnose", ".", "--config", "none.toml"],
        ["export", "reader"],
        ["export", "reader", "--out", "o", "--format", "caffe"],
        ["export", "reader", "--out", "o", "--format", "tflite", "--precision", "int4"],
        ["export", "reader", "--out", "o", "--size", "big"],
        ["export", "reader", "--out", "o", "--size", "33x128"],
        ["export", "reader", "--out", "o", "--format", "tflite", "--precision", "int8"],
        ["adapt", "reader"],
        ["adapt", "reader", "--charset", "digits", "--layers", "neck"],
        ["adapt", "reader", "--charset", "digits", "--names", "n.json"],
        ["adapt", "reader", "--charset", "digits", "--save", "w.npz"],
    ],
)
def test_wrong_usage_exits_2_with_one_line(
    arguments: list[Any], capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.chdir(tmp_path)
    assert run(arguments) == 2
    out, err = capsys.readouterr()
    assert out == "" and one_line(err)
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["check", "none"], "none: there is no such folder"),
        (["maps", "none.png", "--out", "o"], "none.png: the image cannot be opened"),
        (["convert", "none", "o"], "none: there is no such file or folder"),
        (["demo", "o", "--charset", "none.txt"], "none.txt: cannot be read"),
        (["demo", "o", "--effects", "scene", "--surfaces", "none"], "none: not a folder"),
        (["predict", "none.keras", "a.png"], "none.keras: "),
        (["evaluate", "none.keras", "."], "none.keras: "),
        (["export", "none.keras", "--out", "o"], "none.keras: "),
        (["adapt", "none.keras", "--charset", "digits"], "none.keras: "),
        (["adapt", "none.keras", "--charset", "none.txt"], "none.txt: cannot be read"),
        (["adapt", "none.keras", "--save", "w.npz"], "none.keras: "),
        (["diagnose", "none"], "none: there is no such folder"),
    ],
)
def test_failed_job_exits_1_with_one_line_that_names_the_place(
    arguments: list[Any],
    sentence: str,
    capsys: pytest.CaptureFixture[str],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
):
    monkeypatch.chdir(tmp_path)
    assert run(arguments) == 1
    out, err = capsys.readouterr()
    assert out == "" and one_line(err).startswith(sentence)


@pytest.mark.long
def test_words_that_a_project_expects_are_those_of_its_evaluation(
    demo: Path, capsys: pytest.CaptureFixture[str], tmp_path: Path
):
    folder = Path(shutil.copytree(demo, tmp_path / "words"))
    write_settings(folder, replace(read_settings(folder), expected="gone.txt"))
    assert run(["evaluate", "reader", str(folder)]) == 1
    assert "gone.txt: cannot be read" in capsys.readouterr().err


def test_demo_writes_images_labels_settings_and_the_planted_errors(demo: Path):
    assert len(list(demo.glob("*.png"))) == len(list(demo.glob("word_*.json"))) == 30
    planted = json.loads((demo / "planted.json").read_text(encoding="utf-8"))
    assert all(set(entry) == {"image", "kind", "order", "was", "now"} for entry in planted)
    assert [entry["kind"] for entry in planted].count("text") == 1
    assert len(read_settings(demo).charset or ()) == 62


def test_check_finds_the_planted_text_and_prints_one_json_document(demo: Path, capsys: pytest.CaptureFixture[str]):
    planted = json.loads((demo / "planted.json").read_text(encoding="utf-8"))
    tour = next(entry["image"] for entry in planted if entry["kind"] == "text")
    assert run(["check", str(demo), "--json"]) == 0
    report = json.loads(capsys.readouterr().out)
    assert report["images"] == 30
    assert any(p["image"] == tour and p["id"] == "text-mismatch" for p in report["problems"])


def test_check_in_words_ends_with_a_count(demo: Path, capsys: pytest.CaptureFixture[str]):
    assert run(["check", str(demo)]) == 0
    lines = capsys.readouterr().out.strip().splitlines()
    assert "30 images" in lines[-1]


@pytest.mark.parametrize("stride", [1, 2, 4])
def test_maps_writes_the_maps_that_the_renderer_gives(demo: Path, tmp_path: Path, stride: int):
    image = demo / "word_00001.png"
    assert run(["maps", str(image), "--out", str(tmp_path / "o"), "--stride", str(stride)]) == 0
    names = {"character.png", "order.png", "localization.png", "overlay.png", "maps.npz"}
    assert {path.name for path in (tmp_path / "o").iterdir()} == names
    with Image.open(image) as picture:
        size = picture.height, picture.width
    charset = read_settings(demo).charset
    spec = MapSpec(stride=stride)
    expected = render(read_label(image.with_suffix(".json")).label, size, charset, spec)
    with np.load(tmp_path / "o" / "maps.npz") as arrays:
        for name in ("character", "order", "localization"):
            np.testing.assert_array_equal(arrays[name], getattr(expected, name))
        assert tuple(arrays["charset"]) == charset.symbols


def test_maps_takes_shrink_sigma_and_charset_from_the_command_line(demo: Path, tmp_path: Path):
    image = demo / "word_00002.png"
    reading = read_label(image.with_suffix(".json")).label.reading
    (tmp_path / "c.txt").write_text("\n".join(sorted(set(reading))), encoding="utf-8")
    options = ["--shrink", "1", "--sigma", "fixed:5", "--charset", str(tmp_path / "c.txt")]
    assert run(["maps", str(image), "--out", str(tmp_path / "o"), *options]) == 0
    with np.load(tmp_path / "o" / "maps.npz") as arrays:
        assert (arrays["character"] >= 0).all()  # nothing between P and P′ is left to ignore
        assert list(arrays["charset"]) == sorted(set(reading))


def word(folder: Path, name: str, symbol: str) -> Path:
    """A word image of one character with its label."""
    Image.new("RGB", (20, 10)).save(folder / name)
    label = WordLabel((CharacterLabel(symbol, rectangle(2, 1, 18, 9)),))
    write_label(label_path(folder / name), label, (10, 20))
    return folder / name


@pytest.mark.parametrize(("is_project", "symbols"), [(False, ["x"]), (True, ["A", "x"])])
def test_maps_without_a_charset_makes_it_from_the_label_and_in_a_project_from_all(
    tmp_path: Path, is_project: bool, symbols: list[Any]
):
    image = word(tmp_path, "a.png", "x")
    word(tmp_path, "b.png", "A")
    if is_project:
        (tmp_path / "textscanner.json").write_text("{}")
    assert run(["maps", str(image), "--out", str(tmp_path / "o")]) == 0
    with np.load(tmp_path / "o" / "maps.npz") as arrays:
        assert (list(arrays["charset"]), arrays["character"].max()) == (symbols, len(symbols))


def test_encoding_of_a_charset_file_is_said_where_it_had_to_be_found_out(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
):
    image = word(tmp_path, "a.png", "中")
    (tmp_path / "c.txt").write_bytes("中\n文\n".encode("gbk"))
    assert run(["maps", str(image), "--out", str(tmp_path / "o"), "--charset", str(tmp_path / "c.txt")]) == 0
    assert "c.txt: read as gb18030" in one_line(capsys.readouterr().err)


def test_maps_without_a_label_says_so(tmp_path: Path, capsys: pytest.CaptureFixture[str]):
    Image.new("RGB", (20, 10)).save(tmp_path / "a.png")
    assert run(["maps", str(tmp_path / "a.png"), "--out", str(tmp_path / "o")]) == 1
    assert "there is no label a.json beside it" in one_line(capsys.readouterr().err)


def test_convert_there_and_back_keeps_text_and_polygons(demo: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]):
    assert run(["convert", str(demo), str(tmp_path / "jsonl"), "--to", "mmocr"]) == 0
    assert run(["convert", str(tmp_path / "jsonl"), str(tmp_path / "back")]) == 0
    assert "30 written" in capsys.readouterr().out
    for path in sorted(demo.glob("word_*.json")):
        ours, back = read_label(path).label, read_label(tmp_path / "back" / path.name).label
        assert back.reading == ours.reading
        np.testing.assert_allclose([c.corners for c in back.in_order], [c.corners for c in ours.in_order], atol=0.011)


def test_convert_names_every_refusal_and_still_writes_the_rest(tmp_path: Path, capsys: pytest.CaptureFixture[str]):
    Image.new("RGB", (20, 10)).save(tmp_path / "a.png")
    (tmp_path / "list.jsonl").write_text('{"file": "a.png", "text": "A"}\n{"file": "b.png", "text": "B"}\n')
    assert run(["convert", str(tmp_path / "list.jsonl"), str(tmp_path / "out")]) == 0
    out, err = capsys.readouterr()
    assert "b.png" in one_line(err) and "1 written" in out and "1 refused" in out


def test_convert_reports_what_was_taken_and_left_out_also_as_one_document(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
):
    for name in "abcd":
        Image.new("RGB", (20, 10)).save(tmp_path / f"{name}.png")
    lines = [json.dumps({"file": f"{name}.png", "text": name}) for name in "abcde"]
    (tmp_path / "list.jsonl").write_text("\n".join(lines))
    command = ["convert", str(tmp_path / "list.jsonl"), str(tmp_path / "out")]
    assert run(command) == 0
    shown = capsys.readouterr().out.splitlines()
    assert "taken: 4 words: a.png, b.png, c.png, …" in shown
    assert "left out: one record was refused: list.jsonl, line 5" in shown
    assert run([*command, "--json"]) == 0
    out, err = capsys.readouterr()
    report = json.loads(out)
    assert (report["read"], report["unchanged"], report["refused"]) == (5, 4, 1)
    assert {"what": "words", "count": 4, "names": ["a.png", "b.png", "c.png", "d.png"]} in report["taken"]
    assert report["refusals"][0]["where"] == "list.jsonl, line 5" and "e.png" in report["refusals"][0]["reason"]
    assert "e.png" in one_line(err)


def test_convert_that_writes_nothing_exits_1(tmp_path: Path):
    (tmp_path / "list.jsonl").write_text('{"file": "b.png", "text": "B"}\n')
    assert run(["convert", str(tmp_path / "list.jsonl"), str(tmp_path / "out")]) == 1


@pytest.mark.long
def test_doctor_reports_what_works_as_json(capsys: pytest.CaptureFixture[str]):
    assert run(["doctor", "--json"]) == 0
    findings = {entry["name"]: entry for entry in json.loads(capsys.readouterr().out)}
    assert findings["Python"]["works"] and findings["TensorFlow"]["works"]
    assert {"name", "works", "value", "advice"} == set(findings["Python"])
    assert "Qt" in findings and "Fonts for demo data" in findings


def test_unforeseen_exception_is_one_line_and_its_traceback_is_kept(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
):
    def fail(*arguments: object, **options: object) -> None:
        raise ZeroDivisionError("nobody thought of this")

    monkeypatch.setattr("core.index.checks.check_folder", fail)
    assert run(["check", str(tmp_path)]) == 1
    told = one_line(capsys.readouterr().err)
    assert "nobody thought of this" in told
    log = Path(told.partition("Details are in ")[2].strip().removesuffix("."))
    assert "ZeroDivisionError" in log.read_text(encoding="utf-8") and "Traceback" in log.read_text(encoding="utf-8")


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no SIGTERM that a program could answer")
def test_command_that_is_ended_before_it_has_begun_says_so(tmp_path: Path):
    ended = (
        "import os, signal, sys\n"
        "from app import cli\n"
        "class Ends:\n"
        "    def find_spec(self, name, *rest):\n"
        "        if name == 'tensorflow': os.kill(os.getpid(), signal.SIGTERM)\n"
        "sys.meta_path.insert(0, Ends())\n"
        "sys.argv = ['textscanner', 'predict', 'reader', sys.argv[1]]\n"
        "cli.main()"
    )
    done = subprocess.run(
        [sys.executable, "-c", ended, tmp_path / "word.png"],
        capture_output=True,
        text=True,
        check=False,
        cwd=REPOSITORY,
    )
    assert done.returncode == 1 and done.stdout == ""
    assert done.stderr == "Stopped. The files written so far are whole.\n"
