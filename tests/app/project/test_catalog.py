from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from pytestqt.qtbot import QtBot

from app.project.catalog import Catalog
from app.project.workspace import Workspace
from app.session import Session
from core.charset import Charset
from core.index.index import Index
from core.index.rows import IndexedPrediction
from core.index.table import Sort
from core.project.project import Project, ProjectSettings, read_settings


@pytest.fixture
def catalog(workspace: Workspace, project_folder: Path, qtbot: QtBot) -> Catalog:
    workspace.project = Project.open(project_folder)
    catalog = Catalog(workspace, workspace)
    catalog.open(workspace.project)
    qtbot.waitUntil(lambda: len(catalog.charset) > 0 and not workspace.background.jobs)
    return catalog


def test_change_that_is_told_while_the_folder_is_read_is_looked_at_behind_it(
    workspace: Workspace, project_folder: Path, qtbot: QtBot
):
    workspace.settings.set("projects.look_every", 300.0)
    workspace.project = Project.open(project_folder)
    catalog = Catalog(workspace, workspace)
    catalog.open(workspace.project)
    catalog.look_for_changes()
    with qtbot.waitSignal(catalog.looked):
        pass


def test_images_are_listed_in_the_order_of_the_sort(catalog: Catalog):
    images = catalog.table.images
    assert [catalog.image_at(row) for row in range(len(images))] == [*images]
    catalog.sort_by("length")
    lengths = [len(catalog.table.text[place]) for place in catalog.visible]
    assert lengths == sorted(lengths)


def test_filter_leaves_the_rows_that_pass_and_their_neighbours(catalog: Catalog):
    images = catalog.table.images
    catalog.set_filter(images[1].rpartition(".")[0])
    assert catalog.image_at(0) == images[1]
    assert catalog.row_of(images[0]) is None
    assert catalog.beside(images[0], 1) == images[1], "a hidden image's neighbours by name are meant"
    catalog.set_filter("")
    assert catalog.beside(images[0], 1) == images[1]
    assert catalog.beside(images[-1], 1) is None


def test_chosen_images_that_the_filter_hides_are_chosen_no_longer(catalog: Catalog):
    images = catalog.table.images
    catalog.choose(images[:2])
    catalog.set_filter(images[1].rpartition(".")[0])
    assert catalog.chosen == (images[1],)


def test_saved_settings_are_in_the_workspace_before_it_tells_of_them(
    catalog: Catalog, workspace: Workspace, qtbot: QtBot
):
    chosen = Charset.named("digits")
    done: list[Charset] = []
    seen: list[Charset | None] = []
    workspace.project_changed.connect(lambda: seen.append(workspace.project and workspace.project.settings.charset))
    catalog.save_settings(ProjectSettings(charset=chosen), lambda: done.append(catalog.project_charset))
    qtbot.waitUntil(lambda: bool(done))
    assert (seen, done) == ([chosen], [chosen])
    assert read_settings(workspace.project.root).charset == chosen
    catalog.save_settings(ProjectSettings(charset=chosen), lambda: done.append(chosen))
    assert len(done) == 1, "what is so already is not written again"


@pytest.mark.parametrize(
    ("choice", "is_read_again"),
    [({"reading": "network"}, False), ({"expected": "[0-9]+"}, False), ({"unknown": "error"}, True)],
)
def test_settings_that_concern_no_label_read_no_label_again(
    catalog: Catalog, workspace: Workspace, qtbot: QtBot, choice: dict[str, Any], is_read_again: bool
):
    titles: list[str] = []
    workspace.background.jobs_changed.connect(lambda: titles.extend(job.title for job in workspace.background.jobs))
    done: list[None] = []
    catalog.save_settings(replace(workspace.project.settings, **choice), lambda: done.append(None))
    qtbot.waitUntil(lambda: bool(done))
    assert ("Reading labels" in titles) == is_read_again


def test_project_that_has_chosen_no_charset_has_that_of_its_labels(catalog: Catalog, qtbot: QtBot):
    assert catalog.project_charset != catalog.charset
    done: list[None] = []
    catalog.save_settings(ProjectSettings(), lambda: done.append(None))
    qtbot.waitUntil(lambda: bool(done))
    assert catalog.project_charset == catalog.charset


def test_closed_catalog_is_empty(catalog: Catalog, workspace: Workspace):
    catalog.choose(catalog.table.images[:1])
    catalog.open(None)
    assert (len(catalog.table.images), len(catalog.visible), catalog.chosen) == (0, 0, ())
    assert not catalog.is_listing


def test_least_sure_stay_first_until_another_model_has_read_the_images(session: Session):
    images = [session.catalog.image_at(row) or "" for row in range(3)]
    with Index.open(session.project) as index:
        for image, probability in zip(images, (0.9, 0.1, 0.5), strict=True):
            index.set_predictions({image: IndexedPrediction("read", probability, None, None, "first", "")})
        rows = [row for image in images if (row := index.row(image)) is not None]
    session.catalog.use_model("first")
    session.catalog.take_rows(rows)
    session.catalog.sort_by("probability")
    least_sure_first = [images[1], images[2], images[0]]
    assert [session.catalog.image_at(row) for row in range(3)] == least_sure_first
    session.catalog.use_model("")
    session.catalog.use_model("second")
    assert [session.catalog.image_at(row) for row in range(3)] == least_sure_first


def test_what_a_button_lists_is_on_screen_too(catalog: Catalog, workspace: Workspace):
    images = catalog.table.images
    catalog.show_those(images[3].rpartition(".")[0])
    assert [catalog.image_at(row) for row in range(len(catalog.visible))] == [images[3]]
    assert workspace.image == images[3]
    catalog.show_those("")
    assert workspace.image == images[3], "it is among them"
    catalog.show_those("", Sort("name"))
    assert workspace.image == images[0]
    catalog.show_those("nowhere")
    assert workspace.image == images[0], "there is nothing to show"
