"""Saving the stage as a picture."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from pathlib import Path, PurePosixPath

from PySide6.QtCore import QBuffer, QByteArray, QIODevice, QPoint, QRect, Qt
from PySide6.QtGui import QImage, QImageWriter, QPainter
from PySide6.QtSvg import QSvgGenerator
from PySide6.QtWidgets import QFileDialog, QWidget

from app.language.languages import translate
from app.session import Session
from core.base.files import write_atomically

_SHARP = 2.0  # pixels of a PNG a device-independent one


def export_dialog(session: Session, stage: QWidget, parent: QWidget) -> QFileDialog:
    """Ask for a file, then save; the ending of its name chooses PNG or SVG."""
    dialog = QFileDialog(parent, translate("ExportView", "Export the view"))
    dialog.setAcceptMode(QFileDialog.AcceptMode.AcceptSave)
    dialog.setNameFilters([translate("ExportView", "PNG picture (*.png)"), translate("ExportView", "SVG (*.svg)")])
    dialog.setDefaultSuffix("png")
    dialog.filterSelected.connect(lambda chosen: dialog.setDefaultSuffix("svg" if "svg" in chosen else "png"))
    dialog.selectFile(PurePosixPath(session.image or "view").stem + "-maps.png")
    dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
    dialog.fileSelected.connect(lambda file: export_view(session, stage, Path(file)))
    return dialog


def export_view(session: Session, stage: QWidget, path: Path) -> None:
    """Save a picture of a widget as PNG or SVG; a background job writes the file."""
    data = svg_of(stage) if path.suffix.lower() == ".svg" else png_of(stage)
    said = translate("ExportView", "Saved {file}.").format(file=path.name)
    session.background.start(
        "",
        lambda job: write_atomically(path, data),
        lane="saving",
        finished=lambda _: session.tell(said),
        failed=lambda error: session.tell(str(error), "error"),
    )


def png_of(widget: QWidget) -> bytes:
    """A widget as PNG, at twice its size on a plain screen."""
    scale = max(_SHARP, widget.devicePixelRatioF())
    image = QImage(widget.size() * scale, QImage.Format.Format_RGB32)
    image.setDevicePixelRatio(scale)
    painter = QPainter(image)
    widget.render(painter, QPoint())
    painter.end()
    return _filled(partial(_save_png, image))


def svg_of(widget: QWidget) -> bytes:
    """A widget as SVG: texts and outlines stay vectors, maps are pictures."""

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
