"""The dialog that gives tags to the chosen images and takes tags from them."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QDialog, QDialogButtonBox, QLineEdit, QListWidget, QListWidgetItem, QWidget

from app.language.figures import counted
from app.session import Session
from app.widgets.boxes import column, named, plain_label, without_icons
from core.project.notes import in_order

_STATES = {True: Qt.CheckState.Checked, False: Qt.CheckState.Unchecked, None: Qt.CheckState.PartiallyChecked}


class TagDialog(QDialog):
    """Gives tags to the images chosen in the list, and takes tags from them."""

    def __init__(self, session: Session, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._session = session
        self._images = session.catalog.chosen
        table = session.catalog.table
        counts = table.tag_counts([place for image in self._images if (place := table.index_of(image)) is not None])
        self._says = plain_label()
        # all tags of the project; a tag that some of the images have is half ticked, and is left alone
        self.tags = named(QListWidget(), self.tr("Tags of the project"))
        self._before: dict[str, Qt.CheckState] = {}
        for tag in table.tags():
            count = counts.get(tag, 0)
            state = _STATES[None if 0 < count < len(self._images) else count > 0]
            self._before[tag] = state
            item = QListWidgetItem(tag, self.tags)
            item.setFlags(item.flags() | Qt.ItemFlag.ItemIsUserCheckable)
            item.setCheckState(state)
        self.new = named(
            QLineEdit(placeholderText=self.tr("New tags, separated by commas")),
            self.tr("New tags, separated by commas"),
        )
        self._buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Ok | QDialogButtonBox.StandardButton.Cancel)
        without_icons(self._buttons)
        self._buttons.accepted.connect(self.accept)
        self._buttons.rejected.connect(self.reject)
        whole = column(self._says, self.tags, self.new, self._buttons, parent=self, margins=(12, 12, 12, 12))
        whole.setStretchFactor(self.tags, 1)
        if not self._before:  # no list: nothing stretches
            self.tags.hide()
            whole.insertStretch(3, 1)
        self.new.setFocus()
        self.resize(360, 320 if self._before else 130)
        self.setWindowTitle(self.tr("Tags"))
        one, several = self.tr("Tags of the selected image"), self.tr("Tags of {count} selected images")
        self._says.setText(counted(one, several, len(self._images)))

    def accept(self) -> None:
        """Apply the tags as they are ticked now."""
        states = {item.text(): item.checkState() for item in map(self.tags.item, range(self.tags.count()))}
        changed = [tag for tag, state in states.items() if state != self._before[tag]]
        add = [tag for tag in changed if states[tag] == Qt.CheckState.Checked]
        remove = [tag for tag in changed if states[tag] == Qt.CheckState.Unchecked]
        add += in_order(self.new.text().replace("，", ",").split(","))
        if add or remove:
            self._session.instruments.image_notes.tag(self._images, add, [tag for tag in remove if tag not in add])
        super().accept()
