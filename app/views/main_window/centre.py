"""The middle of the window, with the picture and its maps, the positions below, and messages above."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from PySide6.QtCore import QByteArray, QRect, QRectF, Qt, QTimer
from PySide6.QtGui import QResizeEvent, QShowEvent
from PySide6.QtWidgets import QSplitter, QStackedWidget, QWidget

from app.display import Display
from app.language.figures import agreeing, clock
from app.pictures.arrangement import HANDLE, Arrangement, arrange, is_best_beside
from app.pictures.shown_maps import model_name
from app.session import Session
from app.training.phases import Phases
from app.views.canvas.view import CanvasView
from app.views.maps.grid import MapGrid
from app.views.maps.positions import PositionsStrip
from app.views.maps.repair_bar import RepairBar
from app.views.messages.banners import StateBanners, Toasts
from app.widgets.boxes import column, plain_label, push_button, row, set_tip
from app.widgets.job_progress import JobSlot
from core.base.json_text import parse_json

if TYPE_CHECKING:
    from app.views.what_if.trial import Trial


_SECOND = 1000  # ms
_SHOWN = 6  # rounds in the sentence; the tool tip has all
_LAYOUTS = ("label", "review")  # for correcting


_BELOW, _BESIDE = "below", "beside"


class ImageSplitter(QSplitter):
    """Holds the canvas and, below or beside it, the maps."""

    def __init__(self, canvas: CanvasView, maps: MapGrid, display: Display, parent: QWidget | None = None) -> None:
        super().__init__(Qt.Orientation.Vertical, parent)
        self._maps, self._display = maps, display
        self._made: dict[bool, Arrangement] = {}  # the last one for words written across, and downwards
        self._room = (0, 0, 0, 0)
        self._chosen: bool | None = None
        self._moved: dict[str, float] = {}  # what the person gave the picture of the room, by the place of the maps
        self.setObjectName("stage")
        self.setHandleWidth(round(HANDLE))
        self.setChildrenCollapsible(False)
        self.addWidget(canvas)
        self.addWidget(maps)
        self.splitterMoved.connect(self._keep_share)
        maps.shape_changed.connect(self.arrange)
        display.changed.connect(self._follow_display)

    def share_room(self) -> None:
        """Divide the room between picture and maps in the best way for them, discarding any division made by hand."""
        self._made.clear()
        self._moved.clear()
        self.arrange()

    def arrange(self) -> None:
        """Place the maps below or beside the picture, as large as possible, or in a line below it if awaited."""
        shape = self._maps.shape_of_grid
        if not self.isVisible() or self.width() <= 0 or self.height() <= 0 or not shape.kinds:
            return
        room = self.width(), self.height(), shape.kinds, shape.sources
        if room != self._room:  # only the next word is to find all if it was
            self._room = room
            self._made.clear()
        self._chosen = chosen = self._display.choices.beside
        if chosen is None:  # the same for each word, whatever its shape
            chosen = is_best_beside(room[:2], shape.kinds, shape.sources)
        self._display.is_beside = chosen
        self._made[shape.is_upright] = made = arrange(
            room[:2],
            shape.ratio,
            shape.kinds,
            shape.sources,
            is_upright=shape.is_upright,
            is_beside=chosen,
            before=self._made.get(shape.is_upright),
        )
        is_beside = made.place.is_beside and not self._maps.are_awaited
        self._maps.set_turned(made.place.is_turned)
        orientation = Qt.Orientation.Horizontal if is_beside else Qt.Orientation.Vertical
        if orientation != self.orientation():
            self.setOrientation(orientation)
        along = self.width() if is_beside else self.height()
        picture = round(self._moved.get(self._side, made.share) * along)
        if self._maps.are_awaited:  # there is one sentence to show
            picture = along - self.handleWidth() - self._maps.minimumSizeHint().height()
        sizes = [picture, along - self.handleWidth() - picture]
        if sizes != self.sizes():
            self.setSizes(sizes)

    def _follow_display(self) -> None:
        """Arrange again if a person has chosen another place."""
        if self._display.choices.beside != self._chosen:
            self.arrange()

    def saveState(self) -> QByteArray:
        """Return the share that a person gave the picture, since all else follows from the image and the room."""
        return QByteArray(json.dumps(self._moved).encode())

    def restoreState(self, state: QByteArray | bytes | bytearray | memoryview) -> bool:
        """Restore the share that a person gave the picture before."""
        try:
            values = parse_json(bytes(QByteArray(state).data()))
        except ValueError:
            return False
        if not isinstance(values, dict):
            return False
        self._moved = {
            side: values[side]
            for side in (_BELOW, _BESIDE)
            if isinstance(values.get(side), float) and 0 < values[side] < 1
        }
        self.arrange()
        return True

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self.arrange()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self.arrange()

    @property
    def _side(self) -> str:
        return _BESIDE if self.orientation() == Qt.Orientation.Horizontal else _BELOW

    def _keep_share(self) -> None:
        picture, maps = self.sizes()
        self._moved[self._side] = picture / max(picture + maps + self.handleWidth(), 1)


class LearningBar(QWidget):
    """Shows the progress of learning and comparing, and in layouts for correcting also what there is to learn."""

    def __init__(self, session: Session, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._learning, self._display = session.models.learning, session.display
        self._training = session.training
        self._phases = Phases()
        self.sentence = plain_label()
        self.learn = push_button(
            self.tr("Learn from these corrections"),
            self._learning.learn,
            tip=self.tr(
                "Fine-tune the model on all reviewed labels in the background: at most 10 minutes for the training, "
                "and 5 for the comparison with the previous model"
            ),
        )
        self.back = push_button(self.tr("Back to the previous model"), self._learning.go_back)
        self.progress = JobSlot(has_title=False, has_numbers=False)
        whole = row(self.sentence, self.progress, self.learn, self.back, parent=self, spacing=6, margins=(6, 2, 6, 2))
        whole.setStretchFactor(self.sentence, 1)
        self._learning.changed.connect(self.show_rounds)
        self._learning.compared.connect(self.show_rounds)
        self._learning.progressed.connect(self._say)
        self._tick = QTimer(self, interval=_SECOND)
        self._tick.timeout.connect(self._say)
        session.display.changed.connect(self._show_or_hide)
        session.workspace.background.jobs_changed.connect(self._show_or_hide)  # another bar has come in sight, or gone
        self._session = session
        self.show_rounds()

    def show_rounds(self) -> None:
        """Show the current state of the learning rounds."""
        learning = self._learning
        if learning.job is None:
            self._tick.stop()
        else:
            self._tick.start()
        self._say()
        set_tip(
            self.sentence,
            "\n".join(
                (
                    self.tr(
                        "A correction is a symbol typed over, added or deleted, or a box moved. The fewer a draft "
                        "needs, the better the model drafts."
                    ),
                    *(
                        self.tr("{model} · corrected drafts: {words} · corrections: {corrections}").format(
                            model=name,
                            words=self.locale().toString(one.words),
                            corrections=self.locale().toString(one.corrections),
                        )
                        for name, one in learning.rounds
                    ),
                )
            ),
        )
        self.learn.setVisible(learning.job is None)
        self.learn.setEnabled(learning.can_learn)
        self.back.setVisible(bool(learning.previous) and not learning.is_learning)
        set_tip(self.back, self.tr("Draft with {model} again").format(model=learning.previous))
        self._show_or_hide()

    def _show_or_hide(self) -> None:
        learning, layout = self._learning, self._display.layout
        job = learning.job
        is_elsewhere = job is not None and job.bars > self.progress.bars  # such as in the panel of the runs
        self.progress.follow(None if is_elsewhere else job)
        is_at_work = learning.is_learning and not is_elsewhere
        self.setVisible(is_at_work or (layout in _LAYOUTS and any(one.words for _, one in learning.rounds)))

    def _say(self) -> None:
        learning = self._learning
        numbers = [self.locale().toString(one.per_word, "f", 1) for _, one in learning.rounds if one.words]
        sentence = self.tr("Corrections that a draft needed on average: {numbers}").format(
            numbers=("… " if len(numbers) > _SHOWN else "") + " → ".join(numbers[-_SHOWN:])
        )
        left = learning.seconds_left
        if learning.comparing is not None:
            sentence = learning.said_comparison(model_name(self._session, learning.compared_with))
        elif learning.is_learning:
            sentence = self.tr("The model is learning")
            phase = self._phases.said(self._training.state)
            sentence += f" · {phase}" if phase else ""
            if self._training.state.phase == "stopping":
                sentence += " · " + self.tr("stopping…")
            elif left is not None:
                sentence += " · " + self.tr("At most {time} left").format(time=clock(left))
        elif learning.corrected:
            to_learn = self.tr("{count} {count:|word|words} to learn from")
            sentence += " · " + agreeing(to_learn, count=f"{learning.corrected:,}")
        self.sentence.setText(sentence)


class Centre(QWidget):
    """Shows the welcome page without a project, or else the open image with all widgets around it."""

    def __init__(self, session: Session, welcome: QWidget) -> None:
        super().__init__(welcome.parentWidget())  # in no window of its own: that would become the active one
        self._session = session
        self.image_area = QWidget(self)
        self.canvas = CanvasView(session)
        self.maps = MapGrid(session, self.image_area)  # without a parent, what shows itself is a window for a moment
        self.positions = PositionsStrip(session)
        self._splitter = ImageSplitter(self.canvas, self.maps, session.display)
        self.learning = LearningBar(session, self.image_area)
        self._area = column(self._splitter, self.learning, self.positions, parent=self.image_area, spacing=0)
        self._area.setStretchFactor(self._splitter, 1)
        self._pages = QStackedWidget(self)
        self._pages.addWidget(welcome)
        self._pages.addWidget(self.image_area)
        self.image_area.setFocusPolicy(Qt.FocusPolicy.ClickFocus)  # keys act on the picture after a click on maps, too
        self.image_area.setFocusProxy(self.canvas)
        self.repair_bar: RepairBar | None = None
        self.trial: Trial | None = None
        self.banners = StateBanners(session)
        column(self.banners, self._pages, parent=self, spacing=0).setStretchFactor(self._pages, 1)
        self.toasts = Toasts(session, self, self.canvas, self._place_of_word)
        for changed in (session.display.changed, session.editor.label_changed, session.predictions.changed):
            changed.connect(self._show_strip)
        session.project_changed.connect(self._choose_page)
        session.instruments.prediction_repair.changed.connect(self._make_repair_bar)
        session.display.changed.connect(self._make_trial)

    def _place_of_word(self) -> QRect:
        size = self._session.viewport.image_size
        return self.canvas.pane_transform().mapRect(QRectF(0, 0, size.width(), size.height())).toAlignedRect()

    def share_room(self) -> None:
        """Divide the room between picture and maps in the best way for them."""
        self._splitter.share_room()

    def _show_strip(self) -> None:
        """Show the single positions if the layout has them, and the word has some or is about to be read."""
        session = self._session
        if session.editor.loaded is not None or session.image is None:  # between two words all stays as it is
            there = session.predictions.is_on or bool(session.editor.label.characters)
            choices = session.display.choices
            self.positions.setVisible(choices.strip and there and not choices.trial)

    def _make_repair_bar(self) -> None:
        """Make the bar when a prediction is repaired for the first time, after which it shows and hides itself."""
        if self.repair_bar is None:
            self.repair_bar = RepairBar(self._session, self.image_area)  # without a parent it would show as a window
            self._area.insertWidget(1, self.repair_bar)

    def _make_trial(self) -> None:
        """Make the trial when it is wanted for the first time, after which it shows and hides itself."""
        if self.trial is None and self._session.display.choices.trial:
            from app.views.what_if.trial import Trial

            self.trial = Trial(self._session, self.canvas, self.maps, self.maps.corner, self.image_area)
            self._area.insertWidget(1, self.trial.bar)

    def _choose_page(self) -> None:
        self._pages.setCurrentIndex(0 if self._session.project is None else 1)
