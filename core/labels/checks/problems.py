"""The kinds of problems that checks find, with their severities, and the fixes of problems."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Literal

from core.base.described import Described
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
class Fix(Described):
    """An edit that ends a problem, as data. `core.labels.checks.fixes.apply_fix` carries it out."""

    id: Choice  # kind of the edit. `add-to-charset` changes the project's charset, all others the label
    # places in the file (indices into `WordLabel.characters`) of the characters that the fix changes; empty if the fix
    # concerns the whole label
    characters: tuple[int, ...] = field(default=(), kw_only=True)
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
class Check(Described):
    """A kind of problem."""

    severity: Severity = "warning"  # the usual one
    # True if the index does not find it, or not all of it: pictures have to be decoded, or files compared
    by_folder: bool = False


_CHECKS = (
    # An unknown symbol is an error if the project says unknown: error, a hand-set Gaussian if it cannot be drawn
    Check("symbol-unknown", Sentence("Symbol outside the charset")),
    Check("symbol-invalid", Sentence("Label with more than one character"), severity="error"),
    Check("scene", Sentence("Picture of several words"), severity="error"),
    Check("text-mismatch", Sentence("Text and characters differ")),
    Check("label-empty", Sentence("Label that says nothing")),
    Check("too-many-characters", Sentence("Too many characters"), severity="error"),
    Check("order-gap", Sentence("Order with a gap")),
    Check("order-double", Sentence("Order given twice")),
    Check("order-backwards", Sentence("Reading order jumps backwards")),
    Check("polygon-outside", Sentence("Polygon outside the image"), severity="error"),
    Check("polygon-partly-outside", Sentence("Polygon partly outside the image")),
    Check("polygon-self-crossing", Sentence("Polygon that crosses itself"), severity="error"),
    Check("polygon-without-area", Sentence("Polygon without area"), severity="error"),
    Check("polygon-tiny", Sentence("Tiny polygon")),
    Check("characters-overlap", Sentence("Two characters on nearly the same place")),
    Check("gaussian-astray", Sentence("Hand-set Gaussian off its character")),
    Check("area-astray", Sentence("Painted area off its character")),
    Check("upper-bound", Sentence("Target maps that do not read as the label")),
    Check("not-rendered", Sentence("Label that cannot be rendered"), severity="error"),
    Check("image-without-label", Sentence("Image without label"), severity="note", by_folder=True),
    Check("image-unreadable", Sentence("Image that cannot be read"), severity="error", by_folder=True),
    Check("image-truncated", Sentence("Image that is cut off"), severity="error", by_folder=True),
    Check("image-skipped", Sentence("Image that is left out"), by_folder=True),
    Check("image-other-size", Sentence("Label made for a picture of another size"), by_folder=True),
    Check("label-without-image", Sentence("Label without image"), by_folder=True),
    Check("label-unreadable", Sentence("Label that cannot be read"), severity="error"),
    Check("label-encoding", Sentence("Label file that is not UTF-8"), severity="note", by_folder=True),
    Check(
        "label-image-elsewhere",
        Sentence("Label that names a picture outside its folder"),
        severity="note",
        by_folder=True,
    ),
    Check("label-passed-over", Sentence("Part of a label file that is no character"), severity="note", by_folder=True),
    Check("name-clash", Sentence("Two images that share a label"), by_folder=True),
    Check("same-picture-different-text", Sentence("Same picture, different texts"), by_folder=True),
    Check("split-leak", Sentence("Picture in both training and validation"), by_folder=True),
    Check("folder-unreadable", Sentence("Folder that cannot be read"), by_folder=True),
)

FIXES: Mapping[Choice, Sentence] = {
    "renumber": Sentence("Renumber the characters"),
    "sort": Sentence("The text is wrong: number the characters along the line"),
    "sort-keep-text": Sentence("The text is right: lay its symbols along the line"),
    "text-from-characters": Sentence("Take the text from the characters"),
    "characters-from-text": Sentence("Take the symbols from the text"),
    "retype": Sentence("Retype the symbol"),
    "delete": Sentence("Delete the double"),
    "set-polygon": Sentence("Mend the polygon"),
    "clear-gaussian": Sentence("Let the Gaussian follow the polygon"),
    "clear-area": Sentence("Clear the painted area"),
    "add-to-charset": Sentence("Add the symbol to the charset"),
}
"""The title of each kind of fix. It names no character."""

KINDS: Mapping[str, Check] = {check.id: check for check in _CHECKS}
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
    shown = text
    if not text.isprintable():
        shown = "".join(c if c.isprintable() else c.encode("unicode_escape").decode("ascii") for c in text)
    return shown if len(shown) <= longest else shown[: longest - 1] + "…"


def quoted(text: str) -> str:
    """Return a text in quotes, on one line and not too long."""
    return f'"{printable(text)}"'
