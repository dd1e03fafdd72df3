"""The reading of the open word's own target maps, also with another width or stride."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import partial
from html import escape

from PySide6.QtCore import QSignalBlocker, Qt, QTimer
from PySide6.QtGui import QShowEvent
from PySide6.QtWidgets import (
    QButtonGroup,
    QCheckBox,
    QGridLayout,
    QSizePolicy,
    QSlider,
    QToolButton,
    QWidget,
)

from app.desktop.theme import colour
from app.language.sentences import translated
from app.language.words import explained
from app.session import Session
from app.widgets.boxes import Label, column, explain, named, push_button, row, set_tip
from app.widgets.contrast import Recoloured
from app.widgets.symbol_font import symbol_font
from core.charset import Charset
from core.labels.edits.composition import in_step
from core.labels.label import WordLabel
from core.labels.maps.decoding import Ceiling, ReadWord, cures
from core.labels.maps.spec import MapSpec

_STEP = 32  # input pixels: widths that the network takes
_WIDEST = 1024  # input pixels, where the project has no larger width
_STRIDES = (1, 2, 4)
_MISSING = "·"
_QUIET = 300  # ms after the last change until a cure is looked for


@dataclass(frozen=True, slots=True)
class CeilingColumn:
    """One character of the label beside the symbol read at its position.

    Attributes
    ----------
    letter : str
        What the label says; U+FFFD where it does not know.
    read : str
        The symbol decoded at this position; "" where none is.
    is_right : bool
        Whether that is what it has to be: any symbol for a character that is ignored or outside the charset.
    """

    letter: str
    read: str
    is_right: bool


def columns(label: WordLabel, word: ReadWord, charset: Charset) -> tuple[CeilingColumn, ...]:
    """The characters of a label in reading order, each beside the symbol that its target maps decode to.

    Parameters
    ----------
    label : WordLabel
        After the project's normalisation.
    word : ReadWord
        What is decoded.
    """
    read = {character.order: character for character in word.characters}
    letters = label.word if in_step(label) else label.reading
    found = []
    for position, (letter, character) in enumerate(zip(letters, label.in_order, strict=True), 1):
        one = read.get(position)
        wanted = None if character.is_ignored else charset.id_of(character.symbol)
        is_right = one is not None and (wanted is None or (charset.id_of(one.symbol) == wanted and one.score > 0))
        found.append(CeilingColumn(letter, "" if one is None else one.symbol, is_right))
    return tuple(found)


class CeilingPanel(Recoloured, QWidget):
    """The ceiling: a switch for the reading of the target maps, and a trial of width and stride."""

    def __init__(self, session: Session, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._session = session
        self._cures: tuple[WordLabel, MapSpec, tuple[MapSpec, ...]] | None = None
        self._timer = QTimer(self, singleShot=True, interval=_QUIET)
        self._timer.timeout.connect(self._look_for_cure)
        self.switch = QCheckBox(self.tr("Reading of the maps"))
        self.switch.toggled.connect(lambda checked: session.display.set(ceiling=checked))
        self.text = Label()
        self.read = Label()
        self.confidence = set_tip(Label(), self.tr("Confidence: the product of the characters' scores"))
        self.sentence = Label()
        self._captions = {"text": Label(), "read": Label(), "width": Label(), "stride": Label()}
        for line in (self.text, self.read):
            line.setFont(symbol_font())  # letter over letter
            line.setTextFormat(Qt.TextFormat.RichText)
            line.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Preferred)
        self.sentence.setWordWrap(True)
        self.width_slider = named(
            QSlider(Qt.Orientation.Horizontal),
            self.tr("Trial width of the maps' input"),
            self.tr("Show the maps for another input width"),
        )
        self.width_slider.setPageStep(2)
        self.width_slider.valueChanged.connect(lambda steps: self._try(trial_width=steps * _STEP))
        self.width_value = Label()
        self.strides: dict[int, QToolButton] = {}
        self.mark = Label(wordWrap=True)
        self.use = push_button(
            self.tr("Use in project"), self._use, tip=self.tr("Write this width and stride to textscanner.json")
        )
        self.reset = push_button(
            self.tr("Reset"), self._reset, tip=self.tr("Show the maps with the project's settings")
        )
        self._lay_out()
        changed = session.editor.label_changed, session.display.changed, session.project_changed
        session.desk.switching.later(self.refresh, *changed, parent=self)
        says = self.tr("Decode the word's own target maps: the most that any network could read")
        set_tip(self.switch, explained("ceiling", before=says))
        set_tip(self._captions["stride"], explained("stride"))
        for caption, text in (
            ("text", self.tr("Text")),
            ("read", self.tr("Read")),
            ("width", self.tr("Width")),
            ("stride", self.tr("Stride")),
        ):
            self._captions[caption].setText(text)
        for stride, button in self.strides.items():
            said = self.tr("See the maps at stride {stride}: {stride} input pixels a map pixel").format(stride=stride)
            explain(button, said)
        self.refresh()

    def refresh(self) -> None:
        """Show the label and the choices as they are now."""
        if not self.isVisible():
            return  # decoding is not for nobody; showEvent makes up for it
        choices = self._session.display.choices
        self.switch.setChecked(choices.ceiling)
        self._show_reading(self._decoded() if choices.ceiling else "")
        self._show_trial()

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self.refresh()

    def recolour(self) -> None:
        self.refresh()

    # What is read

    def _label(self) -> WordLabel:
        """The label as the project compares and learns it."""
        project, label = self._session.project, self._session.editor.label
        return label if project is None else label.normalised(project.settings.normalise)

    def _decoded(self) -> Ceiling | str:
        if self._session.editor.document is None:
            return ""  # a label that cannot be read is not one without characters; the banner says why
        maps = self._session.editor.maps  # their sentence names the image
        return maps if isinstance(maps, str) else self._session.editor.ceiling()

    def _show_reading(self, found: Ceiling | str) -> None:
        self._timer.stop()
        for widget in (self._captions["text"], self._captions["read"], self.text, self.read, self.confidence):
            widget.setVisible(not isinstance(found, str))
        if isinstance(found, str):
            self._say(translated(found))
            return
        pairs = columns(self._label(), found.word, self._session.editor.charset)
        self.text.setText(self._marked([(pair.letter, pair.is_right) for pair in pairs]))
        self.read.setText(self._marked([(pair.read or _MISSING, pair.is_right) for pair in pairs]))
        said = self.tr("Text {text}, read {read}").format(text="".join(p.letter for p in pairs), read=found.word.text)
        for line in (self.text, self.read):
            explain(line, said)
        self.confidence.setText(f"{found.word.confidence:.2f}")
        if not pairs:
            self._say(self.tr("The word has no characters yet."))
        elif found.holds:
            self._say(self.tr("These maps can be read."))
        else:
            self._say(self._complaint(pairs), is_warning=True)

    def _marked(self, letters: list[tuple[str, bool]]) -> str:
        wrong = f'<span style="color: {colour("error").name()}; text-decoration: underline">{{}}</span>'
        return "".join(
            escaped if is_right else wrong.format(escaped)
            for escaped, is_right in ((escape(letter).replace(" ", "&nbsp;"), right) for letter, right in letters)
        )

    def _complaint(self, pairs: tuple[CeilingColumn, ...]) -> str:
        lost = [f"{rank} “{pair.letter}”" for rank, pair in enumerate(pairs, 1) if not pair.is_right]
        said = self.tr("Even a perfect network could not read these maps. Lost: {characters}.")
        complaint = said.format(characters=", ".join(lost))
        editor = self._session.editor
        if self._cures is None or self._cures[:2] != (editor.label, editor.spec):
            self._timer.start()
            return complaint
        options = [
            self.tr("stride {stride}").format(stride=spec.stride)
            if spec.stride != editor.spec.stride
            else self.tr("width {width}").format(width=spec.width)
            for spec in self._cures[2]
        ]
        if not options:
            cure = self.tr("No finer stride or wider map would be enough: move the characters apart.")
        else:
            cure = self.tr("These settings would be enough: {options}.").format(options=self.tr(" or ").join(options))
        return f"{complaint} {cure}"

    def _say(self, sentence: str, is_warning: bool = False) -> None:
        self.sentence.setText(sentence)
        self.sentence.setVisible(bool(sentence))
        tinted = f"color: {colour('warning').name()}" if is_warning else ""
        if tinted != self.sentence.styleSheet():
            self.sentence.setStyleSheet(tinted)

    def _look_for_cure(self) -> None:
        editor = self._session.editor
        label, size, spec, charset, seen = editor.label, editor.image_size, editor.spec, editor.charset, self._label()
        if size is not None:
            self._session.background.start(
                "",
                lambda job: cures(seen, size, charset, spec),
                lane="checks",
                finished=partial(self._cured, label, spec),
            )

    def _cured(self, label: WordLabel, spec: MapSpec, found: tuple[MapSpec, ...]) -> None:
        self._cures = label, spec, found
        self.refresh()

    # The trial

    def _show_trial(self) -> None:
        session = self._session
        spec, choices, project = session.editor.spec, session.display.choices, session.project
        with QSignalBlocker(self.width_slider):
            self.width_slider.setRange(1, max(_WIDEST, spec.width) // _STEP)
            self.width_slider.setValue(spec.width // _STEP)
        self.width_value.setText(self.tr("{width} px").format(width=spec.width))
        self.strides[spec.stride].setChecked(True)
        is_trial = choices.trial_width is not None or choices.trial_stride is not None
        there = project is not None
        for widget in (self.width_slider, *self.strides.values()):
            widget.setEnabled(there)
        self.reset.setEnabled(is_trial)
        self.use.setEnabled(is_trial and there and not session.desk.is_read_only)
        if project is not None and is_trial:
            said = self.tr("This is a trial. The project has width {width}, stride {stride}.")
            kept = project.settings.maps
            self.mark.setText(said.format(width=kept.width, stride=kept.stride))
        else:
            self.mark.setText(self.tr("The project's own width and stride."))
        tinted = f"color: {colour('accent' if is_trial else 'muted').name()}"
        if tinted != self.mark.styleSheet():
            self.mark.setStyleSheet(tinted)

    def _try(self, **changes: int) -> None:
        """Try another width or stride; the project's own values end the trial."""
        project = self._session.project
        if project is None:
            return
        kept = {"trial_width": project.settings.maps.width, "trial_stride": project.settings.maps.stride}
        self._session.display.set(**{name: None if value == kept[name] else value for name, value in changes.items()})

    def _use(self) -> None:
        project = self._session.project
        if project is not None:
            changed = replace(project.settings, maps=self._session.editor.spec)
            self._session.catalog.save_settings(changed, then=self._reset)

    def _reset(self) -> None:
        self._session.display.set(trial_width=None, trial_stride=None)

    # How it looks

    def _lay_out(self) -> None:
        group = QButtonGroup(self)
        for stride in _STRIDES:
            button = QToolButton()
            button.setText(str(stride))
            button.setAutoRaise(True)  # so that the chosen one stands out in both themes
            button.setCheckable(True)
            button.clicked.connect(lambda _, stride=stride: self._try(trial_stride=stride))
            group.addButton(button)
            self.strides[stride] = button
        strides = row(*self.strides.values(), spacing=0)
        strides.addStretch(1)
        grid = QGridLayout()
        grid.setHorizontalSpacing(8)
        grid.setVerticalSpacing(6)
        grid.setColumnStretch(1, 1)
        for line, (caption, field) in enumerate((("text", self.text), ("read", self.read))):
            grid.addWidget(self._captions[caption], line, 0)
            grid.addWidget(field, line, 1)
        grid.addWidget(self.confidence, 1, 2)
        grid.addWidget(self.sentence, 2, 0, 1, 3)
        grid.addWidget(self._captions["width"], 3, 0)
        grid.addWidget(self.width_slider, 3, 1)
        grid.addWidget(self.width_value, 3, 2)
        grid.addWidget(self._captions["stride"], 4, 0)
        grid.addLayout(strides, 4, 1)
        grid.addWidget(self.mark, 5, 0, 1, 3)
        buttons = row(self.use, self.reset, spacing=6)
        buttons.addStretch(1)
        column(self.switch, grid, buttons, parent=self, margins=(8, 8, 8, 8)).addStretch(1)
