"""The kinds of problems that checks find, with their severities, and the edits that fix them."""

from __future__ import annotations

import unicodedata
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from functools import cache, lru_cache
from typing import Any, Literal

from core.base.described import Described
from core.base.errors import LabelError, Sentence
from core.base.plugins.active import plugins
from core.charset import without_unseen
from core.labels.edits import edits
from core.labels.edits.composition import retyped, text_of
from core.labels.label import ILLEGIBLE, Point, Polygon, WordLabel

Severity = Literal["error", "warning", "note"]
"""The gravity of a problem.

A label with an `error` cannot be used for training as it is, a `warning` is probably a mistake, and a `note` is good to
know.
"""


@dataclass(frozen=True, slots=True)
class Fix(Described):
    """An edit that solves a problem, as data for `apply_fix`.

    `id` is a key of `FIXES`.
    """

    characters: tuple[int, ...] = field(default=(), kw_only=True)
    """Places in the file (indices into `WordLabel.characters`) of the characters that the fix changes.

    Empty if the fix concerns the whole label."""
    symbol: str | None = None
    """The new symbol of `retype` and `add-to-charset`."""
    polygon: Polygon = ()
    """The new polygon of `set-polygon`, in image pixels."""


@dataclass(frozen=True, slots=True)
class Problem:
    """One problem that a check has found, with its place and its fixes."""

    id: str
    """The kind, a key of `kinds()`. The part before the first `-` groups kinds (`order`, `polygon`, `symbol` …)."""
    severity: Severity
    """The severity of the kind, or another one that the check has given this problem."""
    message: str
    """A `Sentence` with the fault, the place and the remedy, which the window translates."""
    image: str | None = None
    """The image's path relative to the project, with `/` between folders."""
    character: int | None = None
    """Rank of the character, from 1. None if the problem concerns the whole word, the image or the file."""
    place: Point | None = None
    """(x, y): the place to look at, in image pixels."""
    fixes: tuple[Fix, ...] = ()
    """Edits that each end the problem, several if a person has to choose one."""

    @property
    def fix(self) -> Fix | None:
        """The only fix, or None if the problem has no fix or has several, between which a person must choose."""
        return self.fixes[0] if len(self.fixes) == 1 else None

    def to_dict(self) -> dict[str, Any]:
        """Return the problem as `textscanner check --json` prints it."""
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
    """A kind of problem that a check can find."""

    severity: Severity = "warning"
    """The usual severity."""
    by_folder: bool = False
    """True if the index does not show the problem, or only a part: pictures have to be decoded, or files compared."""


_CHECKS = (
    # An unknown symbol is an error if the project says unknown: error, a hand-set Gaussian if it cannot be drawn
    Check("symbol-unknown", Sentence("Symbol outside the charset")),
    Check("symbol-invalid", Sentence("Character with no symbol or with several"), severity="error"),
    Check("scene", Sentence("Picture of several words"), severity="error"),
    Check("text-mismatch", Sentence("Text and characters differ")),
    Check("text-unseen", Sentence("Text with invisible symbols")),
    Check("label-empty", Sentence("Label without content")),
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
    Check(
        "label-passed-over", Sentence("Part of a label file that is not a character"), severity="note", by_folder=True
    ),
    Check("name-clash", Sentence("Two images that share a label"), by_folder=True),
    Check("same-picture-different-text", Sentence("Same picture, different texts"), by_folder=True),
    Check("split-leak", Sentence("Picture in both training and validation"), by_folder=True),
    Check("folder-unreadable", Sentence("Folder that cannot be read"), by_folder=True),
)

KINDS: Mapping[str, Check] = {check.id: check for check in _CHECKS}
"""The program's own kinds of problems, by id."""


@cache
def kinds() -> Mapping[str, Check]:
    """Return every kind of problem by its id, those of plug-ins last."""
    brought = (
        Check(part.id, part.title, part.help, severity=part.severity) for _, part in plugins().parts("checks", KINDS)
    )
    return {**KINDS, **{check.id: check for check in brought}}


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
    """Make a problem of a kind, with the kind's own severity unless another is given.

    Parameters
    ----------
    kind : str
        A key of `kinds()`.
    sentence : Sentence
        The fault, its place and the remedy, without the image's name, which `found` puts in front.
    image : str, optional
        The image's path relative to the project. None: the sentence begins with "label".
    character : int, optional
        Rank of the character, from 1.
    place : (x, y), optional
        The place to look at, in image pixels.
    fixes : tuple of Fix
        Edits that each end the problem.
    severity : Severity, optional
        A severity other than the kind's.
    """
    message = Sentence("{name}: {problem}", name=printable(image, 255) if image else "label", problem=sentence)
    return Problem(
        id=kind,
        severity=severity or kinds()[kind].severity,
        message=message,
        image=image,
        character=character,
        place=place,
        fixes=fixes,
    )


@lru_cache(maxsize=4096)
def printable(text: str, longest: int = _LONGEST) -> str:
    """Return a text on one line, with control characters and halves of surrogate pairs escaped, and cut if it is long.

    An illegible character is `###`, as in label files: many fonts draw U+FFFD as a box.
    """
    shown = text.replace("\N{REPLACEMENT CHARACTER}", ILLEGIBLE)
    if not shown.isprintable():
        shown = "".join(c if c.isprintable() else c.encode("unicode_escape").decode("ascii") for c in shown)
    return shown if len(shown) <= longest else shown[: longest - 1] + "…"


def quoted(text: str) -> str:
    """Return a text in quotation marks, on one line and cut if it is long."""
    return f'"{printable(text)}"'


@dataclass(frozen=True, slots=True)
class FixKind(Described):
    """A kind of fix, with a title that names no character."""

    edit: Callable[[WordLabel, Fix], WordLabel] | None = None
    """Returns the label after a fix. None: the fix changes the project's charset, not the label."""


def _one(places: tuple[int, ...]) -> int:
    if len(places) != 1:
        raise LabelError("this fix changes one polygon, and none is named. Check the label again.")
    return places[0]


def _spelling_text(label: WordLabel, text: str | None) -> WordLabel:
    """Return the label with a text, and with each character's symbol taken from the text.

    Ignored characters keep their symbols. LabelError is raised if the text has not one symbol for each character.
    """
    symbols = unicodedata.normalize("NFC", text or "")
    if len(symbols) != len(label.characters):
        raise LabelError("text and characters are of different length by now. Check the label again.")
    wanted = {
        place: symbol
        for place, symbol in zip(label.ranking, symbols, strict=True)
        if not label.characters[place].is_ignored
        and unicodedata.normalize("NFC", label.characters[place].symbol) != symbol
    }
    return replace(retyped(replace(label, text=None), wanted), text=text)


def _sorted_with_text(label: WordLabel, fix: Fix) -> WordLabel:
    return _spelling_text(edits.sort_along_baseline(replace(label, text=None)), label.text)


def _with_what_is_seen(label: WordLabel) -> WordLabel:
    """The label with other blanks as spaces, and a text without zero-width signs and without blanks at its ends.

    With characters, a text loses only what no character has.
    """
    symbols = [unicodedata.normalize("NFC", character.symbol) for character in label.characters]
    blanks = {place: " " for place, symbol in enumerate(symbols) if symbol != " " and symbol.isspace()}
    plain = retyped(replace(label, text=None), blanks)
    if label.text is None:
        return plain
    text = without_unseen(unicodedata.normalize("NFC", label.text))
    if label.characters and text != plain.reading.strip(" "):
        return label
    return replace(plain, text=plain.reading if label.characters else text)


_FIXES = (
    FixKind("renumber", Sentence("Renumber the characters"), edit=lambda label, fix: edits.renumber(label, [])),
    FixKind(
        "sort",
        Sentence("The text is wrong: number the characters along the line"),
        edit=lambda label, fix: edits.sort_along_baseline(label),
    ),
    FixKind("sort-keep-text", Sentence("The text is right: lay its symbols along the line"), edit=_sorted_with_text),
    FixKind(
        "text-from-characters",
        Sentence("Take the text from the characters"),
        edit=lambda label, fix: replace(label, text=text_of(label)),
    ),
    FixKind(
        "characters-from-text",
        Sentence("Take the symbols from the text"),
        edit=lambda label, fix: _spelling_text(label, label.text),
    ),
    FixKind(
        "retype",
        Sentence("Retype the symbol"),
        edit=lambda label, fix: edits.retype(label, fix.characters, fix.symbol or ""),
    ),
    FixKind("delete", Sentence("Delete the duplicate"), edit=lambda label, fix: edits.delete(label, fix.characters)),
    FixKind(
        "set-polygon",
        Sentence("Mend the polygon"),
        edit=lambda label, fix: edits.set_polygon(label, _one(fix.characters), fix.polygon),
    ),
    FixKind(
        "clear-gaussian",
        Sentence("Let the Gaussian follow the polygon"),
        edit=lambda label, fix: edits.clear_gaussian(label, fix.characters),
    ),
    FixKind(
        "clear-area",
        Sentence("Clear the painted area"),
        edit=lambda label, fix: edits.clear_area(label, fix.characters),
    ),
    FixKind(
        "delete-unseen",
        Sentence("Delete the invisible symbols"),
        edit=lambda label, fix: _with_what_is_seen(label),
    ),
    FixKind("add-to-charset", Sentence("Add the symbol to the charset")),
)

FIXES: Mapping[str, FixKind] = {kind.id: kind for kind in _FIXES}
"""Every kind of fix by its id."""


def apply_fix(label: WordLabel, problem: Problem, fix: Fix | None = None) -> WordLabel:
    """Return the label after the fix of a problem.

    Parameters
    ----------
    label : WordLabel
        The label that has the problem.
    problem : Problem
        The problem.
    fix : Fix, optional
        One of `problem.fixes`. None: the only one.

    Returns
    -------
    WordLabel
        A new label, as from the edits of `core.labels.edits.edits`: the caller keeps the old label for undo.

    Raises
    ------
    LabelError
        If the problem has no fix, or a person has to choose, or the fix changes the charset (`add-to-charset`), or the
        label has changed since the check.
    """
    chosen = fix or problem.fix
    if chosen is None:
        if not problem.fixes:
            raise LabelError("{problem}: it has no safe fix. Correct the label by hand.", problem=problem.id)
        raise LabelError(
            "{problem}: a person has to choose between several fixes. Correct the label by hand.", problem=problem.id
        )
    if FIXES[chosen.id].edit is None:
        raise LabelError(
            "{problem}: this fix changes the project's charset, not the label. Change the charset in the project's "
            "settings.",
            problem=problem.id,
        )
    return apply_edit(label, chosen)


def apply_edit(label: WordLabel, fix: Fix) -> WordLabel:
    """Return the label after the edit of a fix, or unchanged if the fix changes the charset.

    Raises
    ------
    LabelError
        If the fix does not fit the label, which may have changed since the check.
    """
    edit = FIXES[fix.id].edit
    return label if edit is None else edit(label, fix)
