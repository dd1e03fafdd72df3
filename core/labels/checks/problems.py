"""What a check can find: the kinds of problems by id, how bad they are, and what a fix is."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Literal

from core.labels.label import Point, Polygon

Severity = Literal["error", "warning", "note"]
"""`error`: cannot be used for training as it is. `warning`: probably a mistake. `note`: good to know."""

Choice = Literal[
    "renumber",
    "sort",
    "sort-keep-text",
    "text-from-characters",
    "characters-from-text",
    "retype",
    "delete",
    "set-polygon",
    "clear-gaussian",
    "clear-area",
    "add-to-charset",
]


@dataclass(frozen=True, slots=True)
class Fix:
    """An edit that ends a problem, as data; `core.labels.checks.fixes.apply_fix` carries it out.

    Attributes
    ----------
    id : str
        What it does. `add-to-charset` changes the project's charset, all others the label.
    title : str
        For a button or an undo entry: "Renumber the characters".
    characters : tuple of int
        Places in the file (indices into `WordLabel.characters`) of the characters that it changes, where it needs them.
    symbol : str or None
        The new symbol of `retype` and `add-to-charset`.
    polygon : tuple of (x, y)
        The new polygon of `set-polygon`, image pixels.
    """

    id: Choice
    title: str
    characters: tuple[int, ...] = ()
    symbol: str | None = None
    polygon: Polygon = ()


@dataclass(frozen=True, slots=True)
class Problem:
    """One thing that a check has found.

    Attributes
    ----------
    id : str
        Its kind, a key of `KINDS`; the part before the first `-` groups kinds (`order`, `polygon`, `symbol` …).
    severity : {"error", "warning", "note"}
    message : str
        What, where and what to do.
    image : str or None
        The image's path relative to the project, `/` between folders.
    character : int or None
        1-based rank of the character; None where it concerns the whole word, the image or the file.
    place : (x, y) or None
        Where to look, in image pixels.
    fixes : tuple of Fix
        Each ends it; several where a person has to choose between them.
    """

    id: str
    severity: Severity
    message: str
    image: str | None = None
    character: int | None = None
    place: Point | None = None
    fixes: tuple[Fix, ...] = ()

    @property
    def fix(self) -> Fix | None:
        """The one edit that is safe without a choice; None where there is none, or a person has to choose."""
        return self.fixes[0] if len(self.fixes) == 1 else None

    def to_dict(self) -> dict[str, Any]:
        """As `textscanner check --json` prints it."""
        return {
            "id": self.id,
            "severity": self.severity,
            "image": self.image,
            "character": self.character,
            "place": None if self.place is None else [round(value, 2) for value in self.place],
            "message": self.message,
            "fix": None if self.fix is None else {"id": self.fix.id, "title": self.fix.title},
        }


@dataclass(frozen=True, slots=True)
class Kind:
    """A kind of problem: its usual severity and a title for lists."""

    severity: Severity
    title: str


KINDS: Mapping[str, Kind] = {
    "symbol-unknown": Kind("warning", "Symbol outside the charset"),  # an error where the project says unknown: error
    "symbol-invalid": Kind("error", "Symbol that is not one symbol"),
    "text-mismatch": Kind("warning", "Text and characters differ"),
    "label-empty": Kind("warning", "Label that says nothing"),
    "too-many-characters": Kind("error", "Too many characters"),
    "order-gap": Kind("warning", "Order with a gap"),
    "order-double": Kind("warning", "Order given twice"),
    "order-backwards": Kind("warning", "Reading order jumps backwards"),
    "polygon-outside": Kind("error", "Polygon outside the image"),
    "polygon-partly-outside": Kind("warning", "Polygon partly outside the image"),
    "polygon-self-crossing": Kind("error", "Polygon that crosses itself"),
    "polygon-without-area": Kind("error", "Polygon without area"),
    "polygon-tiny": Kind("warning", "Tiny polygon"),
    "characters-overlap": Kind("warning", "Two characters on nearly the same place"),
    "gaussian-astray": Kind("warning", "Hand-set Gaussian off its character"),  # an error where it cannot be drawn
    "area-astray": Kind("warning", "Painted area off its character"),
    "ceiling": Kind("warning", "Target maps that do not read as the label"),
    "not-rendered": Kind("error", "Label that cannot be rendered"),
    "image-without-label": Kind("note", "Image without label"),
    "image-unreadable": Kind("error", "Image that cannot be read"),
    "image-truncated": Kind("error", "Image that is cut off"),
    "image-skipped": Kind("warning", "Image that is left out"),
    "image-other-size": Kind("warning", "Label made for a picture of another size"),
    "label-without-image": Kind("warning", "Label without image"),
    "label-unreadable": Kind("error", "Label that cannot be read"),
    "label-encoding": Kind("note", "Label file that is not UTF-8"),
    "label-passed-over": Kind("note", "Part of a label file that is no character"),
    "name-clash": Kind("warning", "Two images that share a label"),
    "same-picture-different-text": Kind("warning", "Same picture, different texts"),
    "split-leak": Kind("warning", "Picture in both training and validation"),
    "folder-unreadable": Kind("warning", "Folder that cannot be read"),
}
"""Every kind of problem by its id."""

_LONGEST = 40


def found(
    kind: str,
    message: str,
    image: str | None = None,
    character: int | None = None,
    place: Point | None = None,
    fixes: tuple[Fix, ...] = (),
    severity: Severity | None = None,
) -> Problem:
    """A problem of a kind, with the kind's severity unless another is given.

    Parameters
    ----------
    kind : str
        A key of `KINDS`.
    message : str
        Without the image's name, which is put before it.
    """
    named = f"{printable(image, 255)}: {message}" if image else f"label: {message}"
    return Problem(kind, severity or KINDS[kind].severity, named, image, character, place, fixes)


def printable(text: str, longest: int = _LONGEST) -> str:
    """Text that stands on one line: control characters and halves of surrogate pairs escaped, long ones cut."""
    shown = "".join(c if c.isprintable() else c.encode("unicode_escape").decode("ascii") for c in text)
    return shown if len(shown) <= longest else shown[: longest - 1] + "…"


def quoted(text: str) -> str:
    """A text in quotes, on one line and not too long."""
    return f'"{printable(text)}"'
