"""`npz`: NumPy archives of word images, as arrays.

Ours: `names` and `texts` (n,) text; `image_00000000` … (height, width, 3) uint8 RGB, for the pictures differ in size;
and a row a character: `character_image` (m,) the number of its picture, from 0, `character_symbol` (m,) text,
`character_corners` (m, 4, 2). Also read are pairs of pictures of one size, (n, height, width) or (n, height, width,
3) uint8, and texts or digits: `images` with `texts` or `labels`, and `x_train` with `y_train`, `x_test` with `y_test`
as in Keras' mnist.npz. Objects are never unpickled.
"""

from __future__ import annotations

import io
import json
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from core.base.archives import Arrays
from core.base.errors import DAMAGED, FormatError, Sentence, StudioError, reason_of
from core.base.images import encode_png, read_image
from core.labels.formats.base import Format, ListFile
from core.labels.formats.parsing import character, corners, image_name, json_object, word
from core.labels.formats.readers.mmocr import FORMAT as MMOCR
from core.labels.formats.record import Record, Refusal, Reject
from core.labels.formats.shared import plain
from core.labels.formats.source import Source, guarded
from core.labels.geometry import is_rectangle
from core.labels.label import WordLabel

MAX_ARRAYS = 2 << 30  # bytes that the arrays of an archive may have together, read or written

_PAIRS = (("images", "texts"), ("images", "labels"), ("x_train", "y_train"), ("x_test", "y_test"))
_MOST_CHARACTERS = 200  # of a word
_IMAGE = "image_{:08d}"


def _members(path: Path) -> set[str]:
    """Return the names of the arrays, or none if the file is no archive."""
    try:
        with Arrays(path, MAX_ARRAYS) as arrays:
            return set(arrays)
    except DAMAGED:
        return set()


def _fits(path: Path) -> bool:
    members = _members(path)
    return {"names", "texts"} <= members or any(set(pair) <= members for pair in _PAIRS)


@contextmanager
def _opened(source: io.BytesIO | Path, name: str) -> Iterator[Arrays]:
    """Give the arrays of an archive, each read when it is asked for.

    FormatError is raised if the archive or one of its arrays is damaged.
    """
    try:
        with Arrays(source, MAX_ARRAYS) as arrays:
            yield arrays
    except DAMAGED as error:
        raise FormatError(
            "{name}: not a NumPy archive of word images ({why}). Write it again with numpy.savez.",
            name=name,
            why=reason_of(error),
        ) from error


def _picture(pixels: NDArray[Any]) -> bytes:
    if pixels.dtype != np.uint8 or pixels.ndim not in {2, 3} or 0 in pixels.shape:
        raise Reject("its picture is not (height, width) or (height, width, 3) uint8")
    if pixels.ndim == 2 or pixels.shape[2] == 1:
        pixels = np.repeat(pixels.reshape(*pixels.shape[:2], 1), 3, axis=2)
    if pixels.shape[2] != 3:
        raise Reject("its picture is not (height, width) or (height, width, 3) uint8")
    return encode_png(pixels)


def _own(arrays: Arrays, where: str) -> Iterator[tuple[str, dict[str, Any], int]]:
    """The words of our form: (where, the same as a line of `mmocr`, number)."""
    names, texts = arrays["names"].ravel(), arrays["texts"].ravel()
    if len(texts) != len(names) or len(names) > len(arrays):
        raise FormatError("{name}: names, texts and pictures have different lengths.", name=where)
    characters: list[list[dict[str, Any]]] = [[] for _ in names]
    if {"character_image", "character_symbol", "character_corners"} <= arrays.keys():
        table = arrays["character_corners"]
        columns = arrays["character_image"].ravel(), arrays["character_symbol"].ravel()
        if (
            table.shape != (len(columns[0]), 4, 2)
            or len(columns[1]) != len(columns[0])
            or len(table) > _MOST_CHARACTERS * len(names)
            or columns[0].dtype.kind not in "iu"
            or table.dtype.kind not in "iuf"
        ):
            raise FormatError("{name}: the tables of characters have different lengths.", name=where)
        for image, symbol, outline in zip(*columns, table.reshape(-1, 8).tolist(), strict=True):
            if 0 <= int(image) < len(names):
                characters[int(image)].append(
                    {"char_text": str(symbol), "char_box": [plain(value) for value in outline]}
                )
    for number, (name, text) in enumerate(zip(names, texts, strict=True)):
        here = Sentence("{name}, image {number}", name=where, number=number)
        yield here, {"file_name": str(name), "annotations": characters[number], "text": str(text)}, number


def _own_record(arrays: Arrays, record: dict[str, Any], number: int, where: str) -> Iterator[Record]:
    characters = []
    for place, annotation in enumerate(record["annotations"], 1):
        polygon = corners(annotation["char_box"])
        characters.append(character(annotation["char_text"], polygon, place, box=is_rectangle(polygon)))
    if _IMAGE.format(number) not in arrays:
        raise Reject("its picture is missing")
    name = f"{image_name(record['file_name']).rpartition('.')[0]}.png"
    label = WordLabel(tuple(characters), word(record["text"]))
    yield Record(label, where, image=name, picture=_picture(arrays[_IMAGE.format(number)]))


def _pair(arrays: Arrays, names: tuple[str, str], where: str) -> Iterator[Record | Refusal]:
    pictures, texts = arrays[names[0]], arrays[names[1]].ravel()
    if pictures.ndim < 3 or len(pictures) != len(texts):
        raise FormatError("{name}: {pair} have different lengths.", name=where, pair=" and ".join(names))
    for number, (pixels, text) in enumerate(zip(pictures, texts, strict=True)):
        here = Sentence("{name}, image {number}", name=f"{where} {names[0]}", number=number)

        def record(
            pixels: NDArray[Any] = pixels, text: object = text, number: int = number, here: str = here
        ) -> Iterator[Record]:
            decoded = text.decode(errors="replace") if isinstance(text, bytes) else str(text)
            yield Record(
                WordLabel(text=word(decoded)), here, image=f"{names[0]}_{number:06d}.png", picture=_picture(pixels)
            )

        yield from guarded(here, record())


def _records(source: Source, path: Path) -> Iterator[Record | Refusal]:
    where = source.name_of(path)
    with _opened(path, path.name) as arrays:
        if {"names", "texts"} <= arrays.keys():
            for here, record, number in _own(arrays, where):
                yield from guarded(here, _own_record(arrays, record, number, here))
            return
        for pair in _PAIRS:
            if set(pair) <= arrays.keys():
                yield from _pair(arrays, pair, where)


def _split(data: bytes, name: str) -> list[str]:
    with _opened(io.BytesIO(data), name) as arrays:
        if not {"names", "texts"} <= arrays.keys():
            raise FormatError("{name}: not an archive that this program wrote. Move it away.", name=name)
        return [json.dumps(record, ensure_ascii=False) for _, record, _ in _own(arrays, name)]


def _join(lines: list[str], folder: Path) -> bytes:
    arrays: dict[str, NDArray[Any]] = {}
    names = []
    texts = []
    images = []
    symbols = []
    outlines = []
    size = 0
    for number, record in enumerate(map(json_object, lines)):
        arrays[_IMAGE.format(number)] = pixels = _pixels(folder, record["file_name"])
        size += pixels.nbytes
        if size > MAX_ARRAYS:
            raise FormatError(
                "{folder}: the images have over {limit} MB of pixels, too many for one archive. Export fewer images.",
                folder=folder,
                limit=MAX_ARRAYS >> 20,
            )
        names.append(record["file_name"])
        texts.append(record["text"])
        for annotation in record["annotations"]:
            images.append(number)
            symbols.append(annotation["char_text"])
            outlines.append(annotation["char_box"])
    arrays |= {
        "names": np.array(names, dtype=np.str_),
        "texts": np.array(texts, dtype=np.str_),
        "character_image": np.array(images, dtype=np.int64),
        "character_symbol": np.array(symbols, dtype=np.str_),
        "character_corners": np.array(outlines, dtype=np.float64).reshape(-1, 4, 2),
    }
    stream = io.BytesIO()
    np.savez_compressed(stream, allow_pickle=False, **arrays)
    return stream.getvalue()


def _pixels(folder: Path, name: str) -> NDArray[np.uint8]:
    for path in (folder / name, (folder / name).with_suffix(".png")):
        if path.is_file():
            return read_image(path)
    raise StudioError("{name}: the image is not in the folder any more. Move the archive away.", name=name)


assert isinstance(MMOCR.writer, ListFile)

FORMAT = Format(
    id="npz",
    title=Sentence("NumPy archive (npz) of word images, texts and quadrilaterals"),
    detect=lambda source: source.has_list((".npz",), _fits),
    read=lambda source: source.read_lists((".npz",), _fits, _records),
    is_list=True,
    writer=ListFile("words.npz", MMOCR.writer.line, MMOCR.writer.key, _split, _join),
    keeps="quadrilaterals",
)
