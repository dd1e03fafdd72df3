import json
from pathlib import Path

import numpy as np
import pytest
from PIL import Image

from app.cli import run
from core.labels.edits import edits
from core.labels.files.storage import label_path, write_label
from core.labels.geometry import rectangle
from core.labels.label import CharacterLabel, WordLabel

WORD = WordLabel(
    tuple(CharacterLabel(symbol, rectangle(10 * i, 0, 10 * i + 10, 20)) for i, symbol in enumerate("word")), text="word"
)


@pytest.fixture
def folders(tmp_path: Path) -> tuple[str, str]:
    """Two people's labels of five images; the second folder has no picture."""
    labels = {
        "same": (WORD, edits.move(WORD, [0], 1, 0)),  # the boxes overlap by 9 / 11
        "moved": (WORD, edits.move(WORD, [0], 5, 0)),
        "other": (WORD, edits.retype(WORD, [1], "a")),
        "shorter": (WORD, edits.delete(WORD, [0])),
        "only": (WORD, None),
    }
    for name, both in labels.items():
        for folder, label in zip(("first", "second"), both, strict=True):
            path = tmp_path / folder / f"{name}.png"
            path.parent.mkdir(exist_ok=True)
            if folder == "first":
                Image.fromarray(np.zeros((20, 60, 3), np.uint8)).save(path)
            if label is not None:
                write_label(label_path(path), label, (20, 60))
    return str(tmp_path / "first"), str(tmp_path / "second")


def test_two_folders_are_compared_and_the_gravest_difference_comes_first(
    folders: tuple[str, str], capsys: pytest.CaptureFixture[str]
):
    assert run(["compare-labels", *folders, "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert [each["image"] for each in found["differences"]] == ["other.png", "shorter.png", "only.png", "moved.png"]
    assert (found["both"], found["same_word"], found["only_first"], found["only_second"]) == (4, 2, 1, 0)
    differs = {each["image"]: each["characters"] for each in found["differences"]}
    assert differs["other.png"] == [{"first": 2, "second": 2, "differs": ["symbol"]}]
    assert differs["shorter.png"] == [{"first": 1, "second": None, "differs": []}]
    assert differs["moved.png"] == [{"first": 1, "second": 1, "differs": ["shape"]}]


def test_characters_are_paired_by_their_places(folders: tuple[str, str], capsys: pytest.CaptureFixture[str]):
    path = Path(folders[1]) / "same.json"
    path.unlink()
    write_label(path, edits.delete(edits.retype(WORD, [1], "r"), [0]), (20, 60))  # "rrd": the first r is in o's place
    assert run(["compare-labels", *folders, "--json"]) == 0
    (same,) = [each for each in json.loads(capsys.readouterr().out)["differences"] if each["image"] == "same.png"]
    assert same["characters"] == [
        {"first": 1, "second": None, "differs": []}, {"first": 2, "second": 1, "differs": ["symbol"]},
    ]  # fmt: skip


def test_a_higher_overlap_asks_more_of_the_outlines(folders: tuple[str, str], capsys: pytest.CaptureFixture[str]):
    assert run(["compare-labels", *folders, "--overlap", "0.9"]) == 0
    *lines, last = capsys.readouterr().out.splitlines()
    assert [line.split()[0] for line in lines][-2:] == ["moved.png", "same.png"]
    assert last.startswith("4 images with two labels, 2 with the same word, 5 to look at; 1 labelled only in ")


def test_a_damaged_label_is_a_difference_with_the_reason(folders: tuple[str, str], capsys: pytest.CaptureFixture[str]):
    (Path(folders[1]) / "same.json").write_bytes(b"{")
    assert run(["compare-labels", *folders, "--json"]) == 0
    faults = [each["fault"] for each in json.loads(capsys.readouterr().out)["differences"] if each["fault"]]
    assert len(faults) == 1 and faults[0].startswith("same.json: ")


def test_what_is_no_folder_is_told(folders: tuple[str, str], capsys: pytest.CaptureFixture[str]):
    assert run(["compare-labels", folders[0], folders[1] + "x"]) == 1
    assert "there is no such folder" in capsys.readouterr().err


def test_names_and_texts_that_a_terminal_would_obey_are_shown_as_replacements(
    folders: tuple[str, str], capsys: pytest.CaptureFixture[str]
):
    name = "b\x1b[2J\u200f.png"
    for folder in folders:
        label = WORD if folder == folders[0] else edits.retype(WORD, [0], "x")
        Image.fromarray(np.zeros((20, 60, 3), np.uint8)).save(Path(folder) / name)
        write_label(label_path(Path(folder) / name), label, (20, 60))
    assert run(["compare-labels", *folders]) == 0
    printed = capsys.readouterr().out
    assert "b\ufffd[2J\ufffd.png" in printed and "\x1b" not in printed
