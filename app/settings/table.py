"""All settings as data, each with its name, its allowed values and its default.

The store (`app.settings.settings`) and the dialog are made from this table; a new setting is one more entry. How a
window is arranged is no setting (`app.desktop.window_state`), and what belongs to a project is in its
`textscanner.json`.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal

from app.language.languages import LANGUAGES
from core.base.described import Described, TableText
from core.base.plugins.active import plugins

Shortcuts = dict[str, list[str]]
"""Key sequences in portable form by action id, instead of the action's own; an empty list: no shortcut."""

Value = bool | int | float | str | Shortcuts

Group = Literal["appearance", "projects", "canvas", "maps", "predicting", "labelling", "shortcuts", "plugins"]

LONGEST_TEXT = 260  # most characters of a setting that is any text

CONTEXT = "Settings"  # the translation context of all texts in this table

GROUPS: Mapping[Group, TableText] = {
    "appearance": "Appearance",
    "projects": "Projects",
    "canvas": "Canvas",
    "maps": "Maps",
    "predicting": "Reading",
    "labelling": "Labelling",
    "shortcuts": "Shortcuts",
    "plugins": "Plug-ins",
}


@dataclass(frozen=True, slots=True)
class Setting(Described):
    """One setting, whose id is its name in the file and whose help is one sentence."""

    default: Value = field(kw_only=True)
    """The default, whose type is the setting's type."""
    group: Group = field(kw_only=True)
    """The heading that the Settings dialog shows it under, a key of `GROUPS`."""
    choices: tuple[tuple[str, TableText], ...] = ()
    """Of a string: the allowed values, and the source text of each. Without choices, any line of text is allowed."""
    bounds: tuple[float, float] = (-math.inf, math.inf)
    """(low, high) of a number: the smallest and the largest."""
    step: float = 1
    """Of a number: the change at one press of an arrow key."""
    unit: TableText = ""
    """Of a number: source text of its unit."""

    def accepted(self, value: object) -> Value | None:
        """Return the value in the setting's type (1 becomes 1.0 for a float), or None if the value is not allowed."""
        if isinstance(self.default, bool):
            return value if isinstance(value, bool) else None
        if isinstance(self.default, int | float):
            return self._number(value)
        if isinstance(self.default, str):
            return self._text(value)
        return _shortcuts(value)

    def allowed(self) -> str:
        """Return a description of the allowed values in English, in the notation of the file."""
        if isinstance(self.default, bool):
            return "true or false"
        if isinstance(self.default, int | float):
            kind = "a whole number" if isinstance(self.default, int) else "a number"
            return f"{kind} from {self.bounds[0]:g} to {self.bounds[1]:g}"
        if isinstance(self.default, str):
            one_of = "one of " + ", ".join(f'"{value}"' for value, _ in self.choices)
            return one_of if self.choices else f"a line of at most {LONGEST_TEXT} characters"
        return 'an object such as {"file.open": ["Ctrl+O"]}'

    def _text(self, value: object) -> str | None:
        if not isinstance(value, str):
            return None
        if self.choices:
            return value if value in dict(self.choices) else None
        line = value.strip()
        return line if line.isprintable() and len(line) <= LONGEST_TEXT else None

    def _number(self, value: object) -> int | float | None:
        if isinstance(value, bool) or not isinstance(value, int | float):
            return None
        if isinstance(self.default, int) and not isinstance(value, int):
            return None
        if not self.bounds[0] <= value <= self.bounds[1]:  # NaN is not
            return None
        return float(value) if isinstance(self.default, float) else value


def _shortcuts(value: object) -> Shortcuts | None:
    if not isinstance(value, Mapping):
        return None
    for action, keys in value.items():
        if not isinstance(action, str) or not isinstance(keys, list) or not all(isinstance(key, str) for key in keys):
            return None
    return {action: list(keys) for action, keys in value.items()}


_ENTRIES = (
    Setting(
        "language",
        "Language",
        "Language of the program from the next start on; labels and file names are not affected.",
        default="system",
        group="appearance",
        choices=(("system", "Same as the system"), *LANGUAGES.items()),
    ),
    Setting(
        "theme",
        "Theme",
        "Light or dark colours.",
        default="system",
        group="appearance",
        choices=(("system", "Same as the system"), ("light", "Light"), ("dark", "Dark")),
    ),
    Setting(
        "list.thumbnails",
        "Show thumbnails",
        "A small picture of each word image in the list.",
        default=True,
        group="appearance",
    ),
    Setting(
        "glyphs.size",
        "Glyph size",
        "Height and width of a glyph on the wall of glyphs.",
        default=40,
        group="appearance",
        bounds=(24, 120),
        step=8,
        unit="px",
    ),
    Setting(
        "list.thumbnail_size",
        "Thumbnail height",
        "Height of the small pictures in the list.",
        default=32,
        group="appearance",
        bounds=(16, 128),
        step=8,
        unit="px",
    ),
    Setting(
        "projects.reopen_last",
        "Reopen the last project",
        "Open it again when the program starts and no folder is named.",
        default=True,
        group="projects",
    ),
    Setting(
        "projects.recent",
        "Recent projects kept",
        "How many folders the menu of recent projects remembers.",
        default=10,
        group="projects",
        bounds=(0, 50),
    ),
    Setting(
        "saving.delay",
        "Save after",
        "Time after the last edit until the label file is written. A crash loses nothing.",
        default=1.0,
        group="projects",
        bounds=(0.2, 2.0),
        step=0.1,
        unit="s",
    ),
    Setting(
        "projects.look_every",
        "Look for changes every",
        "How often to look for changes in a folder if the system does not report them, as on network drives.",
        default=20.0,
        group="projects",
        bounds=(2.0, 300.0),
        step=1,
        unit="s",
    ),
    Setting(
        "list.read_ahead",
        "Images read ahead",
        "How many neighbours of the open image are read in advance, on each side.",
        default=2,
        group="projects",
        bounds=(0, 8),
    ),
    Setting(
        "canvas.handle_size",
        "Handle size",
        "Size of corners and handles on the canvas, the same at each zoom.",
        default=8,
        group="canvas",
        bounds=(4, 24),
        unit="px",
    ),
    Setting(
        "canvas.nudge",
        "Arrow keys move by",
        "Image pixels that an arrow key moves the selected characters.",
        default=1.0,
        group="canvas",
        bounds=(0.1, 20.0),
        step=0.5,
        unit="px",
    ),
    Setting(
        "canvas.nudge_large",
        "Shift and arrow keys move by",
        "Image pixels that an arrow key moves the selected characters while Shift is held.",
        default=10.0,
        group="canvas",
        bounds=(1.0, 100.0),
        step=1,
        unit="px",
    ),
    Setting(
        "canvas.brush_radius",
        "Brush radius",
        "Radius of the brush and the eraser, in image pixels.",
        default=4.0,
        group="canvas",
        bounds=(0.5, 100.0),
        step=0.5,
        unit="px",
    ),
    Setting(
        "maps.colormap",
        "Colormap",
        "For maps of numbers: the centre map and single positions.",
        default="viridis",
        group="maps",
        choices=tuple((name, name) for name in ("viridis", "cividis", "magma", "inferno", "plasma", "turbo", "gray")),
    ),
    Setting(
        "maps.opacity",
        "Overlay opacity",
        "Opacity of the map over the image when a project is opened.",
        default=0.5,
        group="maps",
        bounds=(0.0, 1.0),
        step=0.1,
    ),
    Setting(
        "predicting.ignore_case",
        "Read without regard to case",
        "The model first chooses the letter, and then upper or lower case.",
        default=False,
        group="predicting",
    ),
    Setting(
        "predicting.crops",
        "Crops of each image",
        "With three crops, their mean is read. With five, each is read, and the majority decides. Reading takes "
        "three or five times as long.",
        default="auto",
        group="predicting",
        choices=(("auto", "Five if one is doubtful"), ("1", "The whole image"), ("3", "Three"), ("5", "Five")),
    ),
    Setting(
        "predicting.language_model",
        "Read with the language model",
        "If a model names its language, symbols are also chosen by the spelling of words. The maps stay the same.",
        default=True,
        group="predicting",
    ),
    Setting(
        "readers.tesseract",
        "Tesseract",
        "Path of the program Tesseract, which may not be in the open folder. If it is empty, the first one in PATH is "
        "used.",
        default="",
        group="predicting",
    ),
    Setting(
        "predicting.details",
        "Details of the reading",
        "Show the positions, the reading at a position with each combination of predicted and target maps, "
        "and the terms of the loss.",
        default=False,
        group="predicting",
    ),
    Setting(
        "label.annotator",
        "Your name",
        "Your name, kept in the history and in labels that you mark reviewed. If it is empty, no name is kept.",
        default="",
        group="labelling",
    ),
    Setting(
        "label.after_review",
        "After marking reviewed",
        "What Enter shows after it has marked a word reviewed.",
        default="next_unreviewed",
        group="labelling",
        choices=(("stay", "Stay"), ("next", "Next image"), ("next_unreviewed", "Next unreviewed image")),
    ),
    Setting(
        "label.divide_direction",
        "Divide a word",
        "How a box round a word is cut into its characters.",
        default="auto",
        group="labelling",
        choices=(
            ("auto", "By the shape of the box"),
            ("horizontal", "From left to right"),
            ("vertical", "From top to bottom"),
        ),
    ),
    Setting(
        "problems.confirm_fixes",
        "Confirm fixes of many labels",
        "Show what will change before a fix is made in the whole folder.",
        default=True,
        group="labelling",
    ),
    Setting(
        "shortcuts",
        "Shortcuts",
        "Keys of the actions, where they differ from the usual ones.",
        default={},
        group="shortcuts",
    ),
)

_OWN: Mapping[str, Setting] = {entry.id: entry for entry in _ENTRIES}

_BROUGHT = (setting for _, setting in plugins().loaded("settings", Setting, taken=_OWN))

SETTINGS: Mapping[str, Setting] = {**_OWN, **{setting.id: setting for setting in _BROUGHT}}
"""All settings by id, in the order of the dialog, with those of plug-ins at the end of their groups."""
