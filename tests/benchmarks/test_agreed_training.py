"""Two projects of the same words, and words that only one of two models reads."""

from dataclasses import replace
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest
from support.words.boxes import boxed

from benchmarks.agreed_training import compare, label_by_readers, paired, write_projects
from benchmarks.two_readers import Word
from core.labels.files.storage import label_path, read_label
from core.labels.label import WordLabel
from core.readings.reading import Reading

pytestmark = pytest.mark.long  # its imports load TensorFlow


def word(text: str, ours: str, other: str) -> Word:
    drawn = WordLabel(tuple(replace(each, source="model") for each in boxed(text, 0, 3, 9, 14, gap=1)), text)
    reading = Reading("other", other, 0.9)
    return Word("a.png", WordLabel(text=text), ours, 0.8, reading, drawn=drawn)


def test_what_both_read_alike_is_accepted_though_it_may_be_wrong():
    label = label_by_readers(word("cat", "cot", "cot"))
    assert label.is_agreed and label.word == "cot" and label.characters == ()
    assert label_by_readers(word("cat", "cat", "cat")).characters


def test_a_word_that_they_read_differently_is_typed_by_a_person():
    label = label_by_readers(word("cat", "cot", "cut"))
    assert label.known is not None and label.word == "cat" and label.is_reviewed


def test_both_projects_hold_the_same_words(tmp_path: Path):
    image = tmp_path / "images" / "a.png"
    image.parent.mkdir()
    cv2.imwrite(str(image), np.full((20, 40, 3), 200, np.uint8))
    projects = write_projects(tmp_path / "out", [("a.png", image, word("cat", "cot", "cot"))], tmp_path / "images")
    texts = {way: read_label(label_path(folder / "a.png")).label.word for way, folder in projects.items()}
    assert texts == {"by hand": "cat", "by readers": "cot"}


@pytest.mark.parametrize(
    ("hand", "readers", "won", "lost"), [("1100", "1010", 1, 1), ("1111", "1111", 0, 0), ("0000", "1110", 3, 0)]
)
def test_words_that_only_one_model_reads_are_counted(hand: str, readers: str, won: int, lost: int):
    sides = ({str(k): mark == "1" for k, mark in enumerate(marks)} for marks in (hand, readers))
    found = paired(*sides)
    assert (found["words"], found["won"], found["lost"]) == (4, won, lost)
    assert found["interval"][0] <= found["difference"] <= found["interval"][1]
    assert found["difference"] == pytest.approx(25 * (won - lost))


def test_each_seed_trains_with_both_and_is_done_once(tmp_path: Path):
    trained: list[tuple[str, int, int]] = []

    def train(run: Path, choices: dict[str, Any]) -> Path:
        trained.append((Path(choices["folder"]).name, choices["seed"], choices["steps"]))
        return run / "model.keras"

    def read(model: Path, folder: Path) -> dict[str, bool]:
        return {f"{folder.name}/a": "by hand" in str(model), f"{folder.name}/b": True}

    for _ in range(2):
        rows = compare(tmp_path, Path("reader"), [Path("x"), Path("y")], 2, {"steps": 7}, train, read)
    assert trained == [("by hand", 0, 7), ("by readers", 0, 7), ("by hand", 1, 7), ("by readers", 1, 7)]
    assert [(row["seed"], row["words"], row["won"], row["lost"]) for row in rows] == [(0, 4, 0, 2), (1, 4, 0, 2)]
