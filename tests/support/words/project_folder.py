"""A small project on the disk, for the tests of its index."""

import os
from collections.abc import Iterable
from dataclasses import replace
from pathlib import Path

import pytest

from core.index.index import Index, Scanned
from core.index.rows import StoredProblem
from core.labels.files.storage import label_path, serialise_label
from core.labels.geometry import rectangle
from core.labels.label import CharacterLabel, WordLabel
from core.project.project import Project, ProjectSettings

DENIED = PermissionError(13, "Permission denied")

OLD = 1_600_000_000_000_000_000  # ns; long before any test, so that no stamp counts as fresh


def refuse_scan(monkeypatch: pytest.MonkeyPatch, folder: Path, error: OSError = DENIED) -> None:
    """Let one folder answer a scan with an error (the tests may run as root, whom permissions do not stop)."""
    scan = os.scandir

    def scandir(path: str) -> object:
        if os.path.normpath(path) == str(folder):
            raise error
        return scan(path)

    monkeypatch.setattr(os, "scandir", scandir)


class Folder:
    """A project on the disk, and the folder that its index is kept in."""

    def __init__(self, path: Path) -> None:
        self.root = path / "项目 project"
        self.cache = path / "cache"
        self.root.mkdir()
        self.clock = OLD

    def add(self, image: str, text: str | None = None, *, symbols: str = "", status: str | None = None) -> None:
        """An image and, if there is a text, its label."""
        path = self.root / image
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(b"image")
        self._age(path)
        if text is not None:
            characters = tuple(CharacterLabel(symbol, rectangle(0, 0, 9, 9)) for symbol in symbols)
            label = WordLabel(characters, text=text, status=status)  # type: ignore[arg-type]
            self.write(image, serialise_label(label, path.name, (32, 100)))

    def write(self, image: str, data: bytes) -> None:
        path = label_path(self.root / image)
        path.write_bytes(data)
        self._age(path)

    def open(self, settings: ProjectSettings | None = None) -> Index:
        project = Project.open(self.root)
        return Index.open(project if settings is None else replace(project, settings=settings), self.cache)

    def refreshed(self) -> Index:
        """The index, once it knows all files."""
        index = self.open()
        index.refresh()
        return index

    def _age(self, path: Path) -> None:
        self.clock += 10_000_000
        os.utime(path, ns=(self.clock, self.clock))


def small_project(path: Path) -> Folder:
    """Five images, of which one has no label and one a label that is cut off."""
    folder = Folder(path)
    folder.add("word_2.png", "BA", symbols="BA", status="reviewed")
    folder.add("word_10.png", "标签", symbols="标签")
    folder.add("sub/word_1.png", "text only", status="draft")
    folder.add("sub/empty.png")
    folder.add("broken.png")
    folder.write("broken.png", b'{"shapes": [')
    return folder


def find_problems(scanned: Scanned) -> Iterable[StoredProblem]:
    if scanned.error is not None:
        yield StoredProblem("unreadable-label", "error", str(scanned.error))
    elif scanned.label is None:
        yield StoredProblem("no-label", "note", f"{scanned.path.name}: no label.")
    elif not scanned.label.characters:
        yield StoredProblem("word-level", "note", "No polygons.", None)
        yield StoredProblem("order-gap", "warning", "A gap.", 3)
