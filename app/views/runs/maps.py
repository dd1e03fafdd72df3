"""The maps of two runs for one word, below each other at one zoom, with their differences."""

from __future__ import annotations

from typing import Literal

from PySide6.QtCore import Qt
from PySide6.QtGui import QHideEvent, QImage, QResizeEvent, QShowEvent, QTransform
from PySide6.QtWidgets import QFrame, QGridLayout, QLabel, QScrollArea, QWidget

from app.desktop.theme import Meaning
from app.display import MAP_NAMES, MapName, Viewport
from app.language.sentences import translated
from app.pictures.map_colours import MapImage
from app.pictures.predicted_images import apart_image, apart_swatches, predicted_image
from app.predicting.compared import Seen
from app.predicting.predicted import Predicted
from app.session import Session
from app.views.runs.compared_pane import ComparedPane
from app.widgets.boxes import colour_text, column, plain_label
from app.widgets.language import Translated
from core.labels.maps.spec import VERTICAL_RATIO
from core.runs.info import RunInfo

_TITLE = 128  # px
_ENDLESS = 1e6  # px: a word is fitted along its line only

Who = Literal["picture", "one", "other", "apart"]
"""Whose map a pane shows: none's, the first run's, the second's, or the difference of the two."""

_Key = tuple[Who, MapName | None]
_RUNS: tuple[Who, Who] = ("one", "other")


class RunMaps(Translated, QScrollArea):
    """The maps that two runs predict for the open image.

    Attributes
    ----------
    compared : ComparedMaps
    panes : dict of (Who, MapName or None) to ComparedPane
        The picture is ("picture", None).
    titles : dict
        Likewise.
    zoom : Viewport
        That all panes share; not that of the stage, which has more room.
    """

    def __init__(self, session: Session, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._session = session
        self.compared = session.compared
        self.zoom = Viewport(self)
        self.setWidgetResizable(True)
        self.setFrameShape(QFrame.Shape.NoFrame)
        keys: list[_Key] = [("picture", None)]
        for name in MAP_NAMES:
            keys += [("one", name), ("other", name), ("apart", name)]
        self.panes = {key: ComparedPane(self.zoom) for key in keys}
        self.titles = {key: plain_label() for key in keys}
        self._names: dict[MapName, QLabel] = {name: QLabel() for name in MAP_NAMES}
        self._legend = QLabel()
        self._legend.setTextFormat(Qt.TextFormat.RichText)
        self._legend.setWordWrap(True)
        for label in self._names.values():
            font = label.font()
            font.setBold(True)
            label.setFont(font)
        for title in self.titles.values():
            title.setWordWrap(False)
            title.setFixedWidth(_TITLE)
        self._sentence = plain_label()
        self._maps = QWidget()
        self._grid = QGridLayout(self._maps)
        self._grid.setSpacing(4)
        self._grid.setContentsMargins(0, 0, 0, 0)
        self._is_tall: bool | None = None
        self._held: tuple[object, ...] = (None, None, None)
        self._choices: tuple[object, ...] = ()
        page = QWidget()
        whole = column(self._sentence, self._maps, self._legend, parent=page, spacing=4, margins=(6, 4, 6, 4))
        whole.setStretchFactor(self._maps, 1)
        whole.addStretch(0)
        self.setWidget(page)
        self._place(False)
        self.compared.changed.connect(self.refresh)
        session.editor.label_changed.connect(self.refresh)  # also once another image has been read
        self.retranslate()

    def set_runs(self, runs: tuple[RunInfo, ...]) -> None:
        """Compare two runs."""
        self.compared.set_runs(runs)

    def refresh(self) -> None:
        """Show the present maps of the open image."""
        if not self.isVisible():
            return
        editor, runs = self._session.editor, self.compared.runs
        size = editor.image_size
        is_there = len(runs) == 2 and size is not None and editor.image == self._session.image
        self._maps.setVisible(is_there)
        self._legend.setVisible(is_there)
        self._sentence.setVisible(len(runs) == 2 and self._session.image is None)
        if not is_there or size is None:
            return
        self._place(size[0] > VERTICAL_RATIO * size[1])
        self.zoom.show_image(size[1], size[0])
        one, other = (self.compared.of(info) for info in runs)
        self._name_picture()
        for who, info, found in zip(_RUNS, runs, (one, other), strict=True):
            self._name_run(who, info, found)
        held = (editor.pixels, one, other)
        choices = (size, editor.charset, self._session.display.choices.colormap)
        if choices != self._choices or any(a is not b for a, b in zip(held, self._held, strict=True)):
            self._held, self._choices = held, choices  # an edit while the mouse moves must not draw them again
            self._show_picture()
            for name in MAP_NAMES:
                for who, found in zip(_RUNS, (one, other), strict=True):
                    self._show_run(who, name, found, size)
                self._show_apart(name, one, other, size)

    def showEvent(self, event: QShowEvent) -> None:
        """Nothing is predicted while nobody sees it."""
        super().showEvent(event)
        self.compared.want(True)
        self.refresh()

    def hideEvent(self, event: QHideEvent) -> None:
        """Nothing is predicted while nobody sees it."""
        super().hideEvent(event)
        self.compared.want(False)

    def recolour(self) -> None:
        self.refresh()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit()

    # How it is shown

    def _show_picture(self) -> None:
        pixels = self._session.editor.pixels
        pane = self.panes["picture", None]
        if pixels is None:
            pane.show_map(None)
            return
        height, width, _ = pixels.shape
        image = QImage(pixels.tobytes(), width, height, 3 * width, QImage.Format.Format_RGB888).copy()
        pane.show_map(MapImage(image, QTransform(), 0, 255, False))

    def _name_picture(self) -> None:
        title = self.titles["picture", None]
        title.setText(f"{self._elided(self._session.image or '')}\n{self._elided(self._target)}")
        title.setToolTip(f"{self._session.image}\n{self._target}")

    def _name_run(self, who: Who, info: RunInfo, found: Seen) -> None:
        said = ""
        meaning: Meaning | None = None
        if isinstance(found, Predicted):
            word = found.maps.word
            said = f"{word.text or '–'}  {word.confidence:.2f}"
            if self._target:
                meaning = "ok" if word.text == self._target else "error"
        for name in MAP_NAMES:
            title = self.titles[who, name]
            title.setText(f"{self._elided(info.name)}\n{self._elided(said)}")
            title.setToolTip(f"{info.name}\n{said}")
            self.panes[who, name].setAccessibleName(f"{info.name}, {self._names[name].text()}: {said or found}")
            colour_text(title, meaning)

    def _show_run(self, who: Who, name: MapName, found: Seen, size: tuple[int, int]) -> None:
        if isinstance(found, str):
            self.panes[who, name].show_map(None, translated(found))
            return
        colormap, charset = self._session.display.choices.colormap, self._session.editor.charset
        self.panes[who, name].show_map(predicted_image(found, size, name, colormap, charset, opaque=True))

    def _show_apart(self, name: MapName, one: Seen, other: Seen, size: tuple[int, int]) -> None:
        pane = self.panes["apart", name]
        if isinstance(one, str) or isinstance(other, str):
            pane.show_map(None)
            return
        found = apart_image(one, other, size, name)
        pane.show_map(found, "" if found else self.tr("The two models' maps are not of the same size."))

    @property
    def _target(self) -> str:
        return self._session.editor.label.word

    def _elided(self, text: str) -> str:
        return self.fontMetrics().elidedText(text, Qt.TextElideMode.ElideMiddle, _TITLE)

    def _place(self, is_tall: bool) -> None:
        """Rows below each other; of a tall image, columns beside each other."""
        if is_tall == self._is_tall:
            return
        self._is_tall = is_tall
        parts: list[tuple[QWidget, ComparedPane | None]] = []
        for (who, name), title in self.titles.items():
            if name is not None and who == "one":
                parts.append((self._names[name], None))
            parts.append((title, self.panes[who, name]))
        for number, (label, pane) in enumerate(parts):
            for at, widget in enumerate((label, pane)):
                if widget is not None:
                    self._grid.removeWidget(widget)
                    self._grid.addWidget(widget, *((at, number) if is_tall else (number, at)))
            if pane is not None:
                pane.set_tall(is_tall)
        self._fit()

    def _fit(self) -> None:
        pane = self.panes["picture", None]
        room = (_ENDLESS, pane.height()) if self._is_tall else (pane.width(), _ENDLESS)
        self.zoom.set_pane_size(*map(float, room))

    def retranslate(self) -> None:
        names: dict[MapName, str] = {
            "character": self.tr("Character"),
            "order": self.tr("Order"),
            "localization": self.tr("Localization"),
        }
        for name, text in names.items():
            self._names[name].setText(text)
            self.titles["apart", name].setText(self.tr("Difference"))
            self.panes["apart", name].setAccessibleName(self.tr("Difference of the two runs: {map}").format(map=text))
        self.panes["picture", None].setAccessibleName(self.tr("The word"))
        self._sentence.setText(self.tr("Select a word to see here what both runs see in it."))
        self._choices = ()  # some panes say a sentence
        swatches = "&nbsp;&nbsp; ".join(
            f'<span style="color:{swatch.colour.name()}">■</span>&nbsp;{swatch.text}' for swatch in apart_swatches()
        )
        self._legend.setText(self.tr("Difference: {legend}").format(legend=swatches))
        self.refresh()
