"""The choices of a training that the form shows, as data; the form and the comparison of runs are made from them."""

from __future__ import annotations

from collections.abc import Mapping

from app.language.languages import marked
from app.training.fields import Section, TrainingField

SECTIONS: Mapping[Section, str] = {
    "data": marked("Training", "Data"),
    "network": marked("Training", "Network"),
    "optimisation": marked("Training", "Optimisation"),
    "losses": marked("Training", "Losses"),
    "devices": marked("Training", "Devices and repeatability"),
    "reports": marked("Training", "What is told and kept"),
}

_STEPS, _PX = marked("Training", "steps"), marked("Training", "px")
_MINUTES, _SECONDS, _PERCENT = marked("Training", "min"), marked("Training", "s"), "%"
_NEVER, _NONE = marked("Training", "never"), marked("Training", "none")


_FIELDS = (
    TrainingField(
        "charset",
        marked("Training", "Charset"),
        marked(
            "Training",
            "“digits”, “alnum”, “zh” or a file of symbols. Empty: the project's, or the symbols of its labels.",
        ),
        "data",
        unset=marked("Training", "the project's"),
    ),
    TrainingField(
        "height",
        marked("Training", "Input height"),
        marked("Training", "To which images are resized; a multiple of 32."),
        "data",
        _PX,
    ),
    TrainingField(
        "width",
        marked("Training", "Input width"),
        marked("Training", "To which images are resized; a multiple of 32. Long words need more."),
        "data",
        _PX,
    ),
    TrainingField(
        "max_length",
        marked("Training", "Longest word"),
        marked("Training", "Most characters that a word may have."),
        "data",
    ),
    TrainingField(
        "reviewed_only",
        marked("Training", "Reviewed labels only"),
        marked("Training", "Use only labels that a person has marked as reviewed, also for validation."),
        "data",
    ),
    TrainingField(
        "drafts",
        marked("Training", "Drafts, too"),
        marked(
            "Training",
            "Train on labels that a model drafted and nobody has reviewed, each drawn as often as it is probably "
            "right. They never validate.",
        ),
        "data",
    ),
    TrainingField(
        "synthetic",
        marked("Training", "Drawn words"),
        marked(
            "Training", "Share of the training words that the program draws instead of taking them from the project."
        ),
        "data",
        _PERCENT,
    ),
    TrainingField(
        "effects",
        marked("Training", "Effects"),
        marked("Training", "How varied the drawn words look."),
        "data",
    ),
    TrainingField(
        "style",
        marked("Training", "Style"),
        marked(
            "Training",
            "Of “scene”: as words in general, or in the colours, lengths, letter case, sizes and margins of the "
            "project's own words.",
        ),
        "data",
    ),
    TrainingField(
        "fonts",
        marked("Training", "Fonts"),
        marked("Training", "A folder of font files to draw with; symbols that they lack are borrowed from others."),
        "data",
        unset=marked("Training", "those of matplotlib"),
    ),
    TrainingField(
        "surfaces",
        marked("Training", "Surfaces"),
        marked("Training", "A folder of photographs of surfaces, on which and with which “scene” draws."),
        "data",
        unset=marked("Training", "drawn textures"),
    ),
    TrainingField(
        "cache_drawn",
        marked("Training", "Drawn words kept"),
        marked(
            "Training",
            "Drawn words that are kept during the run and used again, so that two in three need not be drawn. "
            "0: every word is drawn anew.",
        ),
        "data",
        unset=marked("Training", "50,000 with “scene”"),
    ),
    TrainingField(
        "curriculum",
        marked("Training", "Rising difficulty"),
        marked("Training", "Begin with easy drawn words and little augmentation, and raise both as more is read."),
        "data",
    ),
    TrainingField(
        "synthetic_length",
        marked("Training", "Length of drawn words"),
        marked("Training", "Fewest and most symbols of a drawn word."),
        "data",
    ),
    TrainingField(
        "validation_limit",
        marked("Training", "Validation images at most"),
        marked("Training", "More are thinned out evenly, so that a validation does not take too long."),
        "data",
    ),
    TrainingField(
        "augmentation",
        marked("Training", "Augmentation"),
        marked("Training", "How far training images are changed at random, together with their labels."),
        "data",
    ),
    TrainingField(
        "flip",
        marked("Training", "Mirror images"),
        marked(
            "Training",
            "Exchange left and right of half of the training images. Off, because mirrored letters are other letters: "
            "b becomes d. Only for symbols that look alike in a mirror.",
        ),
        "data",
    ),
    TrainingField(
        "balance",
        marked("Training", "Balance symbols"),
        marked("Training", "Draw words with rare symbols more often."),
        "data",
    ),
    TrainingField(
        "shuffle_buffer",
        marked("Training", "Shuffle buffer"),
        marked(
            "Training", "Samples among which the next one is chosen; 1 keeps their order, fewer than all mix them less."
        ),
        "data",
        unset=marked("Training", "all samples"),
    ),
    TrainingField(
        "remainder",
        marked("Training", "Rest of a round"),
        marked(
            "Training",
            "Samples at the end of a round that make no whole batch: kept, they share one with the first of the next "
            "round; dropped, they are left out of this round.",
        ),
        "data",
    ),
    TrainingField(
        "character_level_share",
        marked("Training", "Words with polygons, at least"),
        marked(
            "Training", "Least share of words with polygons in a batch, where others have a text only. 0: as they come."
        ),
        "data",
        _PERCENT,
    ),
    TrainingField(
        "preset",
        marked("Training", "Preset"),
        marked(
            "Training",
            "“small” trains on a CPU in minutes, “reader” in hours and reads more, “wide” thousands of symbols; "
            "“paper” is ResNet-50 at stride 2 and wants a GPU.",
        ),
        "network",
    ),
    TrainingField(
        "stride",
        marked("Training", "Stride"),
        marked(
            "Training",
            "Input pixels a map pixel. 2 tells narrow characters apart that 4 does not, at four times the cost.",
        ),
        "network",
        _PX,
    ),
    TrainingField(
        "start",
        marked("Training", "Start from"),
        marked("Training", "A model to start from: symbols that it knows keep their weights."),
        "network",
        unset=marked("Training", "random weights"),
    ),
    TrainingField(
        "weights",
        marked("Training", "Backbone weights"),
        marked("Training", "Weights of the backbone alone: a file, or “imagenet” from Keras' cache."),
        "network",
        unset=marked("Training", "random weights"),
    ),
    TrainingField(
        "freeze",
        marked("Training", "Frozen stages"),
        marked(
            "Training", "Stages of the backbone that are not trained, such as conv1, conv2, or all of it: backbone."
        ),
        "network",
        unset=_NONE,
    ),
    TrainingField(
        "unfreeze_at",
        marked("Training", "Unfreeze at"),
        marked("Training", "Step from which frozen stages are trained as well."),
        "network",
        _STEPS,
        _NEVER,
    ),
    TrainingField(
        "normalisation",
        marked("Training", "Normalisations"),
        marked(
            "Training",
            "Whether the batch normalisations follow the batches, or stay frozen as the model to start from has them.",
        ),
        "network",
    ),
    TrainingField(
        "padding",
        marked("Training", "Padding"),
        marked("Training", "Grey value, 0 to 255, of the input pixels that a resized image leaves empty."),
        "network",
    ),
    TrainingField(
        "trainer",
        marked("Training", "Trainer"),
        marked("Training", "This program's own training step, or Keras' fit for comparison, which takes longer."),
        "optimisation",
    ),
    TrainingField(
        "steps",
        marked("Training", "Steps"),
        marked("Training", "Training steps in total."),
        "optimisation",
        _STEPS,
    ),
    TrainingField(
        "minutes",
        marked("Training", "Time limit"),
        marked("Training", "Longest training time; the learning rate falls so as to reach its end with it."),
        "optimisation",
        _MINUTES,
        marked("Training", "none"),
    ),
    TrainingField(
        "batch",
        marked("Training", "Batch"),
        marked("Training", "Images per step, over all devices together. Fewer need less memory."),
        "optimisation",
    ),
    TrainingField(
        "learning_rate",
        marked("Training", "Learning rate"),
        marked("Training", "Its peak, after the warm-up; lower it where the loss jumps."),
        "optimisation",
    ),
    TrainingField(
        "backbone_rate",
        marked("Training", "Backbone's rate"),
        marked(
            "Training", "Factor of the learning rate for the backbone; below 1 where it starts from trained weights."
        ),
        "optimisation",
    ),
    TrainingField(
        "warmup",
        marked("Training", "Warm-up"),
        marked("Training", "Steps over which the learning rate rises from 0; at most a tenth of all steps."),
        "optimisation",
        _STEPS,
    ),
    TrainingField(
        "final_rate",
        marked("Training", "Final rate"),
        marked("Training", "What the learning rate falls to, as a share of its peak."),
        "optimisation",
        _PERCENT,
    ),
    TrainingField(
        "weight_decay",
        marked("Training", "Weight decay"),
        marked("Training", "AdamW's decay of kernels; biases and normalisations are not decayed."),
        "optimisation",
    ),
    TrainingField(
        "clip_norm",
        marked("Training", "Gradient at most"),
        marked("Training", "Largest norm of the whole gradient; a larger one is scaled down."),
        "optimisation",
    ),
    TrainingField(
        "ema",
        marked("Training", "Averaged weights"),
        marked("Training", "Decay of the moving average of the weights, which is validated and saved. 0: no average."),
        "optimisation",
    ),
    TrainingField(
        "start_share",
        marked("Training", "Share of the start"),
        marked("Training", "Of its weights in those that are saved; the others are learned. 0: only what was learned."),
        "optimisation",
        _PERCENT,
    ),
    TrainingField(
        "mutual_start",
        marked("Training", "Texts from step"),
        marked("Training", "Step from which words without polygons are trained on by their texts alone."),
        "optimisation",
        _STEPS,
    ),
    TrainingField(
        "patience",
        marked("Training", "Stop early after"),
        marked("Training", "End after this many validations without a better one."),
        "optimisation",
        marked("Training", "validations"),
        _NEVER,
    ),
    TrainingField(
        "monitor",
        marked("Training", "The best is by"),
        marked("Training", "What makes one validation better than another."),
        "optimisation",
    ),
    TrainingField(
        "loss.localization",
        marked("Training", "Localization"),
        marked("Training", "Weight of the localization map's loss."),
        "losses",
    ),
    TrainingField(
        "loss.order",
        marked("Training", "Order"),
        marked("Training", "Weight of the order maps' loss."),
        "losses",
    ),
    TrainingField(
        "loss.character",
        marked("Training", "Character"),
        marked("Training", "Weight of the character map's loss."),
        "losses",
    ),
    TrainingField(
        "loss.mutual_share",
        marked("Training", "Mutual, share of characters"),
        marked("Training", "λ: weight of the character map's part of the mutual loss."),
        "losses",
    ),
    TrainingField(
        "loss.agreement",
        marked("Training", "Mutual, agreement"),
        marked("Training", "γ: power of the shares of characters that the other branch has found."),
        "losses",
    ),
    TrainingField(
        "loss.confidence",
        marked("Training", "Mutual, confidence"),
        marked("Training", "ε: least localization of a pixel that takes part in mutual supervision."),
        "losses",
    ),
    TrainingField(
        "loss.delta",
        marked("Training", "Localization, δ"),
        marked("Training", "Deviations of the localization map above it count linearly instead of by their square."),
        "losses",
    ),
    TrainingField(
        "seed",
        marked("Training", "Seed"),
        marked("Training", "Fixes first weights, order, augmentation and drawn words."),
        "devices",
    ),
    TrainingField(
        "deterministic",
        marked("Training", "Deterministic"),
        marked("Training", "Identical weights from identical runs, for some 30 % more time."),
        "devices",
    ),
    TrainingField(
        "precision",
        marked("Training", "Precision"),
        marked(
            "Training",
            "“auto”: half precision on GPUs and processors that are faster with it, single precision elsewhere.",
        ),
        "devices",
    ),
    TrainingField(
        "devices",
        marked("Training", "Devices"),
        marked("Training", "Such as GPU:0, GPU:1; each step is divided among them."),
        "devices",
        unset=marked("Training", "all GPUs, or else the CPU"),
    ),
    TrainingField(
        "threads",
        marked("Training", "Threads"),
        marked("Training", "Threads, or processes, that prepare samples."),
        "devices",
        unset=marked("Training", "one a core, at most 8"),
    ),
    TrainingField(
        "loading",
        marked("Training", "Samples prepared by"),
        marked("Training", "Processes start more slowly than threads, and help on machines with 8 cores or more."),
        "devices",
    ),
    TrainingField(
        "feed",
        marked("Training", "Batches come by"),
        marked("Training", "TensorFlow's own pipeline, or Keras' PyDataset, which its other backends know, too."),
        "devices",
    ),
    TrainingField(
        "eager",
        marked("Training", "Run eagerly"),
        marked(
            "Training",
            "For a debugger: every operation runs by itself, some ten times slower. "
            "The log shows what each layer gives in the first step.",
        ),
        "devices",
    ),
    TrainingField(
        "validate_every",
        marked("Training", "Validate every"),
        marked("Training", "Steps between two validations."),
        "reports",
        _STEPS,
    ),
    TrainingField(
        "checkpoint_minutes",
        marked("Training", "Checkpoint every"),
        marked("Training", "Longest time between two checkpoints; one is written at every validation too."),
        "reports",
        _MINUTES,
    ),
    TrainingField(
        "live_every",
        marked("Training", "Look at the image every"),
        marked("Training", "Time between two predictions of the image on screen. 0: after every step."),
        "reports",
        _SECONDS,
    ),
    TrainingField(
        "tensorboard",
        marked("Training", "Logs for TensorBoard"),
        marked("Training", "Write curves, pictures and histograms that TensorBoard shows."),
        "reports",
    ),
    TrainingField(
        "picture_every",
        marked("Training", "Pictures every"),
        marked("Training", "Steps between two sets of pictures of maps for TensorBoard."),
        "reports",
        _STEPS,
    ),
    TrainingField(
        "histogram_every",
        marked("Training", "Histograms every"),
        marked("Training", "Steps between two sets of histograms of weights and gradients for TensorBoard."),
        "reports",
        _STEPS,
    ),
)

FIELDS: Mapping[str, TrainingField] = {field.name: field for field in _FIELDS}
"""All choices that one editor each can show, in the order of the form."""
