import os
import signal
import sqlite3
import sys
from dataclasses import dataclass, fields
from pathlib import Path
from typing import Any

import pytest
from support.words.project_folder import Folder, find_problems, small_project

import core.index.scanning
from core.base.errors import LabelError
from core.base.progress import Cancelled
from core.index.database import CacheDatabase
from core.index.index import Batch, Index, index_path
from core.index.rows import ImageRow, IndexedPrediction, StoredProblem
from core.index.scanners import FEWEST
from core.index.scanning import Scanned
from core.index.store import SCHEMA, VERSION, IndexEntry, KnownFile, put, row_of
from core.labels.files.storage import read_label
from core.project.project import Project
from core.project.watching import MISSING, numbers_of, stamp_of


@pytest.fixture
def folder(tmp_path: Path) -> Folder:
    return small_project(tmp_path)


def index_file(folder: Folder) -> Path:
    return index_path(folder.root, folder.cache)


def test_every_fact_of_a_row_comes_back_from_the_file():
    """Another value than the default in each field, whatever the order of its kinds."""
    others = {"bool": False, "str": "x", "int": 7, "int | None": 8, "float": 0.5, "float | None": 0.25}
    facts = {field.name: others[field.type] for field in fields(ImageRow)[2:] if field.type in others}
    row = ImageRow("a.png", "draft", **facts | {"is_word_level": True}, tags=("b",), own_split="val")
    with CacheDatabase(None, SCHEMA, VERSION) as database:
        database.write(lambda db: put(db, [IndexEntry(row, KnownFile((1, 2, 3, 4), "NFC", ""))]))
        assert database.read(lambda db: row_of(db, "a.png")) == row


@pytest.mark.parametrize("damage", ["delete", "cut off", "nonsense", "other schema", "foreign values", "no tables"])
def test_an_index_that_is_gone_or_damaged_is_rebuilt(folder: Folder, damage: str):
    with folder.open() as index:
        index.refresh(find_problems)
        expected = sorted(index.rows(), key=lambda row: row.image)
    file = index_file(folder)
    match damage:
        case "delete":
            file.unlink()
        case "cut off":
            file.write_bytes(file.read_bytes()[:5000])
        case "nonsense":
            file.write_bytes(b"nonsense" * 1000)
        case _:
            statements = {
                "other schema": ["PRAGMA user_version = 999"],
                "foreign values": ["UPDATE images SET problems = '{', status = 'x', path = x'ff'||path"],
                "no tables": ["DROP TABLE images"],
            }[damage]
            db = sqlite3.connect(file)
            for statement in statements:
                db.execute(statement)
            db.commit()
            db.close()
    with folder.open() as index:
        index.rows()
        index.refresh(find_problems)
        assert sorted(index.rows(), key=lambda row: row.image) == expected
        assert index.note is None


def test_an_index_deleted_while_it_is_open_does_no_harm(folder: Folder):
    with folder.refreshed() as index:
        for file in folder.cache.iterdir():
            file.unlink()
        index.refresh()
        index.update(["word_2.png"])
    with folder.refreshed() as index:
        assert len(index.rows()) == 5


def test_two_windows_share_what_they_have_read(folder: Folder):
    with folder.open() as first, folder.open() as second:
        first.refresh()
        assert second.refresh() == 0
        second.set_predictions({"word_2.png": IndexedPrediction("X", 0.5)})
        row = first.row("word_2.png")
        assert row.prediction == IndexedPrediction("X", 0.5)


def test_a_renamed_project_gets_an_index_of_its_own(folder: Folder):
    folder.refreshed().close()
    before = index_file(folder)
    folder.root = folder.root.rename(folder.root.with_name("renamed"))
    assert index_file(folder) != before
    with folder.open() as index:
        assert index.refresh() == 5


def test_another_project_in_the_old_place_is_not_mistaken_for_the_first(folder: Folder):
    folder.refreshed().close()
    folder.root.rename(folder.root.with_name("moved"))
    folder.root.mkdir()
    folder.add("word_2.png", "ZZ")
    with folder.refreshed() as index:
        (row,) = index.rows()
        assert row.text == "ZZ"


@pytest.mark.skipif(sys.platform == "win32", reason="links need a privilege there")
def test_a_project_has_one_index_whichever_way_it_is_reached(folder: Folder, tmp_path: Path):
    (tmp_path / "link").symlink_to(folder.root)
    assert index_path(tmp_path / "link", folder.cache) == index_file(folder)


def test_the_index_lies_in_the_users_cache_folder_and_never_in_the_project(folder: Folder):
    before = sorted(folder.root.rglob("*"))
    with Index.open(Project.open(folder.root)) as index:
        index.refresh()
        assert index.note is None
        assert index_path(folder.root).is_file()
    assert folder.root not in index_path(folder.root).parents
    assert sorted(folder.root.rglob("*")) == before


def test_without_a_cache_folder_the_index_works_and_says_that_it_is_not_kept(folder: Folder):
    folder.cache.write_bytes(b"in the way")
    with folder.refreshed() as index:
        assert len(index.rows()) == 5
        assert index.note is not None


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux has file names that are no text")
def test_a_name_that_is_not_utf8_is_indexed(folder: Folder):
    folder.add("caf\udce9/\udce9.png", "x")
    folder.add("caf\udce9/unlabelled \udce9.png")
    with folder.open() as index:
        index.refresh(find_problems)
        row = index.row("caf\udce9/\udce9.png")
        assert row.text == "x"
        assert row in index.rows()
        index.set_predictions({row.image: IndexedPrediction("y", 1.0)})
        unlabelled = index.row("caf\udce9/unlabelled \udce9.png")
        assert unlabelled.problems[0].message == "unlabelled \N{REPLACEMENT CHARACTER}.png: no label."
        assert index.refresh(find_problems) == 0


def test_half_a_surrogate_pair_that_a_model_reads_is_stored_as_a_replacement(folder: Folder):
    with folder.refreshed() as index:
        index.set_predictions({"word_2.png": IndexedPrediction("a\ud83d", 0.5)})
        row = index.row("word_2.png")
        assert row.prediction == IndexedPrediction("a\N{REPLACEMENT CHARACTER}", 0.5)


def test_stamps_fit_into_the_database_whatever_the_year():
    numbers = (2**63, -(2**63) - 1, 2**70, MISSING)
    assert all(-(2**63) <= number < 2**63 for number in numbers_of(stamp_of(numbers)))
    assert numbers_of(stamp_of((1, 2, 3, MISSING))) == (1, 2, 3, MISSING)


@pytest.mark.parametrize("time", [0, -(10**18), 2**62])
def test_files_from_any_year_are_indexed_once(folder: Folder, time: Any):
    try:
        os.utime(folder.root / "word_2.json", ns=(time, time))
    except OSError:
        pytest.skip("the file system cannot hold this time")
    with folder.refreshed() as index:
        assert index.refresh() == 0


def test_a_label_that_cannot_be_opened_is_unreadable_and_the_rest_goes_on(folder: Folder):
    def refuse(path: Path) -> object:
        if path.name == "word_10.json":
            raise LabelError("word_10.json: the label file cannot be opened.")
        return read_label(path)

    with pytest.MonkeyPatch.context() as patch, folder.open() as index:
        patch.setattr(core.index.scanning, "read_label", refuse)
        index.refresh(find_problems)
        assert index.row("word_10.png").status == "unreadable"
        assert len(index.rows()) == 5


COUNT = FEWEST + 70


@pytest.fixture
def project(tmp_path: Path) -> Project:
    root = tmp_path / "words"
    root.mkdir()
    for number in range(COUNT):
        (root / f"{number}.png").touch()
        label = root / f"{number}.json"
        label.write_text(f'{{"text": "{number}", "shapes": []}}', encoding="utf-8")
        os.utime(label, (1e9, 1e9))  # a label written a moment ago would be read once more
    return Project.open(root)


@dataclass(frozen=True)
class NamesItsProcess:
    """Finds one problem in each label: the process that looked."""

    def __call__(self, scanned: Scanned) -> tuple[StoredProblem, ...]:
        return (StoredProblem("process", "info", str(os.getpid())),)


@dataclass(frozen=True)
class Dies:
    """Kills its process at one image, as often as there is a file to delete; never the process that asks."""

    image: str
    lives: Path
    asker: int

    def __call__(self, scanned: Scanned) -> tuple[StoredProblem, ...]:
        left = sorted(self.lives.iterdir())
        if scanned.image == self.image and left and os.getpid() != self.asker:
            left[0].unlink()
            os.kill(os.getpid(), signal.SIGTERM)
        return ()


@pytest.mark.long
def test_much_is_read_by_other_processes_which_are_kept_and_told_part_by_part(project: Project, tmp_path: Path):
    told: list[Batch] = []
    with Index.open(project, tmp_path / "cache") as index:
        index.refresh(NamesItsProcess(), "1", report=told.append, processes=2)
        index.refresh(NamesItsProcess(), "2", report=told.append, processes=2)
        rows = {row.image: row for row in index.rows()}
    assert {row.text for row in rows.values()} == {str(number) for number in range(COUNT)}
    scanners = {problem.message for batch in told for row in batch.rows for problem in row.problems}
    assert 0 < len(scanners) <= 2 and str(os.getpid()) not in scanners
    assert len(told) > 2 and {row.image: row for batch in told for row in batch.rows} == rows


def test_little_is_read_by_the_process_that_asks(project: Project, tmp_path: Path):
    with Index.open(project, tmp_path / "cache") as index:
        index.refresh()
        (project.root / "7.json").write_text('{"text": "another", "shapes": []}', encoding="utf-8")
        told: list[Batch] = []
        index.refresh(report=told.append, processes=2)
    assert [row.text for batch in told for row in batch.rows] == ["another"]


@pytest.mark.long
@pytest.mark.skipif(sys.platform == "win32", reason="a process ends in another way there")
@pytest.mark.parametrize("times", [1, 20])
def test_work_of_a_process_that_dies_is_done_again(project: Project, tmp_path: Path, times: int):
    lives = tmp_path / "lives"
    lives.mkdir()
    for number in range(times):
        (lives / str(number)).touch()

    check = Dies("3.png", lives, os.getpid())
    with Index.open(project, tmp_path / "cache") as index:
        index.refresh(check, "1", processes=2)
        assert len(list(lives.iterdir())) < times
        assert {row.text for row in index.rows()} == {str(number) for number in range(COUNT)}
        assert {row.image for row in index.rows()} == {f"{number}.png" for number in range(COUNT)}


@pytest.mark.long
def test_what_was_read_before_a_stop_stays_read(project: Project, tmp_path: Path):
    def stop(done: int, total: int) -> None:
        if 0 < done < total:
            raise Cancelled

    with Index.open(project, tmp_path / "cache") as index:
        with pytest.raises(Cancelled):
            index.refresh(NamesItsProcess(), "1", progress=stop, processes=2)
        assert len(index.rows()) > 0
        index.refresh(NamesItsProcess(), "1", processes=2)
        assert len(index.rows()) == COUNT
