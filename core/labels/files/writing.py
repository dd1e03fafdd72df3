"""Writes a label file by changing only the text of edited parts, whatever its layout."""

from __future__ import annotations

from collections import defaultdict, deque
from collections.abc import Callable, Hashable, Sequence
from dataclasses import replace
from typing import Any, Final

from core.base.json_edit import Raw, Style, edit_object, indentation_at, splice, style_of, write_value
from core.base.json_text import members_of
from core.labels.files.labelme import write_shape
from core.labels.files.reading import NOT_EXTRA, PERSON, SCHEMA, LabelFile, implied_text_source
from core.labels.label import CharacterLabel, WordLabel

LABELME_VERSION: Final = "5.5.0"  # the `version` in files that we create: the version of labelme whose form they have

_LEVELS_WITH_LINES: Final = 3  # the file, its shapes, a shape; each value of a shape is on one line


def serialise_label(
    label: WordLabel, image_name: str, image_size: tuple[int, int], base: LabelFile | None = None
) -> bytes:
    """Return the content of a label file in UTF-8.

    Parameters
    ----------
    label : WordLabel
        The label to write. Coordinates get at most two decimals, except those that are in `base` already.
    image_name : str
        The image file's name, for `imagePath` of a new file.
    image_size : (height, width)
        Pixels after EXIF orientation, likewise.
    base : LabelFile, optional
        The file as it was read. The text of `base` is kept except for the characters and keys that differ from
        `base.label`; if nothing differs, the bytes are the same. None: a new file.

    Returns
    -------
    bytes
        Content that `parse_label` reads as `label`, foreign keys in the file's order. A byte order mark or an encoding
        other than UTF-8 does not survive an edit, because labelme could not open the file.
    """
    if base is None:
        return (write_value(_new_file(label, image_name, image_size), Style(lines=_LEVELS_WITH_LINES)) + "\n").encode()
    if label == base.label:
        return base.data
    text = base.data.decode(base.encoding)
    layout, old = base.layout, base.label
    style = style_of(text, layout.start)
    changes: dict[str, Any] = {
        key: ... if now is None else now
        for key, before, now in (
            ("text", old.text, label.text),
            ("status", old.status, label.status),
            ("reviewed_at", old.reviewed_at, label.reviewed_at),
            ("reviewed_by", old.reviewed_by, label.reviewed_by),
            ("tags", list(old.tags) or None, list(label.tags) or None),
            ("split", old.split, label.split),
            ("text_score", old.text_score, label.text_score),
            ("accepted_by", old.accepted_by, _accepted_by(label)),
        )
        if now != before
    }
    has_source = any(member.key == "text_source" for member in layout.members)
    if label.text_source != (old.text_source if has_source else implied_text_source(label)):
        changes["text_source"] = _text_source(label) or ...
    if changes and all(member.key != "schema" for member in layout.members):
        changes["schema"] = SCHEMA
    extra, extra_before = dict(label.extra), dict(old.extra)
    changes |= {key: ... for key in extra_before if key not in extra}
    changes |= {
        key: Raw(value) for key, value in extra.items() if value != extra_before.get(key) and key not in NOT_EXTRA
    }
    if label.characters != old.characters:
        changes["shapes"] = Raw(_shapes(text, label.characters, base, style))
    place = layout.start, layout.end
    edited = edit_object(text, place, layout.members, changes, style, before=("schema", "shapes"))
    return (text[: layout.start] + edited + text[layout.end :]).encode()


def _new_file(label: WordLabel, image_name: str, image_size: tuple[int, int]) -> dict[str, Any]:
    own: dict[str, Any] = {"text": label.text, "status": label.status, "reviewed_at": label.reviewed_at}
    own |= {"reviewed_by": label.reviewed_by, "tags": list(label.tags) or None, "split": label.split}
    own |= {"text_source": _text_source(label), "text_score": label.text_score, "accepted_by": _accepted_by(label)}
    file: dict[str, Any] = {
        "version": LABELME_VERSION,
        "flags": {},
        "shapes": [write_shape(character) for character in label.characters],
        "imagePath": image_name,
        "imageData": None,
        "imageHeight": int(image_size[0]),
        "imageWidth": int(image_size[1]),
    }
    file |= {key: value for key, value in own.items() if value is not None}
    file |= {key: Raw(value) for key, value in label.extra if key not in NOT_EXTRA}
    return file | {"schema": SCHEMA}


def _text_source(label: WordLabel) -> str | None:
    """Return the `text_source` to write, or None if the label means the same without the key."""
    return label.text_source or (PERSON if implied_text_source(label) else None)


def _accepted_by(label: WordLabel) -> str | None:
    return label.accepted_by if label.is_agreed else None


def _shapes(text: str, characters: Sequence[CharacterLabel], base: LabelFile, style: Style) -> str:
    """Return the text of the array of shapes with changed characters, and the passed-over shapes in their places."""
    layout = base.layout
    old = base.label.characters
    member = next((member for member in layout.members if member.key == "shapes"), None)
    if member is None:
        outer = indentation_at(text, layout.members[0].start)  # such a member exists: a label has a text or shapes
        text, place = f"{outer}[]", (len(outer), len(outer) + 2)
    else:
        place = (member.value, member.end)
        outer = indentation_at(text, member.start)
    pairs = pair(old, characters)
    following = _passed_over_after(
        layout.places, len(layout.shapes), {number for number in pairs if number is not None}
    )
    items: list[tuple[int | None, str]] = [
        (shape, _slice(text, layout.shapes[shape])) for shape in following.get(-1, ())
    ]
    template = layout.places[0] if layout.places else None
    for character, number in zip(characters, pairs, strict=True):
        if number is None:
            items.append((None, _new_shape(text, character, base, template, style, outer + style.unit)))
            continue
        template = layout.places[number]
        items.append((template, _changed_shape(text, character, old[number], layout.shapes[template], style)))
        items += [(shape, _slice(text, layout.shapes[shape])) for shape in following.get(number, ())]
    return splice(text, place, layout.shapes, items, style)


def _slice(text: str, span: tuple[int, int]) -> str:
    return text[span[0] : span[1]]


def _changed_shape(
    text: str, character: CharacterLabel, old: CharacterLabel, span: tuple[int, int], style: Style
) -> str:
    if character == old:
        return _slice(text, span)
    members, changes = members_of(text, span[0]), write_shape(character, old)
    if changes.get("shape_type") == "polygon" and all(member.key != "shape_type" for member in members):
        del changes["shape_type"]  # a shape without a type is a polygon
    return edit_object(text, span, members, changes, style)


def _new_shape(
    text: str, character: CharacterLabel, base: LabelFile, template: int | None, style: Style, indentation: str
) -> str:
    """Write a shape laid out like its neighbour, or, without a neighbour, as in a file that we create."""
    values = write_shape(character)
    if template is None:
        return write_value(values, replace(style, lines=min(style.lines, 1)), indentation)
    span = base.layout.shapes[template]
    members = members_of(text, span[0])
    return edit_object(text, span, members, {member.key: ... for member in members} | values, style)


def _passed_over_after(places: Sequence[int], count: int, staying: set[int]) -> dict[int, list[int]]:
    """Return for each character that stays (-1: the beginning) the following shapes that are no characters."""
    following: dict[int, list[int]] = defaultdict(list)
    number_of = {place: number for number, place in enumerate(places)}
    last = -1
    for shape in range(count):
        number = number_of.get(shape)
        if number is None:
            following[last].append(shape)
        elif number in staying:
            last = number
    return following


def pair(old: Sequence[CharacterLabel], new: Sequence[CharacterLabel]) -> list[int | None]:
    """Pair each new character with the old character that it most likely was.

    Equal characters at the beginning and at the end are paired first, so that one edit shows as one; then equal
    characters elsewhere, those in the same place, those with the same symbol, order and foreign keys, and the rest in
    turn. A wrong pair makes a larger diff, never a wrong file.
    """
    shorter = min(len(old), len(new))
    first = next((n for n in range(shorter) if old[n] != new[n]), shorter)
    last = next((n for n in range(shorter - first) if old[-1 - n] != new[-1 - n]), shorter - first)
    pairs: list[int | None] = [*range(first), *[None] * (len(new) - first - last), *range(len(old) - last, len(old))]
    keys: tuple[Callable[[CharacterLabel], Hashable], ...] = (
        lambda character: character,
        lambda character: character.polygon,
        lambda character: (character.symbol, character.order, character.extra),
        lambda _: 0,
    )
    free = list(range(first, len(old) - last))
    for key in keys:
        waiting: dict[Hashable, deque[int]] = defaultdict(deque)
        for number in free:
            waiting[key(old[number])].append(number)
        for place, character in enumerate(new):
            if pairs[place] is None and (numbers := waiting.get(key(character))):
                pairs[place] = numbers.popleft()
        taken = set(pairs)
        free = [number for number in free if number not in taken]
    return pairs
