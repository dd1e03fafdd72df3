"""The tool bar of each layout, with the actions for its work and no others."""

from __future__ import annotations

from collections.abc import Mapping

from app.actions.action import LayoutName

TOOL_BARS: Mapping[LayoutName, tuple[str, ...]] = {
    "label": (
        "edit.undo", "edit.redo", "",
        "tool.select", "tool.word", "tool.box", "tool.polygon", "tool.split", "",
        "go.previous", "go.next", "label.mark_reviewed",
    ),
    "train": (
        "train.start", "train.pause", "train.stop", "",
        "train.samples", "train.diagnose", "train.tensorboard", "",
        "predict.pin", "go.previous", "go.next",
    ),
    "inspect": (
        "go.previous", "go.next", "",
        "maps.repair", "predict.what_if", "predict.evaluate", "predict.inside", "",
        "predict.accept", "view.fit",
    ),
    "review": (
        "edit.undo", "edit.redo", "",
        "tool.select", "tool.box", "tool.split", "",
        "go.previous_in_queue", "go.next_in_queue", "predict.accept", "label.mark_reviewed",
    ),
}  # fmt: skip
"""Ids of actions; "" is a line."""
