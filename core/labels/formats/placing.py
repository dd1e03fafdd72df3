"""Places a record's outlines on its picture: compares sizes, applies the EXIF turn, and sets words upright.

Reading starts at the first corner of a quadrilateral (ICDAR, PaddleOCR, MMOCR), if the writer means it. Tools that draw
boxes with a mouse write the corner first at which the mouse went down, so a box has no direction, and the first corners
of a file whose quadrilaterals begin at different corners mean nothing.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import replace
from itertools import chain

import numpy as np

from core.base.errors import LabelError, Sentence
from core.labels.formats.crop import reading_quadrilateral
from core.labels.formats.record import Record, Refusal, Reject
from core.labels.formats.report import Remark
from core.labels.geometry import bounds, is_rectangle, polygon_of, rectangle, signed_area
from core.labels.label import CharacterLabel, Polygon, WordLabel

TURNED_WITH_PICTURE = Remark(
    "turned",
    Sentence("labels were turned with their picture, which EXIF turns"),
    Sentence("one label was turned with its picture, which EXIF turns"),
)
UPRIGHT = Remark(
    "turned",
    Sentence("upright boxes begin at another corner and were cropped as they stand"),
    Sentence("one upright box begins at another corner and was cropped as it stands"),
)
NEAREST = Remark(
    "turned",
    Sentence("words begin at the corner nearest to the top left: the file's first corners differ"),
    Sentence("one word begins at the corner nearest to the top left: the file's first corners differ"),
)
AS_WRITTEN = Remark(
    "turned",
    Sentence("crops were turned: the first corner of their outline is not the top left one"),
    Sentence("one crop was turned: the first corner of its outline is not the top left one"),
)

_LOOKED_AT = 5_000  # items of a file that tell its habit
_CONSISTENT = 0.75  # share of a file's other quadrilaterals that begin at the same corner
_SLACK = 1.0  # pixels that the corners of an upright box may be off, from rounding
_QUARTER_TURNS = {5, 6, 7, 8}  # EXIF orientations

Order = tuple[int, bool]
"""One of the eight orders of four corners: the first one, counted clockwise from the top left, and the direction."""


def order_of(polygon: Polygon) -> Order | None:
    """Return the reading order of an outline's corners, or None for an unusable outline.

    The top left corner is the one with the smallest x + y, the upper one of two.
    """
    try:
        corners = reading_quadrilateral(polygon)
    except LabelError:
        return None
    sums = corners.sum(axis=1)
    top_left = min(range(4), key=lambda place: (round(float(sums[place]), 6), float(corners[place, 1])))
    return -top_left % 4, signed_area(polygon) > 0


def directed(items: Iterable[Record | Refusal]) -> Iterator[Record | Refusal]:
    """Yield the items of one file, with `begins` as "anywhere" for words of scenes whose first corner means nothing.

    A quadrilateral that does not begin at the top left does so on purpose if the file's others agree on one order. The
    first 5,000 words of a file show its habit.
    """
    stream = iter(items)
    first: list[Record | Refusal] = []
    failure: Exception | None = None
    try:
        for item in stream:
            first.append(item)
            if (isinstance(item, Record) and item.crop is None) or len(first) == _LOOKED_AT:
                break
    except Exception as error:  # of the file: what was read before it counts
        failure = error
    if first and isinstance(first[-1], Record) and first[-1].crop is None:
        yield from first
        yield from stream
        return
    orders = [order_of(item.crop) if isinstance(item, Record) and item.crop else None for item in first]
    habit = Counter(order for order in orders if order is not None)
    for item in chain(first, () if failure else stream):
        yield _directed(item, habit)
    if failure is not None:
        raise failure


def _directed(item: Record | Refusal, habit: Counter[Order]) -> Record | Refusal:
    if isinstance(item, Refusal) or item.crop is None or _is_box(item.crop):
        return item
    order = order_of(item.crop)
    if order is None or order[0] == 0:
        return item
    rest = habit - Counter([order])
    is_consistent = not rest or max(rest.values()) >= _CONSISTENT * rest.total()
    return item if is_consistent else replace(item, begins="anywhere")


def placed(record: Record, size: tuple[int, int], orientation: int = 1) -> Record:
    """Return the record with outlines that fit its picture and an upright word, with remarks on the changes.

    Parameters
    ----------
    record : Record
        The record as its source describes it.
    size : (height, width)
        Of the picture in pixels, after EXIF orientation.
    orientation : int
        EXIF's, 1 to 8.

    Raises
    ------
    Reject
        If the source states another size.
    """
    if record.size is not None and record.size != size:
        record = _turned(record, size, orientation)
    if record.crop is None or record.begins == "chosen":
        return record
    order = order_of(record.crop)
    if order is None or order[0] == 0:
        return replace(record, crop=rectangle(*bounds(record.crop))) if is_rectangle(record.crop) else record
    if _is_box(record.crop):
        return replace(record, crop=_from_top_left(record.crop), remarks=(*record.remarks, UPRIGHT))
    if record.begins == "anywhere":
        return replace(record, crop=_from_top_left(record.crop), remarks=(*record.remarks, NEAREST))
    return replace(record, remarks=(*record.remarks, AS_WRITTEN))


def _is_box(polygon: Polygon) -> bool:
    """Return True for an upright box, each of whose corners may be off by a pixel."""
    if len(polygon) != 4:
        return False
    x0, y0, x1, y1 = bounds(polygon)
    if is_rectangle(polygon):
        return True
    if min(x1 - x0, y1 - y0) <= 4 * _SLACK:
        return False
    near = {
        place
        for x, y in polygon
        for place, (u, v) in enumerate(rectangle(x0, y0, x1, y1))
        if abs(x - u) <= _SLACK and abs(y - v) <= _SLACK
    }
    return len(near) == 4


def _from_top_left(polygon: Polygon) -> Polygon:
    """Return four corners around a word, clockwise from the top left one."""
    order = order_of(polygon)
    assert order is not None  # its callers have asked
    return polygon_of(np.roll(reading_quadrilateral(polygon), order[0], axis=0), 2)


def _turned(record: Record, size: tuple[int, int], orientation: int) -> Record:
    """Return a record with its outlines turned as the picture was.

    Reject is raised if the record's size is not that of the stored picture, if the picture was not turned by a quarter,
    or if a character has an area or a Gaussian.
    """
    assert record.size is not None
    (height, width), (h, w) = record.size, size
    sizes = {"present": f"{w} × {h}", "size": f"{width} × {height}"}
    if record.size != (w, h):
        raise Reject("the picture has {present} pixels, not {size}: the label is of another one", **sizes)
    if orientation not in _QUARTER_TURNS or any(
        character.area or character.gaussian for character in record.label.characters
    ):
        raise Reject(
            "the picture has {present} pixels, not {size}: the label is of the picture before it was turned", **sizes
        )
    return replace(
        record,
        size=size,
        crop=None if record.crop is None else _as_exif(record.crop, orientation, record.size),
        label=_label_as_exif(record.label, orientation, record.size),
        remarks=(*record.remarks, TURNED_WITH_PICTURE),
    )


def _label_as_exif(label: WordLabel, orientation: int, stored: tuple[int, int]) -> WordLabel:
    def moved(character: CharacterLabel) -> CharacterLabel:
        polygon = _as_exif(character.polygon, orientation, stored)
        return replace(character, polygon=rectangle(*bounds(polygon)) if is_rectangle(polygon) else polygon)

    return replace(label, characters=tuple(map(moved, label.characters)))


def _as_exif(polygon: Polygon, orientation: int, stored: tuple[int, int]) -> Polygon:
    """Return corners on the stored pixels, (height, width), turned to those on the upright picture."""
    height, width = stored
    turned = np.array(polygon)[:, ::-1]  # (y, x): a mirror image, so each of the four turns is a flip of it
    if orientation in {6, 7}:
        turned = np.column_stack([height - turned[:, 0], turned[:, 1]])
    if orientation in {7, 8}:
        turned = np.column_stack([turned[:, 0], width - turned[:, 1]])
    return polygon_of(turned)
