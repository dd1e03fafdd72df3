"""What the checks of `core.labels` say, in the window's language: they write English and know nothing of Qt."""

from __future__ import annotations

import re
from functools import cache

from PySide6.QtCore import QCoreApplication

from app.language.languages import marked
from core.labels.checks.problems import Fix, Problem, printable

_CONTEXT = "ProblemWords"

SENTENCES = (
    marked("ProblemWords", "character {rank} {symbol} has a polygon without area. Draw it again or delete it."),
    marked(
        "ProblemWords",
        "character {rank} {symbol} lies wholly outside the image. Move it onto its character or delete it.",
    ),
    marked("ProblemWords", "character {rank} {symbol} has a polygon that crosses itself. Move its corners apart."),
    marked(
        "ProblemWords",
        "character {rank} {symbol} sticks 1 pixel out of the image. "
        "Move its corners inside, unless it is cut off there.",
    ),
    marked(
        "ProblemWords",
        "character {rank} {symbol} sticks {count} pixels out of the image. "
        "Move its corners inside, unless it is cut off there.",
    ),
    marked(
        "ProblemWords",
        "character {rank} {symbol} is only {long} × {short} pixels. Draw it again, or delete it if it slipped in.",
    ),
    marked(
        "ProblemWords",
        "character {rank} {symbol} takes much of the same place as character {earlier}. "
        "Move one of them, or delete the one that is not there.",
    ),
    marked("ProblemWords", "character {rank} {symbol} has a Gaussian that cannot be drawn. Set it again, or clear it."),
    marked(
        "ProblemWords",
        "character {rank} {symbol} has a Gaussian set by hand that is not on it. "
        "Move it onto the character, or clear it.",
    ),
    marked(
        "ProblemWords", "character {rank} {symbol} has a painted area that is not on it. Paint it again, or clear it."
    ),
    marked(
        "ProblemWords",
        "character {rank} {symbol} is not in the charset ({count} symbols). "
        "Correct it, or add it to the charset in textscanner.json.",
    ),
    marked("ProblemWords", "character {rank} has no symbol. Type its one symbol, or ### if nobody can read it."),
    marked(
        "ProblemWords",
        "character {rank} has {count} symbols in one, {symbol}. Type its one symbol, or ### if nobody can read it.",
    ),
    marked(
        "ProblemWords",
        "{symbol} in the text is not in the charset ({count} symbols). "
        "Correct it, or add it to the charset in textscanner.json.",
    ),
    marked(
        "ProblemWords",
        "{count} characters, more than max_length = {most}. Raise max_length in textscanner.json, or split the word.",
    ),
    marked(
        "ProblemWords",
        "{count} symbols in the text, more than max_length = {most}. "
        "Raise max_length in textscanner.json, or split the word.",
    ),
    marked("ProblemWords", "the label has neither text nor characters. Type the text, or delete the label."),
    marked(
        "ProblemWords",
        "text {text} and characters {read} ({written} and {drawn} symbols) differ from number {rank} on. "
        "Correct the one that is wrong.",
    ),
    marked(
        "ProblemWords",
        "text {text} and characters {read} differ at number {rank}. Correct the one that is wrong.",
    ),
    marked(
        "ProblemWords",
        "two characters have the order {number}, from character {rank} on. Renumber the characters.",
    ),
    marked(
        "ProblemWords",
        "{count} characters have the order {number}, from character {rank} on. Renumber the characters.",
    ),
    marked(
        "ProblemWords",
        "the order jumps from {before} to {after} at character {rank}. "
        "Add the character that is missing, or renumber the characters.",
    ),
    marked(
        "ProblemWords",
        "the order begins with {first} at character {rank}. "
        "Add the character that is missing, or renumber the characters.",
    ),
    marked(
        "ProblemWords",
        "the reading order jumps backwards from character {earlier} to character {later} and {count} more time. "
        "Sort the characters along the line, or correct the symbols.",
    ),
    marked(
        "ProblemWords",
        "the reading order jumps backwards from character {earlier} to character {later} and {count} more times. "
        "Sort the characters along the line, or correct the symbols.",
    ),
    marked(
        "ProblemWords",
        "the reading order jumps backwards from character {earlier} to character {later}. "
        "Sort the characters along the line, or correct the symbols.",
    ),
    marked(
        "ProblemWords",
        "at {size} and stride {stride} the target maps read {read} and lose character {lost}. "
        "Look at the Gaussian or the painted area that was set by hand there.",
    ),
    marked(
        "ProblemWords",
        "at {size} and stride {stride} the target maps read {read} and lose character {lost}. "
        "No finer stride or wider map would do: draw the characters further apart.",
    ),
    marked(
        "ProblemWords",
        "at {size} and stride {stride} the target maps read {read} and lose character {lost}. "
        "Use {choices} in textscanner.json.",
    ),
    marked(
        "ProblemWords",
        "at {size} and stride {stride} the target maps read {read} and lose characters {lost}. "
        "Look at the Gaussian or the painted area that was set by hand there.",
    ),
    marked(
        "ProblemWords",
        "at {size} and stride {stride} the target maps read {read} and lose characters {lost}. "
        "No finer stride or wider map would do: draw the characters further apart.",
    ),
    marked(
        "ProblemWords",
        "at {size} and stride {stride} the target maps read {read} and lose characters {lost}. "
        "Use {choices} in textscanner.json.",
    ),
    marked("ProblemWords", "the image has no label. Label it, or leave it out of the project."),
    marked(
        "ProblemWords",
        "the label file is {encoding} text, which labelme cannot open. The next edit saves it as UTF-8.",
    ),
    marked(
        "ProblemWords",
        "the label was made for a picture of {size} pixels, but this one has {present}. "
        "Look whether the polygons still fit, and save the label.",
    ),
    marked("ProblemWords", "shares the label {label} with {other}. Rename one of the two images."),
    marked(
        "ProblemWords",
        "there is no image of this label's name. Put the image beside it, or delete the label.",
    ),
    marked(
        "ProblemWords",
        "the same picture as {image}, but the text is {text} here and {other} there. Correct the one that is wrong.",
    ),
    marked(
        "ProblemWords",
        "validates on the same picture as {image} trains on, so that it measures memory. "
        "Delete one of the two, or put both into one part.",
    ),
)
"""Sentences of problems; an earlier one is tried first."""

FIXES = (
    marked("ProblemWords", "Untangle character {rank}"),
    marked("ProblemWords", "Clip character {rank} to the image"),
    marked("ProblemWords", "Delete character {rank}, the double of {earlier}"),
    marked("ProblemWords", "Let the Gaussian of character {rank} follow its polygon"),
    marked("ProblemWords", "Clear the painted area of character {rank}"),
    marked("ProblemWords", "Retype character {rank} as {symbol}"),
    marked("ProblemWords", "Add {symbol} to the charset"),
    marked("ProblemWords", "Set the text to {text}"),
    marked("ProblemWords", "Set the characters to {text}"),
    marked("ProblemWords", "Renumber the characters"),
    marked("ProblemWords", "Sort the characters along the line"),
    marked("ProblemWords", "Sort the polygons along the line and keep the text"),
)
"""Titles of fixes."""

_PARTS = {
    "choices": (
        marked("ProblemWords", "stride {stride} or width {width}"),
        marked("ProblemWords", "stride {stride}"),
        marked("ProblemWords", "width {width}"),
    ),
    "lost": (marked("ProblemWords", "{some} and {count} more"),),
}
"""What may stand in a place of a sentence and has words of its own."""


def message_of(problem: Problem) -> str:
    """The whole message of a problem, with the image's name before the sentence."""
    name = f"{printable(problem.image, 255)}: " if problem.image else "label: "
    said = problem.message.removeprefix(name)
    known = matched(said, SENTENCES)
    return problem.message if known is None else problem.message.removesuffix(said) + _translated(*known)


def title_of(fix: Fix) -> str:
    """What a fix does, for a button or an undo entry."""
    known = matched(fix.title, FIXES)
    return fix.title if known is None else _translated(*known)


def matched(text: str, templates: tuple[str, ...]) -> tuple[str, dict[str, str]] | None:
    """The template that a text was made of and what stands in its places; None where it is none of them."""
    for template in templates:
        match = _pattern(template).fullmatch(text)
        if match is not None:
            return template, match.groupdict()
    return None


def _translated(template: str, parts: dict[str, str]) -> str:
    said = {name: _part(name, text) for name, text in parts.items()}
    return QCoreApplication.translate(_CONTEXT, template).format_map(said)


def _part(name: str, text: str) -> str:
    known = matched(text, _PARTS.get(name, ()))
    return text if known is None else _translated(*known)


@cache
def _pattern(template: str) -> re.Pattern[str]:
    pieces = re.split(r"{(\w+)}", template)
    named = (f"(?P<{piece}>.+?)" if place % 2 else re.escape(piece) for place, piece in enumerate(pieces))
    return re.compile("".join(named), re.DOTALL)
