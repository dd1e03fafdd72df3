"""The chooser of a training's devices: one, or all of this machine."""

from __future__ import annotations

from typing import Any

from PySide6.QtCore import Qt

from app.language.figures import size_text
from app.language.sentences import translated
from app.language.words import plain_tip
from app.session import Session
from app.training.plan import TrainingPlan
from app.views.training.choosers import Chooser
from app.widgets.boxes import Label, column
from core.base.graphics_cards import GraphicsCard, graphics_cards
from core.runs.where import NOT_OFFERED

_FULL, _FREE = 0.5, 1 << 30  # of a card's memory; bytes: below, another program has most of it
_NAMED = 4  # programs on a card; more are counted
_HALVES = ("CPU:0", "CPU:1")


class WhereChooser(Chooser):
    """All GPUs, one of them, the CPU, or the CPU as two devices. TensorFlow's other ways say why they are missing.

    The GPUs are asked for in the background.
    """

    def __init__(self, session: Session, plan: TrainingPlan) -> None:
        super().__init__(session, plan)
        self.cards: tuple[GraphicsCard, ...] = ()
        self.says = Label()
        self.says.setWordWrap(True)
        self.says.hide()
        column(self.box, self.says, parent=self, spacing=2)
        session.workspace.background.start(
            "", lambda job: graphics_cards(), lane="pictures", finished=self.take, failed=self._not_asked
        )

    def take(self, cards: tuple[GraphicsCard, ...]) -> None:
        """Offer graphics cards."""
        self.cards = cards
        self.set_value(self.plan.value("devices"), "")

    def choose(self, value: Any) -> None:
        if value in NOT_OFFERED:
            self.set_value(self.plan.value("devices"), "")
            self._say(translated(NOT_OFFERED[value][1]))
        else:
            self.plan.set("devices", value)

    def set_value(self, value: Any, unset: str) -> None:
        automatic = self.tr("CPU (no GPU was found)")
        if self.cards:
            automatic = self.tr("All GPUs: {count}").format(count=len(self.cards))
        entries: list[tuple[str, object]] = [(automatic, ())]
        entries += [(self._name(card), (card.device,)) for card in self.cards]
        if self.cards:
            entries.append((self.tr("CPU"), ("CPU:0",)))
        entries.append((self.tr("CPU as two devices (to try)"), _HALVES))
        if value not in [known_value for _, known_value in entries]:
            entries.append((", ".join(value), value))
        offered = len(entries)
        entries += [(self.tr("{name}: not offered").format(name=name), word) for word, (name, _) in NOT_OFFERED.items()]
        self.fill(entries, value)
        for place, (_, why) in enumerate(NOT_OFFERED.values(), offered):
            self.box.setItemData(place, plain_tip(translated(why)), Qt.ItemDataRole.ToolTipRole)
        self.box.insertSeparator(offered)
        taken = [card for card in self.cards if card.free < max(_FREE, _FULL * card.total)]
        names = ", ".join(card.device for card in taken)
        texts = [self.tr("Other programs have most of the memory of {cards}.").format(cards=names)] if taken else []
        self._say("\n".join([*texts, *(self._using(card) for card in self.cards if card.processes)]))

    def _name(self, card: GraphicsCard) -> str:
        return self.tr("{device} {name}: {free} of {total} free").format(
            device=card.device, name=card.name, free=size_text(card.free), total=size_text(card.total)
        )

    def _using(self, card: GraphicsCard) -> str:
        """The programs that compute on a card, by name, number and memory."""
        named = [
            f"{process.name} ({process.pid})" + ("" if process.memory is None else f" {size_text(process.memory)}")
            for process in card.processes[:_NAMED]
        ]
        if len(card.processes) > _NAMED:
            named.append(self.tr("{count} more").format(count=len(card.processes) - _NAMED))
        return self.tr("On {device}: {programs}").format(device=card.device, programs=", ".join(named))

    def _not_asked(self, error: Exception) -> None:
        self._say(self.tr("The graphics driver does not answer: {reason}").format(reason=translated(error)))

    def _say(self, text: str) -> None:
        self.says.setText(text)
        self.says.setVisible(bool(text))
