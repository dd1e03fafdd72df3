"""The history panel: a list of actions, the label before and after each of them, and buttons to restore."""

from __future__ import annotations

from datetime import datetime
from functools import partial

from PySide6.QtCore import QModelIndex, QPersistentModelIndex, QSignalBlocker, QSize, QStringListModel, Qt, QTimer
from PySide6.QtGui import QResizeEvent, QShowEvent
from PySide6.QtWidgets import (
    QAbstractItemView,
    QComboBox,
    QHBoxLayout,
    QHeaderView,
    QListView,
    QSplitter,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QTableView,
    QWidget,
)

from app.language.figures import counted, day, time_of_day
from app.language.sentences import translated
from app.pictures.label_picture import LabelPicture
from app.session import Session
from app.views.history.reading import KnownHistory, PastAction, Preview, read_history, read_preview
from app.views.history.restoring import Restorer
from app.views.history.rows import IMAGES, TIME, TITLE, ActionRows
from app.widgets.boxes import arrange_rows, column, named, plain_label, push_button, row, search_field, set_tip
from app.widgets.sentence_label import ElidedLabel
from app.workers.latest import LatestJob
from core.labels.edits.comparison import differences
from core.labels.label import WordLabel

_GATHER = 150  # ms after the last news until the history is read
# px
_TABLE_WIDTH = 480
_LIST_WIDTH = 150
_PREVIEW_WIDTH = 640
_LEAST_TABLE, _LEAST_LIST = 240, 70  # px


_LEAST_PICTURE = (92, 44)  # px: the panel is a strip below the image, and can be made higher


_ROW_HEIGHT = 22  # px
_MARGIN = 12  # px of a cell that its text does not take
_IMAGE_SHARE = 0.3  # of the table's width
_IMAGE_WIDTHS = (70, 180)  # px, least and most


class NameDelegate(QStyledItemDelegate):
    """Shortens the names of images at their beginning, since they differ at their end."""

    def initStyleOption(self, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex) -> None:
        super().initStyleOption(option, index)
        option.textElideMode = Qt.TextElideMode.ElideLeft

    def sizeHint(self, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex) -> QSize:
        return QSize(0, super().sizeHint(option, index).height())


class ActionTable(QTableView):
    """The table with time, title and image of each action."""

    def __init__(self, rows: ActionRows, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setModel(rows)
        arrange_rows(self)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setItemDelegateForColumn(IMAGES, NameDelegate(self))
        self.verticalHeader().setDefaultSectionSize(_ROW_HEIGHT)
        header = self.horizontalHeader()
        header.setDefaultAlignment(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter)
        header.setMinimumSectionSize(40)
        header.setSectionResizeMode(TIME, QHeaderView.ResizeMode.Interactive)
        header.setSectionResizeMode(TITLE, QHeaderView.ResizeMode.Stretch)
        header.setSectionResizeMode(IMAGES, QHeaderView.ResizeMode.Interactive)

    def fit_times(self) -> None:
        """Fit the first column to the width of times and days in the current language."""
        late = datetime(2026, 12, 28, 22, 58).astimezone()  # as many and as wide digits as there can be
        metrics = self.fontMetrics()
        width = max(metrics.horizontalAdvance(text) for text in (time_of_day(late), day(late)))
        self.horizontalHeader().resizeSection(TIME, width + _MARGIN)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Distribute the width over the columns, with most for the action."""
        super().resizeEvent(event)
        least, most = _IMAGE_WIDTHS
        width = round(self.viewport().width() * _IMAGE_SHARE)
        self.horizontalHeader().resizeSection(IMAGES, min(max(width, least), most))


class BeforeAfter(QWidget):
    """Draws the labels before and after an action, with the characters that differ emphasised and the text above."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._row: QHBoxLayout = row(parent=self)
        self._shown: QWidget | None = None

    def show_preview(self, preview: Preview | None, hint: str = "") -> None:
        """Show one label before and after an action, or a hint if there is no preview."""
        if self._shown is not None:
            self._row.removeWidget(self._shown)
            self._shown.deleteLater()
        self._shown = self._made(preview) if preview is not None else _centred(hint)
        self._row.addWidget(self._shown)

    def _made(self, preview: Preview) -> QWidget:
        changes = differences(preview.before or WordLabel(), preview.after or WordLabel())
        marked = ({d.first for d in changes if d.first}, {d.second for d in changes if d.second})
        titles = (self.tr("Before"), self.tr("After"))
        both = QWidget()
        sides = row(parent=both, spacing=8)
        for title, label, ranks in zip(titles, (preview.before, preview.after), marked, strict=True):
            caption = ElidedLabel(f"{title}: {self._says(label)}")
            picture: QWidget = _centred(self.tr("No label"))
            if label is not None:
                picture = LabelPicture(preview.pixels, label, ranks)
                picture.setMinimumSize(*_LEAST_PICTURE)
            side = column(caption, picture, spacing=2)
            side.setStretchFactor(picture, 1)
            sides.addLayout(side, 1)
        set_tip(both, "\n".join(map(translated, preview.faults)))
        return both

    def _says(self, label: WordLabel | None) -> str:
        if label is None:
            return "–"
        text = self.tr("no text") if label.text is None else f"“{label.text}”"
        one, several = self.tr("one character"), self.tr("{count} characters")
        unreviewed = self.tr("draft of a model") if label.is_draft else self.tr("not reviewed")
        status = {"draft": unreviewed, "reviewed": self.tr("reviewed"), None: ""}[label.status]
        parts = (text, counted(one, several, len(label.characters)), status)
        return " · ".join(part for part in parts if part)


def _centred(text: str) -> QWidget:
    label = plain_label(text)
    label.setAlignment(Qt.AlignmentFlag.AlignCenter)
    return label


class HistoryPanel(QWidget):
    """Lists the actions of the project or of the open image, with the label before and after the current one."""

    def __init__(self, session: Session, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._session = session
        self.known = KnownHistory()  # what has been read of the history
        self.restorer = Restorer(session, self)
        self._reading = LatestJob(session.workspace.background, "checks", self)
        self._looking = LatestJob(session.workspace.background, "pictures", self)
        self._soon = QTimer(self, singleShot=True, interval=_GATHER)
        self._soon.timeout.connect(self._read_history)
        self._is_stale = True
        self.scope = named(QComboBox(), self.tr("Which images"))
        self.scope.addItems([self.tr("Whole folder"), self.tr("This image")])
        self.field = search_field(self.tr("Search the history"), lambda _: self._list())
        self.rows = ActionRows(self)
        self.table = named(ActionTable(self.rows), self.tr("Action"))
        self._names = QStringListModel(self)
        self.images = named(QListView(), self.tr("Images of this action"))
        self.images.setModel(self._names)
        self.images.setUniformItemSizes(True)
        self.images.setItemDelegate(NameDelegate(self.images))
        self.images.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.images.setMinimumWidth(_LEAST_LIST)
        self.images.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.preview = BeforeAfter()
        self.restore_image = push_button(
            self.tr("Restore this label"),
            self._restore_image,
            tip=self.tr("Restore this image's label as it was after this action"),
        )
        self.take_back = push_button(
            self.tr("Undo this action"),
            partial(self._restore, self.restorer.take_back),
            tip=self.tr("Restore all labels of this action as they were before the action"),
        )
        self.restore_folder = push_button(
            self.tr("Restore the folder…"),
            partial(self._restore, self.restorer.restore_folder),
            tip=self.tr("Restore every label of the project as it was after this action"),
        )
        self._damaged = plain_label(selectable=True)
        self._arrange()
        self._wire()
        for button in (self.restore_image, self.take_back, self.restore_folder):
            button.setAccessibleDescription(button.toolTip())
        self.table.fit_times()
        self._update()

    def _arrange(self) -> None:
        left = QWidget()
        left.setMinimumWidth(_LEAST_TABLE)
        self.scope.setMinimumWidth(self.scope.sizeHint().width())
        head = row(self.scope, self.field, spacing=6, margins=(6, 4, 6, 4))
        head.setStretchFactor(self.field, 1)
        column(head, self.table, self._damaged, parent=left, spacing=0).setStretchFactor(self.table, 1)
        right = QWidget()
        buttons = column(self.restore_image, self.take_back, self.restore_folder, spacing=6)
        buttons.addStretch(1)
        whole = row(self.preview, buttons, parent=right, spacing=8, margins=(6, 4, 6, 4))
        whole.setStretchFactor(self.preview, 1)
        splitter = QSplitter(Qt.Orientation.Horizontal)
        for part, width in ((left, _TABLE_WIDTH), (self.images, _LIST_WIDTH), (right, _PREVIEW_WIDTH)):
            splitter.addWidget(part)
            splitter.setStretchFactor(splitter.count() - 1, width)
        splitter.setChildrenCollapsible(False)
        splitter.setSizes([_TABLE_WIDTH, _LIST_WIDTH, _PREVIEW_WIDTH])
        column(splitter, parent=self, spacing=0)

    def _wire(self) -> None:
        session = self._session
        self.scope.activated.connect(lambda _: self._list())
        self.table.selectionModel().currentRowChanged.connect(lambda now, before: self._chosen())
        self.images.selectionModel().currentChanged.connect(lambda now, before: self._read_labels())
        self.images.activated.connect(lambda _: self._show_image())
        self.table.activated.connect(lambda _: self._show_image())
        session.workspace.folder_changed.connect(self._folder_changed)
        session.workspace.switching.later(self._image_changed, session.image_changed, parent=self)
        session.history_changed.connect(self._changed)

    # What is shown

    @property
    def action(self) -> PastAction | None:
        """The action in the current row, or None if no row is current."""
        number = self.table.currentIndex().row() if self.table.currentIndex().isValid() else -1
        return self.rows.entries[number] if 0 <= number < len(self.rows.entries) else None

    @property
    def image(self) -> str | None:
        """The image whose label is shown before and after the current action, or None if there is none."""
        action = self.action
        if action is None:
            return None
        if len(action.images) == 1:
            return action.images[0]
        index = self.images.currentIndex()
        return str(index.data()) if index.isValid() else None

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        if self._is_stale:
            self._soon.start()

    def _changed(self) -> None:
        self._is_stale = True
        if self.isVisible():
            self._soon.start()

    def _folder_changed(self) -> None:
        self.known = KnownHistory()
        self._reading.drop()
        self._list()
        self._changed()

    def _image_changed(self) -> None:
        if self.scope.currentIndex() == 1:
            self._list()

    def _read_history(self) -> None:
        project = self._session.project
        if project is None:
            return
        self._is_stale = False
        known, root = self.known, project.root
        self._reading.ask(lambda job: read_history(root, known, job.progress), self._known)

    def _known(self, known: KnownHistory) -> None:
        if known != self.known:
            self.known = known
            self._list()

    def _list(self) -> None:
        """List the actions that pass the filter, with the current action still current."""
        words = self.field.text().casefold().split()
        image = self._session.image if self.scope.currentIndex() == 1 else None
        only_one = self.scope.currentIndex() == 1
        current = self.action

        def passes(action: PastAction) -> bool:
            if only_one and image not in action.images:
                return False
            says = f"{action.title} {action.by} {action.images[0]}".casefold()
            return all(word in says for word in words)

        self.rows.set_entries([action for action in self.known.actions if passes(action)])
        number = None if current is None else self.rows.row_of(current.id)
        if number is not None:
            self.table.setCurrentIndex(self.rows.index(number, TIME))
        self._update()

    # The current action

    def _chosen(self) -> None:
        """Another action is current: list its images, and show the one on screen or the first."""
        action = self.action
        names = () if action is None or len(action.images) == 1 else action.images
        with QSignalBlocker(self.images.selectionModel()):
            self._names.setStringList(list(names))
            if names:
                present = self._session.image
                place = names.index(present) if present in names else 0
                self.images.setCurrentIndex(self._names.index(place))
        self._read_labels()

    def _read_labels(self) -> None:
        """Read the label before and after."""
        self._update()
        action = self.action
        image = self.image
        project = self._session.project
        if action is None or image is None or project is None:
            self._looking.drop()
            return
        root, name = project.root, action.id
        self._looking.ask(lambda job: read_preview(root, name, image), self._looked)

    def _looked(self, preview: Preview | None) -> None:
        gone = self.tr("The history has no such entry any more.")
        self.preview.show_preview(preview, gone)

    def _show_image(self) -> None:
        image = self.image
        if image is not None and self._session.catalog.table.index_of(image) is not None:
            self._session.workspace.go_to(image)

    def _restore_image(self) -> None:
        action, image = self.action, self.image
        if action is not None and image is not None:
            self.restorer.restore_image(action, image)

    def _restore(self, way: object) -> None:
        action = self.action
        if action is not None and callable(way):
            way(action)

    def _update(self) -> None:
        action = self.action
        can = action is not None and not self._session.workspace.is_read_only
        for button in (self.restore_image, self.take_back, self.restore_folder):
            button.setEnabled(can)
        self.images.setVisible(action is not None and len(action.images) > 1)
        if action is None:
            hint = self.tr("Choose an action to see what it has changed.")
            if not self.known.actions:
                hint = self.tr("Every edit is listed here once its label is saved.")
            self.preview.show_preview(None, hint)
        self._damaged.setVisible(bool(self.known.damaged))
        one, several = self.tr("One entry cannot be read."), self.tr("{count} entries cannot be read.")
        self._damaged.setText(counted(one, several, len(self.known.damaged)))
        set_tip(self._damaged, "\n".join(map(translated, self.known.damaged[:20])))
