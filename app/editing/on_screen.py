"""Reads the image on screen and its neighbours in the list, and reads again those whose files have changed."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from PySide6.QtCore import QObject, QTimer, Signal

from app.display import Viewport
from app.editing.document import Documents
from app.editing.editor import Editor
from app.editing.reconciling import Reconciler
from app.editing.saver import Saver
from app.project.catalog import Catalog
from app.project.loading import Loaded, Loader
from app.project.workspace import Workspace

_PATIENCE = 30  # ms that a picture stays on screen while the next one is read: most are there sooner
_STAYED = 100  # ms on one image until the system is asked to tell of changes in its files: none are watched in passing


class ImageOnScreen(QObject):
    """Gives the editor the picture and label of the image on screen, and keeps both up to date with the disk."""

    _shown = Signal()

    def __init__(
        self,
        *,
        workspace: Workspace,
        catalog: Catalog,
        loader: Loader,
        documents: Documents,
        saver: Saver,
        editor: Editor,
        reconciler: Reconciler,
        viewport: Viewport,
        parent: QObject | None = None,
    ) -> None:
        super().__init__(parent)
        self._workspace = workspace
        self._catalog = catalog
        self._loader = loader
        self._documents = documents
        self._saver = saver
        self._viewport = viewport
        self._editor, self._reconciler = editor, reconciler
        self._read_soon = QTimer(self, singleShot=True, interval=0)
        self._read_soon.timeout.connect(self._read_images)
        # threads that read the neighbours would hold up the painting of what is there already
        workspace.switching.later(self._read_soon.start, self._shown, parent=self)
        self._blank_soon = QTimer(self, singleShot=True, interval=_PATIENCE)
        self._blank_soon.timeout.connect(editor.emit_shown)
        self._watch_soon = QTimer(self, singleShot=True, interval=_STAYED)
        self._watch_soon.timeout.connect(lambda: catalog.watch(workspace.image))
        workspace.image_changed.connect(self._image_changed)
        workspace.labels_written.connect(self._labels_written)
        for timer in (self._read_soon, self._blank_soon, self._watch_soon):
            workspace.ending.connect(timer.stop)
        loader.loaded.connect(self._arrived)
        loader.prepare = editor.render_ahead
        saver.saved.connect(self._saved)
        catalog.changed_on_disk.connect(self._changed_on_disk)
        catalog.images_changed.connect(self._images_changed)

    def _image_changed(self) -> None:
        self._saver.flush()
        image = self._workspace.image
        kept = None if image is None else self._loader.kept(image)
        if kept is None:
            self._editor.put(None)
            self._blank_soon.start()
            self._read_images()
        else:
            self._show_image(kept)
        self._watch_soon.start()

    def _images_changed(self) -> None:
        workspace, catalog = self._workspace, self._catalog
        if workspace.image is None and workspace.project is not None and not catalog.is_listing:
            workspace.show(catalog.image_at(0))
        elif workspace.image is not None and len(catalog.visible):
            self._read_soon.start()

    def _arrived(self, loaded: Loaded) -> None:
        if loaded.image != self._workspace.image:
            return
        shown = self._editor.loaded
        if shown is None or not shown.has_picture_of(loaded) or shown.label_error != loaded.label_error:
            self._show_image(loaded)
        else:
            self._read_soon.start()
            self._reconciler.reconcile(loaded)

    def _show_image(self, loaded: Loaded) -> None:
        self._blank_soon.stop()
        with self._workspace.switching.under_way():
            if loaded.size is not None:
                self._viewport.show_image(loaded.size[1], loaded.size[0])
            self._editor.show(loaded)
            self._reconciler.reconcile(loaded)
            self._shown.emit()

    def _saved(self, image: str) -> None:
        document = self._documents.get(image)
        if document is not None:
            self._loader.refile(image, document.base)
        self._catalog.saved((image,))

    def _labels_written(self, images: Sequence[str]) -> None:
        self._changed_on_disk(images)
        self._catalog.saved(images)

    def _changed_on_disk(self, images: Sequence[str]) -> None:
        ours = {document.image for document in self._documents if document.is_saving}
        self._loader.forget([image for image in images if image not in ours])
        if self._workspace.image in images:
            self._read_images()

    def _read_images(self) -> None:
        """Read the image on screen, again if it is kept, and its neighbours, to which the person may go next."""
        self._read_soon.stop()
        image = self._workspace.image
        if image is not None:
            is_kept = self._loader.kept(image) is not None
            self._loader.want((image, *self._neighbours(image)) if is_kept else (image,))

    def _neighbours(self, image: str) -> Iterable[str]:
        row = self._catalog.row_of(image)
        if row is None:
            return
        for distance in range(1, self._workspace.settings.value("list.read_ahead") + 1):
            for neighbour in (row + distance, row - distance):
                name = self._catalog.image_at(neighbour)
                if name is not None:
                    yield name
