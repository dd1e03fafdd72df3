"""The panel that lists the problems found by checks, points at them, and fixes them."""

from __future__ import annotations

from collections import Counter
from functools import partial

from PySide6.QtCore import QModelIndex, Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QAbstractItemView, QComboBox, QHeaderView, QMenu, QToolButton, QTreeView, QWidget

from app.language.sentences import translated
from app.language.titles import number_of
from app.problems.repairs import CHARSET_FIX
from app.session import Session
from app.views.problems.fix_all import FixAllDialog
from app.views.problems.row_heights import SentenceRows
from app.views.problems.rows import PROBLEM, SEVERITIES, ProblemRows, Shown, counts_of, grouped
from app.widgets.boxes import column, named, offer_menu, plain_label, row, set_tip, tool_button
from app.widgets.column_model import Index
from app.widgets.icons import icon
from app.widgets.job_progress import until_over
from core.labels.checks.problems import Problem, Severity
from core.labels.geometry import centroid

_IMAGE_WIDTH = 160  # px


class ProblemFilters(QWidget):
    """Filters the list, and shows the number of problems behind each choice."""

    changed = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.scope = named(
            QComboBox(),
            self.tr("Which images"),
            self.tr("Show the problems of the whole folder, or of the image on screen"),
        )
        self.scope.addItems([self.tr("Whole folder"), self.tr("This image")])
        self.severity = named(QComboBox(), self.tr("Severity"), self.tr("Show only problems of one severity"))
        self.severity.addItem(self.tr("All problems"))
        for severity in SEVERITIES:
            self.severity.addItem(icon(severity), "", severity)
        self.set_counts(Counter())
        self.severity.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToContents)
        for box in (self.scope, self.severity):
            box.activated.connect(lambda _: self.changed.emit())
        row(self.scope, self.severity, parent=self, spacing=4)

    @property
    def only_this_image(self) -> bool:
        """True if only the problems of the open image are shown."""
        return self.scope.currentIndex() == 1

    @property
    def shown_severities(self) -> frozenset[Severity]:
        """The severities of the problems that are shown."""
        chosen = self.severity.currentData()
        return frozenset(SEVERITIES if chosen is None else (chosen,))

    def set_counts(self, severities: Counter[str]) -> None:
        """Show the number of problems of each severity."""
        for place, severity in enumerate(SEVERITIES, 1):
            self.severity.setItemText(place, number_of(severity, severities[severity]))


class ProblemsPanel(QWidget):
    """Lists the problems of the folder or of one image by kind, and shows the current one on the canvas."""

    def __init__(self, session: Session, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._session = session
        self._is_filling = False
        self._sought: Problem | None = None
        self._awaited: str | None = None  # an image whose problem is to be the current one once it is listed
        self.filters = ProblemFilters()
        self.rows = ProblemRows(self)
        self.tree = named(_Tree(), self.tr("Problems"))
        self.tree.setModel(self.rows)
        offer_menu(self.tree, "problems")
        self._arrange_tree()
        self.fix = QToolButton()
        self.fix.setIcon(icon("fix"))
        self.fix.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextBesideIcon)
        self.fix.clicked.connect(self.fix_current)
        self.fix_all = tool_button(
            self.open_fix_all,
            self.tr("Fix all of this kind…"),
            picture="fix-all",
            tip=self.tr("Fix one kind of problem in the whole folder, after a look at what will change"),
        )
        self.fix_all.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextBesideIcon)
        self._bar = row(self.filters, spacing=4, margins=(6, 4, 6, 4))
        self._bar.addStretch(1)
        for button in (self.fix, self.fix_all):
            self._bar.addWidget(button)
        self._empty = plain_label()
        self._empty.setAlignment(Qt.AlignmentFlag.AlignCenter)
        whole = column(self._bar, self.tree, self._empty, parent=self, spacing=0)
        whole.setStretchFactor(self.tree, 1)
        whole.setStretchFactor(self._empty, 1)
        self._wire()
        self.show_problems()

    def _arrange_tree(self) -> None:
        self.tree.setHeaderHidden(True)
        self.tree.setWordWrap(True)
        self.tree.setItemDelegateForColumn(0, SentenceRows(self.tree))
        self.tree.setAllColumnsShowFocus(True)
        self.tree.setAlternatingRowColors(True)
        self.tree.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        self.tree.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        header = self.tree.header()
        header.setStretchLastSection(False)
        header.setSectionResizeMode(0, QHeaderView.ResizeMode.Stretch)
        header.setSectionResizeMode(1, QHeaderView.ResizeMode.Interactive)
        header.resizeSection(1, _IMAGE_WIDTH)
        header.sectionResized.connect(self.tree.scheduleDelayedItemsLayout)  # a sentence wraps at another word then

    def _wire(self) -> None:
        session = self._session
        self.filters.changed.connect(self.show_problems)
        self.tree.selectionModel().currentChanged.connect(self._current_changed)
        self.tree.clicked.connect(self._clicked)
        self.tree.activated.connect(self._clicked)
        session.findings.changed.connect(self.show_problems)
        session.catalog.images_changed.connect(self._labels_read)
        session.findings.gone_to.connect(self.show_image)
        session.findings.checking_changed.connect(self._show_check)
        session.workspace.switching.later(self._image_changed, session.image_changed, parent=self)
        session.project_changed.connect(self._update_buttons)
        session.workspace.switching.later(self._open_checked, session.editor.problems_changed, parent=self)
        session.workspace.switching.later(self._reveal, session.editor.loaded_changed, parent=self)

    # What is shown

    @property
    def current(self) -> Problem | None:
        """The problem in the current row, or None if the current row is no problem."""
        problem = self.tree.currentIndex().data(PROBLEM) if self.tree.currentIndex().isValid() else None
        return problem if isinstance(problem, Problem) else None

    @property
    def current_kind(self) -> str:
        """The kind of the current row, itself a kind or a problem, or "" without a current row."""
        group = self.rows.group_of(self.tree.currentIndex())
        return "" if group is None else group.kind

    def show_problems(self) -> None:
        """List the problems again, with the same problem current and the same kinds open."""
        session = self._session
        image = (session.image or "") if self.filters.only_this_image else None
        groups = grouped(session.findings, Shown(image, self.filters.shown_severities))
        severities: Counter[str] = Counter()
        for (_, severity), count in counts_of(session.findings, image).items():
            severities[severity] += count
        current, kind = self.current, self.current_kind
        opened = {g.kind for n, g in enumerate(self.rows.groups) if self.tree.isExpanded(self.rows.index(n, 0))}
        self._is_filling = True
        self.rows.set_groups(groups)
        for number, group in enumerate(groups):
            if group.kind in opened or self.filters.only_this_image or len(groups) == 1:
                self.tree.expand(self.rows.index(number, 0))
        if current is not None:
            index = self.rows.index_of((current.id, current.image, current.character))
            self._make_current(index if index.isValid() else self._row_of_kind(kind))
        elif kind:
            self._make_current(self._row_of_kind(kind))
        self._is_filling = False
        if self._awaited is not None and self._awaited == session.image:
            self.show_image(self._awaited)
        self.filters.set_counts(severities)
        self.tree.setVisible(bool(groups))
        self._empty.setVisible(not groups)
        self._empty.setText(self._says_nothing(bool(severities)))
        self._update_buttons()

    def _row_of_kind(self, kind: str) -> QModelIndex:
        numbers = (number for number, group in enumerate(self.rows.groups) if group.kind == kind)
        number = next(numbers, None)
        return QModelIndex() if number is None else self.rows.index(number, 0)

    def _make_current(self, index: QModelIndex) -> None:
        self.tree.setCurrentIndex(index)
        if index.isValid():
            self.tree.scrollTo(index)

    def show_image(self, image: str | None) -> None:
        """Make the first problem of an image current as soon as the list shows it."""
        self._awaited = image
        problem = next(iter(self._session.findings.problems_of(image or "")), None)
        index = QModelIndex() if problem is None else self.rows.index_of((problem.id, image, problem.character))
        if index.isValid():
            self._awaited = None
            self._is_filling = True
            self._make_current(index)
            self._is_filling = False
            self._update_buttons()

    # Going there

    def _current_changed(self, current: Index, before: Index) -> None:
        if not self._is_filling:
            self._awaited = None
            self._go_to(current)

    def _clicked(self, index: Index) -> None:
        if self.rows.is_rest(index):
            self.rows.show_more(index)
        image = self._go_to(index)
        if image is not None:
            self._session.workspace.go_to(image)

    def _go_to(self, index: Index) -> str | None:
        """Show the place of a problem, and return its image, or None for a row that is of no image of the folder."""
        problem = index.data(PROBLEM) if index.isValid() else None
        self._sought, image = None, None
        known = self._session.catalog.table.index_of(problem.image or "") if isinstance(problem, Problem) else None
        if known is not None:
            self._sought, image = problem, self._session.catalog.table.images[known]
            self._session.show(image)
            self._reveal()
        self._update_buttons()
        return image

    def _reveal(self) -> None:
        sought, editor = self._sought, self._session.editor
        if sought is None or editor.image != sought.image or editor.document is None:
            return
        self._sought = None
        characters = editor.label.in_order
        if sought.character is not None and sought.character <= len(characters):
            editor.select([editor.label.ranking[sought.character - 1]])
        place = sought.place
        if place is None and sought.character is not None and sought.character <= len(characters):
            polygon = characters[sought.character - 1].polygon
            place = centroid(polygon) if polygon else None
        if place is not None:
            self._session.viewport.reveal(*place)

    # Mending

    def fixable(self) -> Problem | None:
        """Return the current problem with its fixes, or None if it has no fix or its image is not open."""
        current, editor = self.current, self._session.editor
        if current is None or current.image != editor.image or editor.read_only:
            return None
        key = (current.id, current.character)
        same = (problem for problem in editor.problems if (problem.id, problem.character) == key and problem.fixes)
        return next(same, None)

    def fix_current(self) -> None:
        """Fix the current problem, in the way that the person chooses if there are several.

        The person sees what a way would do before choosing it.
        """
        problem = self.fixable()
        if problem is None:
            return
        if problem.fix is not None:
            self._session.folder.repairs.fix(problem, problem.fix)
            return
        menu = QMenu(self)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        repairs = self._session.folder.repairs
        for choice in problem.fixes:
            outcome = repairs.outcome(problem, choice)
            title = translated(choice.title) + (f"  →  {outcome}" if outcome else "")
            action = menu.addAction(title.replace("&", "&&"))
            action.hovered.connect(partial(repairs.preview, problem, choice))
            action.triggered.connect(lambda _, choice=choice: repairs.fix(problem, choice))
        menu.aboutToHide.connect(self._session.editor.drop_preview)
        menu.popup(self.fix.mapToGlobal(self.fix.rect().bottomLeft()))

    def open_fix_all(self) -> None:
        """Open the dialog that fixes all problems of the current kind."""
        dialog = FixAllDialog(self._session, self.current_kind, self.window())
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        dialog.open()

    # News

    def _labels_read(self) -> None:
        if not self.rows.groups:
            self.show_problems()

    def _image_changed(self) -> None:
        if self.filters.only_this_image:
            self.show_problems()
        self._update_buttons()

    def _open_checked(self) -> None:
        if self.filters.only_this_image:
            self.show_problems()  # at once, not only after the folder's moment of quiet
        self._update_buttons()

    def _show_check(self) -> None:
        job = self._session.findings.checking
        if job is not None:
            self._bar.insertWidget(2, until_over(job))
        self.show_problems()

    def _update_buttons(self) -> None:
        problem = self.fixable()
        self.fix.setEnabled(problem is not None)
        several = problem is not None and problem.fix is None
        self.fix.setText(self.tr("Fix…") if several else self.tr("Fix"))
        says = self.tr("Fix the current problem")
        if problem is not None and problem.fix is not None:
            says = translated(problem.fix.title)
            if problem.fix.id == CHARSET_FIX:
                says += "\n" + self.tr(
                    "A model that was trained before cannot be trained further with another charset."
                )
        set_tip(self.fix, says)
        is_open = self._session.project is not None
        self.fix_all.setEnabled(is_open and bool(self.rows.groups) and not self._session.workspace.is_read_only)

    def _says_nothing(self, has_others: bool) -> str:
        session = self._session
        if session.project is None:
            return self.tr("Open a folder to see its problems here.")
        if has_others:
            return self.tr("There is no problem of this severity.")
        if self.filters.only_this_image:
            return self.tr("No problem was found in this label.")
        if session.catalog.is_reading or session.findings.checking is not None:
            return self.tr("No problem has been found so far.")
        if session.findings.report is None:
            return self.tr(
                "No problem was found in the labels. File › Check the folder also decodes pictures and compares files."
            )
        return self.tr("No problem was found in the folder.")


class _Tree(QTreeView):
    """Opens and closes kinds with Return, too."""

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Open or close a kind at Enter, or go to a problem again."""
        current = self.currentIndex()
        if event.key() in {Qt.Key.Key_Return, Qt.Key.Key_Enter} and current.isValid():
            if not current.parent().isValid():
                self.setExpanded(current, not self.isExpanded(current))
            else:
                self.activated.emit(current)
            return
        super().keyPressEvent(event)
