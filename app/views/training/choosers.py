"""Choosers of training words, validation words, start weights and device."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from PySide6.QtCore import QSignalBlocker, Qt
from PySide6.QtWidgets import QFileDialog, QLabel

from app.language.figures import size_text
from app.language.sentences import translated
from app.session import Session
from app.training.plan import Data, TrainingPlan
from app.views.training.editors import ChoiceBox, FieldEditor, NumberBox
from app.widgets.boxes import column, row
from core.base.graphics_cards import GraphicsCard, graphics_cards

_FULL, _FREE = 0.5, 1 << 30  # of a card's memory; bytes: below, another program has most of it


class Chooser(FieldEditor):
    """A list of possibilities that is made anew whenever the plan changes."""

    def __init__(self, session: Session, plan: TrainingPlan) -> None:
        super().__init__()
        self.session, self.plan = session, plan
        self.main = self.box = ChoiceBox()
        self.box.activated.connect(lambda place: self.choose(self.box.itemData(place)))
        self.box.setSizeAdjustPolicy(ChoiceBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)

    def choose(self, value: Any) -> None:
        """Put the person's choice into the plan."""
        raise NotImplementedError

    def fill(self, entries: Sequence[tuple[str, object]], current: object) -> None:
        """Offer possibilities, (text, value) each, with the current one chosen."""
        self.box.clear()
        for text, value in entries:
            self.box.addItem(text, value)
            self.box.setItemData(self.box.count() - 1, text, Qt.ItemDataRole.ToolTipRole)
        self.box.setCurrentIndex([value for _, value in entries].index(current))


class DataChooser(Chooser):
    """The project's words, drawn ones, or both; which share of them is drawn."""

    def __init__(self, session: Session, plan: TrainingPlan) -> None:
        super().__init__(session, plan)
        self.share = NumberBox(is_whole=True)
        self.share.setRange(1, 99)
        self.share.setSuffix(" %")
        self.share.valueChanged.connect(lambda percent: self.plan.set("synthetic", percent / 100))
        self.share.setFixedWidth(70)
        row(self.box, self.share, parent=self, spacing=6)

    def choose(self, value: Data) -> None:
        """See `Chooser`."""
        self.plan.set_data(value)

    def set_value(self, value: Any, unset: str) -> None:
        """See `FieldEditor`."""
        entries: list[tuple[str, object]] = [
            (self.tr("This project"), "project"),
            (self.tr("Project + drawn"), "mix"),
            (self.tr("Drawn words only"), "drawn"),
        ]
        self.fill(entries, self.plan.data)
        self.share.setVisible(self.plan.data == "mix")
        _show_share(self.share, self.plan.value("synthetic"), self.tr("Share of drawn words"))


class ValidationChooser(Chooser):
    """Same as the project, another share of its images, or a folder."""

    def __init__(self, session: Session, plan: TrainingPlan) -> None:
        super().__init__(session, plan)
        self.share = NumberBox(is_whole=True)
        self.share.setRange(0, 90)
        self.share.setSuffix(" %")
        self.share.valueChanged.connect(lambda percent: self.plan.set("validation", percent / 100))
        self.share.setFixedWidth(70)
        row(self.box, self.share, parent=self, spacing=6)

    def choose(self, value: Any) -> None:
        """See `Chooser`."""
        if value == "folder":
            start = "" if self.session.project is None else str(self.session.project.root)
            found = QFileDialog.getExistingDirectory(self, self.tr("A folder of labelled images"), start)
            if found:
                self.plan.set("validation", Path(found))
            self.set_value(self.plan.value("validation"), "")
        else:
            self.plan.set("validation", value)

    def set_value(self, value: Any, unset: str) -> None:
        """See `FieldEditor`."""
        entries: list[tuple[str, object]] = [(self._said_project(), None)]
        share = value if isinstance(value, float) else 0.1
        entries.append((self.tr("A share of the images"), share))
        if isinstance(value, Path):
            entries.append((value.name, value))
        entries.append((self.tr("A folder…"), "folder"))
        self.fill(entries, value)
        self.share.setVisible(isinstance(value, float))
        _show_share(self.share, share, self.tr("Share of the project's images that is set apart for validation"))

    def _said_project(self) -> str:
        project = self.session.project
        if project is None:
            return self.tr("Same as the project")
        chosen = project.settings.validation
        if chosen.folder is not None:
            return self.tr("Project: folder {folder}").format(folder=chosen.folder)
        return self.tr("Project: {share} % of the images").format(share=f"{100 * chosen.share:g}")


class StartChooser(Chooser):
    """The model that comes along, random weights, the best of a run, or a model file."""

    def __init__(self, session: Session, plan: TrainingPlan) -> None:
        super().__init__(session, plan)
        row(self.box, parent=self)

    def choose(self, value: Any) -> None:
        """See `Chooser`."""
        if value == "file":
            found, _ = QFileDialog.getOpenFileName(self, self.tr("A model to start from"), "", "Keras (*.keras)")
            if found:
                self.plan.set_start(Path(found))
            self.set_value(self.plan.value("start"), "")
        else:
            self.plan.set_start(value)

    def set_value(self, value: Any, unset: str) -> None:
        """See `FieldEditor`."""
        entries: list[tuple[str, object]] = []
        bundled = self.session.bundled
        if bundled is not None and bundled.exists:
            entries.append((self.tr("{name} (comes along)").format(name=bundled.name), bundled.path))
        entries.append((self.tr("Random weights"), None))
        models = [info.model for info in self.session.runs.entries if info.model is not None]
        entries += [(self.tr("Run {run}").format(run=model.parent.name), model) for model in models]
        if value not in [each for _, each in entries]:
            entries.append((value.name, value))
        entries.append((self.tr("A model file…"), "file"))
        self.fill(entries, value)


class DeviceChooser(Chooser):
    """All GPUs, one of them, or the CPU; the GPUs are asked for in the background."""

    def __init__(self, session: Session, plan: TrainingPlan) -> None:
        super().__init__(session, plan)
        self.cards: tuple[GraphicsCard, ...] = ()
        self.says = QLabel()
        self.says.setWordWrap(True)
        self.says.hide()
        column(self.box, self.says, parent=self, spacing=2)
        session.background.start(
            "", lambda job: graphics_cards(), lane="pictures", finished=self.take, failed=self._not_asked
        )

    def take(self, cards: tuple[GraphicsCard, ...]) -> None:
        """Offer graphics cards."""
        self.cards = cards
        self.set_value(self.plan.value("devices"), "")

    def choose(self, value: Any) -> None:
        """See `Chooser`."""
        self.plan.set("devices", value)

    def set_value(self, value: Any, unset: str) -> None:
        """See `FieldEditor`."""
        automatic = self.tr("All GPUs") if self.cards else self.tr("CPU (no GPU was found)")
        entries: list[tuple[str, object]] = [(automatic, ())]
        entries += [(self._name(card), (card.device,)) for card in self.cards]
        if self.cards:
            entries.append((self.tr("CPU"), ("CPU:0",)))
        if value not in [each for _, each in entries]:
            entries.append((", ".join(value), value))
        self.fill(entries, value)
        taken = [card for card in self.cards if card.free < max(_FREE, _FULL * card.total)]
        self.says.setVisible(bool(taken))
        names = ", ".join(card.device for card in taken)
        self.says.setText(self.tr("Other programs have most of the memory of {cards}.").format(cards=names))

    def _name(self, card: GraphicsCard) -> str:
        return self.tr("{device} {name}: {free} of {total} free").format(
            device=card.device, name=card.name, free=size_text(card.free), total=size_text(card.total)
        )

    def _not_asked(self, error: Exception) -> None:
        self.says.setText(self.tr("The graphics driver does not answer: {reason}").format(reason=translated(error)))
        self.says.show()


def _show_share(box: NumberBox, share: float, says: str) -> None:
    """Show a share in percent without telling it as a choice, and say what it is a share of."""
    with QSignalBlocker(box):
        box.setValue(round(100 * share))
    box.setToolTip(says)
    box.setAccessibleName(says)
