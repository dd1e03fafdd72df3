"""Bad fonts, surfaces and word lists on the command line: one clear sentence, and the training does without them."""

import os
import shutil
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest
from fontTools.fontBuilder import FontBuilder
from fontTools.pens.ttGlyphPen import TTGlyphPen

from app.cli import run
from core.data.drawing.fonts import bundled_folder


def nothing(folder: Path) -> None:
    """Leave the folder empty."""


def broken_font(folder: Path) -> None:
    (folder / "broken.otf").write_bytes(b"no font at all")


def blank_font(folder: Path) -> None:
    builder = FontBuilder(1000, isTTF=True)
    builder.setupGlyphOrder([".notdef", "A"])
    builder.setupCharacterMap({ord("A"): "A"})
    builder.setupGlyf({".notdef": TTGlyphPen(None).glyph(), "A": TTGlyphPen(None).glyph()})
    builder.setupHorizontalMetrics({".notdef": (900, 0), "A": (900, 0)})
    builder.setupHorizontalHeader(ascent=800, descent=-200)
    builder.setupNameTable({"familyName": "Blank", "styleName": "Regular"})
    builder.setupOS2()
    builder.setupPost()
    builder.save(folder / "blank.ttf")


def text_for_a_picture(folder: Path) -> None:
    (folder / "wall.jpg").write_text("no picture", encoding="utf-8")


def unreadable_font(folder: Path) -> None:
    path = folder / "DejaVuSans.ttf"
    shutil.copy(bundled_folder() / path.name, path)
    path.chmod(0)
    if os.access(path, os.R_OK):
        pytest.skip("this user may read every file")


BAD = [
    ("fonts", nothing, "no font here draws any symbol"),
    ("fonts", broken_font, "broken.otf: not a font that can be read"),
    ("fonts", blank_font, "blank.ttf: it draws no symbol of the charset"),
    ("fonts", unreadable_font, "DejaVuSans.ttf: cannot be read"),
    ("surfaces", nothing, "no picture here"),
    ("surfaces", text_for_a_picture, "wall.jpg: not a picture"),
]


@pytest.fixture
def words(tmp_path: Path) -> Path:
    folder = tmp_path / "words"
    assert run(["demo", str(folder), "--count", "4", "--errors", "0", "--charset", "digits"]) == 0
    return folder


@pytest.mark.parametrize(("option", "make", "said"), BAD)
def test_demo_refuses_a_folder_of_which_nothing_can_be_used_in_one_line(
    option: Any, make: Any, said: Any, tmp_path: Path, capsys: pytest.CaptureFixture[str]
):
    (tmp_path / "given").mkdir()
    make(tmp_path / "given")
    arguments = ["demo", str(tmp_path / "out"), "--effects", "scene", f"--{option}", str(tmp_path / "given")]
    capsys.readouterr()
    assert run(arguments) == 1
    err = capsys.readouterr().err
    assert said in err
    assert err.count("\n") == 1
    assert not (tmp_path / "out").exists()


@pytest.mark.long
@pytest.mark.parametrize(("option", "make", "said"), BAD)
def test_training_tells_it_and_draws_with_what_there_is(
    option: Any, make: Any, said: Any, words: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
):
    (tmp_path / "given").mkdir()
    make(tmp_path / "given")
    capsys.readouterr()
    chosen = ["--synthetic", "1", "--effects", "scene", f"--{option}", str(tmp_path / "given")]
    assert run(["train", str(words), "--preview", str(tmp_path / "seen.png"), *chosen]) == 0
    err = capsys.readouterr().err
    assert said in err
    assert "Traceback" not in err
    assert (tmp_path / "seen.png").is_file()


@pytest.mark.parametrize("option", ["fonts", "surfaces"])
def test_file_in_place_of_a_folder_is_refused_in_one_line(
    option: str, words: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
):
    (tmp_path / "file").write_text("no folder", encoding="utf-8")
    capsys.readouterr()
    chosen = ["--effects", "scene", f"--{option}", str(tmp_path / "file")]
    seen = ["train", str(words), "--preview", str(tmp_path / "seen.png"), "--synthetic", "1", "--start", "none"]
    for command in (["demo", str(tmp_path / "out")], seen):
        assert run([*command, *chosen]) == 1
        err = capsys.readouterr().err
        assert "file: not a folder" in err
        assert err.count("\n") == 1


@pytest.mark.parametrize("effects", ["mild", "scene"])
def test_list_of_words_in_gbk_is_read_and_said_so(effects: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]):
    corpus = tmp_path / "words.txt"
    corpus.write_bytes("出口 exit 街道 street 图书馆 library 咖啡 coffee".encode("gbk"))
    arguments = ["demo", str(tmp_path / "out"), "--count", "5", "--effects", effects, "--corpus", str(corpus)]
    assert run(arguments) == 0
    err = capsys.readouterr().err
    assert "words.txt: 4 words (gb18030)" in err


@pytest.mark.long
def test_preview_is_a_picture_and_the_same_for_the_same_seed(words: Path, tmp_path: Path):
    pictures = []
    for name, seed in (("a", "1"), ("b", "1"), ("c", "2")):
        path = tmp_path / f"{name}.png"
        assert run(["train", str(words), "--preview", str(path), "--seed", seed]) == 0
        picture = cv2.imread(str(path))
        pictures.append(picture)
    assert np.array_equal(pictures[0], pictures[1])
    assert not np.array_equal(pictures[0], pictures[2])
    assert sorted(path.name for path in tmp_path.iterdir()) == ["a.png", "b.png", "c.png", "words"]


def test_preview_needs_a_png_and_a_training_a_run(words: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]):
    capsys.readouterr()
    assert run(["train", str(words), "--preview", str(tmp_path / "seen.jpg")]) == 2
    assert "does not end with .png" in capsys.readouterr().err
    assert run(["train", str(words)]) == 2
    assert "--run" in capsys.readouterr().err
