"""The charset that is read from the labels of a project."""

from __future__ import annotations

from pathlib import Path

from support.words.project_folder import small_project

from core.project.label_charset import charset_of_labels
from core.project.project import Project


def test_charset_is_the_sorted_symbols_of_every_label_that_can_be_read(tmp_path: Path) -> None:
    project = Project.open(small_project(tmp_path).root)
    images = project.images().images
    seen: list[tuple[int, int]] = []
    charset = charset_of_labels(project, images, lambda done, total: seen.append((done, total)))
    assert charset.symbols == tuple(sorted(set("BA标签text only")))
    assert seen == [(0, len(images))] * len(images)
