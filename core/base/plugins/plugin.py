"""Describes a plug-in as data: its name, and the parts that it adds, each given as a string.

A module that makes a `Plugin` imports this one and nothing that paints or trains: its parts are loaded when they
are needed, so that a list of plug-ins costs nothing.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, fields
from pathlib import Path
from types import MappingProxyType
from typing import Literal

from core.base.described import Described

ENTRY_POINTS = "textscanner.plugins"
"""The group of the entry points that installed packages announce plug-ins with."""

PixelScale = Literal["symmetric", "caffe", "contrast"]
LikePreset = Literal["small", "reader", "wide", "paper"]
OwnChanges = Literal["none", "mild", "full"]
"""The program's own changes of training images, least first."""
Gravity = Literal["error", "warning", "note"]
"""The severity of a problem, as `core.labels.checks.problems.Severity`."""


@dataclass(frozen=True, slots=True)
class PluginPart:
    """An object that a plug-in adds, which has a name and texts of its own."""

    id: str
    """Its name in files, keys and options, as the object itself has it."""
    at: str
    """The object, as "package.module:attribute"."""


@dataclass(frozen=True, slots=True)
class ActionPart(PluginPart):
    """An action of the window, as an `app.actions.action.Action`."""

    after: str
    """The entry of a menu that it follows, by the id of that action. "" if it is in no menu."""


@dataclass(frozen=True, slots=True)
class CommandPart(Described):
    """A terminal command, whose id a person types, and whose title is its line in `--help`."""

    at: str = field(kw_only=True)
    """The function, as "package.module:function": its parameters are the options, as `typer` reads them."""
    is_fixed: bool = False
    """True if `--help` lists the command also while its plug-in is off: others' scripts count on it."""


@dataclass(frozen=True, slots=True)
class BackbonePart(Described):
    """A network with its own backbone, whose id is a value of `--preset`, and whose title is in Train › Network."""

    at: str = field(kw_only=True)
    """The function, as "package.module:function", that builds the backbone: `core.model.network.backbones.Backbone`."""
    scaling: PixelScale = "symmetric"
    """The pixels' scale: -1 to 1 (symmetric), by the picture's own mean and spread (contrast), or as the weights of
    Caffe's networks want them (caffe)."""
    like: LikePreset = "small"
    """The network whose decoder, branches and usual choices of a training it takes."""


@dataclass(frozen=True, slots=True)
class AugmentationPart(Described):
    """Changes of training images, whose id is a value of the choice `augmentation`."""

    at: str = field(kw_only=True)
    """The function, as "package.module:function": image (h, w, 3) uint8 RGB, its `core.labels.label.WordLabel`, NumPy's
    Generator → image and label. The image may get another size; the label keeps its text and its characters, whose
    polygons go with the pixels. All chance comes from the Generator."""
    like: OwnChanges = "none"
    """The program's own changes that come before it."""


@dataclass(frozen=True, slots=True)
class LossTermPart(Described):
    """A term that is added to the loss, whose id is a value of the choice `loss.term`."""

    at: str = field(kw_only=True)
    """The function, as "package.module:function": outputs, batch, total, as `core.model.network.losses.compute_loss`
    documents them, but all outputs in float32 → the term, a scalar of `keras.ops`. The terms of several devices add up,
    so a mean divides a sum by `total(count)`."""


@dataclass(frozen=True, slots=True)
class MetricPart(Described):
    """A measure of readings, whose id is its key in `evaluate --json`, and the name of its curve."""

    at: str = field(kw_only=True)
    """The function, as "package.module:function": a sequence of `core.model.metrics.metrics.WordScore` → a number, or
    None if these words say nothing of it."""


@dataclass(frozen=True, slots=True)
class CheckPart(Described):
    """A check of labels, whose id is the kind of its problems, and whose title is their heading."""

    at: str = field(kw_only=True)
    """The function, as "package.module:function": `core.labels.checks.shapes.Context`, `core.charset.Charset` → the
    problems of this kind, as `core.labels.checks.problems.found` makes them, with fixes of the program's own kinds."""
    severity: Gravity = "warning"
    """The usual severity of its problems."""


@dataclass(frozen=True, slots=True)
class OtherModelPart(Described):
    """A kind of models from other programs that `textscanner layers` shows."""

    at: str = field(kw_only=True)
    """The function, as "package.module:function": model file or folder, image or None, how pixels are given ("bytes",
    "unit", "signed"), and whether to print JSON → the exit status."""
    suffix: str = field(kw_only=True)
    """The ending of a file of this kind."""
    inside: str = field(kw_only=True)
    """The name of a file that is in each folder of this kind."""

    def is_for(self, path: Path) -> bool:
        """Return True if a file or folder is of this kind, judged by its name or the names in it."""
        return path.suffix == self.suffix or (path / self.inside).is_file()


@dataclass(frozen=True, slots=True)
class PagePart(Described):
    """A page of a dialog, whose title is on its tab."""

    at: str = field(kw_only=True)
    """The class of the page, as "package.module:class", which is given the session."""


@dataclass(frozen=True, slots=True)
class Plugin(Described):
    """A plug-in with everything that it adds, under the id of its entry point."""

    formats: tuple[PluginPart, ...] = ()
    """Formats of labels: `core.labels.formats.base.Format`."""
    backbones: tuple[BackbonePart, ...] = ()
    """Networks to train."""
    augmentations: tuple[AugmentationPart, ...] = ()
    """Changes of training images."""
    loss_terms: tuple[LossTermPart, ...] = ()
    """Terms of the loss."""
    metrics: tuple[MetricPart, ...] = ()
    """Measures of readings."""
    checks: tuple[CheckPart, ...] = ()
    """Checks of labels."""
    commands: tuple[CommandPart, ...] = ()
    """Commands of the terminal."""
    actions: tuple[ActionPart, ...] = ()
    """Actions of the window."""
    dialogs: Mapping[str, str] = field(default_factory=lambda: MappingProxyType({}))
    """Dialogs of the window by the names that actions show them by: classes that are given the session.

    One whose class has `is_kept` is hidden when a person closes it, and comes back as it was. One whose class has
    `is_beside` is a window of its own, beside which the main window goes on.
    """
    panels: tuple[PluginPart, ...] = ()
    """Panels of the window: `app.actions.panel.Panel`."""
    model_pages: tuple[PagePart, ...] = ()
    """Pages of File › Change a model: each makes a new model of the chosen one."""
    other_models: tuple[OtherModelPart, ...] = ()
    """Models of other programs."""
    settings: tuple[PluginPart, ...] = ()
    """Settings: `app.settings.table.Setting`."""

    def brought(self) -> Iterator[tuple[str, str]]:
        """Yield (kind, id) for each part, such as ("formats", "semicolons")."""
        for kind in fields(self):
            parts = getattr(self, kind.name)
            if isinstance(parts, Mapping):
                yield from ((kind.name, name) for name in parts)
            elif isinstance(parts, tuple):
                yield from ((kind.name, part.id) for part in parts)
