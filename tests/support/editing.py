"""The parts that edit and save the labels of one project, without a session around them."""

from pathlib import Path

from PySide6.QtCore import QObject

from app.display import Display
from app.editing.document import Document, Documents
from app.editing.editor import Editor
from app.editing.reconciling import Reconciler
from app.editing.saver import Saver
from app.project.loading import Loaded, load
from app.project.workspace import Workspace
from app.settings.settings import Settings
from core.labels.files.storage import label_path
from core.project.project import Project


class EditedProject:
    """Documents, saver and editor of one project; its first image is open, and only `Saver.flush` writes."""

    def __init__(self, root: Path, owner: QObject) -> None:
        self.root = root
        self.image = min(path.name for path in root.glob("*.png"))
        workspace = self.workspace = Workspace(Settings(root.parent / "settings.json"), owner)
        self.documents = Documents()
        self.saver = Saver(workspace, self.documents, owner)
        self.saver.delay = 60_000
        self.editor = Editor(workspace, self.documents, self.saver, Display(workspace.settings, owner), owner)
        self.reconciler = Reconciler(self.documents, self.saver, self.editor)
        project = Project.open(root)
        self.saver.open(project)
        self.editor.set_project(project, None)
        self.editor.show(self.read())

    @property
    def document(self) -> Document:
        """Of the open image."""
        return self.editor.document

    @property
    def path(self) -> Path:
        return label_path(self.root / self.image)

    def read(self) -> Loaded:
        """The open image and its label file as they are on the disk."""
        return load(self.root / self.image, self.image)

    def close(self) -> None:
        """End the threads, then let go of the journal."""
        self.workspace.background.shutdown()
        self.saver.close()
