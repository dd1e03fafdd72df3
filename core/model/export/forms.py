"""The forms of an exported model: formats, precisions of TensorFlow Lite, and what each form holds and needs."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Literal, get_args

from core.base.errors import ModelError, Sentence
from core.base.phrases import listed

Format = Literal["keras", "weights", "json", "savedmodel", "tflite", "onnx", "frozen", "h5"]
Precision = Literal["float32", "dynamic", "float16", "int8", "int8-only", "int16x8"]

FORMATS: tuple[Format, ...] = get_args(Format)

PRECISIONS: tuple[Precision, ...] = get_args(Precision)
CALIBRATED: tuple[Precision, ...] = ("int8", "int8-only", "int16x8")
"""The precisions that need images, from which the converter learns the range of every value."""

MAPS = ("character", "order", "localization")
"""The outputs that every form has: G (b, h, w, C + 1) and S (b, h, w, n + 1) as probabilities, and Q (b, h, w)."""

WORDS = ("ids", "scores", "presence", "centres", "gaps", "confidence")
"""The outputs of word formation, which most forms have as well; see `core.model.network.formation.WordFormation`."""

_FILES: dict[Format, tuple[str, ...]] = {
    "keras": ("model.keras",),
    "weights": ("model.weights.h5", "model.json"),  # weights alone are good for nothing: the architecture comes along
    "json": ("model.json", "model.weights.h5"),
    "savedmodel": ("savedmodel",),
    "onnx": ("model.onnx",),
    "frozen": ("frozen.pb", "frozen.txt"),
    "h5": ("model.h5",),
}
_FREE = frozenset({"savedmodel", "onnx", "frozen"})


@dataclass(frozen=True, slots=True)
class Form:
    """One form of an exported model: a format and, for TensorFlow Lite, a precision."""

    format: Format
    """The kind of file that the model is written as."""
    precision: Precision | None = None
    """The precision of TensorFlow Lite. None for every other format."""
    selects: bool = False
    """True if TensorFlow's own operators replace those that TensorFlow Lite lacks ("select TF ops")."""

    @property
    def name(self) -> str:
        """The name of the form in messages, tables and the reader's file name, such as "tflite-int8"."""
        return f"{self.format}-{self.precision}{'-select' * self.selects}" if self.precision else self.format

    @property
    def files(self) -> tuple[str, ...]:
        """The files of the form, or its folder, the main one first."""
        return _FILES.get(self.format) or (f"model-{self.name.removeprefix('tflite-')}.tflite",)

    @property
    def reader(self) -> str:
        """The name of the program file beside the form that prints the text of an image."""
        return f"read_{self.name.replace('-', '_')}.py"

    @property
    def is_calibrated(self) -> bool:
        """True if the conversion needs images for calibration."""
        return self.precision in CALIBRATED

    @property
    def holds_words(self) -> bool:
        """True if the form contains word formation: 8 bits are too few for the votes of two symbols, and h5 has none.

        int8 leaves it in floats, which int8-only may not have, and which the converter of int16x8 does not leave.
        """
        return self.precision not in ("int8-only", "int16x8") and self.format != "h5"

    @property
    def holds_scaling(self) -> bool:
        """True if the form takes bytes and scales them itself, so that its reader need not do it."""
        return not self.is_calibrated and self.format != "h5"

    @property
    def can_be_free(self) -> bool:
        """True if the form can take images of any size that 32 divides, and need not be traced for one size."""
        return self.format in _FREE

    def to_dict(self) -> dict[str, Any]:
        """Return plain values from which `from_dict` builds the same form."""
        return {"format": self.format, "precision": self.precision, "selects": self.selects}

    @classmethod
    def from_dict(cls, values: dict[str, Any]) -> Form:
        """Build a form from the output of `to_dict`."""
        return cls(values["format"], values["precision"], values["selects"])


def forms_of(formats: Sequence[str], precisions: Sequence[str], *, select: bool = False) -> tuple[Form, ...]:
    """Return the forms that a person asked for, without repeats, in the order of `FORMATS` and `PRECISIONS`.

    Parameters
    ----------
    formats : sequence of str
        Names of formats.
    precisions : sequence of str
        Names of precisions of the format tflite.
    select : bool
        True to export TensorFlow Lite with TensorFlow's own operators, too.

    Raises
    ------
    ModelError
        If a name is unknown, or no format or no precision is given.
    """
    wanted: list[Form] = []
    for name, given, known in (("format", formats, FORMATS), ("precision", precisions, PRECISIONS)):
        for form in given:
            if form not in known:
                raise ModelError(
                    '{name}: "{given}" is not known. Choose one of {known}.',
                    name=name,
                    given=form,
                    known=listed(known),
                )
        if not given:
            raise ModelError("{name}: none is chosen. Choose one of {known}.", name=name, known=listed(known))
    for chosen in FORMATS:
        if chosen not in formats:
            continue
        if chosen != "tflite":
            wanted.append(Form(chosen))
            continue
        wanted += [Form("tflite", precision) for precision in PRECISIONS if precision in precisions]
        if select:
            wanted.append(Form("tflite", "float32", selects=True))
    return tuple(wanted)


SELECT_WARNING = Sentence(
    "tflite-float32-select: holds TensorFlow's own operators. It runs only where the Flex delegate is linked in, "
    "which the Python interpreters of TensorFlow Lite do not have."
)


H5_WARNING = Sentence(
    "h5: the format of Keras 2, which Keras still reads and warns of. It is for programs that cannot read .keras."
)


def size_of(text: str) -> tuple[int, int] | None:
    """Parse `HEIGHTxWIDTH` in pixels, or return None for `free`.

    Raises
    ------
    ModelError
        If the text is neither.
    """
    if text == "free":
        return None
    match = re.fullmatch(r"(\d{1,6})x(\d{1,6})", text.lower(), re.ASCII)
    if match is None:
        raise ModelError('size: "{text}" is not a size. Write HEIGHTxWIDTH, such as 32x128, or free.', text=text)
    return int(match[1]), int(match[2])
