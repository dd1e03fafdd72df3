"""A project as a notebook sees it."""

import json
from pathlib import Path

import numpy as np
import pytest

import textscanner
from core.index.checks import check_folder


def content(folder: Path) -> dict[str, tuple[bytes, int]]:
    return {
        str(path): (path.read_bytes(), path.stat().st_mtime_ns) for path in sorted(folder.rglob("*")) if path.is_file()
    }


def test_images_come_in_natural_order_with_their_labels(words: Path):
    project = textscanner.open_project(words)
    assert [image.name for image in project] == [f"word_{number:05}.png" for number in range(1, 7)]
    image = project[0]
    assert project["word_00001.png"] is image
    assert image.path == words / "word_00001.png"
    assert image.pixels().shape == (*image.size, 3)
    label = image.label
    assert label is not None
    assert label.reading == image.text == json.loads(image.path.with_suffix(".json").read_text())["text"]
    height, width = image.size
    corners = np.concatenate([character.corners for character in label.characters])
    assert (corners >= 0).all()
    assert (corners <= (width, height)).all()
    assert project.charset == tuple("0123456789")


def test_rows_are_plain_values_for_a_table(words: Path):
    (words / "word_00002.json").unlink()
    (words / "word_00003.json").write_text("{")
    (words / "word_00004.png").write_bytes(b"no image")
    first, second, third, fourth = textscanner.open_project(words).rows()[:4]
    json.dumps([first, second, third, fourth])
    assert (first["status"], first["known"], first["characters"], first["problem"]) == ("draft", True, 6, "")
    assert (second["status"], second["text"], second["characters"], second["problem"]) == ("none", "", None, "")
    assert third["status"] == "unreadable"
    assert "word_00003.json" in third["problem"]
    assert (fourth["height"], fourth["width"]) == (None, None)
    assert "word_00004.png" in fourth["problem"]


def test_a_draft_of_a_model_is_not_known(words: Path):
    path = words / "word_00001.json"
    path.write_text(json.dumps(json.loads(path.read_text()) | {"text_source": "model"}))
    row = textscanner.open_project(words).rows()[0]
    assert (row["status"], row["known"]) == ("prelabelled", False)


def test_problems_are_those_of_the_check(words: Path):
    path = words / "word_00001.json"
    path.write_text(json.dumps(json.loads(path.read_text()) | {"text": "00"}))
    problems = textscanner.open_project(words).problems()
    assert problems == check_folder(words).problems
    assert {problem.image for problem in problems} == {"word_00001.png"}


def test_nothing_in_the_folder_is_written(words: Path):
    before = content(words)
    project = textscanner.open_project(words)
    project.rows(), project.problems(), project.foreign_labels(), project.charset, project.remarks
    textscanner.plot(project[0])
    assert content(words) == before


def test_a_folder_without_labels_opens_with_images_that_have_none(words: Path):
    for path in words.glob("*.json"):
        path.unlink()
    project = textscanner.open_project(words)
    assert {image.status for image in project} == {"none"}
    assert (project.charset, project[0].label, project[0].split) == ((), None, project[0].split)


def test_labels_of_another_program_are_found_and_not_taken(words: Path):
    textscanner.convert(words, "lines", write_as="jsonl")
    project = textscanner.open_project("lines")
    assert {image.status for image in project} == {"none"}
    (labels,) = project.foreign_labels()
    assert (labels.format, labels.labels) == ("jsonl", 6)


@pytest.mark.parametrize("name", ["gone", "words/word_00001.png"])
def test_what_is_no_folder_ends_with_one_sentence(words: Path, name: str):
    with pytest.raises(textscanner.StudioError, match=r"^\S.*: (there is no such folder|this is a file)\. .*\.$"):
        textscanner.open_project(name)


def test_a_project_in_a_notebook_is_shown_in_one_line(words: Path):
    assert repr(textscanner.open_project(words)) == "<project words: 6 images>"
