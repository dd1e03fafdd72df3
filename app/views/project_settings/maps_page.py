"""The page of the target maps, with a preview for the open image."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
from PySide6.QtCore import Qt, QTimer, SignalInstance
from PySide6.QtGui import QImage, QPalette, QPixmap
from PySide6.QtWidgets import QCheckBox, QComboBox, QDoubleSpinBox, QGridLayout, QScrollArea, QSpinBox, QWidget

from app.language.sentences import in_a_list, translated
from app.session import Session
from app.views.project_settings.draft import SettingsDraft
from app.widgets.boxes import Label, choice_box, colour_text, column, named, plain_label, row
from app.workers.latest import LatestJob
from core.base.errors import StudioError
from core.charset import Charset
from core.labels.edits.composition import in_step
from core.labels.label import WordLabel
from core.labels.maps.decoding import UpperBound, cures, upper_bound
from core.labels.maps.pictures import Rgb, character_picture, localization_picture, order_picture
from core.labels.maps.render import render
from core.labels.maps.spec import MapSpec, Sigma
from core.project.project import ProjectSettings

_QUIET = 150  # ms after the last key until the maps are rendered
_EDITOR_WIDTH = 190  # px
_PICTURE = (320, 120)  # px at most
_LARGEST = 1 << 20  # input pixels that are rendered as a preview

Editor = QSpinBox | QDoubleSpinBox | QComboBox | QCheckBox


@dataclass(frozen=True, slots=True)
class Rendered:
    """The target maps of the open image under the edited settings."""

    pictures: tuple[Rgb, ...] = ()
    """Character, order and localization map, (h, w, 3) uint8, RGB. Empty if they cannot be rendered."""
    upper_bound: UpperBound | None = None
    """The best possible reading: the word that the maps decode to."""
    lost: tuple[str, ...] = ()
    """The characters that are not read off the maps, with their ranks."""
    cures: tuple[MapSpec, ...] = ()
    """A finer stride and a larger width at which no character would be lost, if there are such."""
    fault: str = ""
    """Reason why there are no maps. "" if there are."""


def render_preview(
    label: WordLabel, size: tuple[int, int], charset: Charset, settings: ProjectSettings, name: str
) -> Rendered:
    """Render a label's maps with the edited settings and decode them, in a background thread."""
    seen = label.normalised(settings.normalise)
    try:
        maps = render(seen, size, charset, settings.maps, settings.unknown, name)
        pictures = (
            character_picture(maps.character, charset.symbols),
            order_picture(maps.order),
            localization_picture(maps.localization),
        )
        bound = upper_bound(seen, size, charset, settings.maps)
        if bound.holds:
            return Rendered(pictures, bound)
        return Rendered(pictures, bound, lost_of(seen, bound, charset), cures(seen, size, charset, settings.maps))
    except StudioError as error:
        return Rendered(fault=str(error))


def lost_of(label: WordLabel, bound: UpperBound, charset: Charset) -> tuple[str, ...]:
    """Return the characters of a label that its own target maps do not decode to, such as "3 “l”".

    An ignored character, or one outside the charset, is lost only if nothing is read at its position.
    """
    read = {character.order: character for character in bound.word.characters}
    letters = label.word if in_step(label) else label.reading
    lost = []
    for rank, (letter, character) in enumerate(zip(letters, label.in_order, strict=True), 1):
        one = read.get(rank)
        wanted = None if character.is_ignored else charset.id_of(character.symbol)
        if one is None or (wanted is not None and (charset.id_of(one.symbol) != wanted or one.score <= 0)):
            lost.append(f"{rank} “{letter}”")
    return tuple(lost)


class MapsPage(QWidget):
    """Edits the MapSpec of the project."""

    def __init__(self, session: Session, draft: SettingsDraft, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._session = session
        self._draft = draft
        self._rendering = LatestJob(session.workspace.background, "checks", self)
        self._soon = QTimer(self, singleShot=True, interval=_QUIET)
        self._soon.timeout.connect(self._render)
        spec = draft.settings.maps
        # by field of `MapSpec`; `sigma` is the number, `sigma_kind` what it means
        self.editors: dict[str, Editor] = {
            "height": _whole(spec.height, 1, 4096, 32, " " + self.tr("px")),
            "width": _whole(spec.width, 1, 4096, 32, " " + self.tr("px")),
            "stride": choice_box("", {"1": "1", "2": "2", "4": "4"}, str(spec.stride)),
            "max_length": _whole(spec.max_length, 1, 1000, 1),
            "orientation": choice_box(
                "",
                {"auto": self.tr("Automatic"), "horizontal": self.tr("Horizontal"), "vertical": self.tr("Vertical")},
                spec.orientation,
            ),
            "shrink": _number(spec.shrink, 0, 1, 0.05, 2),
            "sigma_kind": choice_box(
                "", {"relative": self.tr("Share of the character"), "fixed": self.tr("Input pixels")}, spec.sigma.kind
            ),
            "sigma": _number(spec.sigma.value, 0, 1000, 0.05, 3),
            "threshold": _number(spec.threshold, 0, 1, 0.05, 2),
            "keep_aspect": _switch(spec.keep_aspect),
        }
        self._pictures = [Label() for _ in range(3)]
        titles = (self.tr("Character map"), self.tr("Order map"), self.tr("Centre map"))
        self._captions = [plain_label(title) for title in titles]
        self.says = plain_label(selectable=True)
        self._arrange()
        for editor in self.editors.values():
            _changed(editor).connect(self._change_draft)
        session.editor.label_changed.connect(self._soon.start)
        draft.changed.connect(self._soon.start)
        self._soon.start()

    def _arrange(self) -> None:
        fields = QWidget()
        grid = QGridLayout(fields)
        grid.setContentsMargins(0, 0, 6, 0)
        grid.setHorizontalSpacing(8)
        grid.setVerticalSpacing(0)
        grid.setColumnStretch(0, 1)
        for number, (name, text, says) in enumerate(self._texts()):
            editor = named(self.editors[name], text, says)
            editor.setAccessibleDescription(says)
            editor.setFixedWidth(_EDITOR_WIDTH)
            title, explanation = Label(text), plain_label(says)
            title.setBuddy(editor)
            explanation.setForegroundRole(QPalette.ColorRole.PlaceholderText)
            grid.addWidget(title, 3 * number, 0)
            grid.addWidget(explanation, 3 * number + 1, 0)
            grid.addWidget(editor, 3 * number, 1, 2, 1, Qt.AlignmentFlag.AlignVCenter)
            grid.setRowMinimumHeight(3 * number + 2, 8)
        grid.setRowStretch(3 * len(self.editors), 1)
        left = QScrollArea(widgetResizable=True)
        left.setFrameShape(QScrollArea.Shape.NoFrame)
        left.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        left.setWidget(fields)
        for ground in (fields, left.viewport()):
            ground.setAutoFillBackground(False)  # the page's own shows through
        right = column(self.says, spacing=6)
        for parts in zip(self._captions, self._pictures, strict=True):
            for part in parts:
                part.setFixedWidth(_PICTURE[0])
                right.addWidget(part)
        right.addStretch(1)
        self.says.setFixedWidth(_PICTURE[0])
        row(left, right, parent=self, spacing=12, margins=(12, 12, 12, 6)).setStretchFactor(left, 1)

    # What is chosen

    def _change_draft(self) -> None:
        self._draft.change("maps", lambda settings: replace(settings, maps=self._spec()))

    def _spec(self) -> MapSpec:
        value = {name: _value(editor) for name, editor in self.editors.items()}
        sigma = Sigma(value.pop("sigma_kind"), value.pop("sigma"))
        return MapSpec(**value | {"stride": int(value["stride"]), "sigma": sigma})

    # What it makes of the image on screen

    def _render(self) -> None:
        editor = self._session.editor
        settings = self._draft.settings
        charset = self._draft.charset
        size = editor.image_size
        label = editor.committed_label
        name = editor.image or ""
        if size is None or not label.characters:
            self._rendering.drop()
            self._show_rendered(Rendered(fault=self.tr("Open an image with polygons to see its target maps here.")))
            return
        if settings.maps.height * settings.maps.width > _LARGEST:
            self._rendering.drop()
            self._show_rendered(Rendered(fault=self.tr("Maps of this size are too large for a preview.")))
            return
        self._rendering.ask(lambda job: render_preview(label, size, charset, settings, name), self._show_rendered)

    def _show_rendered(self, rendered: Rendered) -> None:
        for number, (caption, label) in enumerate(zip(self._captions, self._pictures, strict=True)):
            there = number < len(rendered.pictures)
            caption.setVisible(there)
            label.setVisible(there)
            if there:
                label.setPixmap(self._pixmap(rendered.pictures[number]))
        read = rendered.upper_bound
        if read is None:
            self._say(translated(rendered.fault), good=not rendered.fault or not self._session.editor.label.characters)
        elif read.holds:
            self._say(self.tr("The maps of this image read “{text}”.").format(text=read.word.text), good=True)
        else:
            says = self.tr(
                "Even a perfect network would read “{text}” from the maps of this image. Lost: {characters}."
            )
            lost = says.format(text=read.word.text, characters=in_a_list(rendered.lost))
            self._say(f"{lost} {self._cure(rendered.cures)}", good=False)

    def _cure(self, specs: Sequence[MapSpec]) -> str:
        stride = self._draft.settings.maps.stride
        options = [
            self.tr("stride {stride}").format(stride=spec.stride)
            if spec.stride != stride
            else self.tr("width {width}").format(width=spec.width)
            for spec in specs
        ]
        if not options:
            return self.tr("No finer stride or wider map would be enough: move the characters apart.")
        return self.tr("These settings would be enough: {options}.").format(options=self.tr(" or ").join(options))

    def _say(self, sentence: str, good: bool) -> None:
        colour_text(self.says, None if good else "error")
        self.says.setText(sentence)

    def _pixmap(self, picture: Rgb) -> QPixmap:
        packed = np.ascontiguousarray(picture)
        height, width, _ = packed.shape
        image = QImage(packed.data, width, height, 3 * width, QImage.Format.Format_RGB888)
        ratio = self.devicePixelRatioF()
        scaled = image.scaled(
            round(_PICTURE[0] * ratio), round(_PICTURE[1] * ratio), Qt.AspectRatioMode.KeepAspectRatio
        )
        scaled.setDevicePixelRatio(ratio)
        return QPixmap.fromImage(scaled)

    # Texts

    def _texts(self) -> Sequence[tuple[str, str, str]]:
        """The name, title and help of every setting, from the top."""
        return (
            ("height", self.tr("Height"), self.tr("Height of the network's input, a multiple of 32.")),
            (
                "width",
                self.tr("Width"),
                self.tr("Width of the network's input, a multiple of 32. Long words need more."),
            ),
            ("stride", self.tr("Stride"), self.tr("Input pixels per map pixel: 1 is the finest, 4 the fastest.")),
            (
                "max_length",
                self.tr("Most characters"),
                self.tr("The most characters that a word may have. The order map has one channel for each."),
            ),
            (
                "orientation",
                self.tr("Orientation"),
                self.tr("Vertical words are turned; automatic: if taller than 1.5 times the width."),
            ),
            (
                "shrink",
                self.tr("Shrink"),
                self.tr("The share of a polygon that the character map keeps: 1 keeps all of it."),
            ),
            ("sigma_kind", self.tr("Unit of the Gaussians"), self.tr("The unit of the width of the Gaussians.")),
            ("sigma", self.tr("Width of the Gaussians"), self.tr("Standard deviation, in the unit above.")),
            (
                "threshold",
                self.tr("Threshold"),
                self.tr("The least height of a Gaussian at which its order counts; the paper's ζ."),
            ),
            (
                "keep_aspect",
                self.tr("Keep the aspect ratio"),
                self.tr("Pad at the right and below instead of stretching the image."),
            ),
        )


def _whole(value: int, low: int, high: int, step: int, suffix: str = "") -> QSpinBox:
    editor = QSpinBox(minimum=low, maximum=high, singleStep=step, value=value, suffix=suffix)
    editor.setKeyboardTracking(False)  # 320 is meant, not 3 and then 32
    return editor


def _number(value: float, low: float, high: float, step: float, decimals: int) -> QDoubleSpinBox:
    editor = QDoubleSpinBox(decimals=decimals, minimum=low, maximum=high, singleStep=step, value=value)
    editor.setKeyboardTracking(False)
    return editor


def _switch(value: bool) -> QCheckBox:
    editor = QCheckBox()
    editor.setChecked(value)
    return editor


def _changed(editor: Editor) -> SignalInstance:
    if isinstance(editor, QComboBox):
        return editor.currentIndexChanged
    return editor.toggled if isinstance(editor, QCheckBox) else editor.valueChanged


def _value(editor: Editor) -> Any:
    if isinstance(editor, QComboBox):
        return editor.currentData()
    return editor.isChecked() if isinstance(editor, QCheckBox) else editor.value()
