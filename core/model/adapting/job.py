"""The request for an adaptation, and its result: plain data, for a window that never loads Keras."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Any

from core.model.network.transferred import Layers, SymbolChange, Transfer

CARD_SUFFIX = ".md"


@dataclass(frozen=True, slots=True)
class AdaptJob:
    """A new model that is wanted."""

    model: Path  # a model file, a run, or one of its checkpoints; it stays as it is
    # the new model, beside which its card comes; there must be no such file. None: only a preview
    out: Path | None = None
    charset: tuple[str, ...] | None = None  # the new model's symbols; None: those of the model
    # a file whose weights are taken over: `.keras`, `.weights.h5`, or `.npz` in PyTorch's layout
    weights: Path | None = None
    layers: Layers = "all"  # the layers that take weights of the file
    # for `.npz`: a JSON object with the model's name of each name in the file, of layers or of weights
    names: Path | None = None


@dataclass(frozen=True, slots=True)
class Adapted:
    """A new model, or the preview of one."""

    out: Path | None  # the new model; None: nothing was written
    symbols: SymbolChange  # against the model that it was made of
    own: Transfer  # what the new model has of the one that it was made of
    given: Transfer | None  # what it has of the file of weights; None if none was named
    card: str  # the new model in words, Markdown

    @property
    def told(self) -> Transfer:
        """The report on the file of weights or, without one, of the model."""
        return self.own if self.given is None else self.given

    def to_dict(self) -> dict[str, Any]:
        """The document of `textscanner adapt --json`."""
        return {
            "out": None if self.out is None else str(self.out),
            "symbols": self.symbols.to_dict(),
            "model": self.own.to_dict(),
            "weights": None if self.given is None else self.given.to_dict(),
        }


@dataclass(frozen=True, slots=True)
class SaveJob:
    """A file of weights alone that is wanted. Attributes as those of `AdaptJob`."""

    model: Path
    out: Path  # its ending says the format: `.npz` in PyTorch's layout, `.weights.h5`, or `.keras`, a backbone alone
    layers: Layers = "backbone"


@dataclass(frozen=True, slots=True)
class SavedWeights:
    """A file of weights that was written."""

    out: Path
    weights: int  # how many arrays it holds


def card_of(model: Path) -> Path:
    """Return the file of a new model's card: NAME.md beside NAME.keras."""
    return model.with_suffix(CARD_SUFFIX)
