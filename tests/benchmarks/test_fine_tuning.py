import json
import shutil
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from support.networks.tiny_network import tiny_spec

from benchmarks import fine_tuning
from core.charset import Charset
from core.data.drawing.demo import prepare, write_demo
from core.labels.files.storage import label_path, read_label
from core.labels.geometry import rectangle
from core.labels.label import CharacterLabel, WordLabel
from core.model.network.saving import build_recogniser, save_model

pytestmark = pytest.mark.long


@pytest.fixture
def model(tmp_path: Path) -> Path:
    path = tmp_path / "start.keras"
    save_model(path, build_recogniser(tiny_spec("01a")))
    return path


@pytest.fixture
def words(tmp_path: Path) -> Path:
    """Eight words of eight pictures, at least one of which is held back and one is not."""
    folder = tmp_path / "words"
    write_demo(folder, prepare(Charset(tuple("01a"))).config, count=8, errors=0)
    for number, image in enumerate(sorted(folder.glob("word_*.png")), 1):
        for file in (image, label_path(image)):
            file.rename(folder / f"{number}_1{file.suffix}")
    return folder


def test_a_picture_is_held_back_with_all_its_words():
    numbers = [number for number in range(1, 200) if fine_tuning.is_held_back(f"{number}_1.png")]
    assert numbers == [number for number in range(1, 200) if fine_tuning.is_held_back(f"train/{number}_7.jpg")]
    assert 25 < len(numbers) < 55
    assert fine_tuning.is_held_back("9_1.png") is (9 in numbers)


def test_rows_are_trained_once_and_never_on_what_is_held_back(words: Path, model: Path):
    trained: list[tuple[str, dict[str, Any]]] = []

    def train(run: Path, choices: dict[str, Any]) -> Path:
        trained.append((run.name, choices))
        return model

    def measure(model: Path, folder: Path) -> dict[str, Any]:
        return {"images": len([*folder.rglob("*.png")]), "word_accuracy_ci": 0.5}

    def run() -> dict[str, Any]:
        found: dict[str, Any] = fine_tuning.finetune(
            words.parent / "out", [words], [], [], model, 5.0, [0, 2], {"synthetic": 0.25}, train, measure
        )
        return found

    found = run()
    assert [name for name, _ in trained] == ["0 from nothing", "2 from reader", "2 from nothing"]
    choices = dict(trained)
    assert (choices["0 from nothing"]["synthetic"], choices["0 from nothing"]["start"]) == (1, None)
    assert (choices["2 from reader"]["start"], choices["2 from reader"]["synthetic"]) == (str(model), 0.25)
    names = {file.name for file in (words.parent / "out" / "2 words").rglob("*.png")}
    assert len(names) == 2
    assert not any(fine_tuning.is_held_back(name) for name in names)
    held = {file.name for file in (words.parent / "out" / "held back").rglob("*.png")}
    assert held == {file.name for file in words.glob("*.png") if fine_tuning.is_held_back(file.name)}
    assert len(found["rows"]) == 4
    trained.clear()
    assert run() == found
    assert trained == []
    table = (words.parent / "out" / "finetune.md").read_text(encoding="utf-8")
    assert table.startswith("| own words | held back, from reader | held back, from nothing |")
    assert (words.parent / "out" / "finetune.svg").stat().st_size > 1000


def word(text: str, shift: float = 0.0) -> WordLabel:
    boxes = [(12.0 * place + shift, symbol) for place, symbol in enumerate(text)]
    characters = [CharacterLabel(s, rectangle(x, 0, x + 10, 20), order=k) for k, (x, s) in enumerate(boxes, 1)]
    return WordLabel(tuple(characters), text)


def test_a_person_leaves_a_box_that_will_do_and_moves_one_that_is_far_off():
    truth = word("open")
    corrected, spent = fine_tuning.as_a_person(word("opan", shift=2), truth)
    assert corrected.word == "open"
    assert corrected.in_order[0].polygon == word("opan", shift=2).in_order[0].polygon
    assert (spent.characters, spent.boxes) == (1, 0)
    corrected, spent = fine_tuning.as_a_person(word("open", shift=6), truth)
    assert (spent.characters, spent.boxes) == (0, 4)
    assert corrected.characters == truth.characters
    empty, spent = fine_tuning.as_a_person(replace(word("")), truth)
    assert (empty.characters, spent.corrections) == (truth.characters, 4)


def test_a_person_is_played_back_round_by_round(words: Path, model: Path):
    trained: list[dict[str, Any]] = []

    def train(run: Path, choices: dict[str, Any]) -> Path:
        trained.append(choices | {"images": len([*Path(choices["folder"]).glob("*.png")])})
        learned = run.with_suffix(".keras")
        shutil.copyfile(model, learned)
        return learned

    found = fine_tuning.corrections(words.parent / "play", [words], model, 4, 2, 1.0, {}, train)
    assert [(row["round"], row["words"]) for row in found["rounds"]] == [(1, 2), (2, 2)]
    assert all(row["a word"] > 0 for row in found["rounds"])
    assert [(choices["images"], choices["start"]) for choices in trained] == [(2, str(model))]
    labels = [read_label(path).label for path in sorted((words.parent / "play" / "words").glob("[0-9]*.json"))]
    assert len(labels) == 4
    truths = {read_label(path).label.word for path in words.glob("[0-9]*.json")}
    assert {label.status for label in labels} == {"reviewed"}
    assert {label.word for label in labels} <= truths
    assert json.loads((words.parent / "play" / "round 1.json").read_text())["words"] == 2
