"""Words in scenes that a person draws or corrects: read from other programs' labels, and cropped into a folder."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from core.base.errors import ImageError, Sentence
from core.base.images import image_size, orientation_of
from core.base.progress import Progress, ignore_news
from core.labels.formats.base import Format
from core.labels.formats.conversion import Conversion, convert_records
from core.labels.formats.lookup import ImageFinder
from core.labels.formats.placing import placed
from core.labels.formats.record import ForeignReading, Record, Refusal, Reject
from core.labels.formats.registry import format_named, formats
from core.labels.formats.report import Notes, Remark
from core.labels.formats.source import DEFAULTS, Source, SourceChoices
from core.labels.label import Polygon, WordLabel


@dataclass(frozen=True, slots=True)
class SceneWord:
    """One word in a scene, with its polygon, text and number."""

    polygon: Polygon
    """The polygon in image pixels, whose corners `core.labels.formats.crop.reading_quadrilateral` tells apart."""
    text: str = ""
    """The text. Empty if nobody has typed it yet, and the crop becomes an image without a label."""
    number: int = 0
    """Number of the word, from 1, unique in its scene, which names the crop."""
    reading: ForeignReading | None = None
    """The source's word on the text if a program has read it. It counts until a person types another text."""
    as_read: str = ""
    """The text that the program has read."""


_UNUSABLE = Remark(
    "left out", Sentence("words do not fit their photograph"), Sentence("one word does not fit its photograph")
)

Scenes = Mapping[str, tuple[SceneWord, ...]]
"""The words of each scene, by the image's path relative to the folder of scenes, "/" between its parts."""


def numbered(words: Sequence[SceneWord], word: SceneWord) -> SceneWord:
    """Return a word numbered as the next one of its scene."""
    return replace(word, number=max((earlier.number for earlier in words), default=0) + 1)


def read_scenes(
    folder: Path,
    source: Path | None = None,
    read_as: str = "",
    progress: Progress = ignore_news,
    *,
    notes: Notes | None = None,
    choices: SourceChoices = DEFAULTS,
) -> dict[str, tuple[SceneWord, ...]]:
    """Read the legible words in a folder's scenes from the labels of other programs.

    Parameters
    ----------
    folder : Path
        The folder of scenes.
    source : Path, optional
        The labels; the folder itself if left out.
    read_as : str
        Name of their format; "": each format of words in scenes that the source looks like.
    progress : callable
        Called with (records done, records in all).
    notes : Notes, optional
        Collects the remarks on the scenes and their words.
    choices : SourceChoices
        How to read what the source leaves open.

    Raises
    ------
    FormatError
        If the source as a whole is unusable.
    TextFieldError
        If a person has to choose the field of the words.
    """
    notes = Notes() if notes is None else notes
    labels = folder if source is None else source
    kinds = [format_named(read_as)] if read_as else [form for form in formats().values() if form.cuts]
    scenes: dict[str, tuple[SceneWord, ...]] = {}
    for kind in kinds:
        reading = Source(labels, notes=notes, choices=choices)
        if not read_as and not kind.detect(reading):
            continue
        finder = ImageFinder(reading)
        for done, item in enumerate(kind.read(reading)):
            progress(done, reading.total)
            if not isinstance(item, Record) or item.crop is None:
                continue
            try:
                picture = finder.find(item)
            except Reject:
                continue  # of another folder
            path = picture.path
            if not path.is_relative_to(folder):
                continue
            try:
                record = _placed(item, path)
            except (Reject, ImageError) as error:
                notes.add(_UNUSABLE, Sentence("{where}: {reason}", where=item.where, reason=error))
                continue
            name = path.relative_to(folder).as_posix()
            for remark in (*record.remarks, *picture.remarks):
                notes.add(remark, name)
            scenes[name] = (*scenes.get(name, ()), _word_of(record))
    return scenes


def _word_of(record: Record) -> SceneWord:
    assert record.crop is not None
    text = record.label.word
    return SceneWord(record.crop, text, record.number, record.reading, "" if record.reading is None else text)


def _placed(record: Record, path: Path) -> Record:
    """Return a record on its picture, whose pixels are not read.

    Reject is raised as by `placed`, and ImageError if the picture cannot be read.
    """
    height, width = image_size(path) if record.size is not None else (0, 0)
    orientation = orientation_of(path) if record.size == (width, height) else 1
    return placed(record, (height, width), orientation)


def crop_scenes(folder: Path, scenes: Scenes, target: Path, progress: Progress = ignore_news) -> Conversion:
    """Crop words from scenes into word images with labels, without replacing a different file that exists already.

    `target` is the destination, which is created if missing.

    Raises
    ------
    FormatError, FileWriteError, Cancelled
        As `core.labels.formats.conversion.convert`.
    """
    total = sum(map(len, scenes.values()))

    def read(source: Source) -> Iterator[Record | Refusal]:
        source.total = total
        for image, words in scenes.items():
            for word in words:
                where = Sentence("{name}, word {number}", name=image, number=word.number)
                label = WordLabel(text=word.text.strip() or None)
                yield Record(
                    label,
                    where,
                    image=image,
                    crop=word.polygon,
                    begins="chosen",
                    number=word.number,
                    reading=word.reading if word.text == word.as_read else None,
                )

    drawn = Format("scenes", Sentence("Words drawn in scenes"), detect=lambda source: False, read=read, cuts=True)
    return convert_records(drawn, folder, target, progress=progress)
