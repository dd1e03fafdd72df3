"""The index: what it knows of every image, and that nothing can make it wrong for long."""

import os
from collections.abc import Iterable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from support.words.project_folder import OLD, Folder, find_problems, refuse_scan, small_project

from core.base.errors import ImageError, ProjectError, Sentence
from core.base.progress import Cancelled
from core.charset import Charset
from core.index.index import Batch, Scanned
from core.index.rows import IndexedPrediction, StoredProblem
from core.labels.files.storage import label_path, serialise_label
from core.labels.geometry import rectangle
from core.labels.label import CharacterLabel, WordLabel
from core.project.notes import ImageNote
from core.project.project import ProjectSettings, Validation
from core.project.watching import take_snapshot


@pytest.fixture
def folder(tmp_path: Path) -> Folder:
    return small_project(tmp_path)


def test_tags_and_split_are_of_the_label_or_else_of_the_project_and_follow_both(folder: Folder):
    label = WordLabel(text="x", tags=("b", "a"), split="validation")
    folder.write("word_2.png", serialise_label(label, "word_2.png", (32, 100)))
    notes = {"word_2.png": ImageNote(("not this",), "train"), "sub/empty.png": ImageNote(("c",), "val")}
    with folder.open() as index:
        index.project = replace(index.project, notes=notes)
        index.refresh()
        rows = {row.image: (row.tags, row.own_split, row.split) for row in index.rows()}
        assert rows["word_2.png"] == (("a", "b"), "val", "val")
        assert rows["sub/empty.png"] == (("c",), "val", "val")
        assert rows["word_10.png"][:2] == ((), None)
    with folder.open() as index:  # without notes
        news: list[Batch] = []
        assert index.refresh(report=news.append) == 0, "no label is read again"
        assert [row.image for batch in news for row in batch.rows] == ["sub/empty.png"]
        row = index.row("sub/empty.png")
        assert row is not None and (row.tags, row.own_split) == ((), None)


class Reader:
    """A check that finds nothing, and notes which labels were read."""

    def __init__(self) -> None:
        self.read: list[str] = []

    def __call__(self, scanned: Scanned) -> tuple[StoredProblem, ...]:
        if scanned.label is not None or scanned.error is not None:
            self.read.append(label_path(scanned.path).name)
        return ()

    def take(self) -> list[str]:
        found, self.read = sorted(self.read), []
        return found


@pytest.fixture
def reader() -> Reader:
    return Reader()


def test_every_image_has_a_row_with_its_status_text_and_split(folder: Folder):
    with folder.open() as index:
        assert index.refresh() == 5
        rows = {row.image: row for row in index.rows()}
        assert {image: row.status for image, row in rows.items()} == {
            "word_2.png": "reviewed",
            "word_10.png": "draft",
            "sub/word_1.png": "draft",
            "sub/empty.png": "none",
            "broken.png": "unreadable",
        }
        assert (rows["word_2.png"].text, rows["word_2.png"].length, rows["word_2.png"].symbols) == ("BA", 2, "AB")
        assert (rows["sub/empty.png"].text, rows["sub/empty.png"].length) == ("", None)
        assert all(row.split == index.project.split_of(row.image) for row in rows.values())
        assert index.row("word_10.png") == rows["word_10.png"]
        assert index.row("missing.png") is None


def test_only_labels_that_have_changed_are_read_again(folder: Folder, reader: Reader):
    with folder.open() as index:
        index.refresh(reader)
        assert reader.take() == ["broken.json", "word_1.json", "word_10.json", "word_2.json"]
        index.refresh(reader)
        assert reader.take() == []
        folder.add("word_2.png", "CA")
        assert index.refresh(reader) == 1
        assert reader.take() == ["word_2.json"]
        row = index.row("word_2.png")
        assert row.text == "CA"
    with folder.open() as index:
        assert index.refresh(reader) == 0


def test_a_label_written_a_moment_ago_is_read_once_more(folder: Folder, reader: Reader):
    label = folder.root / "word_2.json"
    with folder.open() as index:
        os.utime(label)
        stamp = label.stat().st_mtime_ns
        index.refresh(reader)
        # The same size, and the same time as far as a coarse clock can tell
        label.write_bytes(label.read_bytes().replace(b'"text": "BA"', b'"text": "BC"'))
        os.utime(label, ns=(stamp, stamp))
        index.refresh(reader)
        row = index.row("word_2.png")
        assert row.text == "BC"
        folder.write("word_2.png", label.read_bytes())
        index.refresh(reader)
        reader.take()
        index.refresh(reader)
        assert reader.take() == []


def test_images_that_are_gone_are_forgotten_and_new_ones_found(folder: Folder):
    with folder.refreshed() as index:
        (folder.root / "word_2.png").unlink()
        folder.add("new.png", "N")
        news: list[Batch] = []
        assert index.refresh(report=news.append) == 1
        assert [image for batch in news for image in batch.removed] == ["word_2.png"]
        assert [row.image for batch in news for row in batch.rows] == ["new.png"]
        assert index.row("word_2.png") is None


def test_a_label_that_is_deleted_leaves_an_image_without_one(folder: Folder):
    with folder.refreshed() as index:
        (folder.root / "word_2.json").unlink()
        index.refresh()
        row = index.row("word_2.png")
        assert (row.status, row.text, row.label_hash) == ("none", "", "")


def test_files_that_vanish_while_they_are_read_do_no_harm(folder: Folder):
    snapshot = take_snapshot(folder.root)
    (folder.root / "word_2.json").unlink()
    (folder.root / "word_10.json").unlink()
    (folder.root / "word_10.png").unlink()
    with folder.open() as index:
        index.refresh(find_problems, snapshot=snapshot)
        row = index.row("word_2.png")
        assert row.status == "none"
        index.refresh(find_problems)
        assert index.row("word_10.png") is None
        assert index.refresh(find_problems) == 0


def test_the_whole_project_vanishing_is_an_error_and_forgets_nothing(folder: Folder):
    with folder.refreshed() as index:
        folder.root.rename(folder.root.with_name("away"))
        with pytest.raises(ProjectError, match="cannot be read"):
            index.refresh()
        assert len(index.rows()) == 5


def test_a_folder_that_cannot_be_read_for_a_while_keeps_its_rows(folder: Folder, monkeypatch: pytest.MonkeyPatch):
    with folder.refreshed() as index:
        refuse_scan(monkeypatch, folder.root / "sub")
        assert index.refresh() == 0
        assert index.row("sub/word_1.png") is not None


def test_problems_are_kept_with_severity_sentence_and_character(folder: Folder):
    with folder.open() as index:
        index.refresh(find_problems)
        row = index.row("sub/word_1.png")
        assert row.problems == (
            StoredProblem("word-level", "note", "No polygons.", None),
            StoredProblem("order-gap", "warning", "A gap.", 3),
        )
        broken = index.row("broken.png")
        message = broken.problems[0].message
        assert "broken.json" in message
        assert isinstance(message, Sentence) and message.places["name"] == "broken.json", "it can be translated"


def test_labels_are_checked_again_when_the_check_or_the_settings_are_others(folder: Folder):
    with folder.refreshed() as index:
        assert index.refresh(find_problems) == 5
        assert index.refresh(find_problems) == 0
        assert index.refresh(find_problems, version="2") == 5
        index.refresh(find_problems)
        index.project = replace(index.project, settings=ProjectSettings(charset=Charset(("A",))))
        assert index.refresh(find_problems) == 5
        assert index.refresh() == 0


def test_a_check_that_fails_is_a_problem_of_that_image_alone(folder: Folder):
    def check(scanned: Scanned) -> Iterable[StoredProblem]:
        if scanned.image == "word_2.png":
            raise ImageError("word_2.png: the image file is empty.")
        return ()

    with folder.open() as index:
        index.refresh(check)
        (message,) = (problem.message for row in index.rows() for problem in row.problems)
        assert message == "word_2.png: the image file is empty."


def test_the_charset_is_the_sorted_symbols_of_texts_and_characters(folder: Folder):
    folder.add("x.png", "Q", symbols="QR")
    with folder.refreshed() as index:
        assert index.charset() == Charset(tuple(sorted(set("BA标签text onlyQR"))))


def test_symbols_are_normalised_as_the_project_says(folder: Folder):
    folder.add("x.png", "Ａ\u0065\u0301")
    with folder.refreshed() as index:
        assert "Ａ" in index.charset()
        assert "é" in index.charset()
        index.project = replace(index.project, settings=ProjectSettings(fold_full_width=True))
        index.refresh()
        assert "Ａ" not in index.charset()


def test_a_letter_and_a_mark_of_different_words_stay_two_symbols(folder: Folder):
    folder.add("x.png", "e")
    folder.add("y.png", "x\u0301")
    with folder.refreshed() as index:
        assert {"e", "\u0301"} <= set(index.charset())
        assert "é" not in index.charset()


def test_marks_of_illegible_characters_are_no_symbols(folder: Folder):
    label = WordLabel((CharacterLabel("###", rectangle(0, 0, 9, 9)), CharacterLabel("Z", rectangle(9, 0, 18, 9))))
    folder.add("x.png")
    folder.write("x.png", serialise_label(label, "x.png", (32, 100)))
    with folder.refreshed() as index:
        row = index.row("x.png")
        assert row.symbols == "Z"


def test_a_prediction_is_kept_until_the_image_changes(folder: Folder):
    read = IndexedPrediction("BE", 0.75, 0.5, 1.25, "model", "label")
    with folder.refreshed() as index:
        index.set_predictions({"word_2.png": read})
        folder.add("word_2.png", None)
        os.utime(folder.root / "word_2.png", ns=(OLD, OLD))
        index.set_predictions({"word_10.png": read})
        folder.write("word_10.png", b'{"text": "other", "shapes": []}')
        index.refresh()
        changed, relabelled = index.row("word_2.png"), index.row("word_10.png")
        assert changed.prediction is None
        assert relabelled.prediction == read
        assert relabelled.text == "other"


def test_predictions_of_several_models_are_kept_and_those_of_the_last_come_first(folder: Folder):
    with folder.refreshed() as index:
        for model in ("a", "b", "a", *(str(k) for k in range(4))):
            index.set_predictions({"word_2.png": IndexedPrediction(f"by {model}", 0.5, model=model)})
        row = index.row("word_2.png")
        assert [read.text for read in row.predictions] == ["by 3", "by 2", "by 1", "by 0", "by a", "by b"]
        index.set_predictions({"word_10.png": IndexedPrediction("by c", 0.5, model="c")})
        (kept,) = (row for row in index.rows() if row.image == "word_2.png")
        assert [read.model for read in kept.predictions] == ["3", "2", "1", "0", "a"], "six models at most"


def test_a_prediction_may_come_before_the_label_is_read(folder: Folder):
    with folder.open() as index:
        index.set_predictions({"word_2.png": IndexedPrediction("X", 0.5), "gone.png": IndexedPrediction("Y", 0.5)})
        assert index.rows() == []
        news: list[Batch] = []
        index.refresh(report=news.append)
        (row,) = [row for batch in news for row in batch.rows if row.image == "word_2.png"]
        assert row.prediction == IndexedPrediction("X", 0.5)
        assert index.row("gone.png") is None


def test_a_label_hash_tells_a_stale_score(folder: Folder):
    with folder.refreshed() as index:
        before = index.row("word_2.png")
        folder.add("word_2.png", "CA")
        index.refresh()
        after = index.row("word_2.png")
        assert before.label_hash != after.label_hash


def test_splits_follow_the_settings_without_reading_a_label(folder: Folder, reader: Reader):
    with folder.open() as index:
        index.refresh(reader, "1")
        reader.take()
        settings = ProjectSettings(validation=Validation(folder="sub"))
        index.project = replace(index.project, settings=settings)
        news: list[Batch] = []
        index.refresh(reader, "1", report=news.append)
        assert reader.take() == []
        assert {row.image: row.split for row in index.rows()} == {
            "word_2.png": "train",
            "word_10.png": "train",
            "broken.png": "train",
            "sub/word_1.png": "val",
            "sub/empty.png": "val",
        }
        assert all(row.split == index.project.split_of(row.image) for batch in news for row in batch.rows)


def test_one_image_is_updated_by_itself(folder: Folder, reader: Reader):
    with folder.open() as index:
        index.refresh(reader)
        reader.take()
        folder.add("word_2.png", "CA")
        (folder.root / "word_10.png").unlink()
        (row,) = index.update(["word_2.png", "word_10.png"], reader)
        assert row.text == "CA"
        assert reader.take() == ["word_2.json"]
        assert index.row("word_10.png") is None


def test_a_refresh_that_is_stopped_keeps_what_it_has_read(folder: Folder):
    def stop(done: int, total: int) -> None:
        assert total == 5
        if done == 3:
            raise Cancelled

    with folder.open() as index:
        with pytest.raises(Cancelled):
            index.refresh(find_problems, progress=stop)
        assert len(index.rows()) == 3
        assert index.refresh(find_problems) == 2


def test_progress_ends_at_the_total_and_news_come_in_natural_order(folder: Folder):
    told: list[tuple[int, int]] = []
    news: list[Batch] = []
    with folder.open() as index:
        index.refresh(progress=lambda done, total: told.append((done, total)), report=news.append)
    assert told[-1] == (5, 5)
    found = [row.image for batch in news for row in batch.rows]
    assert found == ["broken.png", "word_2.png", "word_10.png", "sub/empty.png", "sub/word_1.png"]


def test_many_labels_are_told_in_batches(folder: Folder):
    for number in range(300):
        folder.add(f"many/{number}.png")
    news: list[Batch] = []
    with folder.open() as index:
        index.refresh(report=news.append)
        assert len(news) == 2
        assert sum(len(batch.rows) for batch in news) == 305 == len(index.rows())


@pytest.mark.parametrize(
    ("text_source", "source", "expected"),
    [
        ("model", "model", ("prelabelled", False)),
        (None, "model", ("prelabelled", True)),
        ("model", None, ("prelabelled", False)),
        (None, None, ("draft", True)),
    ],
)
def test_a_row_says_whether_its_text_is_known(
    folder: Folder, text_source: str | None, source: str | None, expected: tuple[Any, ...]
):
    characters = (CharacterLabel("x", rectangle(1, 1, 9, 9), source=source),)
    label = WordLabel(characters, "x", "draft", text_source=text_source)
    folder.write("word_2.png", serialise_label(label, "word_2.png", (32, 100)))
    with folder.refreshed() as index:
        row = index.row("word_2.png")
    assert (row.status, row.is_known) == expected
