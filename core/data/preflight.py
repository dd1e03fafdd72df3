"""Checks data before a training: finds unusable samples, with reasons, and keeps pictures out of both splits."""

from __future__ import annotations

import contextlib
import hashlib
import json
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import asdict, dataclass, field, fields, replace
from pathlib import Path
from typing import Any, Protocol

import numpy as np

from core.base.errors import DAMAGED, DataError, FileWriteError, Sentence, from_json, to_json
from core.base.files import write_atomically
from core.base.json_text import read_json
from core.base.progress import Progress, ignore_news
from core.data.batches.feeds import Part, balancing_weights
from core.data.samples.notes import is_readable, unknown_note, unknown_symbols, unreadable_note
from core.data.samples.samples import LeftOut, Preparation, Prepared, SampleSource, Selection, Words
from core.labels.formats.readers.tfrecord.files import Manifest, checksum_of

SHARED = Sentence("{name}: the same picture is in the validation ({other}), so it is not trained on.")
"""The reason for leaving out a picture that training and validation share, as the template of such reasons."""

SAME_WORD = Sentence(
    "{name}: an image of the same name and text is in the validation, perhaps in a newer version, so it is not trained "
    "on."
)
"""The reason for leaving out an image that is probably an older or a converted copy of one in the validation."""

_THREADS = 2  # the processor decodes while the disk reads
_CHUNK = 64  # samples between two calls of `progress`
_LARGEST = 256 << 20
_RULES = 1  # raised when the check finds something else in the same words: kept results are then made anew


@dataclass(frozen=True, slots=True, eq=False)
class Inspection:
    """The result of preparing every sample of a source once, without augmentation."""

    name: str
    """Name of the source."""
    indices: tuple[int, ...]
    """Numbers of the samples that can be used."""
    left_out: tuple[LeftOut, ...]
    """All other samples, those that the reader had passed over included."""
    texts: tuple[str, ...]
    """Texts of the samples that can be used, with U+FFFD for a symbol outside the charset."""
    pictures: tuple[bytes, ...]
    """Hashes of their images as they go into the network, so that equal pictures count as equal in any file format."""
    has_maps: tuple[bool, ...]
    """For each sample that can be used, True if it has polygons."""
    unreadable: tuple[str, ...] = ()
    """Names of the samples whose own target maps do not give their text back (the upper bound).

    No training can make the network read them, at this stride and width."""
    unknown: Mapping[str, int] = field(default_factory=dict)
    """Number of occurrences in the labels of each symbol that the charset lacks, samples that are left out included."""

    @property
    def used(self) -> int:
        """The number of usable samples."""
        return len(self.indices)

    @property
    def character_level(self) -> int:
        """The number of usable samples that have polygons."""
        return sum(self.has_maps)

    @property
    def symbols(self) -> dict[str, int]:
        """The number of times that each symbol occurs in the usable samples, most frequent first."""
        counts: dict[str, int] = {}
        for text in self.texts:
            for symbol in text:
                counts[symbol] = counts.get(symbol, 0) + 1
        return dict(sorted(counts.items(), key=lambda item: (-item[1], item[0])))

    def without(self, places: Mapping[int, LeftOut]) -> Inspection:
        """Return the inspection without some of the places in `indices`."""
        kept = [place for place in range(self.used) if place not in places]
        gone = {sample.name for sample in places.values()}
        return replace(
            self,
            indices=tuple(self.indices[k] for k in kept),
            texts=tuple(self.texts[k] for k in kept),
            pictures=tuple(self.pictures[k] for k in kept),
            has_maps=tuple(self.has_maps[k] for k in kept),
            left_out=(*self.left_out, *places.values()),
            unreadable=tuple(name for name in self.unreadable if name not in gone),
        )

    def to_dict(self) -> dict[str, Any]:
        """Return the inspection in the form that a run records."""
        return {
            "source": self.name,
            "used": self.used,
            "character_level": self.character_level,
            "word_level": self.used - self.character_level,
            "left_out": [{"name": sample.name, "reason": sample.reason} for sample in self.left_out],
            "symbols": self.symbols,
            "unreadable": list(self.unreadable),
        }


@dataclass(frozen=True, slots=True, eq=False)
class Preflight:
    """The checked data with which a training can start."""

    parts: tuple[Part, ...]
    """The training sources, finite ones without unusable samples."""
    validation: SampleSource | None
    """The validation source without unusable samples. None: there is none."""
    training_report: tuple[Inspection | None, ...]
    """The inspection of each part. None for an endless source, which leaves nothing out."""
    validation_report: Inspection | None
    """The inspection of the validation source. None if there is none."""

    @property
    def left_out(self) -> tuple[LeftOut, ...]:
        """The unused samples, each with its reason."""
        reports = [report for report in (*self.training_report, self.validation_report) if report is not None]
        return tuple(sample for report in reports for sample in report.left_out)

    @property
    def notes(self) -> tuple[str, ...]:
        """Notes for the user before the training starts, one sentence each."""
        named = [(Sentence("training"), report) for report in self.training_report if report is not None]
        if self.validation_report is not None:
            named.append((Sentence("validation"), self.validation_report))
        preparation = self.parts[0].source.preparation
        unreadable = (unreadable_note(what, report, preparation.maps) for what, report in named if report.unreadable)
        unknown = sum((Counter(report.unknown) for _, report in named), Counter[str]())
        return *unreadable, *filter(None, [unknown_note(unknown, preparation)])

    @property
    def used(self) -> int:
        """The number of finite training samples that are used."""
        return sum(report.used for report in self.training_report if report is not None)

    @property
    def character_level(self) -> int:
        """The number of used samples that have polygons."""
        return sum(report.character_level for report in self.training_report if report is not None)

    @property
    def has_maps(self) -> tuple[tuple[bool, ...] | None, ...]:
        """The samples of each part that have polygons, as flags, or None for an endless part."""
        return tuple(None if report is None else report.has_maps for report in self.training_report)

    def to_dict(self) -> dict[str, Any]:
        """Return the result in the form that a run records."""
        training = [
            {"source": part.source.name, "used": None} if report is None else report.to_dict()
            for part, report in zip(self.parts, self.training_report, strict=True)
        ]
        validation = None if self.validation_report is None else self.validation_report.to_dict()
        return {"training": training, "validation": validation}


def inspect(source: SampleSource, progress: Progress = ignore_news) -> Inspection:
    """Prepare every sample of a finite source once, and keep a hash of each picture.

    A sample takes some milliseconds. The inspection of record files is kept beside them, and read again as long as they
    and the preparation stay the same.
    """
    kept = _kept_in(source)
    if kept is not None and (known := _read(kept, source.name)) is not None:
        return known
    size = source.size
    assert size is not None
    preparation = source.preparation
    indices = []
    texts = []
    pictures = []
    left_out = list(source.passed_over)
    levels, unreadable = [], []
    for index, sample in enumerate(_prepared(source, size, progress)):
        if isinstance(sample, LeftOut):
            left_out.append(sample)
            continue
        picture, text, has_maps, readable = sample
        if not readable:
            unreadable.append(source.name_of(index))
        indices.append(index)
        pictures.append(picture)
        texts.append("".join(preparation.charset.symbol_of(k) if k else "\N{REPLACEMENT CHARACTER}" for k in text))
        levels.append(has_maps)
    made = Inspection(
        name=source.name,
        indices=tuple(indices),
        left_out=tuple(left_out),
        texts=tuple(texts),
        pictures=tuple(pictures),
        has_maps=tuple(levels),
        unreadable=tuple(unreadable),
        unknown=unknown_symbols([source.reader], preparation, progress) if isinstance(source, Words) else {},
    )
    if kept is not None:
        with contextlib.suppress(FileWriteError):  # a folder that cannot be written to is checked each time
            write_atomically(kept, _written(made))
    return made


def _kept_in(source: SampleSource) -> Path | None:
    """Return the file for the inspection of record files in this state and preparation, or None for other sources."""
    records = source.reader if isinstance(source, Words) else source
    folder, manifest = getattr(records, "folder", None), getattr(records, "manifest", None)
    if not (isinstance(folder, Path) and isinstance(manifest, Manifest)):
        return None
    shards = [asdict(shard) for shard in manifest.shards]
    facts = {"rules": _RULES, "shards": shards, "preparation": _facts_of(source.preparation)}
    return folder / f"checked-{checksum_of(facts)}.json"


def _facts_of(preparation: Preparation) -> dict[str, object]:
    values = {field.name: getattr(preparation, field.name) for field in fields(preparation)}
    return values | {"charset": list(preparation.charset.symbols), "maps": preparation.maps.to_dict()}


def _written(made: Inspection) -> bytes:
    values = {field.name: getattr(made, field.name) for field in fields(made)}
    values["left_out"] = [(sample.name, to_json(sample.reason)) for sample in made.left_out]
    values["pictures"] = [picture.hex() for picture in made.pictures]
    return json.dumps({"checksum": checksum_of(values), "values": values}).encode()


def _read(path: Path, name: str) -> Inspection | None:
    """Read an inspection, or return None if there is none or it is damaged."""
    try:
        content = read_json(path, _LARGEST)
        values = content["values"]
        if content["checksum"] != checksum_of(values):
            return None
        left_out = tuple(LeftOut(sample, from_json(reason)) for sample, reason in values.pop("left_out"))
        pictures = tuple(map(bytes.fromhex, values.pop("pictures")))
        lists = {key: tuple(value) for key, value in values.items() if isinstance(value, list)}
        return Inspection(**(values | lists | {"name": name}), left_out=left_out, pictures=pictures)
    except DAMAGED:
        return None


_Facts = tuple[bytes, tuple[int, ...], bool, bool]


def _prepared(source: SampleSource, size: int, progress: Progress) -> Iterator[_Facts | LeftOut]:
    def facts(index: int) -> _Facts | LeftOut:
        sample = source.sample(index, None)
        if isinstance(sample, LeftOut):
            return sample
        digest = hashlib.blake2b(sample.image.tobytes(), digest_size=16).digest()
        ids = _ids(sample)
        return digest, ids, sample.has_maps, not sample.has_maps or is_readable(sample, ids, source.preparation)

    with ThreadPoolExecutor(_THREADS, "preflight") as pool:
        for start in range(0, size, _CHUNK):
            progress(start, size)
            yield from pool.map(facts, range(start, min(start + _CHUNK, size)))
    progress(size, size)


def _ids(sample: Prepared) -> tuple[int, ...]:
    """Return the ids of the word, with 0 for a symbol without id."""
    last = int(np.flatnonzero(sample.text)[-1]) + 1 if sample.text.any() else 0
    return tuple(max(0, int(number)) for number in sample.text[:last])


def preflight(
    parts: Sequence[Part],
    validation: SampleSource | None = None,
    *,
    balance: float = 0.0,
    progress: Progress = ignore_news,
) -> Preflight:
    """Check training and validation data, and leave out unusable samples.

    A picture in both is left out of the training, and so is an image with the name and the text of one in the
    validation: record files keep pictures that have changed since.

    Parameters
    ----------
    parts : sequence of Part
        The sources of the training.
    validation : SampleSource, optional
        A finite source.
    balance : float
        0 to 1: how far words with rare symbols are drawn more often (`balancing_weights`), in finite sources, beside
        the
        weights that these have.
    progress : Progress
        Called for one source after the other.

    Raises
    ------
    DataError
        If no source is given, training and validation are not prepared in the same way, or a source has no usable
        sample.
    """
    if not parts:
        raise DataError("training data: no source is given. Name a folder, a list or the synthetic stream.")
    if not 0 <= balance <= 1:
        raise DataError("balance: {balance} is not a number from 0 to 1.", balance=repr(balance))
    sources = {f"training ({part.source.name})": part.source.preparation for part in parts}
    if validation is not None:
        sources[f"validation ({validation.name})"] = validation.preparation
    check_same_preparation(sources)
    validated, validation_report = None, None
    if validation is not None:
        if validation.size is None:
            raise DataError(
                "validation: {name} is an endless stream. Choose a folder of labelled images.", name=validation.name
            )
        validation_report = inspect(validation, progress)
        _require_some(validation_report, Sentence("validation"))
        validated = Selection(validation, validation_report.indices)
    reports: list[Inspection | None] = []
    chosen: list[Part] = []
    for part in parts:
        if part.source.size is None:
            reports.append(None)
            chosen.append(part)
            continue
        report = inspect(part.source, progress)
        if validation is not None and validation_report is not None:
            report = _without_validation(part.source, report, validation, validation_report)
        _require_some(report, Sentence("training data"))
        weights = part.weights
        if weights is not None:
            weights = weights[list(report.indices)]
        if balance:
            rare = balancing_weights(report.texts, balance)
            weights = rare if weights is None else weights * rare
        reports.append(report)
        chosen.append(Part(Selection(part.source, report.indices), part.share, weights))
    return Preflight(tuple(chosen), validated, tuple(reports), validation_report)


def _require_some(report: Inspection, what: str) -> None:
    if report.used:
        return
    why = Sentence("none of the images is labelled. Label some images.")
    if report.left_out:
        why = Sentence(
            "{count} were left out, the first because: {reason}",
            count=len(report.left_out),
            reason=report.left_out[0].reason,
        )
    raise DataError("{what}: no image of {name} can be used; {why}", what=what, name=report.name, why=why)


def _without_validation(
    source: SampleSource, report: Inspection, validation: SampleSource, validation_report: Inspection
) -> Inspection:
    known = dict(zip(validation_report.pictures, validation_report.indices, strict=True))
    held = {
        (validation.name_of(k), text)
        for k, text in zip(validation_report.indices, validation_report.texts, strict=True)
    }
    places: dict[int, LeftOut] = {}
    for place, (index, picture, text) in enumerate(zip(report.indices, report.pictures, report.texts, strict=True)):
        name = source.name_of(index)
        if picture in known:
            other_name = validation.name_of(known[picture])
            places[place] = LeftOut(name, Sentence(SHARED.template, name=name, other=other_name))
        elif (name, text) in held:
            places[place] = LeftOut(name, Sentence(SAME_WORD.template, name=name))
    return report.without(places) if places else report


def check_same_preparation(preparations: Mapping[str, Preparation]) -> None:
    """Raise an error if sources are not prepared in the same way.

    Raises
    ------
    DataError
        If two sources differ; the sentence names both and the difference.
    """
    (first, wanted), *further = preparations.items()
    for name, preparation in further:
        if preparation == wanted:
            continue
        if preparation.charset != wanted.charset:
            one, other_count = len(wanted.charset), len(preparation.charset)
            what = Sentence("the charset")
            if one != other_count:
                what = Sentence("the charset ({one} and {other} {other:|symbol|symbols})", one=one, other=other_count)
        elif preparation.maps != wanted.maps:
            ours, theirs = wanted.maps.to_dict(), preparation.maps.to_dict()
            key = next(key for key in ours if ours[key] != theirs[key])
            what = Sentence("{key} ({one} and {other})", key=key, one=ours[key], other=theirs[key])
        else:
            what = Sentence("normalisation, padding or the treatment of unknown symbols")
        raise DataError(
            "{first} and {name} differ in {what}. Prepare both in the same way.", first=first, name=name, what=what
        )


class _HasShape(Protocol):
    @property
    def shape(self) -> Any: ...
    @property
    def dtype(self) -> Any: ...


def check_structures(specs: Mapping[str, Mapping[str, _HasShape]]) -> None:
    """Raise an error if data sets have different elements or unknown shapes.

    Parameters
    ----------
    specs : mapping of str to mapping of str to array or TensorSpec
        Arrays, or a dataset's `element_spec`, by the data set's name. The first axis is the batch's and may be open or
        differ.

    Raises
    ------
    DataError
        If data sets differ, or a shape is not known. The sentence names the data set and the array.
    """
    described = {
        name: {key: _described(name, key, value) for key, value in spec.items()} for name, spec in specs.items()
    }
    (first, wanted), *further = described.items()
    for name, structure in further:
        if set(structure) != set(wanted):
            missing = sorted(set(structure) ^ set(wanted))[0]
            raise DataError(
                '{first} and {name} data differ: "{missing}" is only in one of them. Prepare both in the same way.',
                first=first,
                name=name,
                missing=missing,
            )
        for key, value in structure.items():
            if value != wanted[key]:
                raise DataError(
                    '{first} and {name} data differ: "{key}" is {one} and {other}. Prepare both in the same way.',
                    first=first,
                    name=name,
                    key=key,
                    one=_said(wanted[key]),
                    other=_said(value),
                )


def _described(name: str, key: str, value: _HasShape) -> tuple[tuple[int, ...], str]:
    rank = getattr(value.shape, "rank", 0)
    axes = None if rank is None else tuple(value.shape)
    if axes is None or any(axis is None for axis in axes[1:]):
        raise DataError(
            '{name} data: the shape of "{key}" is not known ({shape}), so the network would fall back to slow, '
            "untraced steps. Give the data set static shapes.",
            name=name,
            key=key,
            shape=value.shape,
        )
    dtype = getattr(value.dtype, "name", None) or str(value.dtype)
    return tuple(int(axis) for axis in axes[1:]), dtype


def _said(described: tuple[tuple[int, ...], str]) -> str:
    return f"{described[1]} {described[0]}"
