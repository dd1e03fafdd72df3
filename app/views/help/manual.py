"""Help › Manual: the pages of `docs/`, as a forge shows them."""

from __future__ import annotations

import importlib.metadata
import re
from pathlib import Path
from typing import Any

from PySide6.QtCore import Qt, QUrl
from PySide6.QtGui import QDesktopServices, QImage, QTextCursor, QTextDocument
from PySide6.QtWidgets import QDialog, QTextBrowser, QWidget

from app.language.languages import current_language
from app.session import Session
from app.widgets.boxes import column, named, push_button, row

_FIRST = "README.md"
_MARGIN = 24  # px


def manual_folder() -> Path | None:
    """Return the folder of the manual: that of a checkout, or where the wheel has put it; None where it is missing."""
    checkout = Path(__file__).resolve().parents[3] / "docs"
    if (checkout / _FIRST).is_file() and (checkout.parent / "pyproject.toml").is_file():
        return checkout
    try:
        files = importlib.metadata.files("textscanner-studio") or []
    except importlib.metadata.PackageNotFoundError:
        return None
    found = [Path(str(file.locate())) for file in files if file.match(f"doc/textscanner-studio/{_FIRST}")]
    return found[0].resolve().parent if found else None


class ManualPage(QTextBrowser):
    """One page after the other; a picture is made as wide as the page has room, and another website opens outside."""

    def __init__(self) -> None:
        super().__init__(openLinks=False)
        self.anchorClicked.connect(self.follow)

    def follow(self, link: QUrl) -> None:
        """Go where a link leads; nowhere where that is not installed."""
        target = self.source().resolved(link)
        if not target.isLocalFile():
            QDesktopServices.openUrl(target)
            return
        page = target.toLocalFile()
        if page != self.source().toLocalFile() and Path(page).is_file():
            self.setSource(QUrl.fromLocalFile(page), QTextDocument.ResourceType.MarkdownResource)
        if target.hasFragment():
            self._find(target.fragment())

    def loadResource(self, kind: int, name: QUrl | str) -> Any:
        loaded = super().loadResource(kind, name)
        if kind != QTextDocument.ResourceType.ImageResource.value:
            return loaded
        picture = QImage(self.source().resolved(QUrl(name)).toLocalFile())
        room = max(self.viewport().width() - _MARGIN, 1)
        smooth = Qt.TransformationMode.SmoothTransformation
        return picture.scaledToWidth(room, smooth) if picture.width() > room else picture

    def _find(self, fragment: str) -> None:
        """Show the heading that a forge gives this name."""
        block = self.document().begin()
        while block.isValid():
            name = re.sub(r"[^\w\- ]", "", block.text().lower()).replace(" ", "-")
            if block.blockFormat().headingLevel() and name == fragment:
                self.setTextCursor(QTextCursor(self.document().lastBlock()))  # so that the heading comes to the top
                self.setTextCursor(QTextCursor(block))
                return
            block = block.next()


class ManualDialog(QDialog):
    """The manual with the way back."""

    def __init__(self, session: Session, parent: QWidget | None = None, *, folder: Path | None = None) -> None:
        super().__init__(parent)
        self._folder = folder or manual_folder()
        self.page = named(ManualPage(), self.tr("Manual"))
        self.back = push_button(self.tr("Back"), self.page.backward, picture="previous")
        self.contents = push_button(self.tr("Contents"), self.show_contents)
        for button in (self.back, self.contents):
            button.setAutoDefault(False)
        self.back.setEnabled(False)
        self.page.backwardAvailable.connect(self.back.setEnabled)
        buttons = row(self.back, self.contents)
        buttons.addStretch()
        column(buttons, self.page, parent=self, margins=(12, 12, 12, 12))
        self.resize(860, 680)
        self.setWindowTitle(self.tr("Manual"))
        self.show_contents()

    def show_contents(self) -> None:
        """Go to the first page in the window's language, or else in English."""
        pages = [] if self._folder is None else [self._folder / current_language() / _FIRST, self._folder / _FIRST]
        present = [page for page in pages if page.is_file()]
        if not present:
            self.page.setPlainText(
                self.tr("The manual is not installed; it is the folder docs of the program's sources.")
            )
        else:
            self.page.setSource(QUrl.fromLocalFile(str(present[0])), QTextDocument.ResourceType.MarkdownResource)
