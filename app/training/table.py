"""The choices of a training that the form shows, as data. The form and the comparison of runs are made from them."""

from __future__ import annotations

from collections.abc import Mapping

from app.language.languages import TableText
from app.training.fields import Section, TrainingField

SECTIONS: Mapping[Section, TableText] = {
    "data": "Data",
    "network": "Network",
    "optimisation": "Optimisation",
    "losses": "Losses",
    "devices": "Devices and repeatability",
    "reports": "What is told and kept",
}

_STEPS: TableText = "steps"
_PX: TableText = "px"
_WORDS: TableText = "words"
_MINUTES: TableText = "min"
_SECONDS: TableText = "s"
_NEVER: TableText = "never"
_NONE: TableText = "none"
_PERCENT = "%"


_FIELDS = (
    TrainingField(
        "charset",
        "Charset",
        "“digits”, “alnum”, “zh” or a file of symbols. Empty: the project's, or the symbols of its labels.",
        "data",
        unset="the project's",
    ),
    TrainingField("height", "Input height", "To which images are resized; a multiple of 32.", "data", _PX),
    TrainingField(
        "width", "Input width", "To which images are resized; a multiple of 32. Long words need more.", "data", _PX
    ),
    TrainingField("max_length", "Longest word", "Most characters that a word may have.", "data"),
    TrainingField(
        "reviewed_only",
        "Reviewed labels only",
        "Use only labels that a person has marked as reviewed, also for validation.",
        "data",
    ),
    TrainingField(
        "drafts",
        "Unreviewed drafts, too",
        (
            "Train on labels that a model drafted and nobody has reviewed, each taken as often as it is probably "
            "right. They never validate."
        ),
        "data",
    ),
    TrainingField(
        "synthetic",
        "Synthetic words",
        "Share of the training words that the program draws instead of taking them from the project.",
        "data",
        _PERCENT,
    ),
    TrainingField("effects", "Effects", "How varied the synthetic words look.", "data"),
    TrainingField(
        "style",
        "Style",
        (
            "Of “scene”: as words in general, or in the colours, lengths, letter case, sizes and margins of the "
            "project's own words."
        ),
        "data",
    ),
    TrainingField(
        "fonts",
        "Fonts",
        "A folder of font files to draw with; symbols that they lack are borrowed from others.",
        "data",
        unset="those of matplotlib",
    ),
    TrainingField(
        "surfaces",
        "Surfaces",
        "A folder of photographs of surfaces, on which and with which “scene” draws.",
        "data",
        unset="synthetic textures",
    ),
    TrainingField(
        "cache_drawn",
        "Synthetic words kept",
        (
            "Synthetic words that are kept during the run and used again, so that two in three need not be made. "
            "0: every word is made anew."
        ),
        "data",
        unset="50,000 with “scene”",
    ),
    TrainingField(
        "curriculum",
        "Rising difficulty",
        "Begin with easy synthetic words and little augmentation, and raise both as more is read.",
        "data",
    ),
    TrainingField(
        "synthetic_length", "Length of synthetic words", "Fewest and most symbols of a synthetic word.", "data"
    ),
    TrainingField(
        "validation_limit",
        "Validation images at most",
        "More are thinned out evenly, so that a validation does not take too long.",
        "data",
    ),
    TrainingField(
        "augmentation",
        "Image changes",
        "Augmentation: how far training images are changed at random, together with their labels.",
        "data",
    ),
    TrainingField(
        "flip",
        "Mirror images",
        (
            "Exchange left and right of half of the training images. Off, because mirrored letters are other letters: "
            "b becomes d. Only for symbols that look the same in a mirror."
        ),
        "data",
    ),
    TrainingField("balance", "Balance symbols", "Draw words with rare symbols more often.", "data"),
    TrainingField(
        "shuffle_buffer",
        "Shuffle buffer",
        "Samples among which the next one is chosen; 1 keeps their order, fewer than all mix them less.",
        "data",
        unset="all samples",
    ),
    TrainingField(
        "remainder",
        "Rest of a round",
        (
            "Samples at the end of a round that make no whole batch: kept, they share one with the first of the next "
            "round; dropped, they are left out of this round."
        ),
        "data",
    ),
    TrainingField(
        "character_level_share",
        "Words with polygons, at least",
        "Least share of words with polygons in a batch, where others have a text only. 0: as they come.",
        "data",
        _PERCENT,
    ),
    TrainingField(
        "preset",
        "Network",
        (
            "“small” learns on a CPU in minutes, “reader” reads more and needs hours without a start, “wide” knows "
            "thousands of symbols; “paper” is ResNet-50 at stride 2 and wants a GPU."
        ),
        "network",
    ),
    TrainingField(
        "stride",
        "Stride",
        "Input pixels a map pixel. 2 tells narrow characters apart that 4 does not, at four times the cost.",
        "network",
        _PX,
    ),
    TrainingField(
        "start",
        "Start from",
        "A model to start from: symbols that it knows keep their weights.",
        "network",
        unset="random weights",
    ),
    TrainingField(
        "weights",
        "Backbone weights",
        "Weights of the backbone alone: a file, or “imagenet” from Keras' cache.",
        "network",
        unset="random weights",
    ),
    TrainingField(
        "freeze",
        "Frozen stages",
        "Stages of the backbone that are not trained, such as conv1, conv2, or all of it: backbone.",
        "network",
        unset=_NONE,
    ),
    TrainingField(
        "unfreeze_at", "Unfreeze at", "Step from which frozen stages are trained as well.", "network", _STEPS, _NEVER
    ),
    TrainingField(
        "normalisation",
        "Normalisations",
        "Whether the batch normalisations follow the batches, or stay frozen as the model to start from has them.",
        "network",
    ),
    TrainingField(
        "padding", "Padding", "Grey value, 0 to 255, of the input pixels that a resized image leaves empty.", "network"
    ),
    TrainingField(
        "trainer",
        "Trainer",
        "This program's own training step, or Keras' fit for comparison, which takes longer.",
        "optimisation",
    ),
    TrainingField("steps", "Training steps", "Training steps in total.", "optimisation", _STEPS),
    TrainingField(
        "minutes",
        "Time limit",
        "Longest training time; the learning rate falls so as to reach its end with it.",
        "optimisation",
        _MINUTES,
        "none",
    ),
    TrainingField(
        "batch",
        "Words a step",
        "Batch: images per step, over all devices together. Fewer need less memory.",
        "optimisation",
        _WORDS,
    ),
    TrainingField(
        "learning_rate", "Learning rate", "Its peak, after the warm-up; lower it where the loss jumps.", "optimisation"
    ),
    TrainingField(
        "backbone_rate",
        "Backbone's rate",
        "Factor of the learning rate for the backbone; below 1 where it starts from trained weights.",
        "optimisation",
    ),
    TrainingField(
        "warmup",
        "Warm-up",
        "Steps over which the learning rate rises from 0; at most a tenth of all steps.",
        "optimisation",
        _STEPS,
    ),
    TrainingField(
        "final_rate", "Final rate", "What the learning rate falls to, as a share of its peak.", "optimisation", _PERCENT
    ),
    TrainingField(
        "weight_decay",
        "Weight decay",
        "AdamW's decay of kernels; biases and normalisations are not decayed.",
        "optimisation",
    ),
    TrainingField(
        "clip_norm",
        "Gradient at most",
        "Largest norm of the whole gradient; a larger one is scaled down.",
        "optimisation",
    ),
    TrainingField(
        "ema",
        "Averaged weights",
        "Decay of the moving average of the weights, which is validated and saved. 0: no average.",
        "optimisation",
    ),
    TrainingField(
        "start_share",
        "Share of the start",
        "The saved weights are a mean of those of the start and those learned; so much of it is the start. 0: none.",
        "optimisation",
        _PERCENT,
    ),
    TrainingField(
        "mutual_start",
        "Texts from step",
        "Step from which words without polygons are trained on by their texts alone.",
        "optimisation",
        _STEPS,
    ),
    TrainingField(
        "patience",
        "Stop early after",
        "End after this many validations without a better one.",
        "optimisation",
        "validations",
        _NEVER,
    ),
    TrainingField("monitor", "The best is by", "What makes one validation better than another.", "optimisation"),
    TrainingField("loss.localization", "Centres", "Weight of the centre map's loss.", "losses"),
    TrainingField("loss.order", "Order", "Weight of the order maps' loss.", "losses"),
    TrainingField("loss.character", "Character", "Weight of the character map's loss.", "losses"),
    TrainingField(
        "loss.mutual_share",
        "Mutual, share of characters",
        "λ: weight of the character map's part of the mutual loss.",
        "losses",
    ),
    TrainingField(
        "loss.agreement",
        "Mutual, agreement",
        "γ: power of the shares of characters that the other branch has found.",
        "losses",
    ),
    TrainingField(
        "loss.confidence",
        "Mutual, confidence",
        "ε: least centre value of a pixel that takes part in mutual supervision.",
        "losses",
    ),
    TrainingField(
        "loss.delta",
        "Centres, δ",
        "Deviations of the centre map above it count linearly instead of by their square.",
        "losses",
    ),
    TrainingField("seed", "Random seed", "Fixes first weights, order, augmentation and synthetic words.", "devices"),
    TrainingField(
        "deterministic", "Deterministic", "Identical weights from identical runs, for some 30 % more time.", "devices"
    ),
    TrainingField(
        "precision",
        "Precision",
        "“auto”: half precision on GPUs and processors that are faster with it, single precision elsewhere.",
        "devices",
    ),
    TrainingField(
        "devices",
        "Devices",
        "Such as GPU:0, GPU:1; each step is divided among them.",
        "devices",
        unset="all GPUs, or else the CPU",
    ),
    TrainingField(
        "threads", "Threads", "Threads, or processes, that prepare samples.", "devices", unset="one a core, at most 8"
    ),
    TrainingField(
        "loading",
        "Samples prepared by",
        "Processes start more slowly than threads, and help on machines with 8 cores or more.",
        "devices",
    ),
    TrainingField(
        "feed",
        "Batches come by",
        "TensorFlow's own pipeline, or Keras' PyDataset, which its other backends know, too.",
        "devices",
    ),
    TrainingField(
        "eager",
        "Run eagerly",
        (
            "For a debugger: every operation runs by itself, some ten times slower. "
            "The log shows what each layer gives in the first step."
        ),
        "devices",
    ),
    TrainingField("validate_every", "Validate every", "Steps between two validations.", "reports", _STEPS),
    TrainingField(
        "checkpoint_minutes",
        "Checkpoint every",
        "Longest time between two checkpoints; one is written at every validation too.",
        "reports",
        _MINUTES,
    ),
    TrainingField(
        "live_every",
        "Look at the image every",
        "Time between two predictions of the image on screen. 0: after every step.",
        "reports",
        _SECONDS,
    ),
    TrainingField(
        "tensorboard",
        "Logs for TensorBoard",
        "Write curves, pictures and histograms that TensorBoard shows.",
        "reports",
    ),
    TrainingField(
        "picture_every",
        "Pictures every",
        "Steps between two sets of pictures of maps for TensorBoard.",
        "reports",
        _STEPS,
    ),
    TrainingField(
        "histogram_every",
        "Histograms every",
        "Steps between two sets of histograms of weights and gradients for TensorBoard.",
        "reports",
        _STEPS,
    ),
)

FIELDS: Mapping[str, TrainingField] = {field.name: field for field in _FIELDS}
"""All choices that one editor each can show, in the order of the form."""
