"""`ccpd-names`: photographs from CCPD (Xu et al., ECCV 2018), with the plate's text and place in the file names.

`025-95_113-154&383_386&473-386&473_177&454_154&383_363&402-0_0_22_27_27_33_16-37-15.jpg`: the fourth field holds the
plate's corners from the bottom right on, clockwise; the fifth the place of each symbol in one of three lists.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

from core.base.errors import Sentence
from core.base.images import SUFFIXES
from core.labels.formats.base import Format
from core.labels.formats.parsing import corners
from core.labels.formats.record import Record, Refusal, Reject
from core.labels.formats.source import Source, guarded
from core.labels.label import WordLabel

_PROVINCES = "皖沪津渝冀晋蒙辽吉黑苏浙京闽赣鲁豫鄂湘粤桂琼川贵云藏陕甘青宁新警学"
_LETTERS = "ABCDEFGHJKLMNPQRSTUVWXYZ"
_SYMBOLS = _LETTERS + "0123456789"
_POINT = r"(\d{1,5})&(\d{1,5})"
_NAME = re.compile(
    rf"[\d.]+-\d+_\d+-{_POINT}_{_POINT}-{'_'.join([_POINT] * 4)}-(\d{{1,2}}(?:_\d{{1,2}}){{5,8}})(?:-.*)?"
)
_LOOKED_AT = 20
_ENDINGS = tuple(SUFFIXES)


def _images(source: Source) -> Iterator[Path]:
    if source.is_file:
        yield source.path
        return
    for here, names in source.folders(source.path):
        yield from (here / name for name in sorted(names) if name.lower().endswith(_ENDINGS) and name[0] != ".")


def _detect(source: Source) -> bool:
    first = (path for path, _ in zip(_images(source), range(_LOOKED_AT), strict=False))
    return any(path.name.lower().endswith(_ENDINGS) and _NAME.fullmatch(path.stem) for path in first)


def _plate(path: Path, name: str) -> Iterator[Record]:
    match = _NAME.fullmatch(path.stem)
    if match is None:
        raise Reject("the file name is not one of CCPD")
    *points, places = match.groups()[4:]
    x, y = points[0::2], points[1::2]
    polygon = corners([float(value) for corner in (2, 3, 0, 1) for value in (x[corner], y[corner])])
    try:
        text = "".join(
            (_PROVINCES, _LETTERS, _SYMBOLS)[min(rank, 2)][int(place)] for rank, place in enumerate(places.split("_"))
        )
    except IndexError:
        raise Reject("the file name names a symbol that CCPD does not have") from None
    yield Record(WordLabel(text=text), name, image=name, crop=polygon, number=1)


def _read(source: Source) -> Iterator[Record | Refusal]:
    for path in _images(source):
        name = source.name_of(path)
        yield from guarded(name, _plate(path, name))


FORMAT = Format(
    id="ccpd-names",
    title=Sentence("CCPD photographs whose file names hold the number plate: it is cut out"),
    detect=_detect,
    read=_read,
    cuts=True,
)
