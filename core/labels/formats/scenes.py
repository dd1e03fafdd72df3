"""Words in scenes, as a person draws or corrects them: read from other programs' labels, and cropped into a folder."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from core.base.errors import Sentence
from core.base.progress import Progress, ignore_news
from core.labels.formats.base import Format
from core.labels.formats.conversion import Conversion, convert_records
from core.labels.formats.lookup import ImageFinder
from core.labels.formats.record import Record, Refusal, Reject
from core.labels.formats.registry import format_named, formats
from core.labels.formats.source import Source
from core.labels.label import Polygon, WordLabel


@dataclass(frozen=True, slots=True)
class SceneWord:
    """One word of a scene."""

    polygon: Polygon  # in image pixels; `core.labels.formats.crop.reading_quadrilateral` says which corner is which
    text: str = ""  # "" if nobody has typed it yet: the crop becomes an image without a label
    number: int = 0  # from 1, unique in its scene; names the crop


Scenes = Mapping[str, tuple[SceneWord, ...]]
"""The words of each scene, by the image's path relative to the folder of scenes, "/" between its parts."""


def numbered(words: Sequence[SceneWord], word: SceneWord) -> SceneWord:
    """Return a word with the next number of its scene."""
    return replace(word, number=max((earlier.number for earlier in words), default=0) + 1)


def read_scenes(
    folder: Path, source: Path | None = None, read_as: str = "", progress: Progress = ignore_news
) -> dict[str, tuple[SceneWord, ...]]:
    """Read the words that labels of other programs know in the scenes of a folder. Illegible ones are left out.

    `source`: the labels; the folder itself if left out. `read_as`: name of their format; "": each format of words in
    scenes that the source looks like. Raises FormatError if the source as a whole is unusable.
    """
    labels = folder if source is None else source
    kinds = [format_named(read_as)] if read_as else [form for form in formats().values() if form.cuts]
    scenes: dict[str, tuple[SceneWord, ...]] = {}
    for kind in kinds:
        reading = Source(labels)
        if not read_as and not kind.detect(reading):
            continue
        finder = ImageFinder(reading)
        for done, item in enumerate(kind.read(reading)):
            progress(done, reading.total)
            if not isinstance(item, Record) or item.crop is None:
                continue
            try:
                path = finder.find(item)[1]
            except Reject:
                continue
            if path.is_relative_to(folder):
                name = path.relative_to(folder).as_posix()
                word = SceneWord(item.crop, item.label.word, item.number)
                scenes[name] = (*scenes.get(name, ()), word)
    return scenes


def crop_scenes(folder: Path, scenes: Scenes, target: Path, progress: Progress = ignore_news) -> Conversion:
    """Crop the words of scenes into word images with labels. A different file that is there already is never replaced.

    `target`: the destination; created if missing. Raises FormatError or FileWriteError or Cancelled as
    `core.labels.formats.conversion.convert`.
    """
    total = sum(map(len, scenes.values()))

    def read(source: Source) -> Iterator[Record | Refusal]:
        source.total = total
        for image, words in scenes.items():
            for word in words:
                where = Sentence("{name}, word {number}", name=image, number=word.number)
                label = WordLabel(text=word.text.strip() or None)
                yield Record(label, where, image=image, crop=word.polygon, number=word.number)

    drawn = Format("scenes", Sentence("Words drawn in scenes"), detect=lambda source: False, read=read, cuts=True)
    return convert_records(drawn, folder, target, progress=progress)
