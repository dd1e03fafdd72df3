"""Makes the model that comes along of a run: `python -m benchmarks.card RUN --version N --words FOLDER…`.

Copies the run's model to `core/model/bundled/reader.keras` and writes its card `reader.md` beside it: facts that the
program reads, then for people data and licences, recipe, curve, figures on the labelled words in each FOLDER, which no
training has seen, speed, and what the model does not read.
"""

from __future__ import annotations

import argparse
import shutil
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from benchmarks.processes import Child
from benchmarks.reading import BATCH, ROUNDS, WORDS
from benchmarks.recipes import CURVE
from core.runs.bundled import BUNDLED, BundledModel, file_hash
from core.runs.files import RunFiles, json_lines, read_object

if TYPE_CHECKING:
    from core.model.using.evaluation import Evaluation
    from core.model.using.manner import Manner

_SHOWN = 20  # confusions
_CURVE_ROWS = 12

_DATA = """\
Rendered words alone: no pixel of a photographed word was trained on. What they were drawn with:

- 1,444 faces of 732 families from Google Fonts as of 2015, of which 1,371 draw letters and digits that look like
  themselves. Licences: SIL Open Font Licence, Apache 2.0, Ubuntu Font Licence.
- 1,388 photographs of surfaces (brick, metal, wood, plaster, cloth, posters) as ground and on the strokes, from
  Debian's `ufoai-textures`, by the contributors of UFO: Alien Invasion. Licences: GPL 2 or later, CC BY, CC BY-SA.
- English words by frequency from wordfreq by Robyn Speer, data CC BY-SA 4.0; `core/data/drawing/texts/english.txt`
  names wordfreq's own sources.
- Statistics of real words (pairs of colours, lengths, letter case, margins) from the training part of IIIT 5K-word
  (Mishra, Alahari and Jawahar, BMVC 2012), and none of its pictures.

Neither fonts nor surfaces are part of the program. The model has the licence of the program, Apache 2.0."""

_LANGUAGE = "en"

_NOT_READ = """\
- Anything but the {count} symbols above: no punctuation, no accents, no other script. Spaces are passed over.
- Words of more than {longest} characters, and pictures with more than one line.
- Vertical words, words that are turned far, and handwriting: hardly any was drawn.
- Letter case where only the size tells it (c, o, s, v, w, x, z): compare the columns "exact" and "any case"."""


@dataclass(frozen=True, slots=True)
class Measured:
    """The evaluation of one folder, by the options that the words were read with."""

    name: str
    plain: Evaluation
    others: Mapping[str, Evaluation]


def make_card(run: Path, words: Sequence[Path], version: int, out: BundledModel, speeds: Mapping[str, float]) -> str:
    """Return the card of a run's model, which lies at its place already.

    Parameters
    ----------
    run : Path
        With its curve beside it, where `benchmarks.recipes` has trained it.
    words : sequence of Path
        Folders of labelled words.
    version : int
    out : BundledModel
    speeds : mapping of str to float
        Words a second, by what they are of.
    """
    from core.model.network.saving import load_model  # noqa: PLC0415
    from core.model.using.manner import Manner  # noqa: PLC0415

    facts = f"version: {version}\nhash: {file_hash(out.path)}\nlanguage: {_LANGUAGE}"
    out.card.write_text(f"---\n{facts}\n---\n", encoding="utf-8")  # the one before describes another file
    recogniser = load_model(out.path)
    spec = recogniser.spec
    other = {
        "": Manner(language_model=True),
        "`--crops 3`": Manner(crops=3, language_model=True),
        "`--crops 5`": Manner(crops=5, language_model=True),
        "`--network-alone --ignore-case`": Manner(ignore_case=True),
        "`--network-alone --crops 3`": Manner(crops=3),
    }
    measured = [_measured(out.path, folder, other) for folder in words]
    parts = [
        f"---\n{facts}\nsymbols: {''.join(spec.charset)}\n---",
        f"# reader {version}",
        f"Reads words of streets, signs and covers: {len(spec.charset)} symbols (digits, capital and small letters), "
        f"up to {spec.maps.max_length} characters, from {spec.maps.height} × {spec.maps.width} pixels. "
        f"{sum(v.value.shape.num_elements() for v in recogniser.model.trainable_variables):,} parameters, "
        f"{out.path.stat().st_size / 1e6:.1f} MB. Written by `python -m benchmarks.card`.",
        "## Data and licences",
        _DATA,
        "## Recipe",
        *_recipe(run),
        "## Figures",
        "On real words, none of which was trained on; the weights of the language model were chosen on them. Default "
        "options, so with the language model, unless a row names others. Everything below this table is by the "
        "network alone.",
        "\n".join(_figures(measured)),
        "## By the length of the word",
        "\n".join(_by_length(measured)),
        "## By symbol",
        "Share of a symbol's occurrences that are read as that symbol, over all folders.",
        "\n".join(_by_symbol(measured)),
        "## Confusions",
        f"The {_SHOWN} most frequent: " + ", ".join(_confused(measured)) + ".",
        "## Speed",
        "\n".join(["| | words/s |", "|---|---|", *(f"| {name} | {value:.0f} |" for name, value in speeds.items())]),
        "## What it does not read",
        _NOT_READ.format(count=len(spec.charset), longest=spec.maps.max_length),
    ]
    return "\n\n".join(parts) + "\n"


def _measured(model: Path, folder: Path, others: Mapping[str, Manner]) -> Measured:
    from core.model.using.jobs import evaluate_files  # noqa: PLC0415

    found = {name: evaluate_files(model, folder, manner=manner) for name, manner in others.items()}
    return Measured(folder.name, evaluate_files(model, folder), found)


def _recipe(run: Path) -> Iterator[str]:
    files = RunFiles(run)
    choices, kept = read_object(files.choices), read_object(files.model_facts)
    batch, best = int(choices.get("batch") or 0), int(kept.get("step") or 0)
    path = run.with_suffix(f".{CURVE}")
    curve = [*json_lines(path)] if path.exists() else []
    hours = next((point["minutes"] / 60 for point in curve if point["step"] == best), None)
    named = (
        "preset", "synthetic", "effects", "curriculum", "augmentation", "cache_drawn", "batch", "learning_rate",
        "warmup", "weight_decay", "clip_norm", "ema", "monitor", "seed",
    )  # fmt: skip
    yield (
        "`python -m benchmarks.recipes reader`: "
        + ", ".join(f"{name} {choices[name]}" for name in named if name in choices)
        + "."
    )
    took = "" if hours is None else f" after {hours:.1f} hours on two cores of a shared machine"
    yield f"The weights are those of step {best:,}{took}: {best * batch:,} images seen."
    used = read_object(files.facts).get("data", {}).get("validation", {}).get("used")
    if used:
        yield (
            f"The step was chosen by the best {choices.get('monitor')} on {used:,} words that were not trained on; "
            "where the folders below hold them, the figures are that much too high."
        )
    if curve:
        every = max(1, -(-len(curve) // _CURVE_ROWS))
        rows = [point for number, point in enumerate(curve, 1) if number % every == 0 or number == len(curve)]
        yield "\n".join(
            [
                "| step | minutes | exact | any case | 1 − NED |",
                "|---|---|---|---|---|",
                *(
                    f"| {p['step']:,} | {p['minutes']:.0f} | {_percent(p.get('word_accuracy'))} | "
                    f"{_percent(p.get('word_accuracy_ci'))} | {_percent(p.get('one_minus_ned'))} |"
                    for p in rows
                ),
            ]
        )


def _figures(measured: Sequence[Measured]) -> Iterator[str]:
    yield "| words | options | count | exact | any case | 1 − NED | centre in box | order |"
    yield "|---|---|---|---|---|---|---|---|"
    for each in measured:
        for name, found in {**each.others, "`--network-alone`": each.plain}.items():
            m = found.metrics
            shares = (m.word_accuracy, m.word_accuracy_ci, m.one_minus_ned, m.center_in_box, m.order_accuracy)
            yield f"| {each.name} | {name} | {m.images:,} | " + " | ".join(map(_percent, shares)) + " |"


def _by_length(measured: Sequence[Measured]) -> Iterator[str]:
    lengths = sorted({length for each in measured for length in each.plain.by_length})
    yield "| characters | " + " | ".join(f"{each.name}: words | exact" for each in measured) + " |"
    yield "|---|" + "---|---|" * len(measured)
    for length in lengths:
        scores = [each.plain.by_length.get(length) for each in measured]
        cells = ["– | –" if score is None else f"{score.words} | {_percent(score.accuracy)}" for score in scores]
        yield f"| {length} | " + " | ".join(cells) + " |"


def _by_symbol(measured: Sequence[Measured]) -> Iterator[str]:
    totals: Counter[str] = Counter()
    right: Counter[str] = Counter()
    for each in measured:
        totals.update(each.plain.totals)
        right.update({symbol: each.plain.confusions[symbol, symbol] for symbol in each.plain.totals})
    named = sorted(totals, key=lambda symbol: (right[symbol] / totals[symbol], symbol))
    yield "| symbol | occurrences | read |"
    yield "|---|---|---|"
    for symbol in named:
        shown = symbol.replace("|", "\\|")
        yield f"| {shown} | {totals[symbol]:,} | {_percent(right[symbol] / totals[symbol])} |"


def _confused(measured: Sequence[Measured]) -> Iterator[str]:
    counts: Counter[tuple[str | None, str | None]] = Counter()
    for each in measured:
        counts.update({pair: count for pair, count in each.plain.confusions.items() if pair[0] != pair[1]})
    for (wanted, read), count in counts.most_common(_SHOWN):
        if wanted is None:
            yield f"{read} too much {count} ×"
        elif read is None:
            yield f"{wanted} missed {count} ×"
        else:
            yield f"{wanted} as {read} {count} ×"


def _percent(share: Any) -> str:
    return "–" if share is None else f"{100 * share:.1f} %"


def measured_speeds() -> dict[str, float]:
    """Words a second on one core and on two, one by one and in batches."""
    found = {}
    for cores, said in ((1, "one core"), (2, "two cores")):
        for batch, how in ((1, "one by one"), (BATCH, f"batches of {BATCH}")):
            with Child("benchmarks.reading:Reading", kind="reader", batch=batch, cores=cores) as child:
                found[f"{said}, {how}"] = WORDS / min(child.call("read").wall for _ in range(ROUNDS))
    return found


def main() -> None:
    """Put the model in its place and write its card."""
    parser = argparse.ArgumentParser(prog="benchmarks.card", description=__doc__)
    parser.add_argument("run", type=Path)
    parser.add_argument("--version", type=int, required=True)
    parser.add_argument("--words", type=Path, nargs="+", required=True)
    parser.add_argument("--out", type=Path, default=BUNDLED.folder)
    options = parser.parse_args()
    out = BundledModel(options.out)
    out.folder.mkdir(parents=True, exist_ok=True)
    speeds = measured_speeds()  # first: what this process loads afterwards would take cores from its children
    shutil.copyfile(RunFiles(options.run).model, out.path)
    out.card.write_text(make_card(options.run, options.words, options.version, out, speeds), encoding="utf-8")
    print(f"{out.name}: {out.path.stat().st_size / 1e6:.1f} MB, {out.card}")


if __name__ == "__main__":
    main()
