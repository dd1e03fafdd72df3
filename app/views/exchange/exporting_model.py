"""The dialog that exports a model to formats of other programs, and compares each form with the original."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path

from PySide6.QtCore import Qt
from PySide6.QtWidgets import (
    QAbstractItemView,
    QCheckBox,
    QComboBox,
    QGridLayout,
    QHeaderView,
    QTableWidget,
    QTableWidgetItem,
    QTabWidget,
    QWidget,
)
from shiboken6 import isValid

from app.bulk.exchange import new_folder
from app.language.figures import agreeing, share_of, size_text
from app.language.sentences import in_a_list, one_after_another, translated
from app.project.memory import ProjectMemory
from app.session import Session
from app.views.exchange.job_dialog import JobDialog
from app.views.exchange.path_field import PathField
from app.widgets.boxes import column, form_of, set_tip
from app.workers.background import Job
from core.base.errors import StudioError
from core.labels.maps.spec import MapSpec
from core.model.export.exporting import export_model
from core.model.export.forms import CALIBRATED, FORMATS, H5_WARNING, MAPS, PRECISIONS, SELECT_WARNING, forms_of, size_of
from core.model.export.job import Export, ExportJob, FormReport
from core.runs.bundled import READER, model_path, model_text

_TITLES = {
    "keras": "Keras (.keras)",
    "weights": "Keras .weights.h5",
    "json": "Keras JSON",
    "savedmodel": "SavedModel",
    "tflite": "TensorFlow Lite",
    "onnx": "ONNX",
    "frozen": "Frozen graph (.pb)",
    "h5": "Keras 2 (.h5)",
}
_KEPT = "export_model"  # name under which the last choice is kept for a project
_FIRST: tuple[str, ...] = ("keras", "onnx")  # formats that are ticked the first time
_IN_A_ROW = 4
_ROW = 24  # px
_NO_VALUE = "–"


class ExportModelDialog(JobDialog):
    """Asks for model, forms and folder, exports in the background, and shows how well each form agrees."""

    def __init__(
        self, session: Session, parent: QWidget | None = None, *, export: Callable[..., Export] = export_model
    ) -> None:
        super().__init__(session, parent)
        self._export = export
        self._memory = ProjectMemory(session.workspace, self)
        self._reports: dict[str, FormReport] = {}
        self._note = ""
        self.model = PathField(files=True)
        self.images = set_tip(
            PathField(), self.tr("Images to calibrate and to compare with. Without them, synthetic words are used.")
        )
        self.folder = PathField()
        # formats, precisions: by the names of `core.model.export.forms`
        self.formats = {name: QCheckBox(_TITLES[name]) for name in FORMATS}
        self.precisions = {name: QCheckBox(name) for name in PRECISIONS}
        self.select = QCheckBox(self.tr("also with TensorFlow's own operators"))
        self.input_size = set_tip(QComboBox(editable=True), self.tr("Or type HEIGHTxWIDTH in pixels, such as 64x256"))
        self.input_size.addItems([self.tr("The model's own size"), self.tr("Any size, where the format can")])
        self.parity, self.operators = _table(), _table()
        self.results = QTabWidget()
        self.results.addTab(self.parity, self.tr("Agreement"))
        self.results.addTab(self.operators, self.tr("Operators"))
        self.results.hide()
        self.run.setDefault(True)
        formats = list(self.formats.values())
        form = form_of(
            (self.tr("Model"), self.model),
            (self.tr("Formats"), _grid(formats[:_IN_A_ROW], formats[_IN_A_ROW:])),
            (self.tr("TensorFlow Lite"), _grid(list(self.precisions.values()), [self.select])),
            (self.tr("Input"), self.input_size),
            (self.tr("Images"), self.images),
            (self.tr("Into"), self.folder),
        )
        whole = column(
            form,
            self.says,
            self._progress_row,
            self.results,
            self.buttons,
            parent=self,
            spacing=12,
            margins=(12, 12, 12, 12),
        )
        whole.setStretchFactor(self.results, 1)
        self._fill_in()
        for field in (self.model, self.images, self.folder):
            field.changed.connect(self.check)
        for box in (*self.formats.values(), *self.precisions.values(), self.select):
            box.toggled.connect(self.check)
        self.input_size.currentTextChanged.connect(self.check)
        self.resize(760, 420)
        self.setWindowTitle(self.tr("Export a model"))
        self.run.setText(self.tr("Export"))
        self._show_reports()
        self.check()

    def _fill_in(self) -> None:
        session = self._session
        model = session.in_use.model or READER.path
        self.model.line.setText(model_text(model))
        root = session.workspace.root
        self.images.set_path(root)
        beside = root if root is not None else Path.home() / "model"
        self.folder.set_path(new_folder(beside, root, "model"))
        kept = self._memory.recall().get(_KEPT)
        chosen = kept if isinstance(kept, list) else [*_FIRST, *PRECISIONS]
        for name, box in (self.formats | self.precisions).items():
            box.setChecked(name in chosen)

    def order(self) -> ExportJob | str:
        """Return the export to run, or a sentence that names the missing choice."""
        if self.model.path is None:
            return self.tr("Choose a model.")
        if self.folder.path is None:
            return self.tr("Choose the folder to write to.")
        formats = [name for name, box in self.formats.items() if box.isChecked()]
        precisions = [name for name, box in self.precisions.items() if box.isChecked()]
        calibrated = [name for name in precisions if name in CALIBRATED]
        if self.images.path is None and "tflite" in formats and calibrated:
            text = self.tr("{precisions}: choose a folder of images to calibrate with, or leave these out.")
            return text.format(precisions=in_a_list(calibrated))
        typed = self.input_size.currentText().strip()
        is_own, is_free = self.input_size.findText(typed) == 0, self.input_size.findText(typed) == 1
        try:
            forms = forms_of(formats, precisions or PRECISIONS[:1], select=self.select.isChecked())
            size = None if is_own or is_free else size_of(typed)
            if size is not None:
                MapSpec(height=size[0], width=size[1])  # refuses a size that 32 does not divide
        except StudioError as error:
            return translated(error)
        if not precisions:
            forms = tuple(form for form in forms if form.format != "tflite" or form.selects)
        model = model_path(self.model.line.text().strip())
        return ExportJob(model, self.folder.path, forms, size, is_free, self.images.path)

    def check(self) -> None:
        """Name the missing choice or explain select TF ops, and enable the start button if nothing is missing."""
        for box in (*self.precisions.values(), self.select):
            box.setEnabled(self.formats["tflite"].isChecked())
        order = self.order()
        self.run.setEnabled(self.job is None and not isinstance(order, str))
        if self.job is None:
            chosen = ((self.select, SELECT_WARNING), (self.formats["h5"], H5_WARNING))
            warned = one_after_another(translated(warning) for box, warning in chosen if box.isChecked())
            self._say(order if isinstance(order, str) else warned or self._note)

    def begin(self) -> None:
        """Start the export in the background."""
        order = self.order()
        if isinstance(order, str) or self.job is not None:
            return
        boxes = (self.formats | self.precisions).items()
        self._memory.keep(_KEPT, [name for name, box in boxes if box.isChecked()])
        title = self.tr("Export the model to {name}").format(name=order.out.name)
        self._reports.clear()
        self._show_reports()
        self.results.show()
        self.resize(max(self.width(), 940), max(self.height(), 660))

        def work(job: Job) -> Export:
            return self._export(order, progress=job.progress, on_report=job.report)

        job = self._session.workspace.background.start(
            title,
            work,
            lane="models",
            finished=partial(self._finished, title),
            failed=self._failed,
            reported=self._reported,
        )
        self._follow_job(job)
        self.run.setEnabled(False)

    def _reported(self, report: FormReport) -> None:
        if isValid(self):
            self._reports[report.name] = report
            self._show_reports()

    def _finished(self, title: str, export: Export) -> None:
        failures = [translated(report.failed) for report in export.forms if report.failed]
        if not isValid(self):
            self._session.notify(f"{title}: {failures[0]}" if failures else title, "warning" if failures else "note")
            return
        self._reports = {report.name: report for report in (export.program, *export.forms)}
        self._show_reports()
        text = self.tr("Compared on {count} {count:|image|images} with the program; all figures are in {folder}.")
        compared = agreeing(text, count=f"{export.images:,}", folder=export.out)
        self._note = "\n".join([*failures, *map(translated, export.notes), compared])
        self._say(self._note, fault=bool(failures))

    def _failed(self, error: Exception) -> None:
        self._note = ""
        super()._failed(error)

    def _allow(self) -> None:
        self.run.setEnabled(not isinstance(self.order(), str))

    def _show_reports(self) -> None:
        reports = list(self._reports.values())
        differences = {
            "character": self.tr("Character map: largest difference"),
            "order": self.tr("Order map: largest difference"),
            "localization": self.tr("Centre map: largest difference"),
        }
        heads = [
            self.tr("Form"),
            self.tr("Size"),
            self.tr("Start"),
            self.tr("Images/s"),
            self.tr("Same as the program"),
            self.tr("Known words read right"),
            *(differences[name] for name in MAPS),
        ]
        tips = [translated(report.failed or report.note) for report in reports]
        _fill(self.parity, heads, [self._cells(report) for report in reports], tips)
        counted = [report for report in reports if report.operators]
        names = sorted({name for report in counted for name in report.operators})
        rows = [[name, *(f"{r.operators[name]}" if name in r.operators else "" for r in counted)] for name in names]
        _fill(self.operators, [self.tr("Operator"), *(report.name for report in counted)], rows)

    def _cells(self, report: FormReport) -> list[str]:
        if report.failed:
            return [report.name, self.tr("failed"), *(7 * [_NO_VALUE])]
        name = self.tr("the program") if report.name == "program" else report.name
        same, right = _share(report.same_text, report.images), _NO_VALUE
        if report.word_accuracy is not None:
            text = self.tr("{right} of the {count} whose text is known")
            count = report.labelled or 0
            right = text.format(right=f"{round(report.word_accuracy * count):,}", count=f"{count:,}")
        return [
            name,
            size_text(report.bytes),
            _NO_VALUE if report.start is None else f"{report.start:.1f} s",
            _NO_VALUE if report.images_per_second is None else f"{report.images_per_second:.1f}",
            same,
            right,
            *(f"{report.maps[name].greatest:.1e}" if name in report.maps else _NO_VALUE for name in MAPS),
        ]


def _share(share: float | None, count: int | None) -> str:
    """A share of images, or a dash for one that was not measured."""
    return _NO_VALUE if share is None else share_of(share, count)


def _grid(*rows: Sequence[QWidget]) -> QWidget:
    whole = QWidget()
    grid = QGridLayout(whole)
    grid.setContentsMargins(0, 0, 0, 0)
    for number, boxes in enumerate(rows):
        for place, box in enumerate(boxes):
            grid.addWidget(box, number, place, 1, -1 if len(boxes) == 1 else 1)
    return whole


def _table() -> QTableWidget:
    table = QTableWidget()
    table.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
    table.setAlternatingRowColors(True)
    table.verticalHeader().hide()
    table.verticalHeader().setDefaultSectionSize(_ROW)
    table.horizontalHeader().setSectionResizeMode(QHeaderView.ResizeMode.ResizeToContents)
    return table


def _fill(table: QTableWidget, heads: list[str], rows: list[list[str]], tips: Sequence[str] = ()) -> None:
    table.setColumnCount(len(heads))
    table.setHorizontalHeaderLabels(heads)
    table.setRowCount(len(rows))
    for number, cells in enumerate(rows):
        for place, text in enumerate(cells):
            item = QTableWidgetItem(text)
            set_tip(item, tips[number] if tips else "")
            if place:
                item.setTextAlignment(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
            table.setItem(number, place, item)
