"""The part of a label that two formats can hold alike, for comparing them."""

from __future__ import annotations

from dataclasses import dataclass

from core.base.errors import Sentence
from core.labels.geometry import bounds
from core.labels.label import WordLabel

_SAME_PLACE = 0.5  # least overlap of a character's two boxes: formats round corners, and some hold boxes alone

_Box = tuple[float, float, float, float]


@dataclass(frozen=True, slots=True)
class Content:
    """The text and the characters of a label in a form that can be compared."""

    text: str = ""
    """The text without blanks at its ends, which some formats cannot hold."""
    reading: str = ""
    """The characters' symbols in reading order."""
    boxes: tuple[_Box, ...] = ()
    """The characters' boxes in reading order."""

    @property
    def is_empty(self) -> bool:
        """True if the label has neither text nor characters."""
        return not (self.text or self.boxes)

    def agrees(self, another: Content) -> bool:
        """Return True if the texts agree and, if both labels have characters, these agree in symbols and places."""
        if self.text != another.text:
            return False
        if not (self.boxes and another.boxes):
            return True
        return self.reading == another.reading and all(map(_is_same_place, self.boxes, another.boxes))


def content_of(label: WordLabel) -> Content:
    """Return the content of a label for a comparison."""
    boxes = tuple(bounds(character.polygon) for character in label.in_order)
    return Content(label.word.strip(), label.reading, boxes)


def difference_of(left: Content, of_left: str, right: Content, of_right: str) -> Sentence:
    """Return a sentence on how two labels differ, which calls their formats `of_left` and `of_right`."""
    texts = left.text, right.text
    if texts[0] == texts[1]:
        texts = left.reading, right.reading
    if texts[0] == texts[1]:
        return Sentence("the characters are in other places")
    return Sentence(
        '"{one}" in {first}, "{other}" in {second}', one=texts[0], first=of_left, other=texts[1], second=of_right
    )


def _is_same_place(left: _Box, right: _Box) -> bool:
    """Return True if two boxes overlap by more than `_SAME_PLACE` of their union."""
    width = min(left[2], right[2]) - max(left[0], right[0])
    height = min(left[3], right[3]) - max(left[1], right[1])
    shared = max(width, 0) * max(height, 0)
    areas = sum((box[2] - box[0]) * (box[3] - box[1]) for box in (left, right))
    return left == right or shared > _SAME_PLACE * (areas - shared)
