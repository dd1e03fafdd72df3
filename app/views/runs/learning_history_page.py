"""The page with the learning history of one run, or of two: when each word was read, or which branch failed."""

from __future__ import annotations

from collections.abc import Iterable

from PySide6.QtCore import QItemSelectionModel, QModelIndex, QSignalBlocker, QSize, QSortFilterProxyModel, Qt
from PySide6.QtGui import QResizeEvent, QShowEvent
from PySide6.QtWidgets import QComboBox, QDialog, QHeaderView, QSplitter, QTableView, QWidget

from app.language.figures import agreeing
from app.language.languages import translate
from app.language.sentences import in_a_list, translated
from app.session import Session
from app.training.learning_histories import trained_with
from app.views.runs.choices import differing_choices
from app.views.runs.learning_rows import GroupRows, LearningRows, WordEntry, change_text, differing, entries_of
from app.views.runs.strips import StripDelegate, StripView, outcome_colour
from app.widgets.boxes import arrange_rows, colour_text, column, explain, named, plain_label, row, set_tip, tool_button
from app.widgets.column_model import SORTED_BY
from app.widgets.contrast import Recoloured
from core.analysis.learning.comparison import CHANGES, LearningComparison, compare_histories
from core.analysis.learning.groups import GROUPINGS, Grouping, LearningGroup, explained, grouped, story_of
from core.analysis.learning.history import OUTCOMES, LearningHistory, Outcome
from core.labels.checks.problems import printable
from core.runs.info import RunInfo

_WIDE = 560  # px: room for groups and words beside each other
_LARGE = QSize(980, 640)  # px
_LOW = 260  # px: less has room for the list of words and one line alone
_SIZES = [330, 560]  # px: groups and words

_UNLIMITED = 16777215  # px: Qt's QWIDGETSIZE_MAX

_KINDS = ("all", "never", "forgotten")  # which words of one run are listed


class LearningHistoryPage(Recoloured, QWidget):
    """Lists all words or those of a group with a strip each, and shows the image of a clicked word."""

    def __init__(self, session: Session, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._session = session
        self._part = session.instruments.learning_histories
        self._infos: tuple[RunInfo, ...] = ()
        self._comparison: LearningComparison | None = None
        self._groups: tuple[LearningGroup, ...] = ()
        # what the words are grouped by; the first entry does not group them
        self.by = explain(QComboBox(), self.tr("List words, or characters and words by what they have in common"))
        self.kind = explain(QComboBox(), self.tr("Which words are listed"))
        self.says = plain_label(selectable=True)
        self.warning = plain_label()
        self.legend = plain_label()
        self.legend.setTextFormat(Qt.TextFormat.RichText)
        self.list_them = tool_button(
            self.filter_list, picture="filter", tip=self.tr("Show these words in the list of images, by a filter")
        )
        self.enlarge = tool_button(
            self._enlarge, picture="full-screen", tip=self.tr("Show the learning history in a window of its own")
        )
        self._large: QDialog | None = None
        self._group_rows, self._word_rows = GroupRows(self), LearningRows(self)
        self.groups = named(_table(self._group_rows), self.tr("Groups of the learning history"))
        self.words = named(
            _table(self._word_rows),
            self.tr("Words of the learning history"),
            self.tr("One column per validation, one line per character; click a word to see it"),
        )
        self._delegate = StripDelegate(self)
        self.strip = StripView(self._cell_text)
        self.strip.hide()
        self._split = QSplitter()
        self._split.setChildrenCollapsible(False)
        right = QWidget()
        column(self.words, self.strip, parent=right, spacing=4).setStretchFactor(self.words, 1)
        for part in (self.groups, right):
            self._split.addWidget(part)
        self._split.setStretchFactor(1, 1)
        self._split.setSizes(_SIZES)
        for box in (self.by, self.kind):
            box.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToContents)
        top = row(self.by, self.kind, self.list_them, self.enlarge, spacing=4)
        top.addStretch(1)
        self._whole = QWidget()
        inner = column(
            top, self.says, self.warning, self._split, self.legend, parent=self._whole, spacing=4, margins=(6, 4, 6, 4)
        )
        inner.setStretchFactor(self._split, 1)
        column(self._whole, parent=self)
        self.by.activated.connect(lambda _: self._regroup())
        self.kind.activated.connect(lambda _: self._list_words())
        self.groups.selectionModel().currentRowChanged.connect(lambda *_: self._list_words())
        self.words.selectionModel().currentRowChanged.connect(lambda index, _: self._choose(index))
        self.words.clicked.connect(self._show_image)
        self.words.activated.connect(self._show_image)
        self._part.changed.connect(self._show_histories)
        chosen = max(self.by.currentIndex(), 0)
        titles: dict[Grouping, str] = {
            "symbol": self.tr("Symbol"),
            "length": self.tr("Length"),
            "position": self.tr("Position"),
            "source": self.tr("Source"),
        }
        self.by.clear()
        self.by.addItems([self.tr("Words"), *(titles[by] for by in GROUPINGS)])
        self.by.setCurrentIndex(chosen)
        self._show_histories()

    def set_runs(self, runs: tuple[RunInfo, ...]) -> None:
        """Show the learning history of one run, or compare those of two."""
        self._infos = runs
        self._part.choose([info.path for info in runs])

    @property
    def group(self) -> LearningGroup | None:
        """The group that is chosen, or None for all words."""
        index = self.groups.currentIndex()
        if self._grouping is None or not index.isValid():
            return None
        return self._group_rows.entries[_source(self.groups, index)]

    @property
    def current(self) -> WordEntry | None:
        """The word in the current row, or None if no row is current."""
        index = self.words.currentIndex()
        return self._word_rows.entries[_source(self.words, index)] if index.isValid() else None

    def filter_list(self) -> None:
        """Filter the list of images to the words that are listed here."""
        text = self._filter()
        if text:
            self._session.catalog.show_those(text)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._arrange()

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self._part.read_histories()

    def recolour(self) -> None:
        colour_text(self.warning, "warning")
        self._explain_colours()

    # What is known

    @property
    def _learning_histories(self) -> tuple[LearningHistory, ...]:
        """The learning history of the one run or of both that are compared, or none if one of them has none."""
        histories = self._part.learning_histories
        return histories if len(histories) == len(self._infos) else ()

    @property
    def _grouping(self) -> Grouping | None:
        number = self.by.currentIndex() - 1
        return GROUPINGS[number] if number >= 0 and len(self._learning_histories) == 1 else None

    # How it is shown

    def _show_histories(self) -> None:
        """Show the histories, with the same group and word still current."""
        learning_histories = self._learning_histories
        self._comparison = compare_histories(*learning_histories) if len(learning_histories) == 2 else None
        changes = () if self._comparison is None else self._comparison.differences
        self._session.catalog.set_facts("second", {change.image: frozenset({change.change}) for change in changes})
        notes = [*self._part.notes, *([self._part.trouble] if self._part.trouble else [])]
        self.warning.setText("\n".join(map(translated, notes)))
        self.warning.setVisible(bool(notes))
        self._fill_kinds()
        self._explain_colours()
        self._regroup()

    def _regroup(self) -> None:
        before = None if self.group is None else self.group.key
        by = self._grouping
        self._groups = () if by is None else grouped(self._learning_histories[0], by)
        blocked = QSignalBlocker(self.groups.selectionModel())
        self._group_rows.set_groups("" if by is None else self.by.currentText(), self._groups)
        self._group_rows.size_columns(self.groups.horizontalHeader())
        keys = [group.key for group in self._groups]
        if before in keys:
            self._make_current(self.groups, keys.index(before))
        blocked.unblock()
        self.groups.setVisible(by is not None)
        self._list_words()

    def _list_words(self) -> None:
        image, scrolled = None if self.current is None else self.current.image, self.words.verticalScrollBar().value()
        learning_histories, entries = self._learning_histories, self._entries()
        blocked = QSignalBlocker(self.words.selectionModel())
        self._word_rows.set_words(learning_histories, [info.name for info in self._infos], entries)
        header = self.words.horizontalHeader()
        for number in range(len(self._word_rows.columns)):
            is_strip = number in self._word_rows.strips
            mode = QHeaderView.ResizeMode.Stretch if is_strip else QHeaderView.ResizeMode.Interactive
            header.setSectionResizeMode(number, mode)
            self.words.setItemDelegateForColumn(number, self._delegate if is_strip else None)  # type: ignore[arg-type]
        self._word_rows.size_columns(header)
        images = [entry.image for entry in entries]
        if image in images:
            self._make_current(self.words, images.index(image))
            self.words.verticalScrollBar().setValue(scrolled)
        blocked.unblock()
        self._choose(self.words.currentIndex())
        self._say()
        has_words = bool(learning_histories)
        for part in (self.words, self.kind, self.enlarge):
            part.setVisible(has_words)
        self.by.setVisible(has_words and len(learning_histories) == 1)
        self.list_them.setVisible(has_words)
        self.list_them.setEnabled(bool(self._filter()))
        self._arrange()

    def _entries(self) -> tuple[WordEntry, ...]:
        if self._comparison is not None:
            wanted = self.kind.currentData()
            entries = differing(self._comparison)
            return tuple(
                entry
                for entry in entries
                if entry.difference is not None and wanted in ("all", entry.difference.change)
            )
        if not self._learning_histories:
            return ()
        entries = entries_of(self._learning_histories[0])
        group = self.group
        kind = self.kind.currentData()
        if group is not None:  # of a group "never" means its own characters, not the whole words
            own = {*(group.never_words if kind == "never" else group.words)}
            entries = tuple(entry for entry in entries if entry.places[0] in own)
        elif kind == "never":
            entries = tuple(entry for entry in entries if entry.first_learned is None)
        if kind == "forgotten":
            entries = tuple(entry for entry in entries if entry.forgotten is not None)
        return entries

    def _filter(self) -> str:
        """Return the filter that lists the same words in the list of images, or "" if there is none."""
        if self._comparison is not None:
            kind = self.kind.currentData()
            return "" if kind == "all" else f"second:{kind}"
        if not self._learning_histories:
            return ""
        group, kind = self.group, self.kind.currentData()
        chosen = {"never": "first-learned:never", "forgotten": "forgotten:any"}.get(kind, "")
        if group is None:
            return chosen
        match self._grouping:
            case "symbol" if kind == "never":
                return f'never-read:"{group.key}"'
            case "symbol":
                own = f'char:"{group.key}"'
            case "length":
                own = f"len:{group.key}"
            case "source":
                own = f'folder:"{group.key}/."' if group.key else "folder:."
            case _ if kind == "never":
                return f"never-read-at:{group.key}"
            case _:
                own = f"len:>={group.key}"
        return f"{own} {chosen or 'first-learned:any'}"

    def _say(self) -> None:
        self.says.setText("\n".join(filter(None, self._sentences())))

    def _sentences(self) -> Iterable[str]:
        number = self.locale().toString
        if self._comparison is not None:
            counts = self._comparison.counts
            yield agreeing(
                self.tr(
                    "Of {count} {count:|word|words}, {other} reads {sooner} sooner and {later} later than {one}, "
                    "reads {gained} more at its end, and has lost {lost}."
                ),
                count=number(self._comparison.common),
                one=self._infos[0].name,
                other=self._infos[1].name,
                **{change: number(times) for change, times in counts.items()},
            )
            yield differing_choices(self._infos)
            return
        if not self._learning_histories:
            if self._infos and self._part.found:
                yield (
                    self.tr("No validation of this run has been recorded word by word, so it has no learning history.")
                    if len(self._infos) == 1
                    else self.tr("One of these runs has no learning history.")
                )
            return
        learning_history, group = self._learning_histories[0], self.group
        if group is not None and self._grouping == "symbol":
            symbol = str(group.key)
            trained = trained_with(self._session.catalog.table, symbol)
            yield from map(translated, explained(story_of(learning_history, symbol), trained))
            return
        entries = entries_of(learning_history)
        forgotten = sum(entry.forgotten is not None for entry in entries)
        never = sum(entry.first_learned is None for entry in entries)
        yield agreeing(
            self.tr(
                "{count} {count:|word|words} at {validations} {validations:|validation|validations}: {read} read at "
                "the last validation, {forgotten} forgotten, {never} never read."
            ),
            count=number(len(entries)),
            validations=number(len(learning_history)),
            read=number(len(entries) - forgotten - never),
            forgotten=number(forgotten),
            never=number(never),
        )

    def _cell_text(self, learning_history: LearningHistory, word: int, validation: int, character: int) -> str:
        place = learning_history.characters_of(word).start + character
        outcome = OUTCOMES[int(learning_history.outcomes(word)[validation, character])]
        code = int(learning_history.read[validation, place])
        text = self.tr("Step {step}, character {rank} ({symbol}): {outcome}").format(
            step=f"{int(learning_history.steps[validation]):,}",
            rank=character + 1,
            symbol=printable(learning_history.words[word].target[character], 6),
            outcome=outcome_text(outcome),
        )
        if outcome == "unseen":
            return text
        read = (
            self.tr("read: {symbol}, score {score}").format(
                symbol=printable(chr(code), 6), score=f"{int(learning_history.confidence[validation, place]) / 255:.2f}"
            )
            if code
            else self.tr("nothing was read")
        )
        return f"{text}\n{read}"

    def _explain_colours(self) -> None:
        shown: tuple[Outcome, ...] = ("right", "localization", "order", "class", "unknown")
        wrong = self.tr("wrong, or a surplus symbol beside it")
        squares = (
            f'<span style="color:{outcome_colour(outcome).name()}">■</span>&nbsp;'
            f"{wrong if outcome == 'unknown' else outcome_text(outcome)}"
            for outcome in shown
        )
        self.legend.setText(" &nbsp; ".join(squares))

    def _arrange(self) -> None:
        is_low = self._large is None and self.height() < _LOW
        is_beside = is_low or self._whole.width() >= _WIDE
        self._split.setOrientation(Qt.Orientation.Horizontal if is_beside else Qt.Orientation.Vertical)
        self.legend.setHidden(is_low or not self._learning_histories)
        self.strip.setHidden(is_low or self.current is None)
        line = self.says.fontMetrics().lineSpacing()
        self.says.setMaximumHeight(line if is_low and self._learning_histories else _UNLIMITED)
        set_tip(self.says, self.says.text() if is_low else "")

    # What can be done

    def _choose(self, index: QModelIndex) -> None:
        entry = self._word_rows.entries[_source(self.words, index)] if index.isValid() else None
        learning_histories = self._learning_histories
        if entry is None or not learning_histories:
            self.strip.show_word(None)
            return
        column_of_run = index.column() - 1
        number = column_of_run if 0 <= column_of_run < len(learning_histories) else len(learning_histories) - 1
        self.strip.show_word(learning_histories[number], entry.places[number])
        self._arrange()

    def _show_image(self, index: QModelIndex) -> None:
        self._choose(index)
        entry = self.current
        if entry is None:
            return
        if self._session.catalog.table.index_of(entry.image) is None:
            self._session.notify(self.tr("{image} is not in this project.").format(image=entry.image))
            return
        self._session.workspace.go_to(entry.image)

    def _make_current(self, table: QTableView, place: int) -> None:
        model = table.model()
        assert isinstance(model, QSortFilterProxyModel)
        index = model.mapFromSource(model.sourceModel().index(place, 0))
        flags = QItemSelectionModel.SelectionFlag.ClearAndSelect | QItemSelectionModel.SelectionFlag.Rows
        table.selectionModel().setCurrentIndex(index, flags)

    def _enlarge(self) -> None:
        """Show the learning history in a window of its own, until that is closed: the panel is often low."""
        if self._large is not None:
            self._large.raise_()
            return
        large = self._large = QDialog(self.window())
        large.setWindowTitle(in_a_list(info.name for info in self._infos))
        large.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        column(self._whole, parent=large)
        large.resize(_LARGE)
        large.finished.connect(self._put_back)
        large.show()
        self._arrange()

    def _put_back(self) -> None:
        self._large = None
        layout = self.layout()
        assert layout is not None
        layout.addWidget(self._whole)
        self._whole.show()
        self._arrange()

    # Texts

    def _fill_kinds(self) -> None:
        before = self.kind.currentData()
        names = {"all": self.tr("All words"), "never": self.tr("Never read"), "forgotten": self.tr("Forgotten")}
        kinds: tuple[str, ...] = _KINDS
        if self._comparison is not None:
            kinds = ("all", *CHANGES)
            names = {"all": self.tr("All words that differ")} | {
                change: f"{change_text(change)} ({self._comparison.counts[change]:,})" for change in CHANGES
            }
        self.kind.clear()
        for kind in kinds:
            self.kind.addItem(names[kind], kind)
        self.kind.setCurrentIndex(max(kinds.index(before) if before in kinds else 0, 0))


def outcome_text(outcome: Outcome) -> str:
    """Return the outcome for a character in a few words."""
    return {
        "unseen": translate("LearningHistory", "not validated"),
        "right": translate("LearningHistory", "right"),
        "localization": translate("LearningHistory", "centre failed (Q)"),
        "order": translate("LearningHistory", "order failed (S)"),
        "class": translate("LearningHistory", "character failed (G)"),
        "unknown": translate("LearningHistory", "wrong"),
        "surplus": translate("LearningHistory", "right, with a surplus symbol beside it"),
    }[outcome]


def _table(rows: GroupRows | LearningRows) -> QTableView:
    table = QTableView()
    proxy = QSortFilterProxyModel(table)
    proxy.setSourceModel(rows)
    proxy.setSortRole(SORTED_BY)
    table.setModel(proxy)
    arrange_rows(table)
    table.setSortingEnabled(True)
    table.horizontalHeader().setSortIndicator(-1, Qt.SortOrder.AscendingOrder)
    return table


def _source(table: QTableView, index: QModelIndex) -> int:
    """The place of an entry whose row in a sorted table is given."""
    model = table.model()
    assert isinstance(model, QSortFilterProxyModel)
    return model.mapToSource(index).row()
