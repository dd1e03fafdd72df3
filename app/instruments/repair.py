"""Repairs the open image's prediction by hand, to show what would make it right, without any change of labels."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Literal

import numpy as np
from PySide6.QtCore import QObject, Signal

from app.display import MapName
from app.editing.editor import Editor
from app.project.undo_list import UndoableEdit
from app.project.workspace import Workspace
from app.reading.client import PredictionClient
from app.reading.predicted import Predicted, why_unjudged
from app.reading.predictions import Predictions
from app.workers.background import Job
from app.workers.latest import LatestJob
from app.workers.prediction_messages import Answered, Reread
from core.base.errors import LabelError
from core.labels.maps.decoding import L_SCORE

if TYPE_CHECKING:  # SciPy, which the start of the program must not wait for
    from core.analysis.attribution.smallest_repair import Repair
    from core.analysis.predicted_maps import PredictedMaps

RepairTool = Literal["paint", "erase", "move"]

MOST_RADIUS = 8  # of the brush, map pixels

_MOST_STEPS = 50


class PredictionRepair(QObject):
    """The repair of the open image's prediction, with its tools, its steps, and the word read after them.

    On the character map, painting writes a symbol, erasing writes background, and moving takes up the symbol under the
    mouse. On the order map, painting writes a position, erasing takes away the one under the mouse, and moving
    exchanges two positions. On the localization map, painting and erasing set Q, and moving shifts a peak. `position`:
    which is painted into the order map, from 1. `symbol`: which is painted into the character map.
    """

    changed = Signal()

    def __init__(
        self,
        workspace: Workspace,
        editor: Editor,
        predictions: Predictions,
        client: PredictionClient,
        parent: QObject | None = None,
    ) -> None:
        super().__init__(parent)
        self.is_on = False  # True if the mouse repairs predicted maps
        self.tool: RepairTool = "paint"
        # of the brush, map pixels
        self.radius = 2
        self.position = 1
        self.symbol = ""
        self.smallest: Repair | None = None  # the smallest repair, while its result is shown
        self._workspace = workspace
        self._editor = editor
        self._predictions = predictions
        self._client = client
        self._base: Predicted | None = None
        self._steps: list[PredictedMaps] = []
        self._present = 0
        self._held: MapName | None = None
        self._moving: PredictedMaps | None = None  # what the stroke or drag in progress has made of the current step
        self._points: list[tuple[float, float]] = []
        self._latest = LatestJob(workspace.background, "checks", self)
        predictions.changed.connect(self._follow_prediction)

    # What there is

    @property
    def base(self) -> Predicted | None:
        """The model's own prediction that is repaired, or None if none is."""
        return self._base if self.is_on else None

    @property
    def is_searching(self) -> bool:
        """True if the search for the smallest repair is running."""
        return self._latest.job is not None

    # What is asked for

    def turn(self, is_on: bool) -> None:
        """Start repairing, or stop it and show the model's own prediction again."""
        if is_on == self.is_on:
            return
        self.is_on = is_on
        self._begin(self._predictions.own if is_on else None)
        self.changed.emit()

    def set(self, *, tool: RepairTool | None = None, radius: int = 0, position: int = 0, symbol: str = "") -> None:
        """Set what the mouse does, leaving out values that are not given."""
        self.tool, self.radius = tool or self.tool, radius or self.radius
        self.position, self.symbol = position or self.position, symbol or self.symbol
        self.changed.emit()

    def press(self, name: MapName, x: float, y: float) -> None:
        """Start a stroke or a drag on a predicted map, at a point of the image in pixels."""
        if self._base is None or self._editor.image_size is None:
            return
        self._held, self._points = name, [self._on_map(x, y)]
        if self.tool == "move" and name == "character":
            self._take_up_symbol()
        elif self.tool == "paint" and name == "character" and self._symbol_id is None:
            self._held = None
            self._workspace.notify(self.tr("Type a symbol that the model knows, to paint it."), "warning")
        else:
            self._show_repaired()

    def drag(self, x: float, y: float) -> None:
        """Continue the stroke or the drag."""
        if self._held is not None:
            self._points.append(self._on_map(x, y))
            self._show_repaired()

    def release(self) -> None:
        """End the stroke or the drag as one step that can be undone."""
        if self._held is None:
            return
        maps = self._moving
        self._held = None
        self._moving = None
        if maps is not None and maps is not self._steps[self._present]:
            self._push(maps, None)

    def swap(self, first: int, second: int) -> None:
        """Exchange two positions in the whole order map."""
        from core.analysis.attribution.repairing import swap_positions

        if self._base is not None and max(first, second) <= self._base.positions:
            self._push(self._read_maps(swap_positions(self._steps[self._present], first, second)), None)

    def step(self, by: int) -> None:
        """Undo (-1) or redo (1) one step."""
        if 0 <= self._present + by < len(self._steps):
            self._present += by
            self.smallest = None
            self._predictions.show_repaired(self._steps[self._present])
            self.changed.emit()

    def reset(self) -> None:
        """Reset the prediction to the model's own, as a step that can be undone."""
        if self._steps and self._present:
            self._push(self._steps[0], None)

    def find_smallest(self) -> None:
        """Mark the fewest pixels of one map that have to be repaired for the model's own word to be right."""
        self.turn(True)
        base = self._base
        size = self._editor.image_size
        project = self._workspace.project
        if base is None or size is None or project is None:
            return
        if sentence := why_unjudged(self._editor.committed_label):
            self._workspace.notify(sentence, "warning")
            return
        label = self._editor.committed_label.normalised(project.settings.normalise)
        threshold = self._threshold

        def work(job: Job) -> Repair | str | None:
            from core.analysis.attribution.error_attribution import attribute_error
            from core.analysis.attribution.smallest_repair import smallest_repair
            from core.labels.maps.render import render

            diagnosis = attribute_error(
                label, base.maps, size, charset=base.charset, spec=base.spec, score_threshold=threshold, name=base.image
            )
            if diagnosis.verdict == "right":
                return "right"
            alone = [combination for combination in diagnosis.repairs if len(combination) == 1]
            if not alone:
                return None
            texts = {branch: diagnosis.words[combination].text for combination in alone for branch in combination}
            targets = render(label, size, base.charset, base.spec, name=base.image)
            return smallest_repair(
                base.maps,
                targets,
                texts,
                size,
                charset=base.charset,
                spec=base.spec,
                score_threshold=threshold,
            )

        def then(outcome: Repair | str | None) -> None:
            if self._base is not base:
                return
            if outcome == "right":
                self._workspace.notify(self.tr("The word is read right: there is nothing to repair."))
            elif outcome is None or isinstance(outcome, str):
                self._workspace.notify(self.tr("No repair of a single map makes this word right."))
            else:
                self._push(outcome.maps, outcome)
                return
            self.changed.emit()

        def failed(error: Exception) -> None:
            if not isinstance(error, LabelError):
                self._workspace.background.failed.emit(error)
            else:
                self._workspace.notify(str(error), "warning")
            self.changed.emit()

        self._latest.ask(work, then, failed)
        self.changed.emit()

    # How it comes about

    def _follow_prediction(self) -> None:
        """Begin again with another prediction: of another image or model, or of a later step of the training."""
        if self.is_on and self._predictions.own is not self._base:
            self._begin(self._predictions.own)
            self.changed.emit()

    def _begin(self, base: Predicted | None) -> None:
        self._latest.drop()
        self._base = base
        self._held = None
        self._moving = None
        self.smallest = None
        self._steps, self._present = [] if base is None else [base.maps], 0
        self._predictions.show_repaired(None)
        if base is not None:
            self._ask_all_symbols(base.maps)

    def _push(self, maps: PredictedMaps, smallest: Repair | None) -> None:
        self._steps = [*self._steps[: self._present + 1], maps]
        if len(self._steps) > _MOST_STEPS:
            del self._steps[1]  # the first is the model's own
        self._present, self.smallest = len(self._steps) - 1, smallest
        base, title = self._base, self.tr("Repair the prediction")
        undo, redo = partial(self.step, -1), partial(self.step, 1)
        self._workspace.undo_list.add(UndoableEdit(title, undo, redo, lambda: self._base is base and base is not None))
        self._predictions.show_repaired(maps)
        self.changed.emit()
        self._ask_all_symbols(maps)

    def _ask_all_symbols(self, maps: PredictedMaps) -> None:
        """Let the process that predicts form the word if a symbol that the compact maps do not keep may matter.

        Of the model's own maps it is asked in any case: it knows all symbols then, and answers the next at once.
        """
        from core.analysis.attribution.repairing import is_open

        base = self._base
        predictions = self._predictions
        project = self._workspace.project
        model = predictions.model
        if base is None or base.step is not None or model is None or predictions.is_live or project is None:
            return  # no process has the weights of a past step
        if not (maps is base.maps or is_open(maps, self._threshold)):
            return
        path = project.path_of(base.image)

        def received(answer: Answered) -> None:
            places = [place for place, step in enumerate(self._steps) if step is maps]
            if not isinstance(answer.result, type(maps)) or not places or maps is base.maps:
                return
            self._steps[places[0]] = answer.result
            if self._present == places[0] and self._held is None:
                self._predictions.show_repaired(answer.result)
                self.changed.emit()

        self._client.inquire(lambda number: Reread(number, model, base.image, path, maps), received)

    @property
    def _threshold(self) -> float:
        spec = self._predictions.spec
        return L_SCORE if spec is None else spec.score_threshold

    @property
    def _symbol_id(self) -> int | None:
        return None if self._base is None or not self.symbol else self._base.charset.id_of(self.symbol)

    def _on_map(self, x: float, y: float) -> tuple[float, float]:
        """(column, row) on the map, unrounded, of a point of the image."""
        base, size = self._base, self._editor.image_size
        assert base is not None
        assert size is not None
        column, row = base.spec.to_input(size) @ (x, y, 1) / base.spec.stride
        return float(column), float(row)

    def _pixel(self, at: tuple[float, float]) -> tuple[int, int]:
        """(row, column) of the map pixel at a point of the map, or of the nearest one."""
        h, w = self._steps[0].map_size
        return min(max(int(at[1]), 0), h - 1), min(max(int(at[0]), 0), w - 1)

    def _position_at(self, at: tuple[float, float]) -> int:
        """The position that is the most probable one at a point of the map."""
        return int(np.argmax(self._steps[self._present].order[self._pixel(at)][1:])) + 1

    def _take_up_symbol(self) -> None:
        base = self._base
        assert base is not None
        ids = self._steps[self._present].symbol_ids[self._pixel(self._points[0])]
        self._held = None
        self.set(symbol=base.charset.symbol_of(int(ids[ids > 0][0])))

    def _show_repaired(self) -> None:
        self.smallest, self._moving = None, self._repaired()
        self._predictions.show_repaired(self._moving)

    def _read_maps(self, maps: PredictedMaps) -> PredictedMaps:
        from core.analysis.attribution.repairing import read_again

        base, size = self._base, self._editor.image_size
        assert base is not None
        assert size is not None
        return read_again(maps, base.charset, base.spec, size, self._threshold)

    def _repaired(self) -> PredictedMaps:
        """The maps after the stroke or drag in progress."""
        from core.analysis.attribution import repairing

        before, points = self._steps[self._present], self._points
        area = repairing.stroke(points, self.radius, before.map_size)
        match self._held, self.tool:
            case "character", "paint":
                after = repairing.paint_symbols(before, area, self._symbol_id or 0)
            case "character", "erase":
                after = repairing.paint_symbols(before, area, 0)
            case "order", "paint":
                after = repairing.paint_position(before, area, min(self.position, before.order.shape[-1] - 1))
            case "order", "erase":
                after = repairing.erase_position(before, area, self._position_at(points[0]))
            case "order", "move":
                first, second = self._position_at(points[0]), self._position_at(points[-1])
                after = before if first == second else repairing.swap_positions(before, first, second)
            case "localization", "move":
                (row, column), (to_row, to_column) = self._pixel(points[0]), self._pixel(points[-1])
                by = to_row - row, to_column - column
                after = repairing.move_peak(before, (row, column), by) if any(by) else before
            case "localization", tool:
                after = repairing.paint_localization(before, area, 1.0 if tool == "paint" else 0.0)
            case _:
                after = before
        return before if after is before else self._read_maps(after)
