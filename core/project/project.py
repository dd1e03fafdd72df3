"""A project is a folder of word images, including subfolders, with its choices in `textscanner.json`.

The file is data, never cache. Every key may be left out; keys that are not ours are kept as they were::

    {
      "schema": 1,
      "charset": ["0", "1", ...],          or one string; absent: the sorted symbols of all the project's labels
      "maps": {"height": 64, ...},         `core.labels.maps.spec.MapSpec`
      "normalisation": "NFC",              or "NFKC"
      "fold_full_width": false,            read full-width forms as ASCII
      "unknown": "ignore",                 or "error": what a symbol outside the charset is to the maps
      "validation": {"share": 0.1},        or {"folder": "val"}
      "expected": "[A-Z]{2}[0-9]{5}",      a pattern, or a .txt file of words: the only texts there are
      "reading": "auto",                   or "language", "network": what forms words beside the network's maps
      "images": {"a.png": {"tags": ["blurred"], "split": "validation"}}    images without a label: `core.project.notes`
    }

The charset is written one symbol a line, so that adding one changes one line under version control.
"""

from __future__ import annotations

import codecs
import contextlib
import hashlib
import json
import unicodedata
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any, Literal, Self

from core.base.errors import CharsetError, Damaged, ProjectError, Sentence, reason_of
from core.base.files import PRIVATE, append_lines, read_file, write_atomically
from core.base.folders import SETTINGS_NAME
from core.base.json_edit import Raw, Style, edit_object, style_of, write_value
from core.base.json_text import JsonProblem, members_of, skip_space, value_at
from core.base.version import NewerVersion
from core.charset import Charset, is_symbol, normalise
from core.labels.label import ILLEGIBLE, WordLabel
from core.labels.maps.spec import MapSpec
from core.project.listing import Listing, list_images
from core.project.notes import NOTHING, ImageNote, Split, lines_of, note_from, notes_of

SCHEMA = 1

EXAMPLE = r"[A-Z]{2}\d{5}"
"""A pattern for `ProjectSettings.expected`."""

Normalisation = Literal["NFC", "NFKC"]
Unknown = Literal["ignore", "error"]
Reading = Literal["auto", "language", "network"]

_SIMPLE = ("normalisation", "fold_full_width", "unknown", "expected", "reading")
_MAX_BYTES = 16 << 20
_NOTES = f"{PRIVATE}/notes.jsonl"
_LONG_NOTES, _MAX_NOTES = 32 << 20, 256 << 20  # bytes from which on the last line of each image alone is kept; at most


def _is_share(value: object) -> bool:
    return isinstance(value, (int, float)) and not isinstance(value, bool) and 0 <= value < 1  # NaN is not


def _is_folder_inside(value: object) -> bool:
    return isinstance(value, str) and not any(part in {"", ".", ".."} or "\0" in part for part in value.split("/"))


def _check_expected(expected: object) -> None:
    if expected == "":
        return
    allowed = Sentence("the name of a .txt file in the project, or a pattern such as {example}", example=EXAMPLE)
    if not isinstance(expected, str) or (expected.endswith(".txt") and not _is_folder_inside(expected)):
        raise _wrong("expected", expected, allowed)
    if expected.endswith(".txt"):
        return
    from core.base.patterns import Pattern, PatternError  # seldom needed: not at the start

    try:
        Pattern(expected)
    except PatternError as error:
        reason = Sentence("{allowed} ({why})", allowed=allowed, why=error)
        raise _wrong("expected", expected, reason) from error


@dataclass(frozen=True, slots=True)
class Validation:
    """The choice of images for validation: by chance or by folder."""

    share: float = 0.1
    """Share of images that `split_of` takes by a hash of their path, in [0, 1)."""
    folder: str | None = None
    """Folder of the validation images, subfolders included, relative to the project. `share` does not count then."""

    def __post_init__(self) -> None:
        if not _is_share(self.share):
            raise _wrong("validation.share", self.share, Sentence("a number from 0 up to 1, without 1"))
        if self.folder is not None and not _is_folder_inside(self.folder):
            raise _wrong(
                "validation.folder", self.folder, Sentence('a folder in the project, such as "val" or "data/val"')
            )


@dataclass(frozen=True, slots=True)
class ProjectSettings:
    """The choices that a project stores.

    Raises ProjectError if a value is not one of the allowed ones.
    """

    charset: Charset | None = None
    """The symbols. None: the sorted symbols of all the project's labels (`charset_of_labels`)."""
    maps: MapSpec = MapSpec()  # noqa: RUF009  frozen
    """Parameters of the rendering of labels into target maps."""
    normalisation: Normalisation = "NFC"
    """Unicode form for comparing and learning texts."""
    fold_full_width: bool = False
    """True if full-width forms are read as ASCII."""
    unknown: Unknown = "ignore"
    """Treatment of a symbol outside the charset in the character map."""
    validation: Validation = Validation()
    """The images that are used to validate a training, and not to train."""
    expected: str = ""
    """The words to read (`core.model.using.expected`): a .txt file in the project or a pattern. "" for any."""
    reading: Reading = "auto"
    """The way to read words: with the model's language, or by the network alone. "auto": with the language, until
    somebody, or the known texts, decide (`core.analysis.reading_rule`)."""

    def __post_init__(self) -> None:
        if self.normalisation not in ("NFC", "NFKC"):
            raise _wrong("normalisation", self.normalisation, Sentence('"NFC" or "NFKC"'))
        if not isinstance(self.fold_full_width, bool):
            raise _wrong("fold_full_width", self.fold_full_width, Sentence("true or false"))
        if self.unknown not in ("ignore", "error"):
            raise _wrong("unknown", self.unknown, Sentence('"ignore" or "error"'))
        _check_expected(self.expected)
        if self.reading not in ("auto", "language", "network"):
            raise _wrong("reading", self.reading, Sentence('"auto", "language" or "network"'))

    def normalise(self, text: str) -> str:
        """Return a text in the form that this project compares and learns."""
        return normalise(text, self.normalisation, self.fold_full_width)

    def symbols_of(self, label: WordLabel) -> frozenset[str]:
        """Return the symbols that a label adds to the project's charset, from its text and its characters."""
        alone = (self.normalise(character.symbol) for character in label.characters if not character.is_ignored)
        word = self.normalise(label.word)
        # The three signs that mark what is illegible are no text, so they bring no symbol along
        return frozenset(filter(is_symbol, {*("" if word == ILLEGIBLE else word), *alone}))

    def to_dict(self) -> dict[str, Any]:
        """Return the settings in the form of a complete `textscanner.json`."""
        values: dict[str, Any] = {"schema": SCHEMA}
        if self.charset is not None:
            values["charset"] = list(self.charset)
        share, folder = self.validation.share, self.validation.folder
        validation = {"share": share} if folder is None else {"folder": folder}
        return (
            values
            | {
                "maps": self.maps.to_dict(),
                "normalisation": self.normalisation,
                "fold_full_width": self.fold_full_width,
                "unknown": self.unknown,
                "validation": validation,
            }
            | ({"expected": self.expected} if self.expected else {})
            | ({"reading": self.reading} if self.reading != "auto" else {})
        )

    @property
    def label_digest(self) -> str:
        """A short text that changes with each choice that decides how labels are read and checked."""
        choices = replace(self, validation=Validation(), expected="", reading="auto").to_dict()
        return hashlib.blake2b(json.dumps(choices, sort_keys=True).encode(), digest_size=8).hexdigest()


def split_of(image: str, validation: Validation) -> Split:
    """Decide whether an image belongs to training or to validation.

    With a share, the image is in validation if the 8-byte BLAKE2b digest (big-endian) of its relative path (`/` between
    folders, NFC, UTF-8), over 2⁶⁴, is less than the share. So it is the same on every machine, adding images moves no
    other one, and a larger share keeps those of a smaller one. In a project of very few images the share may be missed
    by much, or no image be taken at all. `validation`: the project's choice.
    """
    name = unicodedata.normalize("NFC", image)
    if validation.folder is not None:
        return "val" if name.startswith(unicodedata.normalize("NFC", validation.folder) + "/") else "train"
    return "val" if hash_of(image) < validation.share * 2.0**64 else "train"


def hash_of(image: str) -> int:
    """Return a number from 0 to 2⁶⁴ - 1 that depends only on an image's relative path (see `split_of`)."""
    # surrogatepass: names that are no UTF-8 have a place too
    name = unicodedata.normalize("NFC", image).encode("utf-8", "surrogatepass")
    return int.from_bytes(hashlib.blake2b(name, digest_size=8).digest(), "big")


def parse_settings(data: bytes) -> ProjectSettings:
    """Return the choices in the content of a `textscanner.json`, with defaults for missing ones.

    Raises
    ------
    ProjectError
        If it is no UTF-8, no JSON object, of a newer schema, or a value is not one of the allowed ones; the sentence
        names key, value and the allowed values.
    """
    return _settings(_object(_decoded(data)[0]))


def read_settings(folder: Path) -> ProjectSettings:
    """Return a project's choices, all defaults without a `textscanner.json`, with errors as in `parse_settings`."""
    data = _read(folder / SETTINGS_NAME)
    return ProjectSettings() if data is None else parse_settings(data)


def write_settings(folder: Path, settings: ProjectSettings) -> bool:
    """Write choices to a project's `textscanner.json` atomically, and return True if the file changed.

    Only the lines of values that differ change, or nothing if none does; keys that are not ours, and the way the others
    are written, stay. A new file holds every key. Raises ProjectError if the file that is there cannot be understood
    (`parse_settings`): it is not overwritten. Raises FileWriteError if the folder is read-only, the disk full …
    """
    path = folder / SETTINGS_NAME
    old = _read(path)
    if old is None:
        return write_atomically(path, (write_value(settings.to_dict(), Style()) + "\n").encode())
    text, mark = _decoded(old)
    return write_atomically(path, mark + _edited(text, _settings(_object(text)), settings).encode())


def write_notes(folder: Path, notes: Mapping[str, ImageNote]) -> None:
    """Append notes on images, by relative path, to a project's notes.

    A note that says nothing takes earlier notes on the image back. Raises FileWriteError if the folder is read-only,
    the disk full …, ProjectError if notes that are there are damaged.
    """
    path = folder / _NOTES
    if path.is_file() and path.stat().st_size > _LONG_NOTES:
        write_atomically(path, lines_of(_appended_notes(folder) | dict(notes)))
    else:
        append_lines(path, lines_of(notes))


@dataclass(frozen=True, slots=True)
class Project:
    """A folder of word images, together with its choices."""

    root: Path
    """The folder, absolute."""
    settings: ProjectSettings = ProjectSettings()
    """The choices, as read from the project's `textscanner.json`."""
    notes: Mapping[str, ImageNote] = field(default_factory=dict, hash=False)
    """A person's notes on images that had no label then, by relative path of the image."""
    remarks: tuple[str, ...] = field(default=(), compare=False)
    """Sentences on guesses that were made in reading the project's choices."""

    @classmethod
    def open(cls, folder: Path) -> Self:
        """Open a folder as a project, which may be read-only and need not have a `textscanner.json`.

        ProjectError is raised if there is no such folder, or its choices cannot be understood.
        """
        root = folder.absolute()
        if not root.exists():
            raise ProjectError("{folder}: there is no such folder. Choose one that holds word images.", folder=folder)
        if not root.is_dir():
            raise ProjectError("{folder}: this is a file. Choose the folder that it is in.", folder=folder)
        data = _read(root / SETTINGS_NAME)
        values = {} if data is None else _object(_decoded(data)[0])
        project = cls(root, _settings(values), _notes(values), _remarks(values))
        project.check_expected_file()
        return project.with_notes(_appended_notes(root))

    def save(self, settings: ProjectSettings) -> Self:
        """Return the project with other choices, written to `textscanner.json`, with errors as in `write_settings`."""
        write_settings(self.root, settings)
        return replace(self, settings=settings)

    def with_notes(self, notes: Mapping[str, ImageNote]) -> Self:
        """Return the project with other notes on some images, after `write_notes` has written them."""
        return replace(self, notes={image: note for image, note in {**self.notes, **notes}.items() if note != NOTHING})

    @property
    def expected(self) -> str:
        """The expected words in the form for `core.model.using.expected.expected_spelling`, or "" for any word."""
        words = self.settings.expected
        return str(self.root / words) if words.endswith(".txt") else words

    def check_expected_file(self) -> None:
        """Raise ProjectError if the file of expected words is outside the project, even through a link."""
        if self.settings.expected.endswith(".txt"):
            path = self.root / self.settings.expected
            if not path.resolve().is_relative_to(self.root.resolve()):
                raise ProjectError(
                    "{name}: expected is {shown}, which is a link to a place outside the project. Put the file itself "
                    "there.",
                    name=SETTINGS_NAME,
                    shown=self.settings.expected,
                )

    def images(self) -> Listing:
        """List the images of the project in natural order, with errors as in `core.project.listing.list_images`."""
        return list_images(self.root)

    def path_of(self, image: str) -> Path:
        """Return the path of an image by its relative path."""
        return self.root / image

    def name_of(self, path: Path) -> str:
        """Return an image's relative path with `/` between folders, or raise ProjectError if the folder lacks it."""
        try:
            return path.absolute().relative_to(self.root).as_posix()
        except ValueError as error:
            raise ProjectError(
                "{path}: not in the project {root}. Copy it there, or open its own folder.", path=path, root=self.root
            ) from error

    def note_of(self, image: str, in_label: ImageNote = NOTHING) -> ImageNote:
        """Return a person's note on an image, from its label or, for missing parts, from the project."""
        return in_label.over(self.notes.get(image))

    def split_of(self, image: str, in_label: ImageNote = NOTHING) -> Split:
        """Decide whether an image, given by its relative path, belongs to training or to validation.

        `in_label`: its label's note (`ImageNote.of`). It goes before the project's notes, and both before the hash.
        """
        return self.note_of(image, in_label).split or split_of(image, self.settings.validation)


def _wrong(key: str, value: object, allowed: str) -> ProjectError:
    try:
        shown = json.dumps(value, ensure_ascii=False)
    except (TypeError, ValueError):
        shown = repr(value)
    shown = shown if len(shown) <= 60 else shown[:57] + "…"
    return ProjectError(
        "{name}: {key} is {shown}; it has to be {allowed}.", name=SETTINGS_NAME, key=key, shown=shown, allowed=allowed
    )


def _read(path: Path, most: int = _MAX_BYTES) -> bytes | None:
    """The file's bytes, None if there is none."""
    try:
        return read_file(path, most)
    except FileNotFoundError:
        return None
    except OSError as error:
        raise ProjectError(
            "{name}: cannot be read ({why}). Check that it may be read.", name=path.name, why=reason_of(error)
        ) from error


def _decoded(data: bytes) -> tuple[str, bytes]:
    """The text and the byte order mark that stood before it."""
    mark = codecs.BOM_UTF8 if data.startswith(codecs.BOM_UTF8) else b""
    try:
        return data[len(mark) :].decode(), mark
    except UnicodeDecodeError as error:
        raise ProjectError(
            "{name}: not UTF-8 text (byte {place}). Save it as UTF-8.", name=SETTINGS_NAME, place=error.start + 1
        ) from error


def _object(text: str) -> dict[str, Any]:
    try:
        values, end = value_at(text, skip_space(text, 0))
        if skip_space(text, end) < len(text):
            raise JsonProblem("there is more text after the closing brace")
    except JsonProblem as error:
        with contextlib.suppress(ValueError, RecursionError, TypeError):
            if isinstance(content := json.loads(text), dict):
                _settings(content)  # NaN in one of our keys: this names the key
        raise ProjectError(
            "{name}: damaged or cut off: {error}. Correct it there, or delete the file for the defaults.",
            name=SETTINGS_NAME,
            error=error,
        ) from error
    if not isinstance(values, dict):
        raise ProjectError(
            "{name}: holds no JSON object. Correct it, or delete the file for the defaults.", name=SETTINGS_NAME
        )
    return values


def _settings(values: Mapping[str, Any]) -> ProjectSettings:
    schema = values.get("schema", SCHEMA)
    if isinstance(schema, bool) or not isinstance(schema, int) or schema < 1:
        raise _wrong("schema", schema, f"{SCHEMA}")
    if schema > SCHEMA:
        raise ProjectError(
            "{name}: schema is {schema}, from a newer version; this one reads {known}. Update the program.",
            name=SETTINGS_NAME,
            schema=schema,
            known=SCHEMA,
        )
    simple = {key: values[key] for key in _SIMPLE if key in values}
    maps = values.get("maps", {})
    if not isinstance(maps, Mapping):
        raise _wrong("maps", maps, Sentence("an object"))
    try:
        spec = MapSpec.from_dict(maps)
    except ProjectError as error:
        raise ProjectError("{name}: {error}", name=SETTINGS_NAME, error=error) from error
    return ProjectSettings(
        charset=_charset(values["charset"])[0] if values.get("charset") is not None else None,
        maps=spec,
        validation=_validation(values.get("validation", {})),
        **simple,
    )


def _charset(value: object) -> tuple[Charset, tuple[Sentence, ...]]:
    """Return the charset that choices list, and notes on symbols that occur twice and count once."""
    listed = list(value) if isinstance(value, str) else value
    if not isinstance(listed, list) or not listed or not all(isinstance(symbol, str) for symbol in listed):
        raise _wrong(
            "charset",
            value,
            Sentence("a list of symbols, or one string of them; leave it out to use the labels' symbols"),
        )
    if isinstance(value, str):
        listed = list(unicodedata.normalize("NFC", value))  # as a whole: a mark joins the letter before it
    for symbol in listed:
        if any("\ud800" <= point <= "\udfff" for point in symbol):
            raise _wrong("charset", symbol, Sentence("made of whole Unicode characters, and this is half of one"))
    try:
        return Charset.merged(listed)
    except CharsetError as error:
        raise ProjectError("{name}: {error}", name=SETTINGS_NAME, error=error) from error


def _remarks(values: Mapping[str, Any]) -> tuple[str, ...]:
    """Sentences on guesses in reading choices that `_settings` has read."""
    if values.get("charset") is None:
        return ()
    _, notes = _charset(values["charset"])
    return tuple(Sentence("{name}: charset: {note}.", name=SETTINGS_NAME, note=note) for note in notes)


def _validation(value: object) -> Validation:
    if not isinstance(value, Mapping) or ("share" in value and "folder" in value):
        raise _wrong("validation", value, Sentence('either {"share": 0.1} or {"folder": "val"}'))
    if "folder" in value and not isinstance(value["folder"], str):
        raise _wrong("validation.folder", value["folder"], Sentence("the name of a folder"))
    return Validation(folder=value["folder"].rstrip("/")) if "folder" in value else Validation(value.get("share", 0.1))


def _appended_notes(root: Path) -> dict[str, ImageNote]:
    try:
        return notes_of(_read(root / _NOTES, _MAX_NOTES) or b"")
    except NewerVersion as error:
        raise ProjectError("{name}: {error}.", name=_NOTES, error=error) from error
    except Damaged as error:
        raise ProjectError("{name}: {error}. Delete that line.", name=_NOTES, error=error) from error


def _notes(values: Mapping[str, Any]) -> dict[str, ImageNote]:
    images = values.get("images", {})
    if not isinstance(images, Mapping):
        raise _wrong("images", images, Sentence("an object"))
    notes = {image: note_from(value) for image, value in images.items()}
    for image, note in notes.items():
        if note is None:
            allowed = Sentence('an object with "tags", a list of texts, and "split", "train" or "validation"')
            raise _wrong(f"images.{image}", images[image], allowed)
    return {image: note for image, note in notes.items() if note is not None}


def _edited(text: str, old: ProjectSettings, new: ProjectSettings) -> str:
    """The file's text with new choices: only those that differ from the old ones change."""
    start = skip_space(text, 0)
    present = members_of(text, start)
    places = {member.key: (member.value, member.end) for member in present}
    style = style_of(text, start)

    def within(key: str, values: Mapping[str, Any]) -> Any:
        """Return the current object with some values set, or a new object."""
        if key in places:
            return Raw(edit_object(text, places[key], members_of(text, places[key][0]), values, style))
        return {name: value for name, value in values.items() if value is not ...}

    values: dict[str, Any] = {
        key: ... if getattr(new, key) == "" else getattr(new, key)
        for key in _SIMPLE
        if getattr(new, key) != getattr(old, key)
    }
    if new.charset != old.charset:
        one_a_line = replace(style, unit=style.unit or "  ", lines=1)
        values["charset"] = ... if new.charset is None else Raw(write_value(list(new.charset), one_a_line, style.unit))
    if new.maps != old.maps:
        was = old.maps.to_dict()
        values["maps"] = within("maps", {name: now for name, now in new.maps.to_dict().items() if now != was[name]})
    if new.validation != old.validation:
        share, folder = new.validation.share, new.validation.folder
        by_share = {"share": share, "folder": ...}
        values["validation"] = within("validation", by_share if folder is None else {"share": ..., "folder": folder})
    if not values:
        return text
    end = value_at(text, start)[1]
    return text[:start] + edit_object(text, (start, end), present, values, style) + text[end:]
