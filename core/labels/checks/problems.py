"""The kinds of problems that checks find, with their severities, and the fixes of problems."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Literal

from core.base.errors import Sentence
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
    """An edit that ends a problem, as data. `core.labels.checks.fixes.apply_fix` carries it out."""

    # kind of the edit. `add-to-charset` changes the project's charset, all others the label
    id: Choice
    title: Sentence  # for a button or an undo entry: "Renumber the characters"
    # places in the file (indices into `WordLabel.characters`) of the characters that the fix changes; empty if the fix
    # concerns the whole label
    characters: tuple[int, ...] = ()
    symbol: str | None = None  # the new symbol of `retype` and `add-to-charset`
    polygon: Polygon = ()  # the new polygon of `set-polygon`, image pixels


@dataclass(frozen=True, slots=True)
class Problem:
    """One problem that a check has found."""

    id: str  # the kind, a key of `KINDS`; the part before the first `-` groups kinds (`order`, `polygon`, `symbol` …)
    severity: Severity
    message: str  # a `Sentence` with the fault, the place and the remedy; the window translates it
    image: str | None = None  # the image's path relative to the project, `/` between folders
    # 1-based rank of the character; None if the problem concerns the whole word, the image or the file
    character: int | None = None
    place: Point | None = None  # (x, y): the place to look at, in image pixels
    fixes: tuple[Fix, ...] = ()  # edits that each end the problem; several if a person has to choose one

    @property
    def fix(self) -> Fix | None:
        """The only fix. None if the problem has no fix, or a person has to choose between several."""
        return self.fixes[0] if len(self.fixes) == 1 else None

    def to_dict(self) -> dict[str, Any]:
        """The problem as `textscanner check --json` prints it."""
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
    title: Sentence


KINDS: Mapping[str, Kind] = {
    "symbol-unknown": Kind(
        "warning", Sentence("Symbol outside the charset")
    ),  # an error if the project says unknown: error
    "symbol-invalid": Kind("error", Sentence("Label with more than one character")),
    "scene": Kind("error", Sentence("Picture of several words")),
    "text-mismatch": Kind("warning", Sentence("Text and characters differ")),
    "label-empty": Kind("warning", Sentence("Label that says nothing")),
    "too-many-characters": Kind("error", Sentence("Too many characters")),
    "order-gap": Kind("warning", Sentence("Order with a gap")),
    "order-double": Kind("warning", Sentence("Order given twice")),
    "order-backwards": Kind("warning", Sentence("Reading order jumps backwards")),
    "polygon-outside": Kind("error", Sentence("Polygon outside the image")),
    "polygon-partly-outside": Kind("warning", Sentence("Polygon partly outside the image")),
    "polygon-self-crossing": Kind("error", Sentence("Polygon that crosses itself")),
    "polygon-without-area": Kind("error", Sentence("Polygon without area")),
    "polygon-tiny": Kind("warning", Sentence("Tiny polygon")),
    "characters-overlap": Kind("warning", Sentence("Two characters on nearly the same place")),
    "gaussian-astray": Kind(
        "warning", Sentence("Hand-set Gaussian off its character")
    ),  # an error if it cannot be drawn
    "area-astray": Kind("warning", Sentence("Painted area off its character")),
    "upper-bound": Kind("warning", Sentence("Target maps that do not read as the label")),
    "not-rendered": Kind("error", Sentence("Label that cannot be rendered")),
    "image-without-label": Kind("note", Sentence("Image without label")),
    "image-unreadable": Kind("error", Sentence("Image that cannot be read")),
    "image-truncated": Kind("error", Sentence("Image that is cut off")),
    "image-skipped": Kind("warning", Sentence("Image that is left out")),
    "image-other-size": Kind("warning", Sentence("Label made for a picture of another size")),
    "label-without-image": Kind("warning", Sentence("Label without image")),
    "label-unreadable": Kind("error", Sentence("Label that cannot be read")),
    "label-encoding": Kind("note", Sentence("Label file that is not UTF-8")),
    "label-image-elsewhere": Kind("note", Sentence("Label that names a picture outside its folder")),
    "label-passed-over": Kind("note", Sentence("Part of a label file that is no character")),
    "name-clash": Kind("warning", Sentence("Two images that share a label")),
    "same-picture-different-text": Kind("warning", Sentence("Same picture, different texts")),
    "split-leak": Kind("warning", Sentence("Picture in both training and validation")),
    "folder-unreadable": Kind("warning", Sentence("Folder that cannot be read")),
}
"""Every kind of problem by its id."""

_LONGEST = 40


def found(
    kind: str,
    sentence: Sentence,
    image: str | None = None,
    character: int | None = None,
    place: Point | None = None,
    fixes: tuple[Fix, ...] = (),
    severity: Severity | None = None,
) -> Problem:
    """Make a problem of a kind, with the kind's severity unless another severity is given.

    `kind`: a key of `KINDS`. `sentence`: the fault, its place and the remedy, without the image's name; `found` puts
    the name in front.
    """
    message = Sentence("{name}: {problem}", name=printable(image, 255) if image else "label", problem=sentence)
    return Problem(kind, severity or KINDS[kind].severity, message, image, character, place, fixes)


def printable(text: str, longest: int = _LONGEST) -> str:
    """Return a text on one line: control characters and halves of surrogate pairs escaped, long texts cut."""
    shown = "".join(c if c.isprintable() else c.encode("unicode_escape").decode("ascii") for c in text)
    return shown if len(shown) <= longest else shown[: longest - 1] + "…"


def quoted(text: str) -> str:
    """Return a text in quotes, on one line and not too long."""
    return f'"{printable(text)}"'
