"""Defines the configuration of a training run: every choice with its unit, its bounds and its effect.

Neither TensorFlow nor Keras is imported here, so that the window can make its form from these fields.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import Path
from typing import Annotated, Any, Literal, Self

from pydantic import (
    AfterValidator,
    BaseModel,
    ConfigDict,
    Field,
    ValidationError,
    ValidationInfo,
    field_serializer,
    field_validator,
    model_validator,
)

from core.base.errors import RunError, Sentence
from core.base.plugins.offered import augmentations, listing, loss_terms, one_of
from core.runs.backends import devices_of
from core.runs.bundled import model_path, model_text
from core.runs.fine_tuning import STEPS, as_the_start_demands
from core.runs.spec import PAPER_RATE, LossKind, LossWeights, paper_choices, presets, usual_of

Precision = Literal["auto", "float32", "mixed_float16", "mixed_bfloat16"]
Trainer = Literal["loop", "fit"]
Backend = Literal["auto", "tensorflow", "jax", "torch"]
Monitor = Literal["word_accuracy", "one_minus_ned", "loss"]

_STEPS: Mapping[str, int] = {"small": 3000, "reader": 30_000, "wide": 30_000, "paper": 60_000}
_BATCH: Mapping[str, int] = {"small": 16, "reader": 32, "wide": 32, "paper": 16}
_BATCH_FROM_MODEL = {**_BATCH, "wide": 16}  # a step of `wide` takes twice as long: as many in the same minutes
_RATES: Mapping[str, float] = {"small": 2e-3, "reader": 2e-3, "wide": 2e-3, "paper": 5e-4}
_CACHED: Mapping[str, int] = {"scene": 50_000}
_VALIDATIONS = 20  # over a run, by default
_WEIGHTS = LossWeights()

FREE_ON_RESUME = frozenset({
    "steps", "minutes", "watch", "live_every", "checkpoint_minutes", "tensorboard", "picture_every", "histogram_every",
    "resume", "patience", "profile", "threads", "feed", "loading", "run", "folder", "eager", "workers", "index", "wait",
    "allow_network", "backend",
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
    """The kind of loss and its constants, with the defaults of `core.runs.spec.LossWeights`."""

    localization: float = Field(default=_WEIGHTS.localization, ge=0, le=1000)
    """Weight of the centre map's loss."""
    order: float = Field(default=_WEIGHTS.order, ge=0, le=1000)
    """Weight of the order maps' loss."""
    character: float = Field(default=_WEIGHTS.character, ge=0, le=1000)
    """Weight of the character map's loss."""
    mutual_share: float = Field(default=_WEIGHTS.mutual_share, ge=0, le=10)
    """λ: weight of the character map's part of the mutual loss."""
    agreement: float = Field(default=_WEIGHTS.agreement, ge=0, le=10)
    """γ: power of the shares of characters that the other branch has found."""
    confidence: float = Field(default=_WEIGHTS.confidence, gt=0, lt=1)
    """ε: least centre value of a pixel that takes part in mutual supervision."""
    delta: float = Field(default=_WEIGHTS.delta, gt=0, le=1)
    """Deviations of the centre map above this value count linearly instead of by their square."""
    kind: LossKind = _WEIGHTS.kind
    """“balanced” gives background and characters half of the weight each. “paper” is the paper's loss, with its
    optimizer if nothing else is chosen. “foreground”, “order-map” and “plain” are its three parts, to compare."""
    term: Annotated[str, AfterValidator(one_of(loss_terms))] = Field(
        default=_WEIGHTS.term, json_schema_extra=listing(loss_terms)
    )
    """A term that a plug-in adds to the loss. Empty: none."""
    term_weight: float = Field(default=_WEIGHTS.term_weight, ge=0, le=1000)
    """Weight of the plug-in's term."""


class SourceConfig(_Strict):
    """One additional source of training samples, mixed in by weight."""

    path: Path
    """A source of samples besides the project: see the data sources."""
    weight: float = Field(default=1.0, gt=0, le=1000)
    """Frequency of samples from this source; the project's own samples have 1."""


class _ContradictoryChoicesError(ValueError):
    """Choices that cannot be had together. pydantic passes it on with its names."""

    def __init__(self, *choices: str, sentence: str) -> None:
        super().__init__(sentence)
        self.choices = choices


class ContradictionError(RunError):
    """Raised if choices, which `choices` names, cannot be combined."""

    def __init__(self, choices: tuple[str, ...], where: str, sentence: str) -> None:
        super().__init__("{where}: {said}.", where=where, said=sentence)
        self.choices = choices


class TrainConfig(_Strict):
    """All choices for a training run, from its data to its hardware.

    `None` means "chosen from the preset, the start or the project"; `resolved` fills in what the first two decide.
    """

    # What and where
    folder: Path
    """The project: a folder of word images with labels."""
    run: Path
    """The run's folder. It must not exist, unless the run is resumed."""
    resume: bool = False
    """Go on from the last whole checkpoint of the run."""

    # Data
    charset: str | None = Field(default=None, min_length=1)
    """“digits”, “alnum”, “signs”, “zh”, “zh-large” or a file of symbols. Empty: the project's, or those of its
    labels."""
    height: int | None = Field(default=None, ge=32, le=4096, multiple_of=32)
    """Height to which images are resized; a multiple of 32."""
    width: int | None = Field(default=None, ge=32, le=4096, multiple_of=32)
    """Width to which images are resized; a multiple of 32. Long words need more."""
    max_length: int | None = Field(default=None, ge=1, le=1000)
    """Most characters that a word may have."""
    stride: Literal[2, 4] | None = None
    """Input pixels per map pixel. 2 separates narrow characters that 4 does not, at four times the cost."""
    synthetic: float | None = Field(default=None, ge=0, le=1)
    """Share of the training words that the program draws instead of taking them from the project."""
    effects: Literal["mild", "full", "scene"] | None = None
    """Variety of the synthetic words. “scene” draws words as they look in streets."""
    style: Literal["general", "project"] | None = None
    """Style of the words of “scene”: words in general, or the colours, lengths, letter case, sizes and margins of the
    project's own words."""
    fonts: Path | None = None
    """A folder of font files to draw with; symbols that they lack are taken from other fonts."""
    surfaces: Path | None = None
    """A folder of photographs of surfaces, which “scene” uses as backgrounds and textures."""
    corpus: Path | None = None
    """A text file with the words to draw."""
    cache_drawn: int | None = Field(default=None, ge=0, le=10_000_000)
    """Synthetic words that are kept during the run and used again, so that two in three need not be drawn. 0: every
    word is drawn for each use."""
    curriculum: bool = False
    """Begin with easy synthetic words and little augmentation, and raise both as more is read."""
    synthetic_length: tuple[int, int] = (3, 8)
    """The fewest and the most symbols of a synthetic word. In the style of the project, its own words set both."""
    synthetic_unknown: float = Field(default=0.0, ge=0, le=0.5)
    """Share of the synthetic words of “scene” with one symbol outside the charset, an accent for example. The network
    learns to name no symbol there. The project's own characters outside the charset then teach the same."""
    sources: tuple[SourceConfig, ...] = ()
    """More sources of training samples."""
    reviewed_only: bool = False
    """Use only labels that a person has marked reviewed, for validation, too."""
    drafts: bool = False
    """Train also on labels that a model drafted and nobody has reviewed. Each is used as often as it is probably right;
    none is used for validation."""
    validation: float | Path | None = Field(default=None, union_mode="left_to_right")
    """The validation images: a share of the project's images, or a folder of labelled images."""
    fold: tuple[int, int] | None = None
    """For a cross-check: the fold that is left out for validation, from 0, and the number of folds."""
    validation_limit: int = Field(default=1000, ge=1, le=1_000_000)
    """The most images that a validation reads. If there are more, some are left out evenly, so that validation does not
    take too long."""
    augmentation: Annotated[str, AfterValidator(one_of(augmentations))] = Field(
        default="mild", json_schema_extra=listing(augmentations)
    )
    """Augmentation: how far training images are changed at random, together with their labels."""
    flip: bool = False
    """Mirror half of the training images. This is off by default, because mirrored letters are other letters: b becomes
    d. Use it only for symbols that look the same in a mirror."""
    balance: bool = False
    """Draw words with rare symbols more often."""
    shuffle_buffer: int | None = Field(default=None, ge=1, le=1_000_000_000)
    """The number of samples from which the next one is drawn. 1 keeps their order; more mix them better."""
    remainder: Literal["keep", "drop"] = "keep"
    """Samples at the end of a round that do not fill a batch. If kept, they share a batch with the first samples of the
    next round; if dropped, they are left out of this round."""
    feed: Literal["tf.data", "pydataset"] = "tf.data"
    """TensorFlow's own pipeline, or Keras' PyDataset, which also works with Keras' other backends."""
    loading: Literal["threads", "processes"] = "threads"
    """Processes start more slowly than threads, and help on machines with 8 cores or more."""
    character_level_share: float = Field(default=0.5, ge=0, lt=1)
    """The least share of words with polygons in a batch, if other words have only a text. 0: no limit."""

    # Network
    preset: Annotated[str, AfterValidator(one_of(presets))] = Field(default="small", json_schema_extra=listing(presets))
    """“small” learns on a CPU in minutes. “reader” reads more, and needs hours without a start. “wide” knows thousands
    of symbols. “paper” is ResNet-50 at stride 2 and needs a GPU."""
    start: Path | None = None
    """A model to start from. Symbols that it knows keep their weights. “none”: start with random weights."""
    weights: str | None = Field(default=None, min_length=1)
    """Weights of the backbone only: a file, or “imagenet” from Keras' cache."""
    freeze: tuple[str, ...] = ()
    """Stages of the backbone that are not trained, such as conv1, conv2, or all of it: backbone."""
    unfreeze_at: int | None = Field(default=None, ge=1)
    """Step from which frozen stages are trained as well."""
    normalisation: Literal["moving", "frozen"] | None = None
    """The batch normalisations follow the batches, or stay frozen as the model to start from has them."""
    known_symbols: Literal["kept", "trained"] | None = None
    """With 1,000 symbols or more the class head learns only symbols that are new to the model to start from, and keeps
    the others as they are; or it learns all."""
    momentum: float = Field(default=0.97, ge=0, lt=1)
    """Share of their statistics that the normalisations keep at each step: 0.97 averages over about 30 steps."""
    narrow: float | None = Field(default=None, ge=0, le=16)
    """The least ratio of width to height. The sides of narrower images are repeated until they reach it. 0: narrow
    images are stretched. Empty: the ratio of the model to start from."""
    padding: int = Field(default=0, ge=0, le=255)
    """Grey value, 0 to 255, of the input pixels that a resized image leaves empty."""

    # Optimisation
    trainer: Trainer = "loop"
    """This program's own training step, or Keras' fit for comparison, which is slower."""
    steps: int | None = Field(default=None, ge=1, le=100_000_000)
    """Training steps in total."""
    minutes: float | None = Field(default=None, gt=0, le=1_000_000)
    """Longest training time from the first step on. The learning rate reaches its end value at that time."""
    batch: int | None = Field(default=None, ge=1, le=65_536)
    """Batch: images per step, over all devices together. Fewer images need less memory."""
    learning_rate: float | None = Field(default=None, gt=0, le=10)
    """Peak of the learning rate, after the warm-up; lower it if the loss jumps."""
    start_rate: float | None = Field(default=None, gt=0, le=1)
    """Factor of the learning rate. It is left out, as the share of the starting weights is, if the starting model reads
    less than three quarters of the characters of the validation words."""
    backbone_rate: float = Field(default=1.0, ge=0, le=100)
    """Factor of the learning rate for the backbone. Choose less than 1 if it starts from trained weights."""
    warmup: int | None = Field(default=None, ge=0, le=1_000_000)
    """Steps over which the learning rate rises from 0; at most a tenth of all steps."""
    final_rate: float = Field(default=0.01, ge=0, le=1)
    """Final learning rate, as a share of its peak."""
    decay: Literal["cosine", "steps"] = "cosine"
    """The learning rate falls along a cosine, or in three equal parts of the training by equal factors."""
    weight_decay: float = Field(default=0.01, ge=0, le=1)
    """AdamW's decay of kernels; biases and normalisations are not decayed."""
    clip_norm: float = Field(default=5.0, gt=0, le=1e6)
    """Largest norm of the whole gradient; a larger one is scaled down."""
    ema: float = Field(default=0.998, ge=0, lt=1)
    """Decay of the moving average of the weights, which is validated and saved. 0: no average."""
    start_share: float | None = Field(default=None, ge=0, lt=1)
    """The saved weights are a mean of the starting weights and the learned weights; this is the share of the starting
    weights. They are left out if it is 0, or if the starting model reads less than three quarters of the characters of
    the validation words."""
    loss: LossConfig = LossConfig()
    """The loss: “paper”, or a table with its kind and its weights."""
    mutual_start: int = Field(default=0, ge=0)
    """Step from which words without polygons are trained on by their texts alone. Before it, batches are of words
    with polygons."""
    patience: int | None = Field(default=None, ge=1)
    """End after this many validations without a better one."""
    monitor: Monitor = "word_accuracy"
    """Measure of a better validation."""

    # Reproducibility and devices
    seed: int = Field(default=0, ge=0, lt=2**31)
    """Fixes the first weights, the order, the augmentation and the synthetic words."""
    deterministic: bool = False
    """Identical runs give identical weights, which takes about 30 % more time."""
    precision: Precision = "auto"
    """“auto”: half precision on GPUs and processors that are faster with it, single precision elsewhere."""
    backend: Backend = "auto"
    """The library that computes: TensorFlow, JAX or PyTorch. “auto”: the first that sees a GPU, or else TensorFlow."""
    devices: tuple[str, ...] = ()
    """For example GPU:0, GPU:1. Each step is divided among the devices."""
    workers: tuple[str, ...] = ()
    """HOST:PORT of each of several processes that train together; the same for all."""
    index: int = Field(default=0, ge=0, le=9999)
    """Number of this process among the workers, from 0. Worker 0 leads, and only worker 0 has the run folder."""
    wait: bool = False
    """Wait for other workers without a time limit, and go on once a lost worker is back."""
    allow_network: bool = False
    """Workers may listen at ports that others reach; nothing is encrypted or authenticated."""
    eager: bool = False
    """For a debugger: every operation runs by itself, which takes about ten times as long. The log shows the output of
    each layer in the first step."""
    threads: int | None = Field(default=None, ge=1, le=256)
    """The number of threads or processes that prepare samples."""

    # What is reported and kept
    validate_every: int | None = Field(default=None, ge=1)
    """Steps between two validations."""
    checkpoint_minutes: float = Field(default=5.0, ge=0, le=1440)
    """Longest time between two checkpoints; one is written at every validation too."""
    watch: tuple[Path, ...] = ()
    """Images whose prediction is shown and kept while training goes on."""
    live_every: float = Field(default=10.0, ge=0, le=86_400)
    """Seconds between two predictions of the image on screen. 0: after every step."""
    tensorboard: bool = True
    """Write curves, pictures and histograms that TensorBoard shows."""
    profile: tuple[int, int] | None = None
    """First and last step whose cost is measured, by operator and by layer. The first is 2 or more: step 1 compiles."""
    picture_every: int = Field(default=500, ge=1)
    """Steps between two sets of pictures of maps for TensorBoard."""
    histogram_every: int = Field(default=500, ge=1)
    """Steps between two sets of histograms of weights and gradients for TensorBoard."""

    @field_validator("start", mode="before")
    @classmethod
    def _the_word_is_a_model(cls, value: Any) -> Any:
        return model_path(value) if isinstance(value, str) else value

    @field_validator("loss", mode="before")
    @classmethod
    def _the_word_is_a_kind(cls, value: Any) -> Any:
        return {"kind": value} if isinstance(value, str) else value

    @field_validator("devices", mode="before")
    @classmethod
    def _one_text_names_several(cls, value: Any) -> Any:
        return devices_of(value) if isinstance(value, str) else value

    @field_validator("workers", mode="before")
    @classmethod
    def _one_text_names_all_workers(cls, value: Any) -> Any:
        return tuple(part.strip() for part in value.split(",") if part.strip()) if isinstance(value, str) else value

    @field_validator("profile", mode="before")
    @classmethod
    def _one_text_names_two_steps(cls, value: Any) -> Any:
        if isinstance(value, str) and not re.fullmatch(r"\d+-\d+", value, re.ASCII):
            raise ValueError(Sentence("two steps are wanted, such as 20-39"))
        return tuple(value.split("-")) if isinstance(value, str) else value

    @field_serializer("start", when_used="json")
    def _kept_as_the_word(self, value: Path | None) -> str | None:
        return None if value is None else model_text(value)

    @model_validator(mode="after")
    def _fits_together(self) -> Self:
        if self.synthetic == 1 and self.sources:
            raise _ContradictoryChoicesError(
                "synthetic",
                "sources",
                sentence=Sentence(
                    "synthetic: with 1, nothing is ever taken from sources; lower it, or leave sources out"
                ),
            )
        if isinstance(self.validation, float) and not 0 <= self.validation < 1:
            raise _ContradictoryChoicesError(
                "validation",
                sentence=Sentence("validation: give a share from 0 to below 1, or a folder"),
            )
        if self.fold is not None:
            number, folds = self.fold
            if not 0 <= number < folds or folds < 2:
                raise _ContradictoryChoicesError(
                    "fold", sentence=Sentence("fold: has to be (number, folds), the number from 0 to folds - 1")
                )
            if self.validation is not None:
                raise _ContradictoryChoicesError(
                    "validation",
                    "fold",
                    sentence=Sentence(
                        "validation: with fold, the images of that fold are used for validation; remove one of the "
                        "two settings"
                    ),
                )
        low, high = self.synthetic_length
        if not 1 <= low <= high:
            raise _ContradictoryChoicesError(
                "synthetic_length", sentence=Sentence("synthetic_length: has to be (fewest, most), from 1")
            )
        if self.curriculum and self.loading == "processes":
            raise _ContradictoryChoicesError(
                "curriculum",
                "loading",
                sentence=Sentence(
                    "curriculum: processes that prepare samples do not know the present difficulty. Switch curriculum "
                    "off, or set loading to threads"
                ),
            )
        if self.trainer == "fit" and (self.workers or len(self.devices) > 1 or self.backbone_rate != 1):
            raise _ContradictoryChoicesError(
                "trainer",
                "workers",
                "devices",
                "backbone_rate",
                sentence=Sentence(
                    "trainer: fit takes one device and one learning rate; leave out workers, devices, backbone_rate"
                ),
            )
        if self.trainer == "fit" and self.loss.term:
            raise _ContradictoryChoicesError(
                "trainer", "loss.term", sentence=Sentence("trainer: fit adds no term to the loss; leave out loss.term")
            )
        if self.curriculum and self.deterministic:
            raise _ContradictoryChoicesError(
                "curriculum",
                "deterministic",
                sentence=Sentence(
                    "curriculum: batches are made ahead, so a deterministic run cannot use it. Switch curriculum or "
                    "deterministic off"
                ),
            )
        if self.profile is not None and not 2 <= self.profile[0] <= self.profile[1]:
            raise _ContradictoryChoicesError(
                "profile", sentence=Sentence("profile: has to be (first, last), from 2: the first step is compiled")
            )
        if self.unfreeze_at is not None and not self.freeze:
            raise _ContradictoryChoicesError(
                "unfreeze_at", "freeze", sentence=Sentence("unfreeze_at: nothing is frozen; name stages in freeze")
            )
        if self.start is not None and self.weights is not None:
            raise _ContradictoryChoicesError(
                "weights", "start", sentence=Sentence("weights: the model in start brings its own; give one of the two")
            )
        return self

    @property
    def peak_rate(self) -> float:
        """The peak of the learning rate of a resolved configuration, with a start that reads its words."""
        assert self.learning_rate is not None and self.start_rate is not None
        return self.learning_rate * self.start_rate

    def resolved(self) -> TrainConfig:
        """Return the configuration with the values that the preset and the start give in place of None."""
        from_model = self.start is not None
        steps = self.steps or (STEPS if from_model and self.minutes is None else _STEPS[usual_of(self.preset)])
        demanded = as_the_start_demands(from_model=from_model)
        left_open = {name: value for name, value in demanded.items() if getattr(self, name) is None}
        if self.steps is not None:  # so many and no time limit
            left_open.pop("minutes", None)
        effects = left_open.get("effects", self.effects)
        rate = _RATES[usual_of(self.preset)]
        if "start_rate" in left_open and (self.learning_rate is not None or self.loss.kind == "paper"):
            left_open["start_rate"] = 1.0  # that rate was chosen as it is
        if self.loss.kind == "paper":
            rate = PAPER_RATE
            of_paper = paper_choices(steps)
            left_open |= {name: value for name, value in of_paper.items() if name not in self.model_fields_set}
        return self.model_copy(
            update=left_open
            | {
                "steps": steps,
                "batch": self.batch or (_BATCH_FROM_MODEL if from_model else _BATCH)[usual_of(self.preset)],
                "cache_drawn": _CACHED.get(str(effects), 0) if self.cache_drawn is None else self.cache_drawn,
                "learning_rate": self.learning_rate or rate,
                "validate_every": self.validate_every or max(1, steps // _VALIDATIONS),
            }
        )


def make_config(values: Mapping[str, Any], where: str = "training") -> TrainConfig:
    """Make a configuration from plain values, with relative paths starting from the current folder.

    Raises RunError if a value is unknown or out of bounds: one sentence with the key, and `where` as its origin.
    """
    try:
        return TrainConfig.model_validate(dict(values))
    except ValidationError as error:
        first = error.errors(include_url=False)[0]
        key = ".".join(str(part) for part in first["loc"] if part not in ("float", "function-after[_fits_together()]"))
        if first["type"] == "extra_forbidden":
            raise RunError(
                '{where}: "{key}" is not a setting of a training. {advice}', where=where, key=key, advice=_nearest(key)
            ) from error
        if first["type"] == "missing":
            raise RunError("{where}: {key} is missing. Give it a value.", where=where, key=key) from error
        cause = first.get("ctx", {}).get("error", first["msg"])
        sentence = str(cause)  # our own validators' sentences come whole
        if isinstance(cause, _ContradictoryChoicesError):
            raise ContradictionError(cause.choices, where, sentence) from error
        if not key:
            raise RunError("{where}: {said}.", where=where, said=sentence) from error
        shown = repr(first["input"])[:60]
        if not isinstance(sentence, Sentence):  # pydantic's own
            sentence = sentence[:1].lower() + sentence[1:]
        raise RunError(
            "{where}: {key} is {shown}; {said}.", where=where, key=key, shown=shown, said=sentence
        ) from error


def _nearest(key: str) -> str:
    import difflib  # only for a wrong key

    known = difflib.get_close_matches(key, TrainConfig.model_fields, n=1)
    return Sentence('Did you mean "{key}"?', key=known[0]) if known else Sentence("Leave it out.")
