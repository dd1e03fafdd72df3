"""`lmdb`: databases of scene text recognition (CRNN, deep-text-recognition-benchmark, PARSeq): word images, texts.

`num-samples`, and for n from 1 `image-000000001` (a picture's file) and `label-000000001` (UTF-8). The pictures lie
in the database, `data.mdb`; they are written as `000000001.jpg` and so on.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from core.base.errors import FormatError, Sentence
from core.base.files import open_file
from core.labels.formats.base import Format
from core.labels.formats.lmdb_file import Database, is_database
from core.labels.formats.lookup import ending_of
from core.labels.formats.parsing import word
from core.labels.formats.record import Record, Refusal, Reject
from core.labels.formats.source import Source, guarded
from core.labels.label import WordLabel

_DIGITS = 9  # of the numbers in keys
_MOST_MISSING = 1000


def _sample(picture: bytes | None, label: bytes | None, number: int, where: str) -> Iterator[Record]:
    if picture is None or label is None:
        raise Reject("its picture or its label is missing")
    ending = ending_of(picture)
    if ending is None:
        raise Reject("its picture is in no known format")
    try:
        text = label.decode("utf-8")
    except UnicodeDecodeError:
        raise Reject("its label is not UTF-8 text") from None
    yield Record(WordLabel(text=word(text)), where, image=f"{number:09d}{ending}", picture=picture)


def _samples(source: Source, path: Path) -> Iterator[Record | Refusal]:
    name = source.name_of(path)
    with open_file(path) as file:
        database = Database(file, path.name)
        digits = database.get(b"num-samples") or b""
        if not digits.isdigit() or len(digits) > _DIGITS:
            raise FormatError("{name}: it has no num-samples, so it is not a database of word images.", name=path.name)
        source.total += int(digits)
        missing = 0
        for number in range(1, int(digits) + 1):
            where = Sentence("{name}, sample {number}", name=name, number=number)
            picture, label = (database.get(f"{kind}-{number:09d}".encode()) for kind in ("image", "label"))
            missing = missing + 1 if picture is None else 0
            if missing > _MOST_MISSING:
                raise FormatError(
                    "{name}: {missing:,} of its {count:,} {count:|sample|samples} in a row {missing:|is|are} "
                    "missing. Copy it again.",
                    name=path.name,
                    count=int(digits),
                    missing=missing,
                )
            yield from guarded(where, _sample(picture, label, number, where))


def _read(source: Source) -> Iterator[Record | Refusal]:
    for path in source.lists((".mdb",), is_database):
        try:
            yield from _samples(source, path)
        except FormatError as error:
            yield source.failed(path, error)
        except (OSError, ValueError) as error:
            yield source.failed(path, FormatError("{name}: cannot be read ({why}).", name=path.name, why=error))


FORMAT = Format(
    id="lmdb",
    title=Sentence("LMDB of word images and texts (data.mdb), as used to train recognisers"),
    detect=lambda source: source.has_list((".mdb",), is_database),
    read=_read,
    is_list=True,
    known_as=("data.mdb",),
)
