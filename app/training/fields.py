"""The fields of the training form, with their texts, and their types and bounds from `TrainConfig`."""

from __future__ import annotations

import types
import typing
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any, Literal

import annotated_types
from pydantic import BaseModel
from pydantic.fields import FieldInfo

from core.base.described import Described, TableText
from core.base.plugins.offered import augmentations, loss_terms
from core.runs.backends import NAMES, unusable
from core.runs.config import TrainConfig
from core.runs.spec import presets

CONTEXT = "Training"  # the translation context of all texts of choices

Section = Literal["", "data", "network", "optimisation", "losses", "devices", "reports"]
Kind = Literal["switch", "choice", "integer", "number", "text", "path", "texts", "pair"]

OFFERED: Mapping[str, Callable[[], Mapping[str, str]]] = {
    "preset": lambda: {name: preset.title for name, preset in presets().items()},
    "augmentation": augmentations,
    "loss.term": loss_terms,
}
"""The choices to which plug-ins add: their values, each with the title that a plug-in gives it, and "" for ours."""

_NEEDS: Mapping[str, str] = {"loss.term": "loss.term", "loss.term_weight": "loss.term"}
"""The choice of `OFFERED` without whose values, which only plug-ins bring, a choice means nothing."""


@dataclass(frozen=True, slots=True)
class TrainingField(Described):
    """One choice for a training, with the same id as in `TrainConfig`.

    The id of a choice within another one is like "loss.order".
    """

    section: Section = ""
    """Section of the form. "" if the choice is no field of the form, or has a chooser there."""
    unit: TableText = ""
    """Source text of the unit. "%" for a share, which is shown in hundredths."""
    unset: TableText = ""
    """Source text of what it means to leave the choice out. "" if its default says that."""
    option: str | None = None
    """Metavar of the choice's option of `train`. "" if the values say it. None: it has no option."""

    @property
    def kind(self) -> Kind:
        """The kind of value that the field edits."""
        return "choice" if self.id in OFFERED else _kind(self._types)

    @property
    def is_optional(self) -> bool:
        """True if the field may be left unset."""
        return type(None) in self._types

    @property
    def default(self) -> Any:
        """The default value of the field."""
        return _info(self.id).get_default(call_default_factory=True)

    @property
    def is_offered(self) -> bool:
        """False if the choice means nothing without a plug-in, and none that is on brings a value."""
        return self.id not in _NEEDS or len(OFFERED[_NEEDS[self.id]]()) > 1

    @property
    def choices(self) -> tuple[Any, ...]:
        """The allowed values of a choice, including those from plug-ins, or an empty tuple for other fields."""
        if self.id in OFFERED:
            return tuple(OFFERED[self.id]())
        literals = [kind for kind in self._types if typing.get_origin(kind) is Literal]
        return typing.get_args(literals[0]) if literals else ()

    @property
    def bounds(self) -> tuple[float, float, float]:
        """The bounds of a number: the smallest value, the largest, and the required divisor (0: none)."""
        low = 0.0
        high = 1e9
        multiple = 0.0
        is_whole = self.kind == "integer"
        for limit in _info(self.id).metadata:
            match limit:
                case annotated_types.Ge(ge):
                    low = float(ge)  # type: ignore[arg-type]
                case annotated_types.Gt(gt):
                    low = float(gt) + (1 if is_whole else 10**-DECIMALS)  # type: ignore[arg-type]
                case annotated_types.Le(le):
                    high = float(le)  # type: ignore[arg-type]
                case annotated_types.Lt(lt):
                    high = float(lt) - (1 if is_whole else 10**-4)  # type: ignore[arg-type]
                case annotated_types.MultipleOf(of):
                    multiple = float(of)  # type: ignore[arg-type]
                case _:
                    pass
        return low, high, multiple

    @property
    def _types(self) -> tuple[Any, ...]:
        annotation = _info(self.id).annotation
        is_union = typing.get_origin(annotation) in {types.UnionType, typing.Union}
        return typing.get_args(annotation) if is_union else (annotation,)


VALUES: Mapping[str, TableText] = {
    "mild": "mild",
    "full": "full",
    "scene": "scene (words in streets)",
    "none": "none",
    "general": "words in general",
    "project": "the project's words",
    "moving": "follow the batches",
    "frozen": "frozen",
    "kept": "keep their place",
    "trained": "learn, too",
    "auto": "automatic",
    "small": "small (CPU)",
    "reader": "reader (CPU, reads more)",
    "wide": "wide (thousands of symbols)",
    "paper": "paper (GPU)",
    "word_accuracy": "words read exactly",
    "one_minus_ned": "1 − edit distance",
    "loss": "loss",
    "loop": "own step",
    "fit": "Keras' fit",
    "keep": "keep",
    "drop": "drop",
    "threads": "threads",
    "processes": "processes",
    "tf.data": "tf.data",
    "pydataset": "PyDataset",
    "cosine": "a cosine",
    "steps": "three steps",
    "balanced": "background and characters alike",
    "foreground": "of the paper: characters only",
    "order-map": "of the paper: order times centres",
    "plain": "of the paper: plain means",
    "loss.kind=paper": "the paper's",
    "loss.term=": "none",
    "backend=auto": "the first that sees a GPU, else TensorFlow",
    "tensorflow": "TensorFlow",
    "torch": "PyTorch",
    "jax": "JAX",
}
"""Source texts of allowed values, or of a choice and its value; others are shown as they are."""


def text_of_value(value: object, name: str = "") -> TableText:
    """Return the source text of a value of the choice `name`, or "" if the value is shown as it is."""
    if not isinstance(value, str):
        return ""
    title = OFFERED[name]().get(value, "") if name in OFFERED else ""
    return title or VALUES.get(f"{name}={value}", VALUES.get(value, ""))


def missing_for(name: str, value: object) -> str:
    """Return a sentence on what a value of the choice `name` lacks and what to type, or "" if it can be chosen."""
    if name != "backend" or value not in NAMES:
        return ""
    return unusable(str(value)) or ""


DECIMALS = 7  # places of a number: enough for a learning rate


def names_of(config: type[BaseModel] = TrainConfig, prefix: str = "") -> Iterator[str]:
    """Yield the names of all choices, with a dot in the names of those within others."""
    for name, info in config.model_fields.items():
        if isinstance(info.annotation, type) and issubclass(info.annotation, BaseModel):
            yield from names_of(info.annotation, f"{prefix}{name}.")
        else:
            yield prefix + name


def help_of(name: str) -> str:
    """Return the help of a choice, which is its docstring in `core.runs.config`."""
    return " ".join((_info(name).description or "").split())


@cache
def _info(name: str) -> FieldInfo:
    config: type[BaseModel] = TrainConfig
    *path, last = name.split(".")
    for part in path:
        annotation = config.model_fields[part].annotation
        assert isinstance(annotation, type)
        assert issubclass(annotation, BaseModel)
        config = annotation
    return config.model_fields[last]


def _kind(alternatives: tuple[Any, ...]) -> Kind:
    if any(typing.get_origin(alternative) is Literal for alternative in alternatives):
        return "choice"
    tuples = [typing.get_args(alternative) for alternative in alternatives if typing.get_origin(alternative) is tuple]
    if tuples:
        return "texts" if tuples[0][-1] is Ellipsis else "pair"
    kinds: dict[type, Kind] = {bool: "switch", int: "integer", float: "number", Path: "path", str: "text"}
    return next(kind for wanted, kind in kinds.items() if wanted in alternatives)
