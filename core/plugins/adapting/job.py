"""The request for an adaptation and its result, as plain data for a window that never loads Keras."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Any, ClassVar

from core.base.plugins.asked import PluginJob
from core.model.network.transferred import Layers, SymbolChange, Transfer

CARD_SUFFIX = ".md"


@dataclass(frozen=True, slots=True)
class AdaptJob(PluginJob):
    """The request for a new model."""

    plugin: ClassVar[str] = "adapting"
    work: ClassVar[str] = "core.plugins.adapting.adapting:adapt_model"

    model: Path
    """A model file, a run, or one of its checkpoints. It stays as it is."""
    out: Path | None = None
    """The new model, beside which its card is written. There must be no such file. None: only a preview."""
    charset: tuple[str, ...] | None = None
    """The new model's symbols. None: those of the model."""
    weights: Path | None = None
    """A file whose weights are taken over: `.keras`, `.weights.h5`, or `.npz` in PyTorch's layout."""
    layers: Layers = "all"
    """The layers that take weights of the file."""
    names: Path | None = None
    """For `.npz`: a JSON object with the model's name of each name in the file, of layers or of weights."""


@dataclass(frozen=True, slots=True)
class Adapted:
    """The result of an adaptation: a new model, or the preview of one."""

    out: Path | None
    """The new model. None: nothing was written."""
    symbols: SymbolChange
    """The new model's symbols against those of the model that it was made of."""
    own: Transfer
    """The weights that the new model has of the one that it was made of."""
    given: Transfer | None
    """The weights that the new model has of the file of weights. None if no file was named."""
    card: str
    """The new model in words, as Markdown."""

    @property
    def transfer(self) -> Transfer:
        """The report on the weights of the file or, without a file, on those of the model."""
        return self.own if self.given is None else self.given

    def to_dict(self) -> dict[str, Any]:
        """Return the document of `textscanner adapt --json`."""
        return {
            "out": None if self.out is None else str(self.out),
            "symbols": self.symbols.to_dict(),
            "model": self.own.to_dict(),
            "weights": None if self.given is None else self.given.to_dict(),
        }


@dataclass(frozen=True, slots=True)
class SaveJob(PluginJob):
    """The request for a file that holds only weights."""

    plugin: ClassVar[str] = "adapting"
    work: ClassVar[str] = "core.plugins.adapting.weight_files:save_weights_of"

    model: Path
    """A model file, a run, or one of its checkpoints."""
    out: Path
    """The new file. Its ending says the format: `.npz` in PyTorch's layout, `.weights.h5`, or `.keras` for a
    backbone."""
    layers: Layers = "backbone"
    """The layers whose weights are written."""


@dataclass(frozen=True, slots=True)
class SavedWeights:
    """The result of saving weights to a file."""

    out: Path
    """The file that was written."""
    weights: int
    """The number of arrays in the file."""


def card_of(model: Path) -> Path:
    """Return the file of a new model's card, NAME.md beside NAME.keras."""
    return model.with_suffix(CARD_SUFFIX)
