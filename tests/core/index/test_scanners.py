"""Labels read by processes of their own, beside the one that asks."""

from __future__ import annotations

import os
import signal
import sys
from dataclasses import dataclass
from pathlib import Path

import pytest

from core.base.progress import Cancelled
from core.index.index import Batch, Index
from core.index.rows import StoredProblem
from core.index.scanners import FEWEST
from core.index.scanning import Scanned
from core.project.project import Project

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


def test_much_is_read_by_other_processes_and_told_part_by_part(project: Project, tmp_path: Path) -> None:
    told: list[Batch] = []
    with Index.open(project, tmp_path / "cache") as index:
        index.refresh(NamesItsProcess(), "1", report=told.append, processes=2)
        rows = {row.image: row for row in index.rows()}
    assert {row.text for row in rows.values()} == {str(number) for number in range(COUNT)}
    scanners = {problem.message for row in rows.values() for problem in row.problems}
    assert scanners and str(os.getpid()) not in scanners
    assert len(told) > 2 and {row.image: row for batch in told for row in batch.rows} == rows


def test_little_is_read_by_the_process_that_asks(project: Project, tmp_path: Path) -> None:
    with Index.open(project, tmp_path / "cache") as index:
        index.refresh()
        (project.root / "7.json").write_text('{"text": "another", "shapes": []}', encoding="utf-8")
        told: list[Batch] = []
        index.refresh(report=told.append, processes=2)
    assert [row.text for batch in told for row in batch.rows] == ["another"]


@pytest.mark.skipif(sys.platform == "win32", reason="a process ends in another way there")
@pytest.mark.parametrize("times", [1, 20])
def test_work_of_a_process_that_dies_is_done_again(project: Project, tmp_path: Path, times: int) -> None:
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


def test_what_was_read_before_a_stop_stays_read(project: Project, tmp_path: Path) -> None:
    def stop(done: int, total: int) -> None:
        if 0 < done < total:
            raise Cancelled

    with Index.open(project, tmp_path / "cache") as index:
        with pytest.raises(Cancelled):
            index.refresh(NamesItsProcess(), "1", progress=stop, processes=2)
        assert len(index.rows()) > 0
        index.refresh(NamesItsProcess(), "1", processes=2)
        assert len(index.rows()) == COUNT
