"""All choices of a training as data, which the form, the options of `train`, the reference and comparisons use.

The help of a choice is its docstring in `core.runs.config`, where its type, its bounds and its default are, too.
"""

from __future__ import annotations

from collections.abc import Mapping

from app.training.fields import Section, TrainingField, help_of
from core.base.described import TableText

SECTIONS: Mapping[Section, TableText] = {
    "data": "Data",
    "network": "Network",
    "optimisation": "Optimisation",
    "losses": "Losses",
    "devices": "Devices and repeatability",
    "reports": "What is reported and kept",
}


def _field(
    name: str,
    title: TableText,
    section: Section = "",
    unit: TableText = "",
    unset: TableText = "",
    option: str | None = None,
) -> TrainingField:
    return TrainingField(
        id=name, title=title, help=help_of(name), section=section, unit=unit, unset=unset, option=option
    )


_FIELDS = (
    _field("folder", "Project"),
    _field("run", "Folder of the run"),
    _field("resume", "Resume the run", option=""),
    _field("charset", "Charset", "data", unset="the project's", option="FILE"),
    _field("height", "Input height", "data", "px", unset="of the start, or else the project's", option=""),
    _field("width", "Input width", "data", "px", unset="of the start, or else the project's", option=""),
    _field("max_length", "Longest word", "data", unset="the project's, or of the start if it is more", option=""),
    _field("reviewed_only", "Reviewed labels only", "data"),
    _field("drafts", "Unreviewed drafts, too", "data"),
    _field("synthetic", "Synthetic words", "data", "%", unset="0, or 0.5 from a start", option=""),
    _field("effects", "Effects", "data", unset="mild, or scene from a start", option=""),
    _field("style", "Style", "data", unset="words in general, or the project's words from a start"),
    _field("fonts", "Fonts", "data", unset="those of matplotlib", option="DIR"),
    _field("surfaces", "Surfaces", "data", unset="synthetic textures", option="DIR"),
    _field("corpus", "Words to draw", "data", unset="words by frequency, or any symbols", option="FILE"),
    _field("cache_drawn", "Synthetic words kept", "data", unset="50,000 with “scene”"),
    _field("curriculum", "Rising difficulty", "data"),
    _field("synthetic_length", "Length of synthetic words", "data"),
    _field("synthetic_unknown", "Unknown symbols", "data", "%"),
    _field("validation_limit", "Most validation images", "data"),
    _field("augmentation", "Image changes", "data", option=""),
    _field("flip", "Mirror images", "data", option=""),
    _field("balance", "Balance symbols", "data"),
    _field("shuffle_buffer", "Shuffle buffer", "data", unset="all samples"),
    _field("remainder", "Last samples of a round", "data"),
    _field("character_level_share", "Words with polygons, at least", "data", "%"),
    _field("preset", "Network", "network", unset="of the start, or else “small”", option=""),
    _field("stride", "Stride", "network", "px", unset="2 (paper) or 4"),
    _field(
        "start",
        "Start from",
        "network",
        unset="the bundled model that knows most of the labels' characters, or else none",
        option="MODEL",
    ),
    _field("weights", "Backbone weights", "network", unset="random weights"),
    _field("freeze", "Frozen stages", "network", unset="none"),
    _field("unfreeze_at", "Unfreeze at step", "network", "steps", unset="never"),
    _field("normalisation", "Normalisations", "network", unset="moving"),
    _field("momentum", "Momentum of normalisations", "network"),
    _field("known_symbols", "Known symbols", "network", unset="learn, too, or keep their place from a start"),
    _field("narrow", "Narrow images", "network", unset="of the start, or else stretched"),
    _field("padding", "Padding", "network"),
    _field("trainer", "Trainer", "optimisation", option=""),
    _field(
        "steps",
        "Training steps",
        "optimisation",
        "steps",
        unset="3,000 (small, or from a start), 30,000 (reader, wide), 60,000 (paper)",
        option="",
    ),
    _field("minutes", "Time limit", "optimisation", "min", unset="none, or 10 from a start", option=""),
    _field(
        "batch",
        "Words in each step",
        "optimisation",
        "words",
        unset="16, or 32 (reader; wide without a start)",
        option="",
    ),
    _field("learning_rate", "Learning rate", "optimisation", unset="0.002, or 0.0005 (paper)"),
    _field("start_rate", "Factor of the rate from a start", "optimisation", unset="1, or 0.5 from a start"),
    _field("backbone_rate", "Learning rate of the backbone", "optimisation"),
    _field("warmup", "Warm-up", "optimisation", "steps", unset="100, or 50 from a start"),
    _field("final_rate", "Final rate", "optimisation", "%"),
    _field("decay", "Decay of the rate", "optimisation"),
    _field("weight_decay", "Weight decay", "optimisation"),
    _field("clip_norm", "Largest gradient", "optimisation"),
    _field("ema", "Averaged weights", "optimisation"),
    _field("start_share", "Share of the starting weights", "optimisation", "%", unset="0, or 0.5 from a start"),
    _field("mutual_start", "Texts from step", "optimisation", "steps"),
    _field("patience", "Stop early after", "optimisation", "validations", unset="never"),
    _field("monitor", "Best model by", "optimisation"),
    _field("loss.kind", "Loss", "losses", option=""),
    _field("loss.localization", "Centres", "losses"),
    _field("loss.order", "Order", "losses"),
    _field("loss.character", "Character", "losses"),
    _field("loss.mutual_share", "Mutual loss: weight of characters", "losses"),
    _field("loss.agreement", "Mutual loss: power of agreement", "losses"),
    _field("loss.confidence", "Mutual loss: least centre value", "losses"),
    _field("loss.delta", "Centre loss linear above", "losses"),
    _field("loss.term", "Term of a plug-in", "losses"),
    _field("loss.term_weight", "Weight of that term", "losses"),
    _field("seed", "Random seed", "devices", option=""),
    _field("deterministic", "Deterministic", "devices", option=""),
    _field("precision", "Precision", "devices"),
    _field("backend", "Backend", "devices", option=""),
    _field("devices", "Devices", "devices", unset="all GPUs, or else the CPU", option="all|GPU:0,…"),
    _field("threads", "Threads", "devices", unset="one per core, at most 8"),
    _field("loading", "Samples prepared by", "devices"),
    _field("feed", "Batches prepared by", "devices"),
    _field("eager", "Run eagerly", "devices"),
    _field("validate_every", "Validate every", "reports", "steps", unset="20 over the run"),
    _field("checkpoint_minutes", "Checkpoint every", "reports", "min"),
    _field("live_every", "Look at the image every", "reports", "s"),
    _field("tensorboard", "Logs for TensorBoard", "reports"),
    _field("picture_every", "Pictures every", "reports", "steps"),
    _field("histogram_every", "Histograms every", "reports", "steps"),
    _field("sources", "More sources"),
    _field("validation", "Validate with", unset="the project's", option="FOLDER|SHARE"),
    _field("fold", "Fold of a cross-check"),
    _field("workers", "Workers", option="HOST:PORT,…"),
    _field("index", "Number of the worker", option=""),
    _field("wait", "Wait for workers", option=""),
    _field("allow_network", "Open ports", option=""),
    _field("watch", "Watched images", option="IMAGE…"),
    _field("profile", "Profiled steps", option="FIRST-LAST"),
)

FIELDS: Mapping[str, TrainingField] = {field.id: field for field in _FIELDS}
"""All choices, those of the form in its order."""
