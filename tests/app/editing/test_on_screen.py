"""The image on screen is read, and those beside it; what is written to the disk meanwhile is read again."""

import threading
from collections.abc import Callable, Sequence
from pathlib import Path

import numpy as np
import pytest
from numpy.typing import NDArray
from pytestqt.qtbot import QtBot
from support.editing import EditedProject
from support.waiting import WAIT

from app.bulk.bulk import Bulk
from app.display import Viewport
from app.editing.on_screen import ImageOnScreen
from app.project.catalog import Catalog
from app.project.loading import Loaded, Loader, load
from app.project.workspace import Workspace
from core.labels.edits import edits
from core.labels.files.storage import label_path, read_label, write_label
from core.project.project import Project


class NotedLoader(Loader):
    def __init__(self, workspace: Workspace, read: Callable[..., Loaded]) -> None:
        super().__init__(workspace, workspace, fresh=0.0)
        self.load = read
        self.asked: list[tuple[str, ...]] = []

    def want(self, images: Sequence[str]) -> None:
        """Note the images, and read them."""
        self.asked.append(tuple(images))
        super().want(images)


class Shown:
    """A project with a catalogue whose images go on screen as the workspace says."""

    def __init__(self, edited: EditedProject, read: Callable[..., Loaded] = load) -> None:
        self.edited, workspace = edited, edited.workspace
        self.workspace, self.catalog, self.viewport = workspace, Catalog(workspace, workspace), Viewport(workspace)
        self.loader = NotedLoader(workspace, read)
        self.on_screen = ImageOnScreen(
            workspace=workspace,
            catalog=self.catalog,
            loader=self.loader,
            documents=edited.documents,
            saver=edited.saver,
            editor=edited.editor,
            reconciler=edited.reconciler,
            viewport=self.viewport,
            parent=workspace,
        )
        workspace.project = Project.open(edited.root)
        self.loader.set_project(workspace.project)
        self.catalog.open(workspace.project)

    @property
    def image(self) -> str | None:
        return self.edited.editor.image

    def wait(self, qtbot: QtBot) -> None:
        qtbot.waitUntil(lambda: self.workspace.image is not None and self.image == self.workspace.image)
        second = self.catalog.table.images[1]
        qtbot.waitUntil(lambda: self.loader.kept(second) is not None)
        qtbot.waitUntil(lambda: not self.workspace.background.jobs)


@pytest.fixture
def shown(edited: EditedProject, qtbot: QtBot) -> Shown:
    """The first of eight words is on screen, and the second one is read."""
    shown = Shown(edited)
    shown.wait(qtbot)
    return shown


def mark_draft(path: Path) -> None:
    file = read_label(path)
    write_label(path, edits.mark_draft(file.label), (64, 200), file)


def test_image_that_is_kept_is_shown_at_once_and_read_again_with_its_neighbours(shown: Shown, qtbot: QtBot):
    images = shown.catalog.table.images
    shown.loader.asked.clear()
    shown.workspace.show(images[1])
    assert shown.image == images[1]
    assert not shown.loader.asked
    qtbot.waitUntil(lambda: bool(shown.loader.asked))
    assert shown.loader.asked[0][0] == images[1]
    assert {images[0], images[2]} <= {*shown.loader.asked[0]}


def test_as_many_neighbours_are_read_as_the_settings_say(shown: Shown, qtbot: QtBot):
    images = shown.catalog.table.images
    shown.workspace.settings.set("list.read_ahead", 2)
    shown.loader.asked.clear()
    shown.workspace.show(images[3])
    wanted = tuple(images[number] for number in (3, 4, 2, 5, 1))
    qtbot.waitUntil(lambda: shown.loader.asked[-1:] == [wanted])


def test_empty_screen_has_no_label(shown: Shown):
    shown.workspace.show(None)
    assert shown.image is None
    assert not shown.edited.editor.can_edit


def test_viewport_has_the_size_of_the_picture(shown: Shown):
    size = shown.edited.editor.image_size
    assert size is not None
    assert (shown.viewport.image_size.height(), shown.viewport.image_size.width()) == size


def test_label_that_changed_while_another_image_was_on_screen_is_reconciled_when_it_returns(shown: Shown, qtbot: QtBot):
    first, second = shown.catalog.table.images[:2]
    shown.workspace.show(second)
    mark_draft(label_path(shown.edited.root / first))
    shown.catalog.changed_on_disk.emit((first,))
    shown.workspace.show(first)
    qtbot.waitUntil(lambda: shown.edited.editor.label.status == "draft")


def test_label_that_an_action_on_many_has_written_is_read_again(shown: Shown, qtbot: QtBot):
    image = shown.catalog.table.images[0]
    mark_draft(label_path(shown.edited.root / image))
    shown.workspace.labels_written.emit((image,))
    qtbot.waitUntil(lambda: shown.edited.editor.label.status == "draft")


def test_label_read_before_our_own_writing_is_not_taken_over_after_it(edited: EditedProject, qtbot: QtBot):
    is_slow, has_read, may_end = threading.Event(), threading.Event(), threading.Event()

    def slow(path: Path, image: str, pixels: NDArray[np.uint8] | None) -> Loaded:
        found = load(path, image, pixels)
        if is_slow.is_set() and image == edited.image and not has_read.is_set():
            has_read.set()
            may_end.wait(WAIT / 1000)
        return found

    shown = Shown(edited, slow)
    shown.wait(qtbot)
    is_slow.set()

    def wanted() -> bool:
        shown.loader.want((edited.image,))  # does nothing while a reading from before goes on
        return has_read.is_set()

    qtbot.waitUntil(wanted)
    with qtbot.waitSignal(shown.workspace.notified):
        Bulk(shown.workspace, edited.reconciler, shown.workspace).mark_reviewed([edited.image])
    with qtbot.waitSignal(shown.loader.loaded):
        may_end.set()
    assert edited.editor.label.status == "reviewed"
    assert shown.workspace.undo_list.last is not None
    assert edited.document.stack.count() == 0
