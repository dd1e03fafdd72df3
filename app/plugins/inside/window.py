"""The window about the model, with a table of the layers beside their graph or the maps of one layer."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from PySide6.QtCore import QObject, QSortFilterProxyModel, Qt
from PySide6.QtGui import QColor, QHideEvent, QShowEvent
from PySide6.QtWidgets import QCheckBox, QDialog, QFileDialog, QHeaderView, QSplitter, QStackedWidget, QWidget

from app.desktop.theme import colour
from app.language.figures import agreeing
from app.language.sentences import in_a_list, translated
from app.plugins.inside.channel_wall import ChannelWall
from app.plugins.inside.graph_view import GraphView
from app.plugins.inside.layers import inside_of
from app.plugins.inside.probing import probing_of
from app.session import Session
from app.widgets.boxes import column, named, plain_label, row, set_tip, table_of, tool_button
from app.widgets.column_model import RIGHT, SORTED_BY, Column, ColumnModel
from app.widgets.contrast import Recoloured, tabs_of
from app.widgets.sentence_label import ElidedLabel
from core.base.errors import StudioError
from core.base.files import write_atomically
from core.plugins.inside.facts import LayerFacts, totals
from core.plugins.inside.graph import svg_of

_ZOOM = 1.2
_FACTS = 8  # columns without values
_WIDTHS = (500, 500)  # px of table and graph
_SIZE = (1100, 700)  # px


_MAP_ZOOM = 1.2


class ChannelsPage(QWidget):
    """Shows the output of the layer, channel by channel."""

    def __init__(self, session: Session, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._session = session
        self.probing = probing_of(session)
        self.wall = named(ChannelWall(), self.tr("Maps of the layer"))
        self.summary = ElidedLabel()  # of one line: the maps must not move away under the mouse
        self.one_scale = set_tip(
            QCheckBox(self.tr("One scale")),
            self.tr("All channels in one scale of colours, so that they can be compared"),
        )
        self.buttons = {
            "out": tool_button(lambda: self.wall.zoom(1 / _MAP_ZOOM), picture="zoom-out", tip=self.tr("Zoom out")),
            "in": tool_button(lambda: self.wall.zoom(_MAP_ZOOM), picture="zoom-in", tip=self.tr("Zoom in")),
        }
        self.sentence = plain_label()
        self.sentence.setAlignment(Qt.AlignmentFlag.AlignCenter)
        bar = row(self.summary, self.one_scale, *self.buttons.values(), spacing=6, margins=(6, 2, 6, 2))
        bar.setStretchFactor(self.summary, 1)
        page = QWidget()
        column(bar, self.wall, parent=page, spacing=0).setStretchFactor(self.wall, 1)
        self._pages = QStackedWidget()
        for shown in (page, self.sentence):
            self._pages.addWidget(shown)
        column(self._pages, parent=self)
        self.wall.pointed.connect(self._show_value)
        self.one_scale.toggled.connect(self.wall.set_one_scale)
        self.probing.changed.connect(self.show_maps)
        session.instruments.chosen_layer.changed.connect(self.show_maps)
        session.display.changed.connect(self.show_maps)
        for name, tip in (("out", self.tr("Zoom out")), ("in", self.tr("Zoom in"))):
            set_tip(self.buttons[name], tip)
            self.buttons[name].setAccessibleName(tip)
        self._show_value(None)
        self.sentence.setText(translated(self.probing.sentence))

    def show_maps(self) -> None:
        """Show the current maps."""
        maps = self.probing.maps
        self._pages.setCurrentIndex(1 if maps is None else 0)
        self.sentence.setText(translated(self.probing.sentence))
        self.wall.show_maps(maps, self._session.display.choices.colormap)

    def showEvent(self, event: QShowEvent) -> None:
        """Request the layer's maps while the page is visible."""
        super().showEvent(event)
        self.probing.want(True)
        self.show_maps()

    def hideEvent(self, event: QHideEvent) -> None:
        """Request no maps while the page is hidden."""
        self.probing.want(False)
        super().hideEvent(event)

    def _show_value(self, cell: tuple[int, int, int] | None) -> None:
        maps = self.wall.maps
        if maps is None:
            self.summary.setText("")
            return
        if cell is not None:
            channel, down, across = cell
            sentence = self.tr("Channel {channel}, row {row}, column {column}: {value}")
            value = f"{float(maps.values[down, across, channel]):.4g}"
            self.summary.setText(agreeing(sentence, channel=channel, row=down, column=across, value=value))
            return
        height, width, channels = maps.values.shape
        sentence = self.tr(
            "{layer}: {channels} {channels:|channel|channels} of {size}, the most active first (number, mean |value|)"
        )
        text = agreeing(
            sentence, layer=maps.layer.removeprefix("network/"), channels=channels, size=f"{height} × {width}"
        )
        if maps.step is not None:
            text = self.tr("{text}, step {step}").format(text=text, step=maps.step)
        self.summary.setText(text)


class LayerRows(ColumnModel[LayerFacts]):
    """Lists the layers in the order of the computation, one in each row."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__((), parent)
        self.show_columns(with_values=False)

    def show_columns(self, *, with_values: bool) -> None:
        """Show the columns of facts and, if wanted, the columns of values for an image."""
        columns = [
            Column[LayerFacts](
                lambda: self.tr("Layer"), lambda layer: layer.name.removeprefix("network/"), self._tip, width=190
            ),
            Column[LayerFacts](lambda: self.tr("Class"), lambda layer: layer.kind, self._tip, width=120),
            Column[LayerFacts](lambda: self.tr("Output"), lambda layer: layer.shape_text, self._tip, width=110),
            Column[LayerFacts](lambda: self.tr("Layout"), lambda layer: layer.layout, self._tip, width=60),
            Column[LayerFacts](lambda: self.tr("Kernel"), lambda layer: layer.kernel_layout, self._tip, width=95),
            self._number(lambda: self.tr("Parameters"), lambda layer: layer.parameters, 85),
            self._number(lambda: self.tr("Multiply-adds"), lambda layer: layer.multiply_adds, 95),
            Column[LayerFacts](lambda: self.tr("Type"), lambda layer: layer.dtype, self._tip, width=60),
        ]
        if with_values:
            columns += [
                self._value(lambda: self.tr("Minimum"), lambda layer: layer.least),
                self._value(lambda: self.tr("Mean"), lambda layer: layer.mean),
                self._value(lambda: self.tr("Maximum"), lambda layer: layer.most),
            ]
        self.set_columns(columns)

    def _number(self, title: Callable[[], str], of: Callable[[LayerFacts], int], width: int) -> Column[LayerFacts]:
        return Column(title, lambda layer: f"{of(layer):,}", self._tip, of, width, RIGHT)

    def _value(self, title: Callable[[], str], of: Callable[[LayerFacts], float | None]) -> Column[LayerFacts]:
        def text(layer: LayerFacts) -> str:
            value = of(layer)
            return "–" if value is None else f"{value:.4g}"

        def key(layer: LayerFacts) -> float:
            value = of(layer)
            return float("-inf") if value is None else value

        return Column(title, text, self._tip, key, 75, RIGHT, ink=_ink)

    def _tip(self, layer: LayerFacts) -> str:
        lines = [layer.name]
        if layer.inputs:
            lines.append(self.tr("Takes: {names}").format(names=in_a_list(layer.inputs)))
        for weight in layer.weights:
            shape = " × ".join(map(str, weight.shape))
            lines.append(f"{weight.name}: {shape} {weight.layout}")
        if layer.parameters != layer.trainable:
            frozen = self.tr("Not changed by training: {count}")
            lines.append(frozen.format(count=f"{layer.parameters - layer.trainable:,}"))
        if layer.not_finite:
            lines.append(self.tr("NaN or infinite: {count}").format(count=f"{layer.not_finite:,}"))
        return "\n".join(lines)


def _ink(layer: LayerFacts) -> QColor | None:
    return colour("error") if layer.not_finite else None


class ModelWindow(Recoloured, QDialog):
    """The window that shows the layers and channels of the chosen model."""

    is_beside = True  # the main window goes on

    def __init__(self, session: Session, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._session = session
        self.setWindowTitle(self.tr("Model"))
        self.resize(*_SIZE)
        self.inside = inside_of(session)
        self.rows = LayerRows(self)
        self._sorted = QSortFilterProxyModel(self)
        self._sorted.setSourceModel(self.rows)
        self._sorted.setSortRole(SORTED_BY)
        self.table = named(table_of(self._sorted), self.tr("Layers"))
        self.table.setSortingEnabled(True)
        self.table.sortByColumn(-1, Qt.SortOrder.AscendingOrder)  # as they are computed
        self.table.horizontalHeader().setSectionResizeMode(QHeaderView.ResizeMode.Interactive)
        self.rows.size_columns(self.table.horizontalHeader())
        self.table.selectionModel().currentRowChanged.connect(self._row_chosen)
        self.graph = named(GraphView(), self.tr("Graph of the layers"))
        self.summary = plain_label(selectable=True)
        self.sentence = plain_label()
        self.sentence.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self.values = set_tip(
            QCheckBox(self.tr("Values of the open image")),
            self.tr(
                "The output of each layer for the open image. It is computed layer by layer, which takes about "
                "ten times as long."
            ),
        )
        self.buttons = {
            "out": tool_button(lambda: self.graph.zoom(1 / _ZOOM), picture="zoom-out", tip=self.tr("Zoom out")),
            "in": tool_button(lambda: self.graph.zoom(_ZOOM), picture="zoom-in", tip=self.tr("Zoom in")),
            "fit": tool_button(self.graph.fit, picture="zoom-fit", tip=self.tr("Show the whole graph")),
            "svg": tool_button(self.export, picture="export", tip=self.tr("Export the graph as SVG…")),
        }
        bar = row(self.summary, self.values, *self.buttons.values(), spacing=6, margins=(6, 4, 6, 4))
        bar.setStretchFactor(self.summary, 1)
        split = QSplitter(Qt.Orientation.Horizontal)
        self.maps = ChannelsPage(session)
        self.pages = tabs_of((self.graph, self.tr("Graph")), (self.maps, self.tr("Maps of the layer")))
        for part in (self.table, self.pages):
            split.addWidget(part)
        split.setSizes(_WIDTHS)
        split.setStretchFactor(0, 1)
        split.setStretchFactor(1, 1)
        page = QWidget()
        column(bar, split, parent=page, spacing=0).setStretchFactor(split, 1)
        self._pages = QStackedWidget()
        for widget in (page, self.sentence):
            self._pages.addWidget(widget)
        column(self._pages, parent=self)
        self.graph.chosen.connect(self.inside.chosen.choose)
        self.pages.currentChanged.connect(self._show_buttons)
        self.values.toggled.connect(self.inside.set_with_values)
        self.inside.changed.connect(self.show_layers)
        self.inside.chosen.changed.connect(self._show_selected)
        self._sum_up()
        self.sentence.setText(translated(self.inside.sentence))

    def show_layers(self) -> None:
        """Show the current layers."""
        inside = self.inside
        self._pages.setCurrentIndex(0 if inside.layers else 1)
        self.sentence.setText(translated(inside.sentence))
        if inside.layers == self.rows.entries:
            return
        has_values = any(layer.least is not None or layer.not_finite for layer in inside.layers)
        is_same = [layer.name for layer in inside.layers] == [layer.name for layer in self.rows.entries]
        if has_values != (len(self.rows.columns) > _FACTS):
            is_same = False
            self.rows.show_columns(with_values=has_values)
            self.rows.size_columns(self.table.horizontalHeader())
        self.rows.set_entries(inside.layers, in_place=is_same)
        if not is_same:
            self.graph.show_graph(inside.graph)
        self._sum_up()
        self._show_selected()

    def export(self) -> None:
        """Ask for a file, and write the drawn graph to it."""
        chosen, _ = QFileDialog.getSaveFileName(self, self.tr("Export the graph"), "layers.svg", "SVG (*.svg)")
        if chosen:
            self.write_graph(Path(chosen).with_suffix(".svg"))

    def write_graph(self, path: Path) -> None:
        """Write the drawn graph to a file, or report why that is not possible."""
        if self.inside.graph is None:
            return
        try:
            write_atomically(path, svg_of(self.inside.graph).encode())
        except StudioError as error:
            self._session.notify(error, "error")
        else:
            self._session.notify(self.tr("Saved {path}.").format(path=path))

    def showEvent(self, event: QShowEvent) -> None:
        """Request the layers while the window is visible."""
        super().showEvent(event)
        self.inside.want(True)
        self.show_layers()

    def hideEvent(self, event: QHideEvent) -> None:
        """Request nothing while the window is hidden."""
        self.inside.want(False)
        super().hideEvent(event)

    def recolour(self) -> None:
        self.graph.recolour()

    # How it is shown

    def _show_buttons(self) -> None:
        for button in self.buttons.values():
            button.setVisible(self.pages.currentWidget() is self.graph)

    def _row_chosen(self) -> None:
        index = self._sorted.mapToSource(self.table.currentIndex())
        if index.isValid():
            self.inside.chosen.choose(self.rows.entries[index.row()].name)

    def _show_selected(self) -> None:
        name = self.inside.chosen.name
        self.graph.show_chosen(name)
        for place, layer in enumerate(self.rows.entries):
            if layer.name == name:
                index = self._sorted.mapFromSource(self.rows.index(place, 0))
                if index.row() != self.table.currentIndex().row():
                    self.table.setCurrentIndex(index)
                return
        self.table.clearSelection()

    def _sum_up(self) -> None:
        layers = self.inside.layers
        if not layers:
            self.summary.setText("")
            return
        sums = totals(layers)
        text = self.tr(
            "{layers} {layers:|layer|layers}, {parameters} parameters ({frozen} not trained), {products} M "
            "multiply-adds at {size}"
        )
        _, height, width, _ = layers[0].shapes[0]
        self.summary.setText(
            agreeing(
                text,
                layers=len(layers),
                parameters=f"{sums['parameters']:,}",
                frozen=f"{sums['parameters'] - sums['trainable']:,}",
                products=f"{sums['multiply_adds'] / 1e6:,.1f}",
                size=f"{height} × {width}",
            )
        )
