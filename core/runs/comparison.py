"""Compares two runs by choices and words, and saves the comparison of a run with the model then in use."""

from __future__ import annotations

import json
from base64 import b64decode, b64encode
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from core.base.errors import DAMAGED
from core.base.files import write_atomically
from core.base.json_text import read_json
from core.runs.adoption import Adoption, ComparedWord, Paired
from core.runs.files import RunFiles, json_lines

if TYPE_CHECKING:  # pydantic, which the start of the program must not wait for
    from core.runs.config import TrainConfig

_SCHEMA = 1
_KEYS = {"synthetic": "drawn"}  # of fields of `Adoption` in the file, which versions before and after can read

_OF_THE_RUN = frozenset({"run", "resume", "watch", "live_every"})  # always differ, or change nothing in the training


@dataclass(frozen=True, slots=True)
class ChoiceDifference:
    """A choice that differs between two runs."""

    name: str
    """The name of the choice in `TrainConfig`, "loss.order" for a nested choice."""
    values: tuple[Any, Any]
    """The value of each run."""


@dataclass(frozen=True, slots=True)
class KeptComparison:
    """The comparison of a run's best model with the model then in use, as saved in the run's folder."""

    old: str
    """The model that was in use, as `core.runs.bundled.model_text` writes it."""
    step: int
    """The step of the run's model."""
    adoption: Adoption
    """The result of the comparison, with the pictures of its words."""


def write_comparison(run: Path, comparison: KeptComparison) -> None:
    """Save a comparison in the folder of its run.

    Raises
    ------
    FileWriteError
        If the file cannot be written.
    """
    values = {"schema": _SCHEMA, **asdict(comparison)}
    values["adoption"] = {_KEYS.get(name, name): value for name, value in values["adoption"].items()}
    for word in values["adoption"]["words"]:
        word["picture"] = b64encode(word["picture"]).decode("ascii")
    data = json.dumps(values, ensure_ascii=False, indent=1)
    write_atomically(RunFiles(run).comparison, data.encode("utf-8", "surrogatepass"))


def read_comparison(run: Path) -> KeptComparison | None:
    """Return the saved comparison of a run, or None if there is none that this version can read."""
    try:
        values = read_json(RunFiles(run).comparison)
        kept = values["adoption"]
        own, synthetic = (Paired(**kept[name]) for name in ("own", _KEYS["synthetic"]))
        words = tuple(ComparedWord(**{**word, "picture": b64decode(word.get("picture", ""))}) for word in kept["words"])
        counts = (int(kept["fresh"]), int(kept["fresh_read"]), int(kept.get("agreed", 0)))
        adoption = Adoption(own, synthetic, int(kept["unknown"]), words, *counts)
        return KeptComparison(str(values["old"]), int(values["step"]), adoption)
    except DAMAGED:
        return None


@dataclass(frozen=True, slots=True)
class WordDifference:
    """A validation word that only one of two runs reads right."""

    image: str
    """The image's relative path in the project that was validated on."""
    target: str
    """The text of the word's label, the same in both runs."""
    texts: tuple[str, str]
    """The reading of each run."""
    reader: int
    """The index of the run that reads the word rightly."""


@dataclass(frozen=True, slots=True)
class WordComparison:
    """The comparison of two runs on their validation words."""

    common: int
    """The number of words that both were validated on, with the same target."""
    both: int
    """The number of these words that both runs read."""
    neither: int
    """The number of these words that neither run reads."""
    different: tuple[WordDifference, ...]
    """The words that only one run reads, in the order of the validation."""


def differences(first_config: TrainConfig, second_config: TrainConfig) -> tuple[ChoiceDifference, ...]:
    """Return the choices that differ, in the order of the configuration, with the preset's values for None."""
    first, second = flat_choices(first_config), flat_choices(second_config)
    return tuple(
        ChoiceDifference(name, (first.get(name), second.get(name)))
        for name in {**first, **second}
        if first.get(name) != second.get(name) and name not in _OF_THE_RUN
    )


def flat_choices(config: TrainConfig) -> dict[str, Any]:
    """Return all choices of a run by name, such as "loss.order" if nested, with the preset's values for None."""
    return dict(_flat(config.resolved().model_dump()))


def varying_choices(runs: Sequence[Mapping[str, Any]]) -> tuple[str, ...]:
    """Return the names of the choices from `flat_choices` that differ among some runs."""
    names = dict.fromkeys(name for choices in runs for name in choices)
    first = runs[0] if runs else {}
    return tuple(
        name for name in names if name not in _OF_THE_RUN and any(run.get(name) != first.get(name) for run in runs)
    )


def read_readings(run: Path) -> dict[str, tuple[str, str]]:
    """Return the target and the text of each image at a run's best validation, or nothing if it kept no readings.

    Raises
    ------
    RunError
        If the file is there and cannot be read.
    """
    return {
        line["image"]: (line["target"], line["text"])
        for line in json_lines(RunFiles(run).readings)
        if all(isinstance(line.get(key), str) for key in ("image", "target", "text"))
    }


def words_set_apart(run: Path, project: Path) -> frozenset[str] | None:
    """Return the words of a project that a run was validated with, or None if it has learned from none of its words.

    The split of the project may be another one today than when the run was trained, and a run may have had its own.

    Raises
    ------
    RunError
        If the run's configuration or its readings cannot be read.
    """
    from core.runs.folder import stored_config  # pydantic would slow the start

    config = stored_config(run).resolved()
    is_of_project = _is_inside(run, project) or _is_same(config.folder, project)
    if not is_of_project or config.synthetic == 1:
        return None
    chosen = config.validation
    if isinstance(chosen, Path):
        inside = chosen if chosen.is_dir() else config.folder / chosen
        if not _is_inside(inside, config.folder):  # its names are those of other words
            return frozenset()
    return frozenset(read_readings(run))


def _is_inside(path: Path, folder: Path) -> bool:
    return path.resolve().is_relative_to(folder.resolve())


def _is_same(path: Path, folder: Path) -> bool:
    return path.resolve() == folder.resolve()


def compare_words(
    first_readings: Mapping[str, tuple[str, str]], second_readings: Mapping[str, tuple[str, str]]
) -> WordComparison:
    """Compare the readings of two runs from `read_readings`, without words whose labels differ."""
    common = both = neither = 0
    different: list[WordDifference] = []
    for image, (target, text) in first_readings.items():
        second = second_readings.get(image)
        if second is None or second[0] != target:
            continue
        common += 1
        reads = text == target, second[1] == target
        both += all(reads)
        neither += not any(reads)
        if reads[0] != reads[1]:
            different.append(WordDifference(image, target, (text, second[1]), reads.index(True)))
    return WordComparison(common, both, neither, tuple(different))


def _flat(values: Mapping[str, Any], before: str = "") -> Iterator[tuple[str, Any]]:
    for name, value in values.items():
        if isinstance(value, Mapping):
            yield from _flat(value, f"{before}{name}.")
        else:
            yield before + name, value
