"""The configuration of a training run: every choice with its unit, its bounds and its effect.

Neither TensorFlow nor Keras is imported here, so that the window can make its form from these fields.
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Literal, Self

from pydantic import (
    BaseModel,
    ConfigDict,
    Field,
    ValidationError,
    ValidationInfo,
    field_serializer,
    field_validator,
    model_validator,
)

from core.base.errors import RunError, Sentence, reason_of
from core.base.files import read_file
from core.base.json_text import parse_json
from core.runs.bundled import model_path, model_text
from core.runs.fine_tuning import RATE_SHARE, STEPS, as_the_start_demands
from core.runs.spec import PresetName
from core.runs.where import devices_of

Preset = PresetName
Precision = Literal["auto", "float32", "mixed_float16", "mixed_bfloat16"]
Trainer = Literal["loop", "fit"]
Monitor = Literal["word_accuracy", "one_minus_ned", "loss"]

_STEPS: Mapping[str, int] = {"small": 3000, "reader": 30_000, "wide": 30_000, "paper": 60_000}
_BATCH: Mapping[str, int] = {"small": 16, "reader": 32, "wide": 32, "paper": 16}
_RATES: Mapping[str, float] = {"small": 2e-3, "reader": 2e-3, "wide": 2e-3, "paper": 5e-4}
_CACHED: Mapping[str, int] = {"scene": 50_000}
_VALIDATIONS = 20  # over a run, by default

FREE_ON_RESUME = frozenset({
    "steps", "minutes", "watch", "live_every", "checkpoint_minutes", "tensorboard", "picture_every", "histogram_every",
    "resume", "patience", "profile", "threads", "feed", "loading", "run", "folder", "eager", "workers", "index", "wait",
    "allow_network",
})  # fmt: skip
"""Choices that may differ when a run is continued; any other would make it another run."""


class _Strict(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True, use_attribute_docstrings=True, allow_inf_nan=False)

    @field_validator("*", mode="before")
    @classmethod
    def _no_truth_value_for_a_number(cls, value: Any, info: ValidationInfo) -> Any:
        # pydantic reads true as 1
        if isinstance(value, bool) and info.field_name and cls.model_fields[info.field_name].annotation is not bool:
            raise ValueError(Sentence("a number, a text or a list is wanted, not true or false"))
        return value


class LossConfig(_Strict):
    """The constants of the loss, as `core.model.network.losses.LossWeights`."""

    localization: float = Field(default=10.0, ge=0, le=1000)
    """Weight of L_l, the localization map's smooth L1."""
    order: float = Field(default=10.0, ge=0, le=1000)
    """Weight of L_o, the order segmentation's cross-entropy."""
    character: float = Field(default=1.0, ge=0, le=1000)
    """Weight of L_s, the character map's cross-entropy."""
    mutual_share: float = Field(default=0.2, ge=0, le=10)
    """λ: weight of the character map's part of the mutual loss."""
    agreement: float = Field(default=2.0, ge=0, le=10)
    """γ: power of the shares of characters that the other branch has found."""
    confidence: float = Field(default=0.2, gt=0, lt=1)
    """ε: least Q of a pixel that takes part in mutual supervision."""
    delta: float = Field(default=1.0, gt=0, le=1)
    """δ of L_l: deviations of Q above it count linearly instead of by their square."""


class SourceConfig(_Strict):
    """One more source of training samples, mixed in by weight."""

    path: Path
    """A project folder, a folder of TFRecord shards, or a CSV file of image paths and texts."""
    weight: float = Field(default=1.0, gt=0, le=1000)
    """The frequency of samples from it, against 1 for the project's own."""


class TrainConfig(_Strict):
    """All choices of a training run.

    `None` means "chosen from the preset, the start or the project"; `resolved` fills in what the first two decide.
    """

    # What and where
    folder: Path
    """The project: a folder of word images with labels."""
    run: Path
    """The run's folder; must not exist, unless `resume` is set."""
    resume: bool = False
    """Go on from the last whole checkpoint in `run`."""

    # Data
    charset: str | None = Field(default=None, min_length=1)
    """`digits`, `alnum`, `signs`, `zh` or a file of symbols; None: the project's, or else the sorted symbols of its
    labels, after all those of the model in `start`."""
    height: int | None = Field(default=None, ge=32, le=4096, multiple_of=32)
    """Input height, pixels; None: that of the model in `start`, or else the project's."""
    width: int | None = Field(default=None, ge=32, le=4096, multiple_of=32)
    """Input width, pixels; None: that of the model in `start`, or else the project's."""
    max_length: int | None = Field(default=None, ge=1, le=1000)
    """Most characters a word may have; None: the project's, or that of the model in `start` where that is more."""
    stride: Literal[2, 4] | None = None
    """Input pixels a map pixel; None: the preset's (paper 2, the others 4)."""
    synthetic: float | None = Field(default=None, ge=0, le=1)
    """Share of the training samples that are synthetic instead of taken from the project. None: 0, or 0.5
    if the training starts from a model."""
    effects: Literal["mild", "full", "scene"] | None = None
    """The variety of the synthetic samples; `scene` draws words as they are in streets. None: `mild`, or `scene` if
    the training starts from a model."""
    style: Literal["general", "project"] | None = None
    """Of `scene`: `project` draws words in the colours, lengths, letter case, sizes and margins that the project's own
    words have. None: `general`, or `project` where the training starts from a model."""
    fonts: Path | None = None
    """A folder of font files to draw with; symbols that they lack are borrowed from others. None: matplotlib's."""
    surfaces: Path | None = None
    """A folder of photographs of surfaces, on which and with which `scene` draws. None: synthetic textures."""
    cache_drawn: int | None = Field(default=None, ge=0, le=10_000_000)
    """Synthetic words that are kept in the run's folder and used again, so that two samples in three need not be made;
    0: every word is made anew. None: 50,000 with `scene`, else 0."""
    curriculum: bool = False
    """Begin with easy synthetic words and little augmentation, and raise both as validations read more."""
    synthetic_length: tuple[int, int] = (3, 8)
    """Fewest and most symbols of a synthetic word; `max_length` is never exceeded. With the style of the project they
    are those of its own words."""
    sources: tuple[SourceConfig, ...] = ()
    """More sources of training samples."""
    reviewed_only: bool = False
    """Of the project's images, use only those whose label a person has marked as reviewed, also to validate with."""
    drafts: bool = False
    """Train on labels that a model drafted and nobody has reviewed, too, each taken as often as it is probably right.
    They never validate."""
    validation: float | Path | None = Field(default=None, union_mode="left_to_right")
    """A share of the project's images (0 up to, not including, 1) or a folder of labelled ones; None: the project's."""
    fold: tuple[int, int] | None = None
    """Of a cross-check: which fold of the project's images (from 0), of how many, is left out of the training and
    validated with; None: none."""
    validation_limit: int = Field(default=1000, ge=1, le=1_000_000)
    """Most images a validation looks at, evenly chosen."""
    augmentation: Literal["none", "mild", "full"] = "mild"
    """The extent of random changes to training images."""
    flip: bool = False
    """Exchange left and right of half of the training images. Off, because a mirrored letter is another letter (b and
    d) or none at all; right only for symbols that look the same in a mirror."""
    balance: bool = False
    """Class balance: draw samples with rare symbols more often."""
    shuffle_buffer: int | None = Field(default=None, ge=1, le=1_000_000_000)
    """Samples of a source among which the next one is chosen, as a shuffle buffer does; 1 keeps their order. None: all
    of them, in another order each round."""
    remainder: Literal["keep", "drop"] = "keep"
    """The treatment of samples at the end of a round that make no whole batch: `keep` puts them into one batch with the
    first of the next round, `drop` leaves them out of this round, others each time."""
    feed: Literal["tf.data", "pydataset"] = "tf.data"
    """The way of batches to the training step: through TensorFlow's pipeline, which has two of them ready, or through
    Keras' PyDataset, which other backends of Keras have as well."""
    loading: Literal["threads", "processes"] = "threads"
    """The workers that prepare samples. Processes start more slowly, and help from some 8 cores on."""
    character_level_share: float = Field(default=0.5, ge=0, lt=1)
    """Least share of samples with polygons in a batch, where other samples have texts only; a larger one that the data
    has is kept. 0: as they come."""

    # Network
    preset: Preset = "small"
    """`small` trains on a CPU in minutes, `reader` in hours and reads more, `wide` thousands of
    symbols; `paper` is ResNet-50 at stride 2."""
    start: Path | None = None
    """A model file or a run to start from, or `reader`, the bundled model; symbols it knows keep their
    weights. None: random weights."""
    weights: str | None = Field(default=None, min_length=1)
    """Weights of the backbone alone: a file, or `imagenet` from Keras' cache. None: random ones."""
    freeze: tuple[str, ...] = ()
    """Stages of the backbone that are not trained, such as `conv1`, `conv2`; `backbone` for all of it."""
    unfreeze_at: int | None = Field(default=None, ge=1)
    """Step from which frozen stages are trained as well; None: never."""
    normalisation: Literal["moving", "frozen"] | None = None
    """`frozen` keeps the batch normalisations as the model in `start` has them, with its means and variances; `moving`
    follows those of the batches. None: `moving`."""
    padding: int = Field(default=0, ge=0, le=255)
    """Grey value of the input pixels that a resized image leaves empty."""

    # Optimisation
    trainer: Trainer = "loop"
    """`loop`: this program's own training step; `fit`: Keras' `fit` with Keras' AdamW, a call for each batch, on one
    device, for comparison."""
    steps: int | None = Field(default=None, ge=1, le=100_000_000)
    """Training steps in total; None: 3,000 (small), 30,000 (reader, wide) or 60,000 (paper), and 3,000 where the
    training starts from a model and `minutes` says nothing."""
    minutes: float | None = Field(default=None, gt=0, le=1_000_000)
    """Most training time in minutes, over all resumptions. The learning rate falls so as to reach its end with it.
    None: no limit, or 10 where the training starts from a model and `steps` says nothing."""
    batch: int | None = Field(default=None, ge=1, le=65_536)
    """Images a step, over all devices together; None: 16, or 32 (reader, wide)."""
    learning_rate: float | None = Field(default=None, gt=0, le=10)
    """Peak learning rate of AdamW; None: 0.002, or 0.0005 (paper), and half of it where the
    training starts from a model."""
    backbone_rate: float = Field(default=1.0, ge=0, le=100)
    """Factor of the learning rate for the backbone; below 1 if it starts from trained weights."""
    warmup: int | None = Field(default=None, ge=0, le=1_000_000)
    """Steps over which the learning rate rises from 0; at most a tenth of all steps is used. None: 100, or 50 where the
    training starts from a model."""
    final_rate: float = Field(default=0.01, ge=0, le=1)
    """The end of the cosine decay, as a fraction of the peak."""
    weight_decay: float = Field(default=0.01, ge=0, le=1)
    """AdamW's decoupled decay of kernels; biases and normalisations are not decayed."""
    clip_norm: float = Field(default=5.0, gt=0, le=1e6)
    """Largest norm of the whole gradient; a larger one is scaled down."""
    ema: float = Field(default=0.998, ge=0, lt=1)
    """Decay of the moving average of the weights, which is validated, predicted with and saved; 0: none."""
    start_share: float | None = Field(default=None, ge=0, lt=1)
    """Share of the weights of `start` in those that are validated, predicted with and saved; the rest is what was
    learned. None: 0.5, which reads words of other pictures better than the start, and than what was learned alone."""
    loss: LossConfig = LossConfig()
    """Weights of the losses."""
    mutual_start: int = Field(default=0, ge=0)
    """Step from which word-level labels are taken and train through mutual supervision; before it, where samples have
    polygons, every batch is of these alone."""
    patience: int | None = Field(default=None, ge=1)
    """Early stopping: end after this many validations without a better one; None: never."""
    monitor: Monitor = "word_accuracy"
    """The measure of "better" at a validation."""

    # Reproducibility and devices
    seed: int = Field(default=0, ge=0, lt=2**31)
    """Fixes initialisation, order, augmentation and synthesis."""
    deterministic: bool = False
    """Identical weights from identical runs, for some 30 % more time."""
    precision: Precision = "auto"
    """`auto`: float16 with float32 weights on GPUs that are faster with it; bfloat16 on processors that compute in it
    and were faster with it in ten steps, which trainings of 300 steps and more try; float32 elsewhere, and if runs are
    to be identical."""
    devices: tuple[str, ...] = ()
    """Such as `GPU:0`, `GPU:1`; each step is divided among them. Empty, or `all`: all GPUs, or else the CPU."""
    workers: tuple[str, ...] = ()
    """HOST:PORT of each of several processes that train together, on this or several machines; the same list for all.
    Empty: this process alone."""
    index: int = Field(default=0, ge=0, le=9999)
    """The number of this process among `workers`, from 0. Worker 0 leads, and it alone has `run`."""
    wait: bool = False
    """Of several workers: wait for the others without end, and go on from the newest checkpoint once a lost one is
    back."""
    allow_network: bool = False
    """Of several workers: they may listen at ports that other machines reach, as TensorFlow does on all addresses
    even if only loopback is named; what they send is neither encrypted nor authenticated."""
    eager: bool = False
    """Debug switch: run every operation by itself, so that a debugger can stop in it; some ten times slower. The log
    shows the tensors that each layer gives in the first step."""
    threads: int | None = Field(default=None, ge=1, le=256)
    """Threads, or processes, that prepare samples; None: one a CPU core, at most 8."""

    # What is reported and kept
    validate_every: int | None = Field(default=None, ge=1)
    """Steps between two validations; None: 20 over the run."""
    checkpoint_minutes: float = Field(default=5.0, ge=0, le=1440)
    """Longest time between two checkpoints, minutes; one is written at every validation too. 0: after every step."""
    watch: tuple[Path, ...] = ()
    """Images whose prediction is shown and kept while training goes on."""
    live_every: float = Field(default=10.0, ge=0, le=86_400)
    """Seconds between two predictions of the watched images; 0: after every step."""
    tensorboard: bool = True
    """Write logs for TensorBoard."""
    profile: tuple[int, int] | None = None
    """First and last step to profile, from 2 on: what they cost, by operator and by layer, and a trace for TensorBoard.
    None: none, unless a window asks for it."""
    picture_every: int = Field(default=500, ge=1)
    """Steps between two sets of pictures of target and predicted maps."""
    histogram_every: int = Field(default=500, ge=1)
    """Steps between two sets of histograms of weights and gradients."""

    @field_validator("start", mode="before")
    @classmethod
    def _the_word_is_a_model(cls, value: Any) -> Any:
        return model_path(value) if isinstance(value, str) else value

    @field_validator("devices", mode="before")
    @classmethod
    def _one_text_names_several(cls, value: Any) -> Any:
        return devices_of(value) if isinstance(value, str) else value

    @field_validator("workers", mode="before")
    @classmethod
    def _one_text_names_all_workers(cls, value: Any) -> Any:
        return tuple(part.strip() for part in value.split(",") if part.strip()) if isinstance(value, str) else value

    @field_serializer("start", when_used="json")
    def _kept_as_the_word(self, value: Path | None) -> str | None:
        return None if value is None else model_text(value)

    @model_validator(mode="after")
    def _fits_together(self) -> Self:
        if self.synthetic == 1 and self.sources:
            raise ValueError(
                Sentence("synthetic: with 1, nothing is ever taken from sources; lower it, or leave sources out")
            )
        if isinstance(self.validation, float) and not 0 <= self.validation < 1:
            raise ValueError(Sentence("validation: a share has to be from 0 up to 1, without 1; or give a folder"))
        if self.fold is not None:
            number, folds = self.fold
            if not 0 <= number < folds or folds < 2:
                raise ValueError(Sentence("fold: has to be (number, folds), the number from 0 to folds - 1"))
            if self.validation is not None:
                raise ValueError(
                    Sentence("validation: with fold, the images that are left out serve; leave one of the two out")
                )
        low, high = self.synthetic_length
        if not 1 <= low <= high:
            raise ValueError(Sentence("synthetic_length: has to be (fewest, most), from 1"))
        if self.curriculum and self.loading == "processes":
            raise ValueError(
                Sentence("curriculum: processes that prepare samples do not hear of the difficulty; leave one out")
            )
        if self.trainer == "fit" and (self.workers or len(self.devices) > 1 or self.backbone_rate != 1):
            raise ValueError(
                Sentence(
                    "trainer: fit knows one device and one learning rate; leave workers, devices, backbone_rate out"
                )
            )
        if self.curriculum and self.deterministic:
            raise ValueError(
                Sentence("curriculum: batches are made ahead, so a deterministic run cannot have it; leave one out")
            )
        if self.profile is not None and not 2 <= self.profile[0] <= self.profile[1]:
            raise ValueError(Sentence("profile: has to be (first, last), from 2: the first step is compiled"))
        if self.unfreeze_at is not None and not self.freeze:
            raise ValueError(Sentence("unfreeze_at: nothing is frozen; name stages in freeze"))
        if self.start is not None and self.weights is not None:
            raise ValueError(Sentence("weights: the model in start brings its own; give one of the two"))
        return self

    def resolved(self) -> TrainConfig:
        """Return the configuration with the values of the preset and of the start in place of None."""
        from_model = self.start is not None
        steps = self.steps or (STEPS if from_model and self.minutes is None else _STEPS[self.preset])
        demanded = as_the_start_demands(from_model=from_model)
        left_open = {name: value for name, value in demanded.items() if getattr(self, name) is None}
        if self.steps is not None:  # so many and no time limit
            left_open.pop("minutes", None)
        effects = left_open.get("effects", self.effects)
        rate = _RATES[self.preset] * (RATE_SHARE if from_model else 1)
        return self.model_copy(
            update=left_open
            | {
                "steps": steps,
                "batch": self.batch or _BATCH[self.preset],
                "cache_drawn": _CACHED.get(str(effects), 0) if self.cache_drawn is None else self.cache_drawn,
                "learning_rate": self.learning_rate or rate,
                "validate_every": self.validate_every or max(1, steps // _VALIDATIONS),
            }
        )


def load_config(path: Path, **changes: Any) -> TrainConfig:
    """Load a configuration from a `.toml` or `.json` file, with some values replaced.

    `path`: a relative path in it is relative to the current folder, as on the command line. `changes`: values that
    replace the file's, unless they are None. Raises RunError if the file cannot be read, or a value is unknown or out
    of bounds; one sentence, with the key.
    """
    return make_config(read_values(path) | {k: v for k, v in changes.items() if v is not None}, path.name)


def read_values(path: Path) -> dict[str, Any]:
    """Read the values of a `.toml` or `.json` file, unchecked. Errors as in `load_config`."""
    try:
        data = read_file(path, 1 << 20)
        text = data.decode("utf-8-sig")
        values = tomllib.loads(text) if path.suffix.lower() == ".toml" else parse_json(text)
    except OSError as error:
        raise RunError(
            "{path}: cannot be read ({why}). Name a .toml or .json file.", path=path, why=reason_of(error)
        ) from error
    except (ValueError, RecursionError) as error:  # JSON, TOML and UTF-8 errors are kinds of ValueError
        raise RunError(
            "{name}: not a readable {kind} file ({error}). Correct it.",
            name=path.name,
            kind=path.suffix or "JSON",
            error=reason_of(error),
        ) from error
    if not isinstance(values, dict):
        raise RunError(
            "{name}: holds no table of choices. Write one choice a line, such as steps = 3000.", name=path.name
        )
    return values


def make_config(values: Mapping[str, Any], where: str = "training") -> TrainConfig:
    """Make a configuration from plain values. Errors as in `load_config`, with `where` as their origin."""
    try:
        return TrainConfig.model_validate(dict(values))
    except ValidationError as error:
        first = error.errors(include_url=False)[0]
        key = ".".join(str(part) for part in first["loc"] if part not in ("float", "function-after[_fits_together()]"))
        if first["type"] == "extra_forbidden":
            raise RunError(
                '{where}: "{key}" is no choice of a training. {advice}', where=where, key=key, advice=_nearest(key)
            ) from error
        if first["type"] == "missing":
            raise RunError("{where}: {key} is missing. Give it.", where=where, key=key) from error
        sentence = str(first.get("ctx", {}).get("error", first["msg"]))  # our own validators' sentences come whole
        if not key:
            raise RunError("{where}: {said}.", where=where, said=sentence) from error
        shown = repr(first["input"])[:60]
        if not isinstance(sentence, Sentence):  # pydantic's own
            sentence = sentence[:1].lower() + sentence[1:]
        raise RunError(
            "{where}: {key} is {shown}; {said}.",
            where=where,
            key=key,
            shown=shown,
            said=sentence,
        ) from error


def _nearest(key: str) -> str:
    import difflib  # only for a wrong key

    known = difflib.get_close_matches(key, TrainConfig.model_fields, n=1)
    return Sentence('Did you mean "{key}"?', key=known[0]) if known else Sentence("Leave it out.")
