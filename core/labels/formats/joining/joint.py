"""Reads a folder that holds labels in several formats at once, if they agree."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple, get_args

from core.base.errors import FormatDetectionError, Sentence
from core.base.progress import Progress, ignore_news
from core.labels.formats.base import Format, Keeps
from core.labels.formats.joining.contents import Content, content_of, difference_of
from core.labels.formats.lookup import ImageFinder
from core.labels.formats.record import Record, Refusal, Reject
from core.labels.formats.registry import detect, format_named
from core.labels.formats.report import Remark
from core.labels.formats.source import DEFAULTS, Source, SourceChoices


class FormatsDifferError(FormatDetectionError):
    """Raised if labels of several formats differ for the same image, so that a person has to say which are right."""

    def __init__(
        self, template: str, /, candidates: tuple[str, ...] = (), *, difference: str = "", **places: Any
    ) -> None:
        super().__init__(template, candidates, difference=difference, **places)
        self.difference = difference  # how the labels of the first such image differ
        self.count: int = places.get("count", 0)  # images whose labels differ
        self.both: int = places.get("both", 0)  # images that have labels of several formats
        self.image: str = places.get("image", "")  # name of the first whose labels differ


@dataclass(frozen=True, slots=True)
class Joint:
    """The formats of a folder, with the one to read for each image."""

    formats: tuple[str, ...]
    """Names of the formats, sorted."""
    chosen: dict[Path, str] = field(repr=False)
    """For each image, the name of the format with the fullest label."""
    agreed: frozenset[Path] = field(repr=False)
    """Images for which another format has the same label."""
    taken: dict[str, frozenset[str]] = field(repr=False)
    """For each format, the files that records come from."""

    @property
    def name(self) -> str:
        """The names of the formats, as a report lists them."""
        return " + ".join(self.formats)


class _Seen(NamedTuple):
    """The fullest label of an image so far."""

    format: str
    content: Content


def look(
    path: Path,
    *,
    skip: Path | None = None,
    images: Path | None = None,
    choices: SourceChoices = DEFAULTS,
    progress: Progress = ignore_news,
) -> Format | Joint:
    """Find the format of a file or folder, or all formats of a folder whose labels agree.

    Labels of an image agree if one is empty, or if their texts are the same and, if both have characters, these are
    the same and in the same places.

    Parameters
    ----------
    path : Path
        The file or folder.
    skip : Path, optional
        A subfolder to pass over: the destination of the conversion.
    images : Path, optional
        The folder that the source's image names start from, as of `conversion.convert`.
    choices : SourceChoices
        How to read what the source leaves open.
    progress : Progress
        Called with (records done, records or files in all, 0 if unknown).

    Raises
    ------
    FormatsDifferError
        If labels of an image differ.
    FormatDetectionError
        As `registry.detect`. Also of several formats that cannot be read together: those of scenes, those that hold
        the pictures, those that claim the same file, and those without a label of an image.
    FormatError
        As `registry.detect` and `ImageFinder`.
    """
    try:
        return detect(path)
    except FormatDetectionError as error:
        forms = [format_named(name) for name in error.candidates]
        if not path.is_dir() or len(forms) < 2 or any(form.cuts for form in forms):
            raise
        joint = _joined(forms, Source(path, skip, waiting=partial(progress, 0, 0), choices=choices), images, progress)
        if joint is None:
            raise
        return joint


def reader_for(
    path: Path,
    *,
    skip: Path | None = None,
    images: Path | None = None,
    choices: SourceChoices = DEFAULTS,
    progress: Progress = ignore_news,
) -> Format:
    """Return a reader for the formats that `look` finds, with its parameters and errors."""
    seen = look(path, skip=skip, images=images, choices=choices, progress=progress)
    if isinstance(seen, Format):
        return seen
    return Format(
        seen.name,
        Sentence("several formats"),
        detect=lambda source: False,
        read=lambda source: _read(seen, source, images),
    )


def _read(joint: Joint, source: Source, images: Path | None) -> Iterator[Record | Refusal]:
    finder = ImageFinder(source, images)
    for name in joint.formats:
        foreign = frozenset[str]().union(*(files for form, files in joint.taken.items() if form != name))
        for item in format_named(name).read(replace(source, passed_over=foreign)):
            image = _image_of(item, finder)
            if isinstance(item, Refusal) or image is None:
                yield item
            elif joint.chosen[image] == name:
                yield replace(item, remarks=(*item.remarks, _remark(joint, name, image)))


def _remark(joint: Joint, name: str, image: Path) -> Remark:
    if image in joint.agreed:
        several = Sentence("labels are from {format}, and another format says the same", format=name)
        return Remark(
            "taken", several, Sentence("one label is from {format}, and another format says the same", format=name)
        )
    alone = Sentence("labels are only in {format}", format=name)
    return Remark("taken", alone, Sentence("one label is only in {format}", format=name))


def _joined(forms: Sequence[Format], source: Source, images: Path | None, progress: Progress) -> Joint | None:
    """Compare the labels of some formats, or return None if the formats cannot be read together.

    FormatsDifferError is raised if the labels of an image differ.
    """
    finder = ImageFinder(source, images)
    seen: dict[Path, _Seen] = {}
    agreed: set[Path] = set()
    differing: dict[Path, tuple[_Seen, _Seen]] = {}
    taken: dict[str, frozenset[str]] = {}
    for form in forms:
        own: set[Path] = set()
        files: set[str] = set()
        for done, item in enumerate(form.read(source)):
            progress(done, 0)
            image = _image_of(item, finder)
            if isinstance(item, Refusal) or image is None:
                continue
            if item.crop is not None or item.picture is not None:
                return None
            files.add(_file_of(item.where))
            if image in own:
                continue  # a second record of the image, which the conversion refuses
            own.add(image)
            new = _Seen(form.id, content_of(item.label))
            old = seen.setdefault(image, new)
            if old is new:
                continue
            if old.content.is_empty or new.content.is_empty:
                pass  # nobody has typed it there, which contradicts nothing
            elif old.content.agrees(new.content):
                agreed.add(image)
            else:
                differing.setdefault(image, (old, new))
            seen[image] = max(old, new, key=_fullness)
        if not own or any(files & earlier for earlier in taken.values()):
            return None
        taken[form.id] = frozenset(files)
    names = tuple(form.id for form in forms)
    if differing:
        raise _differ(source, names, differing, len(agreed | differing.keys()))
    return Joint(names, {image: old.format for image, old in seen.items()}, frozenset(agreed), taken)


def _differ(
    source: Source, names: tuple[str, ...], differing: dict[Path, tuple[_Seen, _Seen]], both: int
) -> FormatsDifferError:
    image, (old, new) = next(iter(differing.items()))
    difference = difference_of(old.content, old.format, new.content, new.format)
    return FormatsDifferError(
        "{name}: the labels of {found} differ for {count} of {both} {both:|image that has|images that have} "
        "several, first {image}: {difference}. Say which to read with --from.",
        names,
        name=source.path.absolute().name,
        found=" and ".join(names),
        both=both,
        count=len(differing),
        image=image.name,
        difference=difference,
    )


def _image_of(item: Record | Refusal, finder: ImageFinder) -> Path | None:
    """Return the image of a record, or None if there is no image or the record itself holds it."""
    if isinstance(item, Refusal) or item.picture is not None:
        return None
    try:
        return finder.find(item).path
    except (Reject, OSError):
        return None


def _file_of(where: str) -> str:
    """Return the name of the file that a place in a source begins with."""
    while isinstance(where, Sentence):
        where = str(where.places["where"]) if "where" in where.places else str(where.places.get("name", ""))
    return where


def _fullness(seen: _Seen) -> tuple[bool, bool, bool, int]:
    """The order of labels that agree: those with characters, our own, those of formats that hold more."""
    keeps: tuple[Keeps, ...] = get_args(Keeps)
    content = seen.content
    return (
        not content.is_empty,
        bool(content.boxes),
        seen.format == "labelme",
        -keeps.index(format_named(seen.format).keeps),
    )
