"""Reads a label file, which is labelme 5 JSON with our own keys.

Every labelme file opens. A shape that cannot be a character (circles, lines, points, polygons of fewer than three
corners, empty masks) is passed over: the shape stays in the file, word for word, through every edit, and
`LabelFile.passed_over` names it. A damaged or wrongly typed shape raises `LabelError`, and the file stays unchanged
until a person mends it.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from functools import cache, cached_property, partial
from typing import Any, Final, Literal, cast, get_args

from core.base.encoding import decode
from core.base.errors import FormatError, LabelError, Sentence
from core.base.json_text import (
    JsonProblem,
    Member,
    check_amount,
    members_of,
    problem_at,
    read_elements,
    read_members,
    skip_space,
    value_at,
)
from core.labels.files.labelme import EMPTY, Budget, Passed, is_text, read_shape, unknown_keys
from core.labels.label import CharacterLabel, FileSplit, Status, WordLabel

MAX_BYTES: Final = 64 << 20  # a larger label file is refused before it is read

SCHEMA: Final = 1  # the newest form of label files that this program knows

_HOUSEKEEPING: Final = frozenset({"version", "shapes", "imagePath", "imageData", "imageHeight", "imageWidth"})
NOT_EXTRA: Final = _HOUSEKEEPING | {
    "text",
    "status",
    "reviewed_at",
    "reviewed_by",
    "schema",
    "tags",
    "split",
    "text_source",
    "text_score",
    "accepted_by",
}
_STATUSES: Final = ("draft", "reviewed")
PERSON: Final = "person"  # the `text_source` of a known text that would count as a draft without the key


class _NewerSchemaError(JsonProblem):
    """The file is whole, but this program is too old for it."""


@dataclass(frozen=True, slots=True)
class FileLayout:
    """The positions of the parts of a label file in its text."""

    start: int
    """Start of the file's object."""
    end: int
    """End of the file's object."""
    members: tuple[Member, ...]
    """Keys and values of the object."""
    shapes: tuple[tuple[int, int], ...]
    """Start and end of every shape, including those that are no character."""
    places: tuple[int, ...]
    """For each character of the label, the number of its shape."""


@dataclass(frozen=True)
class LabelFile:
    """The content of a label file on the disk, with its label."""

    label: WordLabel
    """The label in the file."""
    data: bytes
    """Content of the whole file."""
    encoding: str
    """The detected encoding. The program always writes UTF-8."""
    passed_over: tuple[str, ...]
    """A sentence for each part that stays in the file but is no part of the label."""
    image_path: str | None
    """The `imagePath` of labelme as in the file.

    It is never followed: a label file belongs to the image with its name."""
    image_size: tuple[int, int] | None
    """(height, width): labelme's `imageHeight` and `imageWidth` as in the file."""
    places: tuple[int, ...] = field(repr=False, compare=False)
    """For each character of the label, the number of its shape, as in `FileLayout`."""

    @cached_property
    def layout(self) -> FileLayout:
        """The positions of the file's parts, for writing, found on demand because few of the files are also edited."""
        return replace(_layout_of(self.data.decode(self.encoding)), places=self.places)


def parse_label(data: bytes, name: str) -> LabelFile:
    """Parse the content of a label file.

    Keys of labelme that only describe how the file was made (`version`, `imagePath`, `imageData`, `imageHeight`,
    `imageWidth`) or that have empty values (`group_id: null`, `description: ""`, `flags: {}`, `mask: null`) are no part
    of the label, other unknown keys are its `extra`. All of them stay in the file.

    Parameters
    ----------
    data : bytes
        JSON, encoded as `core.base.encoding.decode` knows.
    name : str
        Name of the file in an error.

    Raises
    ------
    LabelError
        If the file is empty, cut off, no JSON, no label, wrongly typed, of a newer schema or too large.
    """
    if len(data) > MAX_BYTES:
        raise too_large(name, len(data))
    if not data.strip():
        raise LabelError(
            "{name}: the label file is empty. Delete it to label the image again, or restore a copy.", name=name
        )
    try:
        decoded = decode(data, name)
    except FormatError as error:
        raise LabelError(str(error)) from error
    try:
        check_amount(decoded.text)
        return _parse(decoded.text, data, decoded.encoding)
    except _NewerSchemaError as problem:
        raise LabelError(
            "{name}: {problem}. Update the program; until then the file stays as it is.", name=name, problem=problem
        ) from problem
    except JsonProblem as problem:
        raise LabelError(
            "{name}: {problem}. Correct the file in a text editor, or restore a copy.", name=name, problem=problem
        ) from problem


def too_large(name: str, size: int) -> LabelError:
    """Return the error for a file that exceeds the size limit."""
    return LabelError(
        "{name}: the label file has {size} MB, over the limit of {limit} MB. Take the embedded picture "
        "(imageData) out of it, or restore a copy.",
        name=name,
        size=size >> 20,
        limit=MAX_BYTES >> 20,
    )


def _layout_of(text: str) -> FileLayout:
    """Find the parts of a label file, without `places`.

    JsonProblem is raised for text that is no JSON of a label.
    """
    shapes: list[tuple[Any, int, int]] = []

    def read(key: str, place: int) -> int:
        if key != "shapes":
            return value_at(text, place)[1]
        if not text.startswith("[", place):
            raise JsonProblem('"shapes" is not a list')
        shapes[:], end = read_elements(text, place)
        return end

    start = skip_space(text, 0)
    if not text.startswith("{", start):
        value_at(text, start)
        raise JsonProblem("it is not a label: its JSON is not an object")
    members, end = read_members(text, start, read)
    if skip_space(text, end) != len(text):
        raise problem_at("something follows the label", text, skip_space(text, end))
    return FileLayout(start, end, members, tuple((first, last) for _, first, last in shapes), ())


def _values(text: str) -> dict[str, Any]:
    """Return the keys and values of a label file.

    JsonProblem is raised as by `_layout_of`, which is called for an unusable file because its errors are more exact.
    """
    try:
        values, end = value_at(text, skip_space(text, 0))
        is_label = type(values) is dict and type(values.get("shapes", [])) is list
    except JsonProblem:
        is_label = False
    if not is_label or skip_space(text, end) != len(text):
        _layout_of(text)
        raise JsonProblem("it is nested too deeply")  # as a whole; each part is not
    if "imageData" in values:
        values["imageData"] = ...  # several MB without use here
    return cast("dict[str, Any]", values)


def _parse(text: str, data: bytes, encoding: str) -> LabelFile:
    values = _values(text)
    layout = cache(partial(_layout_of, text))
    if not values.keys() & {"shapes", "text"}:
        raise JsonProblem('it is not a label: it has neither "shapes" nor "text"')
    if (schema := values.get("schema", SCHEMA)) != SCHEMA or type(schema) is not int:
        if type(schema) is int and schema > SCHEMA:
            raise _NewerSchemaError(
                "a newer version of this program wrote it (schema {schema}, known {known})", schema=schema, known=SCHEMA
            )
        raise JsonProblem('"schema" is not 1')
    passed: list[str] = []
    characters, places = _characters(text, values.get("shapes", ()), layout, passed)
    status = _text_or_none(values, "status")
    if status is not None and status not in _STATUSES:
        passed.append(
            Sentence(
                'The status "{status}" is neither draft nor reviewed and stays until one of them is set.',
                status=status[:40],
            )
        )
        status = None
    height, width = values.get("imageHeight"), values.get("imageWidth")
    image_path = values.get("imagePath")
    text_source = _text_or_none(values, "text_source")
    word = _text_or_none(values, "text")
    if word == "" and "schema" not in values:
        word = None  # AnyLabeling and X-AnyLabeling write it into every file
    foreign = values.keys() - NOT_EXTRA - ({"flags"} if values.get("flags") in EMPTY["flags"] else set())
    label = WordLabel(
        characters=characters,
        text=word,
        status=cast("Status | None", status),
        reviewed_at=_text_or_none(values, "reviewed_at"),
        extra=tuple((m.key, text[m.value : m.end]) for m in (layout().members if foreign else ()) if m.key in foreign),
        tags=_tags(values, passed),
        split=_split(values, passed),
        reviewed_by=_text_or_none(values, "reviewed_by"),
        text_source="model" if text_source == "model" else None,
        text_score=_share_or_none(values.get("text_score")),
        accepted_by="agreement" if values.get("accepted_by") == "agreement" else None,
    )
    if text_source is None:
        label = replace(label, text_source=implied_text_source(label))
    if not label.is_agreed:
        label = replace(label, accepted_by=None)
    return LabelFile(
        label=label,
        data=data,
        encoding=encoding,
        passed_over=tuple(passed),
        image_path=image_path if type(image_path) is str else None,
        image_size=(height, width) if type(height) is int and type(width) is int else None,
        places=places,
    )


def _share_or_none(value: object) -> float | None:
    """Return a probability, or None for any other value, which stays in the file until the text is accepted."""
    is_share = isinstance(value, (int, float)) and not isinstance(value, bool) and 0 <= value <= 1
    return float(cast(float, value)) if is_share else None


def implied_text_source(label: WordLabel) -> Literal["model"] | None:
    """Return the `text_source` that a label has if its file lacks the key.

    Versions that did not know the key wrote drafted texts like known ones: a text over nothing but drafts counts as
    drafted.
    """
    characters = label.characters
    is_drafted = label.text is not None and characters and all(character.is_draft for character in characters)
    return "model" if is_drafted and not label.is_reviewed else None


def _characters(
    text: str, shapes: Sequence[Any], layout: Callable[[], FileLayout], passed: list[str]
) -> tuple[tuple[CharacterLabel, ...], tuple[int, ...]]:
    characters: list[CharacterLabel] = []
    places: list[int] = []
    budget = Budget()
    for place, value in enumerate(shapes):
        try:
            character = read_shape(value, budget)
        except JsonProblem as problem:
            raise JsonProblem("shape {number} {problem}", number=place + 1, problem=problem) from None
        if isinstance(character, Passed):
            passed.append(
                Sentence("Shape {number} is passed over: {reason}.", number=place + 1, reason=character.reason)
            )
            continue
        if unknown := unknown_keys(value):
            members = [member for member in members_of(text, layout().shapes[place][0]) if member.key in unknown]
            character = replace(character, extra=tuple((m.key, text[m.value : m.end]) for m in members))
        characters.append(character)
        places.append(place)
    return tuple(characters), tuple(places)


def _tags(values: dict[str, Any], passed: list[str]) -> tuple[str, ...]:
    value = values.get("tags")
    if value is None:
        return ()
    if isinstance(value, list) and all(type(tag) is str and is_text(tag) for tag in value):
        return tuple(value)
    passed.append(Sentence("The tags are not a list of texts. They stay as they are until tags are set."))
    return ()


def _split(values: dict[str, Any], passed: list[str]) -> FileSplit | None:
    value = values.get("split")
    if value is None or value in get_args(FileSplit):
        return cast("FileSplit | None", value)
    passed.append(Sentence("The split is neither train nor validation and stays until one of them is set."))
    return None


def _text_or_none(values: dict[str, Any], key: str) -> str | None:
    value = values.get(key)
    if value is None or (type(value) is str and is_text(value)):
        return value
    raise JsonProblem('"{key}" is not text', key=key)
