"""The chooser of the devices that a training runs on, with the library that computes on them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from PySide6.QtCore import Qt
from PySide6.QtGui import QStandardItemModel

from app.language.figures import size_text
from app.language.sentences import in_a_list, translated
from app.language.words import plain_tip
from app.session import Session
from app.training.plan import TrainingPlan
from app.views.training.choosers import Chooser
from app.widgets.boxes import Label, column, set_tip
from core.base.graphics_cards import GraphicsCard, graphics_cards
from core.runs.backends import NOT_OFFERED, BackendSeen, command_for_gpu, look_at_all, taken_of, unusable

_FULL, _FREE = 0.5, 1 << 30  # of a card's memory; bytes: below, another program has most of it
_NAMED = 4  # programs on a card; more are counted
_HALVES = ("CPU:0", "CPU:1")


class WhereChooser(Chooser):
    """Offers all GPUs, one GPU, the CPU, or the CPU as two devices, and says which library computes on them.

    Also listed, with the reason: TensorFlow's ways that are not offered, and libraries that are not installed. The GPUs
    are asked for in the background, each library in a process of its own.
    """

    def __init__(self, session: Session, plan: TrainingPlan) -> None:
        super().__init__(session, plan)
        self.cards: tuple[GraphicsCard, ...] = ()
        self.seen: Mapping[str, BackendSeen] = {}  # empty until the libraries have answered
        self.says = Label()
        self.says.setWordWrap(True)
        self.says.hide()
        column(self.box, self.says, parent=self, spacing=2)
        start = session.workspace.background.start
        start("", lambda job: graphics_cards(), lane="pictures", finished=self.take, failed=self._not_asked)
        start("", lambda job: look_at_all(), lane="machine", finished=self.take_seen)

    def take(self, cards: tuple[GraphicsCard, ...]) -> None:
        """Offer these graphics cards."""
        self.cards = cards
        self.set_value(self.plan.value("devices"), "")

    def take_seen(self, seen: Mapping[str, BackendSeen]) -> None:
        """Offer what the libraries see, by their names in `core.runs.backends.NAMES`."""
        self.seen = seen
        self.set_value(self.plan.value("devices"), "")

    def choose(self, value: Any) -> None:
        if value in NOT_OFFERED:
            self.set_value(self.plan.value("devices"), "")
            self._say(translated(NOT_OFFERED[value][1]))
        else:
            self.plan.set("devices", value)

    def set_value(self, value: Any, unset: str) -> None:
        taken = taken_of(self.plan.value("backend"), self.seen) if self.seen else None
        entries: list[tuple[str, object]] = [(self._automatic(taken), ()), *self._gpus(taken)]
        if len(entries) > 1:
            entries.append((self.tr("CPU"), ("CPU:0",)))
        entries.append((self.tr("CPU as two devices (for a trial)"), _HALVES))
        if value not in [known_value for _, known_value in entries]:
            entries.append((", ".join(value), value))
        offered = len(entries)
        entries += [(self.tr("{name}: not offered").format(name=name), word) for word, (name, _) in NOT_OFFERED.items()]
        missing = {seen.title: why for name, seen in self.seen.items() if (why := unusable(name)) is not None}
        entries += [(self.tr("{name}: cannot be used").format(name=name), why) for name, why in missing.items()]
        self.fill(entries, value)
        set_tip(self.box, self.box.currentText())
        reasons = [*(why for _, why in NOT_OFFERED.values()), *missing.values()]
        for place, why in enumerate(reasons, offered):
            self.box.setItemData(place, plain_tip(translated(why)), Qt.ItemDataRole.ToolTipRole)
        model = self.box.model()
        assert isinstance(model, QStandardItemModel)
        for place in range(len(entries) - len(missing), len(entries)):
            model.item(place).setEnabled(False)
        self.box.insertSeparator(offered)
        self._say("\n".join(self._remarks()))

    def _automatic(self, taken: BackendSeen | None) -> str:
        """Say what a training takes if no device is chosen."""
        if taken is None:
            text = self.tr("All GPUs: {count}") if self.cards else self.tr("All GPUs, or CPU")
            return text.format(count=len(self.cards))
        if not taken.gpus:
            return self.tr("CPU, through {backend}").format(backend=taken.title)
        if len(taken.gpus) == 1 or taken.uses_one_device:
            return self.tr("{device}, through {backend}").format(device=taken.gpus[0], backend=taken.title)
        return self.tr("All {count} GPUs, through {backend}").format(count=len(taken.gpus), backend=taken.title)

    def _gpus(self, taken: BackendSeen | None) -> Iterator[tuple[str, object]]:
        """Yield the GPUs one by one, with their free memory if the driver's tool tells it."""
        if taken is not None and not taken.gpus:
            return
        if self.cards:
            yield from ((self._name(card), (card.device,)) for card in self.cards)
        elif taken is not None:
            for number, gpu in enumerate(taken.gpus):
                yield f"GPU:{number} {gpu}", (f"GPU:{number}",)

    def _remarks(self) -> Iterator[str]:
        taken = [card for card in self.cards if card.free < max(_FREE, _FULL * card.total)]
        if taken:
            names = in_a_list(card.device for card in taken)
            yield self.tr("Other programs use most of the memory of {cards}.").format(cards=names)
        yield from (self._using(card) for card in self.cards if card.processes)
        if self.cards and self.seen and not any(seen.gpus for seen in self.seen.values()):
            text = self.tr("No installed library can use {cards}. To install one, type: {command}")
            names = in_a_list(card.name for card in self.cards)
            yield text.format(cards=names, command=command_for_gpu(has_nvidia=True))
        for seen in self.seen.values():
            if seen.failure:
                text = self.tr("{backend} does not start: {reason}")
                yield text.format(backend=seen.title, reason=translated(seen.failure))

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
        return self.tr("On {device}: {programs}").format(device=card.device, programs=in_a_list(named))

    def _not_asked(self, error: Exception) -> None:
        self._say(self.tr("The graphics driver does not answer: {reason}").format(reason=translated(error)))

    def _say(self, text: str) -> None:
        self.says.setText(text)
        self.says.setVisible(bool(text))
