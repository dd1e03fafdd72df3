"""Opens the data of a training: from the configuration to a feed of training samples and one of validation samples."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from core.base.errors import DataError, ImageError, RunError, Sentence
from core.base.folders import cache_folder
from core.base.phrases import listed
from core.base.progress import Progress, ignore_news
from core.charset import PRESETS, Charset
from core.data.augmentation.brought import changes_of
from core.data.batches.curriculum import Levels, mixed
from core.data.batches.feeds import Feed, OnePass, Part
from core.data.batches.seen import COUNT, SeenSample, seen_samples
from core.data.drawing import scene_effects
from core.data.drawing.demo import Recipe, prepare
from core.data.drawing.scene_effects import LEVELS
from core.data.drawing.style import FolderStyle, folder_style_of
from core.data.opening import DigestedReader, has_statuses, open_reader
from core.data.preflight import Preflight, inspect, preflight
from core.data.samples.difficulty import Difficulty
from core.data.samples.notes import agreed_note, drafts_note
from core.data.samples.samples import LeftOut, Preparation, Reader, SampleSource, Selection, Words, illegible, labels_of
from core.data.samples.sources import FileReader, SyntheticReader, read_project, read_splits
from core.data.samples.synthetic_ring import SyntheticRing
from core.labels.label import WordLabel
from core.labels.maps.spec import MapSpec
from core.project.project import Project, ProjectSettings, Validation
from core.runs.config import TrainConfig
from core.runs.model_spec import spec_of
from core.runs.spec import UNKNOWN_UNITS, NetworkSpec

SYNTHETIC_VALIDATION = 200  # number of synthetic words to validate with, for a training without any labelled image

_LOOKED_AT = 500  # words whose colours are counted: a second or two
_LEAST_CHANCE = 0.01  # a draft without a score is drawn now and then
_FLIPPED = 0.5  # share of the training images that the choice `flip` mirrors
_OTHER_WORDS = 1 << 31  # seeds of a training are below: the synthetic words to validate with are others


@dataclass(frozen=True, slots=True, eq=False)
class TrainingData:
    """The samples and the label facts that a network is trained and measured with."""

    spec: NetworkSpec
    """The spec that the samples are prepared for."""
    training: Feed
    """The endless feed of training samples."""
    validation: Feed | None
    """The validation samples, each once and without augmentation. None without validation."""
    training_count: int = 0
    """The number of samples of finite sources. 0 if all are synthetic."""
    validation_count: int = 0
    """The number of validation samples. 0 without validation."""
    character_level: int = 0
    """The number of training samples of finite sources with polygons."""
    left_out: tuple[LeftOut, ...] = ()
    """Samples that are not used, with the reasons."""
    digest: str = ""
    """A text that differs whenever an image's path or a label does."""
    report: Mapping[str, Any] = field(default_factory=dict)
    """The report on the data for `run.json`."""
    warnings: tuple[str, ...] = ()
    """Notes for the user before the training starts, a sentence each."""
    difficulty: Difficulty = field(default_factory=Difficulty)
    """The difficulty of the training samples."""
    parts: tuple[Part, ...] = ()
    """The sources that `training` mixes, without unusable samples."""

    @property
    def all_have_maps(self) -> bool:
        """True if every training sample has maps: synthetic words do, and no word of a finite source lacks polygons."""
        return self.character_level == self.training_count

    def seen(self, first: int = 0, count: int = COUNT, progress: Progress = ignore_news) -> tuple[SeenSample, ...]:
        """Return training samples as the network gets them, always the same for one configuration.

        If the difficulty rises during the training, the first half of the samples is as at its beginning, and the
        second half at full difficulty. The `count` samples begin at the position `first` in the training.

        Raises
        ------
        StudioError
            If no sample can be used.
        """
        before, half = self.difficulty.level, count if self.difficulty.level == LEVELS else count // 2
        try:
            pictures = seen_samples(self.training, first, half, self.spec.padding, progress)
            self.difficulty.level = LEVELS
            return pictures + seen_samples(self.training, first + half, count - half, self.spec.padding, progress)
        finally:
            self.difficulty.level = before


def open_to_look(config: TrainConfig, progress: Progress = ignore_news) -> TrainingData:
    """Open a training's data to look at its samples, as `open_data` does but without writing a file.

    Every synthetic word is made for this: the words that a run keeps and repeats would be few at its beginning.

    Raises
    ------
    StudioError
        As `open_data`.
    """
    return open_data(config.resolved().model_copy(update={"cache_drawn": 0}), progress=progress)


def open_data(config: TrainConfig, spec: NetworkSpec | None = None, progress: Progress = ignore_news) -> TrainingData:
    """Read the labels, check every sample once, and divide the samples into training and validation.

    Parameters
    ----------
    config : TrainConfig
        The resolved choices.
    spec : NetworkSpec, optional
        The spec of a resumed run. None: one from the configuration and the project.
    progress : Progress
        Called from one thread, for one source after the other.

    Raises
    ------
    StudioError
        If there is nothing to train with.
    """
    project = Project.open(config.folder)
    settings = project.settings
    readers, held, source_readers = _labelled(config, project, progress)
    labelled = (*readers, *source_readers, held)
    spec, preparation, warnings = _prepared_for(config, settings, spec, labelled, progress)
    changes, brought = changes_of(config.augmentation)
    if config.flip:
        changes = replace(changes, flip_share=_FLIPPED)
        warnings.append(
            Sentence(
                "Half of the training images are mirrored (flip), and mirrored letters are other letters: b becomes d. "
                "Leave it off unless all symbols look the same in a mirror."
            )
        )
    difficulty = Difficulty(0) if config.curriculum else Difficulty()

    def words(reader: Reader) -> Words:
        return Words(reader, preparation, changes, difficulty, brought)

    assert config.synthetic is not None
    own = 1.0 - config.synthetic
    for reader in readers:
        if own > 0 and not reader.size and not config.sources:
            raise _nothing_in(reader)
    parts = [Part(words(reader), own, _chances(reader)) for reader in readers if own > 0 and reader.size]
    warnings += filter(None, (*map(drafts_note, readers), agreed_note(held), _whole_sources_note(config)))
    for source_reader, source in zip(source_readers, config.sources, strict=True):
        if own > 0:
            parts.append(Part(words(source_reader), own * source.weight))
    recipe: Recipe | None = None
    if config.synthetic > 0:
        given = sum(part.share for part in parts)
        share = config.synthetic * given / own if own > 0 else 1.0
        style = _style(readers) if config.style == "project" and config.effects == "scene" else None
        recipe = _recipe(config, Charset(spec.charset), spec.maps.max_length, style, progress)
        warnings += recipe.notes
        parts.append(Part(words(_synthetic_words(config, recipe, difficulty)), share))
    elif config.fonts is not None or config.corpus is not None:
        warnings.append(
            Sentence(
                "Fonts and words to draw are not used: with synthetic at 0 no word is synthetic. Raise it to have some."
            )
        )
    if config.surfaces is not None and (recipe is None or config.effects != "scene"):
        warnings.append(
            Sentence("The folder of surfaces is not used: only synthetic words with the effects “scene” have them.")
        )
    validation: SampleSource | None = words(held) if held.size else None
    if validation is None and recipe is not None and config.synthetic == 1:
        known = replace(recipe.config, unknown=None)  # what is read at a symbol outside the charset counts as an error
        fresh = words(SyntheticReader(known, _OTHER_WORDS + config.seed))
        validation = Selection(fresh, tuple(range(SYNTHETIC_VALIDATION)))
        warnings.append(
            Sentence(
                "There is no labelled image to validate with: {count} synthetic {count:|word serves|words serve} "
                "instead.",
                count=SYNTHETIC_VALIDATION,
            )
        )
    elif validation is None:
        warnings.append(
            Sentence(
                "No image was set apart for validation, so the last model is kept and not the best. "
                "Name a folder, or a larger share, with --validation."
            )
        )
    checked = preflight(parts, validation, balance=0.5 if config.balance else 0.0, progress=progress)
    warnings += checked.notes
    assert config.batch
    start = config.mutual_start * config.batch
    training = mixed(
        checked.parts,
        checked.has_maps,
        config.seed,
        least=config.character_level_share,
        start=start,
        buffer=config.shuffle_buffer,
        whole=config.batch if config.remainder == "drop" else 1,
    )
    if training.dropped:
        warnings.append(
            Sentence(
                "{count:,} of {words:,} labelled training {words:|word|words} {count:|is|are} left out of each "
                'round, different ones each time, because remainder is "drop" and a batch has {batch:,}.',
                count=training.dropped,
                words=checked.used,
                batch=config.batch,
            )
        )
    if note := _levels_note(training, checked, config):
        warnings.append(note)
    validated = checked.validation
    if validated is not None and validated.size is not None and validated.size > config.validation_limit:
        size, most = validated.size, config.validation_limit
        validated = Selection(validated, tuple(i * size // most for i in range(most)))
    digests = [reader.digest for reader in labelled]
    return TrainingData(
        spec=spec,
        training=training,
        validation=None if validated is None else OnePass(validated),
        training_count=checked.used,
        validation_count=0 if validated is None or validated.size is None else validated.size,
        character_level=checked.character_level,
        left_out=tuple(
            dict.fromkeys(checked.left_out)
        ),  # what cannot be read at all is in no split, and both tell of it
        digest=hashlib.blake2b("\n".join(digests).encode(), digest_size=16).hexdigest(),
        report=checked.to_dict()
        | {"dropped_each_round": training.dropped}
        | {"character_level_share": float(training.share) if isinstance(training, Levels) else None},
        warnings=tuple(warnings),
        difficulty=difficulty,
        parts=checked.parts,
    )


def check_records(config: TrainConfig, progress: Progress = ignore_news) -> tuple[LeftOut, ...]:
    """Check the words of the record files among the sources, so that a training like `config` begins at once.

    Parameters
    ----------
    config : TrainConfig
        The resolved choices.
    progress : Progress
        Called for one source after the other.

    Returns
    -------
    tuple of LeftOut
        Words that such a training will not use, with the reasons.
    """
    project = Project.open(config.folder)
    readers, held, records = _labelled(config, project, progress)
    _, preparation, _ = _prepared_for(config, project.settings, None, (*readers, *records, held), progress)
    return tuple(left for reader in records for left in inspect(Words(reader, preparation), progress).left_out)


def _labelled(
    config: TrainConfig, project: Project, progress: Progress
) -> tuple[list[FileReader], FileReader, list[DigestedReader]]:
    """Return the project's own words for training and for validation, and those of each source."""
    readers, held = _readers(config, project, progress)
    further = [open_reader(source.path, progress, reviewed_only=config.reviewed_only) for source in config.sources]
    return readers, held, further


def _prepared_for(
    config: TrainConfig,
    settings: ProjectSettings,
    spec: NetworkSpec | None,
    labelled: Sequence[DigestedReader],
    progress: Progress,
) -> tuple[NetworkSpec, Preparation, list[str]]:
    """Return the spec, unless it is given, with what follows from it for the samples, and warnings."""
    warnings: list[str] = []
    if spec is None:
        charset, warnings = _charset(config, settings, labelled, progress)
        spec = _spec(config, settings, charset)
    preparation = Preparation.of(settings, Charset(spec.charset), spec.maps, spec.padding)
    if not config.synthetic_unknown:
        return spec, preparation, warnings
    if not config.synthetic or config.effects != "scene":
        return (
            spec,
            preparation,
            [*warnings, Sentence("No word has an unknown symbol: only those of “scene” have one.")],
        )
    if settings.unknown == "error":
        raise RunError(
            'synthetic_unknown: the project refuses symbols outside the charset. Set unknown to "ignore" in '
            "textscanner.json, or synthetic_unknown to 0."
        )
    return spec, replace(preparation, unknown="name none"), warnings


def _synthetic_words(config: TrainConfig, recipe: Recipe, difficulty: Difficulty) -> Reader:
    reader = SyntheticReader(recipe.config, config.seed, difficulty)
    return SyntheticRing(reader, config.cache_drawn, config.run) if config.cache_drawn else reader


def _readers(config: TrainConfig, project: Project, progress: Progress) -> tuple[list[FileReader], FileReader]:
    chosen = config.validation
    if isinstance(chosen, Path):
        folder = chosen if chosen.is_dir() else config.folder / chosen
        if not folder.is_dir():
            raise RunError(
                "validation: there is no folder {chosen}. Name a folder of labelled images, or a share.", chosen=chosen
            )
        if not folder.resolve().is_relative_to(project.root.resolve()):
            held = read_project(Project.open(folder), reviewed_only=config.reviewed_only, progress=progress)
            everything = replace(project, settings=replace(project.settings, validation=Validation(share=0.0)))
            (training,) = read_splits(
                everything, ("train",), reviewed_only=config.reviewed_only, drafts=config.drafts, progress=progress
            )
            return [training], held
        inside = folder.resolve().relative_to(project.root.resolve()).as_posix()
        if inside == ".":
            raise RunError("validation: this is the folder that is trained on. Name another one, or a share.")
        split = Validation(folder=inside)
    else:
        split = project.settings.validation if chosen is None else Validation(share=chosen)
    project = replace(project, settings=replace(project.settings, validation=split))
    training, held = read_splits(
        project, fold=config.fold, reviewed_only=config.reviewed_only, drafts=config.drafts, progress=progress
    )
    return [training], held


def _levels_note(training: Feed, checked: Preflight, config: TrainConfig) -> str:
    """Return a sentence on the use of words without polygons, or "" if there are none."""
    with_polygons, words = checked.character_level, checked.used
    if isinstance(training, Levels):
        start = config.mutual_start
        since = ""
        if start:
            since = Sentence(" from step {start:,} on; before it, only words with polygons are taken", start=start)
        return Sentence(
            "{drawn:,} of {words:,} training {words:|word|words} {drawn:|has|have} polygons: words with polygons "
            "are {share:.0%} of every batch (character_level_share), and the others train by their texts{since}.",
            drawn=with_polygons,
            words=words,
            share=float(training.share),
            since=since,
        )
    if words and not with_polygons and config.synthetic == 0 and config.start is None:
        return Sentence(
            "No training word has polygons, and a network that knows nothing yet cannot learn places from texts "
            "alone: draw the polygons of some words, mix in synthetic words with --synthetic, or start from a model "
            "with --start."
        )
    return ""


def _nothing_in(reader: FileReader) -> DataError:
    passed = reader.passed_over
    if reader.drafts:
        return DataError(
            "training data: nobody has reviewed a label in {name}, so all are drafts ({count}). Review some, or set "
            "the choice drafts to train on drafts.",
            name=reader.name,
            count=reader.drafts,
        )
    if not passed:
        return DataError(
            "training data: no image of {name} can be used, so label some, or train with --synthetic 1.",
            name=reader.name,
        )
    return DataError(
        "training data: no image of {name} can be used, so label some, or train with --synthetic 1; {count} were left "
        "out, the first because: {reason}",
        name=reader.name,
        count=len(passed),
        reason=passed[0].reason,
    )


def _chances(reader: FileReader) -> NDArray[np.float64] | None:
    """Return how often each word is trained on, by the probability that its text is right, or None if all are known."""
    chances = reader.confidences
    return None if (chances == 1).all() else np.maximum(chances, _LEAST_CHANCE)


def _whole_sources_note(config: TrainConfig) -> str:
    """Return which sources are used whole although only reviewed labels are asked for, or ""."""
    whole = [source.path.name for source in config.sources if not has_statuses(source.path)]
    if not config.reviewed_only or not whole:
        return ""
    return Sentence(
        "Only reviewed labels are asked for, but all words of {sources} are used: only in a folder of images does a "
        "label say whether it is reviewed.",
        sources=listed(whole),
    )


def _recipe(
    config: TrainConfig, charset: Charset, longest: int, style: FolderStyle | None, progress: Progress
) -> Recipe:
    assert config.effects is not None
    least, most = config.synthetic_length if style is None else (style.shortest, style.longest)
    length = (min(least, longest), min(most, longest))
    effects = scene_effects.PRESETS[config.effects]
    kept = cache_folder() / "fonts"
    return prepare(
        charset,
        effects,
        length,
        fonts=config.fonts,
        corpus=config.corpus,
        surfaces=config.surfaces,
        kept=kept,
        style=style,
        unknown=config.synthetic_unknown,
        strict=False,
        progress=progress,
    )


def _style(readers: Sequence[FileReader]) -> FolderStyle | None:
    """Count how the project's own training words look, from an even choice if they are many."""

    def words() -> Iterator[tuple[NDArray[np.uint8], WordLabel]]:
        for reader in readers:
            for place in range(min(reader.size, _LOOKED_AT)):
                try:
                    word = reader.read(place * reader.size // min(reader.size, _LOOKED_AT))
                except ImageError:
                    continue  # the check of the images names it
                if not illegible(word.label):
                    yield word.image, word.label

    return folder_style_of(words())


def _charset(
    config: TrainConfig, settings: ProjectSettings, readers: Sequence[DigestedReader], progress: Progress
) -> tuple[Charset, list[str]]:
    """Return the charset to train with, and warnings."""
    if config.charset is not None:
        if config.charset in PRESETS:
            return Charset.named(config.charset), []
        charset, _, notes = Charset.read(Path(config.charset))
        return charset, [*notes]
    if settings.charset is not None:
        return settings.charset, []
    symbols: set[str] = set()
    known = () if config.start is None else spec_of(config.start).charset
    for reader in readers:
        for label in labels_of(reader, progress):
            if label.characters or not illegible(label):
                symbols |= settings.symbols_of(label)
    if not symbols:
        raise DataError(
            "{folder}: no label in it has a text, so there is no charset. Label some images, or give --charset.",
            folder=config.folder,
        )
    return Charset((*known, *sorted(symbols.difference(known)))), []


def _spec(config: TrainConfig, settings: ProjectSettings, charset: Charset) -> NetworkSpec:
    named = ("height", "width", "max_length", "stride")
    changes = {name: getattr(config, name) for name in named if getattr(config, name) is not None}
    stride = changes.pop("stride", None)
    maps: MapSpec = settings.maps
    language = ""
    unknown_units = UNKNOWN_UNITS if config.synthetic_unknown else 0
    if config.start is not None:  # what it has learned, it has learned at its own size
        start = spec_of(config.start)
        of_start, language = start.maps, start.language
        unknown_units = start.unknown_units or unknown_units
        longest = max(of_start.max_length, maps.max_length)
        maps = maps.with_(
            height=of_start.height,
            width=of_start.width,
            keep_aspect=of_start.keep_aspect,
            padding=of_start.padding,
            max_length=longest,
        )
    if config.narrow is not None:
        changes["padding"] = config.narrow or None
    maps = maps.with_(**changes)
    facts = {"padding": config.padding, "language": language, "unknown_units": unknown_units}
    spec = NetworkSpec.of(config.preset, charset, maps, **facts)
    return spec if stride is None else spec.with_(maps=spec.maps.with_(stride=stride))
