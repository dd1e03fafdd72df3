"""Checks a whole project: decodes all images, checks all labels, and finds problems that involve several files.

A check writes nothing; a file that vanishes during the check counts as missing.
"""

from __future__ import annotations

import hashlib
import os
import posixpath
from collections import Counter, deque
from collections.abc import Callable, Generator, Iterable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import closing
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path, PureWindowsPath
from typing import Any

from core.base.errors import ImageError, LabelError, Sentence, with_name
from core.base.images import image_size, read_image
from core.base.phrases import number_of
from core.base.plugins.active import plugins
from core.base.progress import Progress, ignore_news
from core.charset import Charset
from core.index.scanning import Scanned
from core.labels.checks.label import check_label
from core.labels.checks.problems import KINDS, Check, Problem, found, kinds, printable, quoted
from core.labels.files.storage import LabelFile, label_name, label_path, read_label
from core.labels.label import WordLabel
from core.project.label_charset import charset_of_labels
from core.project.listing import Listing, folders_of, in_natural_order
from core.project.notes import NOTHING, ImageNote, Split
from core.project.project import Project, ProjectSettings

_AHEAD = 64  # images
_WORKERS = 4
_NOT_WHOLE = ("truncated", "unexpected end", "end of file", "eof", "premature")  # of Pillow and its codecs
_LARGEST_ORPHAN = 4 << 20  # bytes: a larger .json without an image is another program's data


@dataclass(frozen=True, slots=True)
class Summary:
    """The counts at the end of a check."""

    images: int
    """The number of images in the project."""
    labels: int
    """The number of images with a label that can be read."""
    counts: dict[str, int]
    """The number of problems by id, sorted by id."""


@dataclass(frozen=True, slots=True)
class FolderReport:
    """The problems and the counts of a checked folder."""

    folder: Path
    """The project's folder, which the images' paths are relative to."""
    summary: Summary
    """The counts, which also include images without a problem."""
    problems: tuple[Problem, ...]
    """The problems by image in natural order."""

    def to_dict(self) -> dict[str, Any]:
        """Return the document of `textscanner check --json`."""
        return {
            "folder": str(self.folder),
            "images": self.summary.images,
            "labels": self.summary.labels,
            "problems": [problem.to_dict() for problem in self.problems],
            "counts": self.summary.counts,
        }

    def __str__(self) -> str:
        problems = ", ".join(f"{count} × {name}" for name, count in self.summary.counts.items()) or "none"
        counts = (
            number_of(self.summary.images, "image", "images"),
            number_of(self.summary.labels, "label", "labels"),
            number_of(len(self.problems), "problem", "problems"),
        )
        return f"{', '.join(counts)}: {problems}"


def check_folder(project: Project | Path, progress: Progress = ignore_news) -> FolderReport:
    """Check a whole project, and return the complete report.

    Parameters and errors are those of `find_problems`.
    """
    opened = project if isinstance(project, Project) else Project.open(project)
    problems: list[Problem] = []
    finding = find_problems(opened, progress)
    while True:
        try:
            problems.append(next(finding))
        except StopIteration as stop:
            summary: Summary = stop.value
            break
    order = {image: at for at, image in enumerate(in_natural_order({p.image for p in problems if p.image}))}
    problems.sort(key=lambda p: -1 if p.image is None else order[p.image])  # stable: as they were found
    return FolderReport(opened.root, summary, tuple(problems))


def find_problems(
    project: Project, progress: Progress = ignore_news, *, ahead: int = _AHEAD
) -> Generator[Problem, None, Summary]:
    """Find the problems of a project one by one: first those of each image, then those across files.

    `progress` is called with (images done, images). If the project has no charset of its own, its labels are read once
    more before. `ahead` is how many images may be decoded before the first of them is reported.

    Raises
    ------
    ProjectError
        If the folder cannot be read.
    Cancelled
        If `progress` raises it.
    """
    counts: Counter[str] = Counter()
    listing = project.images()
    images = listing.images
    progress(0, len(images))
    charset = project.settings.charset or charset_of_labels(project, images, progress)
    pictures = _Pictures(project)
    labels = total = 0

    def counted(problems: Iterable[Problem]) -> Iterator[Problem]:
        for problem in problems:
            counts[problem.id] += 1
            yield problem

    yield from counted(_skipped(listing))
    with closing(_in_order(images, lambda image: _look_at(project, image, charset), ahead)) as looks:
        for done, look in enumerate(looks, 1):
            if look is not None:
                total += 1
                labels += look.word is not None
                pictures.add(look)
                yield from counted(look.problems)
            progress(done, len(images))
    yield from counted(_clashes(images))
    yield from counted(_orphans(project))
    yield from counted(pictures.problems())
    return Summary(total, labels, dict(sorted(counts.items())))


def check_scanned(settings: ProjectSettings, charset: Charset) -> Callable[[Scanned], tuple[Problem, ...]]:
    """Return the check that a project's index runs on each label, which reads of its picture only the header.

    `charset`: the project's, or that of all its labels, to which each label adds its own symbols.
    """
    return partial(_check_scanned, settings, charset)  # unlike a closure, it can be sent to another process


def version_of_check(settings: ProjectSettings, charset: Charset, known: Iterable[Check] | None = None) -> str:
    """Return a text that differs if `check_scanned` might find other problems in the same files.

    With another kind, or another version of a plug-in with checks, every label is checked again. `known`: all kinds of
    problems, by default `kinds()`.
    """
    versions = (f"{part.id} {plugins().version_of(plugin.id)}" for plugin, part in plugins().parts("checks"))
    names = (f"{kind.id} {kind.severity}" for kind in (kinds().values() if known is None else known))
    digest = hashlib.blake2b(
        "\0".join((*charset, "", *names, *versions)).encode("utf-8", "surrogatepass"), digest_size=8
    )
    return f"{settings.label_digest}-{digest.hexdigest()}"


def _check_scanned(settings: ProjectSettings, charset: Charset, scanned: Scanned) -> tuple[Problem, ...]:
    if scanned.error is not None:
        return (_unreadable(scanned.error, scanned.image, scanned.path),)
    if scanned.label is None:
        return ()  # the index has a status for that
    try:
        size = image_size(scanned.path)
    except ImageError as error:
        unusable = _unusable(error, scanned.image, scanned.path)
        return (unusable, *_checked(scanned.label, None, settings, charset, scanned.image))
    return _checked(scanned.label, size, settings, charset, scanned.image)


_NO_LABEL = Sentence("the image has no label. Label it, or leave it out of the project.")


@dataclass(frozen=True, slots=True)
class _Look:
    """The result of checking one image and its label."""

    image: str
    problems: tuple[Problem, ...]
    word: str | None = None  # what the label says, as the project reads it; None without a readable label
    picture: bytes | None = None  # hash of the decoded pixels; None if they cannot be read
    note: ImageNote = NOTHING  # what the label says of the image
    is_known: bool = False  # False if the word is a model's opinion


def _look_at(project: Project, image: str, charset: Charset) -> _Look | None:
    """Decode an image, read and check its label, and return None if the image is gone."""
    path = project.path_of(image)
    size, picture = None, None
    problems: list[Problem] = []
    try:
        pixels = read_image(path)
    except ImageError as error:
        if not os.path.lexists(path):
            return None
        problems.append(_unusable(error, image, path))
    else:
        size = pixels.shape[:2]
        digest = hashlib.blake2b(repr(pixels.shape).encode(), digest_size=16)
        digest.update(pixels.data)
        picture = digest.digest()
    beside = label_path(path)
    try:
        file = read_label(beside)
    except LabelError as error:
        if os.path.lexists(beside):
            problems.append(_unreadable(error, image, path))
        else:
            problems.append(found("image-without-label", _NO_LABEL, image))
        return _Look(image, tuple(problems), None, picture)
    problems += _about_file(file, size, image)
    problems += _checked(file.label, size, project.settings, charset, image)
    return _Look(
        image,
        tuple(problems),
        file.label.normalised(project.settings.normalise).word,
        picture,
        ImageNote.of(file.label),
        file.label.known is not None,
    )


def _checked(
    label: WordLabel, size: tuple[int, int] | None, settings: ProjectSettings, charset: Charset, image: str
) -> tuple[Problem, ...]:
    if settings.charset is None:  # the charset of the labels: this one may have been written since it was put together
        own = settings.symbols_of(label) - {*charset}
        charset = Charset((*charset, *sorted(own))) if own else charset
    return check_label(label.normalised(settings.normalise), size, charset, settings.maps, settings.unknown, image)


def _unusable(error: ImageError, image: str, path: Path) -> Problem:
    cause = error.__cause__
    reason = f"{cause} {error}".lower() if isinstance(cause, Exception) else ""
    kind = "image-truncated" if any(sign in reason for sign in _NOT_WHOLE) else "image-unreadable"
    return Problem(kind, KINDS[kind].severity, with_name(str(error), path.name, printable(image, 255)), image)


def _unreadable(error: LabelError, image: str, path: Path) -> Problem:
    """The sentence names the label file, which is the one to mend."""
    message = with_name(str(error), label_path(path).name, printable(label_name(image), 255))
    return Problem("label-unreadable", "error", message, image)


def _about_file(file: LabelFile, size: tuple[int, int] | None, image: str) -> Iterator[Problem]:
    if file.encoding not in {"utf-8", "ascii"}:
        sentence = Sentence(
            "the label file is {encoding} text, which labelme cannot open. The next edit saves it as UTF-8.",
            encoding=file.encoding,
        )
        yield found("label-encoding", sentence, image)
    if file.passed_over:
        first, *further = file.passed_over
        sentence = (
            Sentence("{first} {count} more are like it. They stay in the file.", first=first, count=f"{len(further):,}")
            if further
            else Sentence("{first} It stays in the file.", first=first)
        )
        yield found("label-passed-over", sentence, image)
    if file.image_path is not None and _leads_out(file.image_path):
        sentence = Sentence(
            "the label names the picture {path}, outside its folder. That picture is never opened. "
            "Put the label beside it, or delete the label, if it does not belong to this image.",
            path=quoted(file.image_path),
        )
        yield found("label-image-elsewhere", sentence, image)
    if size is not None and file.label.characters and file.image_size not in {None, size}:
        assert file.image_size is not None
        (height, width), (h, w) = file.image_size, size
        sentence = Sentence(
            "the label was made for a picture of {size} pixels, but this one has {present}. Check whether the "
            "polygons still fit, and save the label.",
            size=f"{width} × {height}",
            present=f"{w} × {h}",
        )
        yield found("image-other-size", sentence, image)


def _leads_out(image_path: str) -> bool:
    """Return True if labelme's `imagePath`, as any system writes it, leads out of the label's folder."""
    posix = image_path.replace("\\", "/")
    is_absolute = posix.startswith("/") or bool(PureWindowsPath(image_path).drive)
    return is_absolute or posixpath.normpath(posix).partition("/")[0] == ".."


def _in_order(
    images: Iterable[str], look: Callable[[str], _Look | None], ahead: int
) -> Generator[_Look | None, None, None]:
    """Looks at images, a few at a time: reading and decoding let go of Python's lock."""
    with ThreadPoolExecutor(min(_WORKERS, os.cpu_count() or 1)) as pool:
        waiting: deque[Future[_Look | None]] = deque()
        try:
            for image in images:
                waiting.append(pool.submit(look, image))
                if len(waiting) >= ahead:
                    yield waiting.popleft().result()
            while waiting:
                yield waiting.popleft().result()
        finally:
            for future in waiting:
                future.cancel()


def _skipped(listing: Listing) -> Iterator[Problem]:
    for skipped in listing.skipped:
        kind = "folder-unreadable" if skipped.path.endswith("/") else "image-skipped"
        yield Problem(kind, "warning", skipped.reason, skipped.path)


def _clashes(images: Iterable[str]) -> Iterator[Problem]:
    """Images whose labels would be one file: a.jpg beside a.png."""
    first: dict[str, str] = {}
    for image in images:
        label = label_name(image)
        first_image = first.setdefault(label, image)
        if first_image != image:
            sentence = Sentence(
                "shares the label {label} with {other}. Rename one of the two images.",
                label=quoted(label),
                other=quoted(first_image),
            )
            yield found("name-clash", sentence, image)


def _orphans(project: Project) -> Iterator[Problem]:
    """Yield a problem for each label whose image is missing, but not for JSON files of other programs."""
    for folder in folders_of(project.root):
        taken = {label_name(entry.name) for entry in folder.images}
        for name in sorted(folder.labels.keys() - taken):
            path = project.root / folder.path / name
            try:
                if path.stat().st_size > _LARGEST_ORPHAN:
                    continue
                file = read_label(path)
            except (LabelError, OSError):
                continue
            if not any(member.key == "shapes" for member in file.layout.members):
                continue
            sentence = Sentence("there is no image of this label's name. Put the image beside it, or delete the label.")
            yield found("label-without-image", sentence, folder.path + name)


@dataclass(slots=True)
class _Pictures:
    """The same picture in several files: compared by decoded pixels, so that the file's format does not matter."""

    project: Project
    _seen: dict[bytes, list[tuple[str, str, Split]]] = field(default_factory=dict)  # a drafted word is ""

    def add(self, look: _Look) -> None:
        """Add a labelled picture."""
        if look.picture is not None and look.word is not None:
            split = self.project.split_of(look.image, look.note)
            word = look.word if look.is_known else ""
            self._seen.setdefault(look.picture, []).append((look.image, word, split))

    def problems(self) -> Iterator[Problem]:
        """Yield the problems of all pictures that were added."""
        for group in self._seen.values():
            if len(group) < 2:
                continue
            known = [(image, word) for image, word, _ in group if word]
            image, word = known[0] if known else ("", "")
            for other_image, text in known[1:]:
                if text != word:
                    sentence = Sentence(
                        "the same picture as {image}, but the text is {text} here and {other} there. Correct "
                        "the text that is wrong.",
                        image=quoted(image),
                        text=quoted(text),
                        other=quoted(word),
                    )
                    yield found("same-picture-different-text", sentence, other_image)
            train = next((name for name, _, split in group if split == "train"), None)
            for other_image, _, split in group:
                if train is not None and split == "val":
                    sentence = Sentence(
                        "validates on the same picture as {image} trains on, so that it measures memory. "
                        "Delete one of the two, or put both into one part.",
                        image=quoted(train),
                    )
                    yield found("split-leak", sentence, other_image)
