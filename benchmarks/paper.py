"""What the differences from Wan et al. 2020 give: `python -m benchmarks.recipes paper FOLDER`, hours of a CPU.

Each difference alone on `small` with digits, in equal steps and some seeds; then the usual loss against the paper's
whole with 62 symbols and with the network `reader`, in equal time. docs/paper.md has the table.
"""

from __future__ import annotations

import statistics
import sys
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Protocol

from core.runs.spec import PAPER_OPTIMIZER, PAPER_PRETRAINING, PAPER_RATE

MEASURES: Mapping[str, str] = {"word_accuracy": "words", "center_in_box": "centres", "order_accuracy": "order"}
"""What is measured on synthetic words that no training has seen, with its column."""

WORDS, WITH_POLYGONS = 2000, 0.1  # synthetic words of a row with texts, and the share of them that keep their polygons
_ADAM = {**PAPER_OPTIMIZER, "learning_rate": PAPER_RATE}
_USUAL = "usual"


@dataclass(frozen=True, slots=True)
class Row:
    """A training that is compared."""

    name: str
    choices: Mapping[str, Any] = field(default_factory=dict)  # of `core.runs.config.TrainConfig`
    texts: bool = False  # nine words in ten have a text alone
    one_way: bool = False  # the order branch's GRU runs from left to right alone


def rows_alone(steps: int) -> tuple[Row, ...]:
    """Return the rows of the first part: each difference from the paper alone, and all of the loss together."""
    return (
        Row(_USUAL),
        Row("L_s of the characters' pixels alone", {"loss": "foreground"}),
        Row("L_o of H against Z", {"loss": "order-map"}),
        Row("plain means", {"loss": "plain"}),
        Row("Adam, three rates, no average", _ADAM),
        Row("GRU from left to right alone", one_way=True),
        Row("the paper's loss, whole", {"loss": "paper"}),
        Row("usual, nine in ten without polygons", texts=True),
        Row("the same, λ_m 0 at first", {"mutual_start": round(PAPER_PRETRAINING * steps)}, texts=True),
    )


PAIRS: Mapping[str, Mapping[str, Any]] = {
    "62 symbols": {"preset": "small", "effects": "mild"},
    "reader": {"preset": "reader", "effects": "scene", "height": 32, "width": 128, "batch": 32},
}
"""Trainings of the second part, each once with the usual loss and once with the paper's."""


class Train(Protocol):
    """Trains in a process of its own and gives the model file, as `benchmarks.recipes.train`."""

    def __call__(self, run: Path, choices: dict[str, Any], module: str = ...) -> Path:
        """See the class."""


def paper(
    folder: Path,
    steps: int,
    seeds: Sequence[int],
    minutes: float,
    words: int,
    train: Train,
    evaluated: Callable[[Path, Path, Path], dict[str, Any]],
    write_words: Callable[..., None],
) -> dict[str, Any]:
    """Measure all rows, and write the table of docs/paper.md into the folder.

    Parameters
    ----------
    folder : Path
    steps : int
        Of each training of the first part.
    seeds : sequence of int
        Each row of the first part is trained with each.
    minutes : float
        Of each training of the second part.
    words : int
        Unseen words that each model reads.
    train, evaluated, write_words : callable
        Of `benchmarks.recipes`.
    """
    from core.charset import ALNUM, DIGITS

    digits = _SyntheticWords.make(folder / "digits", DIGITS, "mild", words, write_words, with_texts=True)
    alone = []
    for row in rows_alone(steps):
        figures = []
        for seed in seeds:
            common = {"preset": "small", "steps": steps, "seed": seed, "validate_every": steps}
            source = digits.texts(row.texts)
            run = folder / f"{row.name} {seed}"
            module = __name__ if row.one_way else "benchmarks.recipes"
            model = train(run, source | common | dict(row.choices), module)
            if row.one_way:
                one_way_gru()  # known before the file is read
            figures.append(evaluated(model, digits.unseen, folder / f"{run.name} evaluated"))
        alone.append({"row": row.name} | {name: [each[name] for each in figures] for name in MEASURES})
    whole = []
    for name, choices in PAIRS.items():
        synthetic = _SyntheticWords.make(folder / name, ALNUM, choices["effects"], words, write_words)
        for loss in (_USUAL, "paper"):
            timed = {"minutes": minutes, "steps": 1_000_000, "seed": 0} | dict(choices)
            timed |= {"loss": "paper"} if loss == "paper" else {}
            model = train(folder / f"{name} {loss}", synthetic.texts(False) | timed)
            found_once = evaluated(model, synthetic.unseen, folder / f"{name} {loss} evaluated")
            whole.append({"row": f"{name}, {loss}"} | {measure: [found_once[measure]] for measure in MEASURES})
    (folder / "table.md").write_text(table(alone, whole), encoding="utf-8")
    return {"steps": steps, "seeds": list(seeds), "minutes": minutes, "words": words, "alone": alone, "whole": whole}


def table(*parts: Sequence[Mapping[str, Any]]) -> str:
    """Return the rows as Markdown: per cent, the mean over the seeds and the least and the most of them."""
    lines = ["| | " + " | ".join(MEASURES.values()) + " |", "|---" * (1 + len(MEASURES)) + "|"]
    rows = [row for part in parts for row in part]
    lines += [f"| {row['row']} | " + " | ".join(_cell(row[measure]) for measure in MEASURES) + " |" for row in rows]
    return "\n".join(lines) + "\n"


def _cell(values: Sequence[float | None]) -> str:
    known = [100 * value for value in values if value is not None]
    if not known:
        return "–"
    mean = f"{statistics.mean(known):.1f}"
    return mean if len(known) == 1 else f"{mean} ({min(known):.1f}–{max(known):.1f})"


@dataclass(frozen=True, slots=True)
class _SyntheticWords:
    """The words of some symbols: a stream without end to train with, and folders."""

    folder: Path
    effects: str

    @classmethod
    def make(
        cls,
        folder: Path,
        symbols: str,
        effects: str,
        words: int,
        write_words: Callable[..., None],
        *,
        with_texts: bool = False,
    ) -> _SyntheticWords:
        from core.charset import Charset
        from core.data.drawing import scene_effects
        from core.data.drawing.demo import prepare

        config = prepare(Charset(tuple(symbols)), scene_effects.PRESETS[effects]).config
        folder.mkdir(parents=True, exist_ok=True)
        # the project only says what the charset is: its own words have no share in the training
        for part, count, seed in (("project", 4, 1), ("validation", 200, 2), ("unseen", words, 3)):
            write_words(folder / part, config, count, seed)
        if with_texts:
            write_words(folder / "texts", config, WORDS, 4, keep=round(WITH_POLYGONS * WORDS))
        return cls(folder, effects)

    @property
    def unseen(self) -> Path:
        return self.folder / "unseen"

    def texts(self, is_wanted: bool) -> dict[str, Any]:
        """Return the choices of a training on the words with texts, or on the stream."""
        return {
            "folder": str(self.folder / ("texts" if is_wanted else "project")),
            "validation": str(self.folder / "validation"),
            "synthetic": 0 if is_wanted else 1,
            "effects": self.effects,
            "augmentation": "none",
            "tensorboard": False,
        }


def one_way_gru() -> Any:
    """Return the order branch's GRU as the paper has it: from left to right alone. Keras knows it from then on."""
    import keras
    from keras import layers

    from core.model.network.branches import RowGRU

    package, name = "textscanner_benchmarks", "OneWayGRU"
    known = keras.saving.get_registered_object(f"{package}>{name}")
    if known is not None:
        return known

    @keras.saving.register_keras_serializable(package=package, name=name)
    class OneWayGRU(RowGRU):
        """A GRU along the width of every row, in one direction."""

        def __init__(self, units: int, unroll: bool = False, **kwargs: Any) -> None:
            super().__init__(units, unroll, **kwargs)
            self.gru = layers.GRU(units, return_sequences=True, unroll=unroll, dtype=self.dtype_policy, name="gru")

    return OneWayGRU


def main() -> None:
    """Train as a file says, with the GRU in one direction."""
    from benchmarks.recipes import run_training
    from core.model.network import branches

    branches.RowGRU = one_way_gru()  # type: ignore[misc]
    run_training(Path(sys.argv[2]))


if __name__ == "__main__":
    main()
