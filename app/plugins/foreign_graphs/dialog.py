"""The dialog that shows another program's model, read-only: inputs, outputs, operators, and a run on an image."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QComboBox, QHeaderView, QTableView, QTabWidget, QWidget
from shiboken6 import isValid

from app.desktop.theme import colour
from app.language.sentences import translated
from app.session import Session
from app.views.exchange.job_dialog import JobDialog
from app.views.exchange.path_field import PathField
from app.widgets.boxes import column, form_of, named, search_field, set_tip, table_of
from app.widgets.column_model import RIGHT, Column, ColumnModel
from app.workers.background import Job
from core.plugins.foreign_graphs.graph import VALUES, ForeignOutput, ForeignTensor, OpenedGraph
from core.plugins.foreign_graphs.inspecting import inspect_graph

Node = tuple[str, str, str]


@dataclass(frozen=True, slots=True)
class _TensorRow:
    is_input: bool
    tensor: ForeignTensor
    gave: ForeignOutput | None = None


@dataclass(frozen=True, slots=True)
class _OperatorRow:
    name: str
    count: int
    is_refused: bool


class ForeignModelDialog(JobDialog):
    """Asks for a model and an image, and shows the contents of the model and its outputs for the image."""

    def __init__(
        self, session: Session, parent: QWidget | None = None, *, inspect: Callable[..., OpenedGraph] = inspect_graph
    ) -> None:
        super().__init__(session, parent)
        self._inspect = inspect
        self._found: OpenedGraph | None = None
        self._words: list[str] = []
        self.model = PathField(files=True)
        self.image = set_tip(
            PathField(files=True),
            self.tr("The model is run on the image only if every operator is known to be harmless"),
        )
        self.image.folder.hide()
        self.values = set_tip(
            QComboBox(), self.tr("What an input of floating point numbers gets; bytes are given as they are")
        )
        self.values.addItems([self.tr("0 to 255"), self.tr("0 to 1"), self.tr("−1 to 1")])
        self.values.setCurrentIndex(VALUES.index("unit"))
        # tensors, operators, nodes: what the three pages show
        self.tensors: ColumnModel[_TensorRow] = ColumnModel(self._tensor_columns(), self)
        self.operators: ColumnModel[_OperatorRow] = ColumnModel(self._operator_columns(), self)
        self.nodes: ColumnModel[Node] = ColumnModel(self._node_columns(), self)
        self.field = search_field(
            self.tr("Search the graph"), self._filter, self.tr("Search names, operators and inputs")
        )
        self._views = [_table(model) for model in (self.tensors, self.operators, self.nodes)]
        searched = QWidget()
        column(self.field, self._views[2], parent=searched, spacing=6)
        self.pages = QTabWidget()
        titles = (self.tr("Inputs and outputs"), self.tr("Operators"), self.tr("Graph"))
        for title, view, page in zip(titles, self._views, (*self._views[:2], searched), strict=True):
            self.pages.addTab(page, title)
            named(view, title)
        self.run.setDefault(True)
        form = form_of((self.tr("Model"), self.model), (self.tr("Image"), self.image), (self.tr("Pixels"), self.values))
        whole = column(
            form,
            self.says,
            self._progress_row,
            self.pages,
            self.buttons,
            parent=self,
            spacing=12,
            margins=(12, 12, 12, 12),
        )
        whole.setStretchFactor(self.pages, 1)
        if session.project is not None and session.image is not None:
            self.image.set_path(session.project.path_of(session.image))
        self.model.changed.connect(self._allow)
        self.resize(860, 600)
        self.setWindowTitle(self.tr("Open a foreign model"))
        self.model.line.setPlaceholderText(self.tr("A SavedModel's folder, or a frozen graph (.pb)"))
        self.run.setText(self.tr("Open"))
        self._notify()
        self._allow()

    def begin(self) -> None:
        """Read the model in the background, and run it on the image."""
        path, image = self.model.path, self.image.path
        if path is None or self.job is not None:
            return
        values = VALUES[self.values.currentIndex()]
        title = self.tr("Read {name}").format(name=path.name)

        def work(job: Job) -> OpenedGraph:
            return self._inspect(path, image, values=values, progress=job.progress)

        job = self._session.workspace.background.start(
            title, work, lane="models", finished=self._finished, failed=self._failed
        )
        self._follow_job(job)
        self._allow()

    def _finished(self, opened: OpenedGraph) -> None:
        if not isValid(self):
            return
        self._found = opened
        self._words = [" ".join(node).casefold() for node in opened.graph.nodes]
        gave = {} if opened.run is None else {output.name.partition(":")[0]: output for output in opened.run.outputs}
        graph = opened.graph
        self.tensors.set_entries(
            [_TensorRow(True, tensor) for tensor in graph.inputs]
            + [_TensorRow(False, tensor, gave.get(tensor.name)) for tensor in graph.outputs]
        )
        rows = [_OperatorRow(name, count, name in graph.refused) for name, count in graph.operators.items()]
        self.operators.set_entries(sorted(rows, key=lambda row: (not row.is_refused, -row.count)))
        self._filter()
        self._notify()

    def _failed(self, error: Exception) -> None:
        if isValid(self):
            self._found = None
            for model in (self.tensors, self.operators, self.nodes):
                model.set_entries(())
        super()._failed(error)

    def _notify(self) -> None:
        if self._found is None:
            return
        graph, run = self._found.graph, self._found.run
        kind = self.tr("SavedModel") if graph.kind == "savedmodel" else self.tr("Frozen graph")
        if graph.written_by:
            kind = self.tr("{kind}, written by TensorFlow {version}").format(kind=kind, version=graph.written_by)
        lines = [kind]
        if graph.why_not:
            lines.append(self.tr("It is shown and not run: {why}").format(why=translated(graph.why_not)))
        elif self._found.not_run:
            lines.append(self.tr("It was not run on the image: {why}").format(why=translated(self._found.not_run)))
        if run is not None:
            text = self.tr("The run took {seconds} s; the input {name} was given the image as {dtype} {shape}.")
            given = run.given
            lines.append(
                text.format(seconds=f"{run.seconds:.3f}", name=given.name, dtype=given.dtype, shape=given.shape_text())
            )
        self._say("\n".join(lines), fault=bool(graph.why_not or self._found.not_run))

    def _allow(self) -> None:
        self.run.setEnabled(self.job is None and self.model.path is not None)

    def _filter(self) -> None:
        nodes = () if self._found is None else self._found.graph.nodes
        wanted = self.field.text().casefold().split()
        shown = [node for node, words in zip(nodes, self._words, strict=True) if all(part in words for part in wanted)]
        self.nodes.set_entries(shown)

    def _tensor_columns(self) -> list[Column[_TensorRow]]:
        return [
            Column(lambda: "", lambda row: self.tr("input") if row.is_input else self.tr("output"), width=80),
            Column(lambda: self.tr("Name"), lambda row: row.tensor.name, lambda row: row.tensor.tensor, width=170),
            Column(
                lambda: self.tr("Type"), lambda row: row.tensor.dtype or (row.gave.dtype if row.gave else ""), width=80
            ),
            Column(lambda: self.tr("Shape"), _shape_of, width=150),
            Column(lambda: self.tr("Minimum"), lambda row: _figure(row.gave, "least"), width=72, alignment=RIGHT),
            Column(lambda: self.tr("Mean"), lambda row: _figure(row.gave, "mean"), width=72, alignment=RIGHT),
            Column(lambda: self.tr("Maximum"), lambda row: _figure(row.gave, "greatest"), width=72, alignment=RIGHT),
            Column(lambda: self.tr("Where"), lambda row: ", ".join(map(str, row.gave.at)) if row.gave else ""),
        ]

    def _operator_columns(self) -> list[Column[_OperatorRow]]:
        return [
            Column(lambda: self.tr("Operator"), lambda row: row.name, width=280),
            Column(lambda: self.tr("Count"), lambda row: f"{row.count:,}", width=90, alignment=RIGHT),
            Column(
                lambda: "",
                lambda row: self.tr("not run here") if row.is_refused else "",
                ink=lambda row: colour("error") if row.is_refused else None,
            ),
        ]

    def _node_columns(self) -> list[Column[Node]]:
        return [
            Column(lambda: self.tr("Name"), lambda node: node[0], lambda node: node[0], width=360),
            Column(lambda: self.tr("Operator"), lambda node: node[1], width=160),
            Column(lambda: self.tr("Inputs"), lambda node: node[2], lambda node: node[2]),
        ]


def _shape_of(row: _TensorRow) -> str:
    if row.gave is not None:
        return " × ".join(map(str, row.gave.shape)) or "1"
    return row.tensor.shape_text()


def _figure(gave: ForeignOutput | None, name: str) -> str:
    value = getattr(gave, name, None)
    return "" if value is None else f"{value:.4g}"


def _table(model: ColumnModel[_TensorRow] | ColumnModel[_OperatorRow] | ColumnModel[Node]) -> QTableView:
    view = table_of(model)
    view.horizontalHeader().setStretchLastSection(True)
    view.horizontalHeader().setDefaultAlignment(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter)
    view.horizontalHeader().setSectionResizeMode(QHeaderView.ResizeMode.Interactive)
    model.size_columns(view.horizontalHeader())
    return view
