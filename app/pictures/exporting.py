"""Saves the image area, or another widget, as a picture, or its contents as a table."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path, PurePosixPath

from PySide6.QtCore import QBuffer, QByteArray, QIODevice, QPoint, QRect, Qt
from PySide6.QtGui import QImage, QImageWriter, QPainter
from PySide6.QtSvg import QSvgGenerator
from PySide6.QtWidgets import QFileDialog, QWidget

from app.language.languages import translate
from app.session import Session
from core.base.files import write_atomically
from core.base.spreadsheet import csv_text

Rows = Sequence[Sequence[object]]  # a table, its titles first

_SHARP = 2.0  # pixels of a PNG a device-independent one


def export_dialog(session: Session, image_area: QWidget, parent: QWidget) -> QFileDialog:
    """Return a dialog that asks for a file, then saves the image area as PNG or SVG, depending on the file's suffix."""
    name = PurePosixPath(session.image or "view").stem + "-maps.png"
    return save_dialog(session, image_area, parent, translate("ExportView", "Export the view"), name)


def save_dialog(
    session: Session, widget: QWidget, parent: QWidget, title: str, name: str, rows: Rows = ()
) -> QFileDialog:
    """Return a dialog that asks for a file, then saves a widget's picture or its `rows`, depending on the suffix."""
    kinds = {
        "csv": translate("ExportView", "CSV table (*.csv)"),
        "png": translate("ExportView", "PNG picture (*.png)"),
        "svg": translate("ExportView", "SVG (*.svg)"),
    }
    if not rows:
        del kinds["csv"]
    dialog = QFileDialog(parent, title)
    dialog.setAcceptMode(QFileDialog.AcceptMode.AcceptSave)
    dialog.setNameFilters([*kinds.values()])
    dialog.setDefaultSuffix(next(iter(kinds)))
    dialog.filterSelected.connect(
        lambda chosen: dialog.setDefaultSuffix(next(kind for kind in kinds if f"*.{kind}" in chosen))
    )
    dialog.selectFile(name)
    dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
    dialog.fileSelected.connect(lambda file: export_view(session, widget, Path(file), rows))
    return dialog


def export_view(session: Session, widget: QWidget, path: Path, rows: Rows = ()) -> None:
    """Save a picture of a widget as PNG or SVG, or rows converted to CSV, in a background job."""
    is_table, is_svg = bool(rows) and path.suffix.lower() == ".csv", path.suffix.lower() == ".svg"
    picture = b"" if is_table else svg_of(widget) if is_svg else png_of(widget)
    sentence = translate("ExportView", "Saved {file}.").format(file=path.name)
    session.workspace.background.start(
        "",
        lambda job: write_atomically(path, table_of(rows) if is_table else picture),
        lane="saving",
        finished=lambda _: session.notify(sentence),
        failed=lambda error: session.notify(str(error), "error"),
    )


def png_of(widget: QWidget) -> bytes:
    """Return a picture of a widget as PNG, at twice its size on a plain screen."""
    scale = max(_SHARP, widget.devicePixelRatioF())
    image = QImage(widget.size() * scale, QImage.Format.Format_RGB32)
    image.setDevicePixelRatio(scale)
    painter = QPainter(image)
    widget.render(painter, QPoint())
    painter.end()
    return _filled(partial(_save_png, image))


def table_of(rows: Rows) -> bytes:
    """Return rows as CSV in UTF-8."""
    return csv_text(rows, end="\n").encode("utf-8", "backslashreplace")


def svg_of(widget: QWidget) -> bytes:
    """Return a picture of a widget as SVG, with vectors for texts and outlines, and pixels for maps."""

    def draw(buffer: QBuffer) -> None:
        generator = QSvgGenerator()
        generator.setOutputDevice(buffer)
        generator.setSize(widget.size())
        generator.setViewBox(QRect(QPoint(), widget.size()))
        painter = QPainter(generator)
        widget.render(painter, QPoint())
        painter.end()

    return _filled(draw)


def _save_png(image: QImage, buffer: QBuffer) -> None:
    QImageWriter(buffer, QByteArray(b"png")).write(image)


def _filled(fill: Callable[[QBuffer], None]) -> bytes:
    buffer = QBuffer()
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    fill(buffer)
    return bytes(buffer.data().data())
