"""The charset that is read from the labels of a project."""

from __future__ import annotations

from pathlib import Path

from support.words.project_folder import small_project

from core.charset import Charset
from core.project.label_charset import charset_of_labels, symbols_used
from core.project.project import Project, ProjectSettings


def test_charset_is_the_sorted_symbols_of_every_label_that_can_be_read(tmp_path: Path) -> None:
    project = Project.open(small_project(tmp_path).root)
    images = project.images().images
    seen: list[tuple[int, int]] = []
    charset = charset_of_labels(project, images, lambda done, total: seen.append((done, total)))
    assert charset.symbols == tuple(sorted(set("BA标签text only")))
    assert seen == [(0, len(images))] * len(images)


def test_symbols_are_counted_as_often_as_they_are_used(tmp_path: Path) -> None:
    project = Project.open(small_project(tmp_path).root)
    used = symbols_used(project, project.images().images)
    assert set(used) == set(charset_of_labels(project, project.images().images))
    assert used["t"] == 2  # of "text only"


def test_without_a_label_each_symbol_of_the_charset_counts_once(tmp_path: Path) -> None:
    settings = ProjectSettings(charset=Charset(tuple("xy")))
    assert symbols_used(Project(tmp_path, settings), ()) == {"x": 1, "y": 1}
    assert not symbols_used(Project(tmp_path, ProjectSettings()), ())
