"""The report on weights that were copied into a network, as plain data for a window that never loads Keras."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any, Literal, get_args

Layers = Literal["all", "backbone", "head"]
"""The layers that weights are taken over for.

The head is the layers that give the logits of the three maps.
"""

LAYERS: tuple[Layers, ...] = get_args(Layers)


@dataclass(frozen=True, slots=True)
class SymbolChange:
    """The symbols that a model keeps, gains and loses by a change of its charset."""

    kept: tuple[str, ...]
    """Symbols that both models read."""
    new: tuple[str, ...]
    """Symbols that the network still has to learn."""
    dropped: tuple[str, ...]
    """Symbols that the network no longer reads."""

    @classmethod
    def of(cls, before: Iterable[str], after: Iterable[str]) -> SymbolChange:
        """Compare two charsets, with kept and new symbols in the order of the second."""
        known, wanted = dict.fromkeys(before), dict.fromkeys(after)
        return cls(
            tuple(symbol for symbol in wanted if symbol in known),
            tuple(symbol for symbol in wanted if symbol not in known),
            tuple(symbol for symbol in known if symbol not in wanted),
        )

    def to_dict(self) -> dict[str, str]:
        """Return the kept, new and dropped symbols as one text each."""
        return {"kept": "".join(self.kept), "new": "".join(self.new), "dropped": "".join(self.dropped)}


@dataclass(frozen=True, slots=True)
class Transfer:
    """The layers that a transfer of weights copied, copied in part or skipped, with the reasons."""

    copied: tuple[str, ...]
    """Layers copied whole, with `backbone/…` for those inside the backbone."""
    partly: tuple[str, ...]
    """Layers with some channels copied: channels of symbols that stay, and of positions that both models have."""
    skipped: tuple[tuple[str, str], ...]
    """Unchanged layers, each with the reason. If sizes differ, the reason gives the weights with both shapes."""
    unused: tuple[str, ...] = ()
    """Weights that no layer of the network has."""

    @property
    def is_empty(self) -> bool:
        """True if no layer got any weights."""
        return not self.copied and not self.partly

    def to_dict(self) -> dict[str, Any]:
        """Return the lists of the transfer for `--json`."""
        return {
            "copied": list(self.copied),
            "partly": list(self.partly),
            "skipped": dict(self.skipped),
            "unused": list(self.unused),
        }
