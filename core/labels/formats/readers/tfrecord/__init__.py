"""`tfrecord`: a folder of record files with its manifest, as `textscanner records` writes it, without TensorFlow."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator

from core.base.errors import DataError, FormatError, Sentence
from core.base.images import encode_png
from core.labels.formats.base import Format
from core.labels.formats.parsing import image_name
from core.labels.formats.readers.tfrecord.files import MANIFEST_NAME, read_manifest
from core.labels.formats.readers.tfrecord.records import Records
from core.labels.formats.record import Record, Refusal
from core.labels.formats.source import Source, guarded


def _detect(source: Source) -> bool:
    with contextlib.suppress(DataError):  # another program's manifest.json
        return (not source.is_file or source.path.name == MANIFEST_NAME) and read_manifest(source.root) is not None
    return False


def _read(source: Source) -> Iterator[Record | Refusal]:
    try:
        records = Records.open(source.root)
    except DataError as error:
        raise FormatError(str(error)) from error
    for index in range(records.size):
        where = Sentence("{name}, record {number}", name=records.name, number=index)
        yield from guarded(where, _record(records, index, where))


def _record(records: Records, index: int, where: str) -> Iterator[Record]:
    name, pixels, label = records.word(index)
    yield Record(label, where, image=f"{image_name(name).rpartition('.')[0]}.png", picture=encode_png(pixels))


FORMAT = Format("tfrecord", Sentence("TFRecord files"), detect=_detect, read=_read)
