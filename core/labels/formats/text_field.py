"""Finds the field in the shapes of other programs that holds the words: the one that varies between shapes.

Programs that label scenes write a word as the shape's label, or a class name there (`text`, `plate`) and the word
elsewhere: in `description` (X-AnyLabeling), in `attributes` (CVAT), in a field of its own.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from core.base.errors import FormatError, Sentence, one_line
from core.base.phrases import listed
from core.labels.formats.parsing import word
from core.labels.formats.report import Remark
from core.labels.label import WordLabel

LABEL = "label"
NAMES = (
    LABEL, "text", "description", "transcription", "transcript", "utf8_string", "caption", "content", "value",
    "word", "words", "ocr", "ocr_text", "ocr_result", "rec", "rec_text", "text_content", "recognition", "gt",
)  # fmt: skip
"""Fields that programs are known to write words into, `attributes` may hold the same."""

_CLASS_NAMES = """
text, texts, text line, text_line, text-line, textline, line, word, words, scene text, scene_text, character,
characters, char, letter, letters, digit, digits, number, numbers, question, answer, other, others, header, title,
key, value, name, caption, plate, plates, licence plate, license plate, licence_plate, license_plate, licence-plate,
license-plate, number plate, number_plate, numberplate, car_plate, lp, sign, signs, street_sign, label, region, box,
bbox, object, paragraph, printed, handwritten, handwriting, legible, illegible, logo,
文字, 文本, 文本行, 字符, 单词, 车牌, 标签, 问题, 答案, 其他
"""

CLASSES = frozenset(_CLASS_NAMES.replace("\n", " ").strip().replace(",  ", ", ").split(", "))
"""Names of classes, in lower case, that labels of shapes have in place of words."""

_ATTRIBUTES = "attributes"
_DIFFERS = 0.5  # share of a field's values that are different ones, above which the field may hold words
_COVERED = 0.5  # share of the shapes that have a value in the field of the words
_EXAMPLES = 3
_ALIKE = 3  # words of a source from which on their being the same is noted

Fields = Mapping[str, str]
"""The texts of one shape by field: `label`, `description`, `attributes.text`."""


class TextFieldError(FormatError):
    """Raised if several fields may hold the words, so that a person has to choose one."""

    def __init__(self, template: str, /, *, fields: str, candidates: Sequence[str] = (), **places: object) -> None:
        super().__init__(template, fields=fields, **places)
        self.candidates = tuple(candidates)  # names of the fields
        self.examples = fields  # the fields with some of their values


@dataclass(frozen=True, slots=True)
class TextField:
    """The field of a source's shapes that holds the words."""

    name: str
    """Name of the field. Empty if no field holds words: the shapes have class names alone."""
    passed_over: tuple[str, ...] = ()
    """Fields that hold other texts, which a person should know of."""
    classes: frozenset[str] = frozenset()
    """Values of the field that are names of classes."""
    is_chosen: bool = False
    """True if a person has named the field."""
    constant: str = ""
    """The value if all of several shapes have the same, else empty."""

    def text_of(self, fields: Fields) -> str:
        """Return the text of a shape, or "" if none is known."""
        value = fields.get(self.name, "")
        return "" if value in self.classes else value

    def label_of(self, fields: Fields) -> tuple[WordLabel, tuple[Remark, ...]]:
        """Return the label of a shape, without text if none is known, and the remarks on it for the report.

        Raises
        ------
        Reject
            If the text cannot be a word's.
        """
        text = self.text_of(fields)
        if text or (self.name == LABEL and not self.classes):
            return WordLabel(text=word(text)), self.remarks
        field = self.name or LABEL
        without = Remark(
            "left out",
            Sentence('words have no text in "{field}"', field=field),
            Sentence('one word has no text in "{field}"', field=field),
        )
        return WordLabel(), (without,)

    @property
    def remarks(self) -> tuple[Remark, ...]:
        """The report's remarks on each word whose text is in the field."""
        remarks = []
        if self.passed_over:
            passed = listed(f'"{name}"' for name in self.passed_over)
            several, one = (
                Sentence('texts were taken from "{field}", not from {others}', field=self.name, others=passed),
                Sentence('one text was taken from "{field}", not from {others}', field=self.name, others=passed),
            )
            remarks.append(Remark("guessed", several, one))
        elif self.name != LABEL and not self.is_chosen:
            several, one = (
                Sentence('texts were taken from "{field}"', field=self.name),
                Sentence('one text was taken from "{field}"', field=self.name),
            )
            remarks.append(Remark("guessed", several, one))
        if self.constant:
            several, one = (
                Sentence('words all say "{text}": if that is a class, name the field of the words', text=self.constant),
                Sentence('one word says "{text}": if that is a class, name the field of the words', text=self.constant),
            )
            remarks.append(Remark("guessed", several, one))
        return tuple(remarks)


def fields_of(shape: Mapping[str, Any]) -> dict[str, str]:
    """Return the texts of a shape and of its attributes by field, without blank ones."""
    texts = {key: value for key, value in shape.items() if isinstance(value, str)}
    attributes = shape.get(_ATTRIBUTES)
    if isinstance(attributes, list):  # [{"name": …, "value": …}, …]
        attributes = {
            str(entry.get("name")): entry.get("value", entry.get("text"))
            for entry in attributes
            if isinstance(entry, dict)
        }
    if isinstance(attributes, dict):
        texts |= {f"{_ATTRIBUTES}.{key}": value for key, value in attributes.items() if isinstance(value, str)}
    return {key: value for key, value in texts.items() if value.strip()}


def find_text_field(shapes: Iterable[Fields], name: str, chosen: str = "") -> TextField:
    """Find the field of some shapes that holds their words.

    Parameters
    ----------
    shapes : iterable of Fields
        The fields of each shape.
    name : str
        The source, for errors.
    chosen : str
        A field that a person has named, an attribute also without `attributes.`.

    Raises
    ------
    TextFieldError
        If several fields may be it.
    FormatError
        If no shape has the chosen one.
    """
    rows = list(shapes)
    if chosen:
        return _chosen(rows, name, chosen)
    values = {field: [row[field] for row in rows if field in row] for field in _present(rows)}
    named = {field: texts for field, texts in values.items() if _plain_name(field) in NAMES}
    candidates = _candidates(named) or _candidates(values)
    if not candidates:
        return TextField("")
    passed_over: tuple[str, ...] = ()
    if len(candidates) > 1:
        field, *passed = _best(candidates, rows, name)
        passed_over = tuple(passed)
    else:
        (field,) = candidates
    texts = values[field]
    counts = Counter(texts)
    classes = frozenset(
        text for text, count in counts.items() if text == "text" or (count > 1 and text.casefold() in CLASSES)
    )
    constant = texts[0] if len(texts) >= _ALIKE and len(counts) == 1 else ""
    return TextField(field, passed_over, classes, constant=constant)


def _plain_name(field: str) -> str:
    return field.removeprefix(f"{_ATTRIBUTES}.").casefold()


def _present(rows: Iterable[Fields]) -> dict[str, None]:
    """The fields of some shapes that may hold words: the known names, and all attributes."""
    fields = dict.fromkeys(field for row in rows for field in row)
    return {field: None for field in fields if field in NAMES or field.startswith(f"{_ATTRIBUTES}.")}


def _candidates(values: Mapping[str, list[str]]) -> dict[str, list[str]]:
    """The fields that have values other than names of classes, with these."""
    words = {
        field: [text for text in texts if text.strip().casefold() not in CLASSES] for field, texts in values.items()
    }
    return {field: texts for field, texts in words.items() if texts}


def _best(candidates: Mapping[str, list[str]], rows: Sequence[Fields], name: str) -> list[str]:
    """Return the field whose values differ from shape to shape, then the others.

    TextFieldError is raised if not exactly one field has such values.
    """
    differing = [
        field
        for field, texts in candidates.items()
        if len(texts) > 1 and len(set(texts)) > _DIFFERS * len(texts) and len(texts) >= _COVERED * len(rows)
    ]
    first = differing[:1]
    same = [field for field in differing[1:] if all(row.get(field) == row.get(first[0]) for row in rows)]
    if len(differing) - len(same) != 1:
        fields = [field for field in candidates if field not in same]
        shown = " / ".join(_with_examples(field, candidates[field]) for field in fields)
        raise TextFieldError(
            "{name}: the words may be in {fields}. Say which field holds them, with --text-from FIELD.",
            name=name,
            fields=shown,
            candidates=fields,
        )
    return [*first, *(field for field in candidates if field not in differing)]


def _with_examples(field: str, texts: Sequence[str]) -> str:
    examples = list(dict.fromkeys(one_line(text, 20) for text in texts))
    return f'"{field}" ({", ".join(examples[:_EXAMPLES])}{", …" if len(examples) > _EXAMPLES else ""})'


def _chosen(rows: Sequence[Fields], name: str, chosen: str) -> TextField:
    present = dict.fromkeys(field for row in rows for field in row)
    for field in (chosen, f"{_ATTRIBUTES}.{chosen}"):
        if field in present:
            return TextField(field, is_chosen=True)
    raise FormatError(
        '{name}: no shape has a text in the field "{field}". The fields are {fields}.',
        name=name,
        field=chosen,
        fields=listed(sorted(present)) or "–",
    )
