"""Makes a bundled model of a run: `python -m benchmarks.card RUN --model reader --version N --words FOLDER…`.

Copies the run's model to `core/model/bundled/reader.keras` and writes its card `reader.md` beside it: facts that the
program reads, then for people data and licences, recipe, curve, figures on the labelled words in each FOLDER, which no
training has seen, speed, and what the model does not read. With --half its weights are stored in float16. With --renew
and without RUN, the card of the bundled model gets new figures, and keeps all else.
"""

from __future__ import annotations

import argparse
import io
import shutil
import tempfile
import zipfile
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from benchmarks.processes import Child
from benchmarks.reading import BATCH, ROUNDS, WORDS
from benchmarks.recipes import CURVE
from core.base.files import write_atomically
from core.runs.bundled import READER, BundledModel, file_hash
from core.runs.files import RunFiles, json_lines, read_object

if TYPE_CHECKING:
    from core.model.using.evaluation import Evaluation

_SHOWN = 20  # confusions
_ROWS = 62  # symbols
_OUTDATED = "Since these figures were measured"  # so begins a paragraph of a card whose figures are of before a change
_CURVE_ROWS = 12

_SURFACES = """\
- 1,388 photographs of surfaces (brick, metal, wood, plaster, cloth, posters) as ground and on the strokes, from
  Debian's `ufoai-textures`, by the contributors of UFO: Alien Invasion. Licences: GPL 2 or later, CC BY, CC BY-SA.
- English words by frequency from wordfreq by Robyn Speer, data CC BY-SA 4.0; `core/data/drawing/texts/english.txt`
  names wordfreq's own sources.
- Statistics of real words (pairs of colours, lengths, letter case, margins) from the training part of IIIT 5K-word
  (Mishra, Alahari and Jawahar, BMVC 2012), and none of its pictures.

Neither fonts nor surfaces are part of the program. The model has the licence of the program, Apache 2.0."""

_ENGLISH_FACES = """\
- 1,444 faces of 732 families from Google Fonts as of 2015, of which 1,371 draw letters and digits that look like
  themselves. Licences: SIL Open Font Licence, Apache 2.0, Ubuntu Font Licence."""

_CHINESE_FACES = """\
- Debian's Chinese fonts: Noto Sans and Serif CJK in 14 weights, LXGW WenKai and Smiley Sans (SIL Open Font Licence),
  WenQuanYi Zen Hei and Micro Hei (GPL 2 with font exception; Apache 2.0), AR PL UMing, UKai, SungtiL and KaitiM
  (Arphic Public License), Droid Sans Fallback (Apache 2.0).
- Chinese words by frequency from wordfreq; `core/data/drawing/texts/chinese.txt` names wordfreq's own sources."""


@dataclass(frozen=True, slots=True)
class Kind:
    """The sentences of a card that differ by the language of the model.

    Attributes
    ----------
    language : str
        As `core.runs.bundled.BundledModel.language`.
    reads, faces, chosen, lacks : str
        The kinds of words and of symbols; the fonts; what was chosen on the words of the figures; what else is not
        read.
    """

    language: str
    reads: str
    faces: str
    chosen: str
    lacks: str


_KINDS = {
    "reader": Kind(
        "en",
        "words of streets, signs and covers: {count} symbols (digits, capital and small letters, marks of signs)",
        _ENGLISH_FACES,
        "the weights of the language model were chosen on them",
        "- Vertical words, words that are turned far, and handwriting: hardly any was drawn.\n"
        '- Letter case where only the size tells it (c, o, s, v, w, x, z): compare the columns "exact" and "any case".',
    ),
    "reader-zh": Kind(
        "zh",
        "Chinese words of signs, screens and print: {count:,} symbols (GB 2312, frequent traditional forms, digits, "
        "letters, marks of signs and prices)",
        _CHINESE_FACES,
        "nothing was chosen on them",
        "- Rarer traditional symbols, and handwriting.",
    ),
}


@dataclass(frozen=True, slots=True)
class Measured:
    """The evaluation of one folder, by the options that the words were read with."""

    name: str
    plain: Evaluation
    others: Mapping[str, Evaluation]


def make_card(
    run: Path, words: Sequence[Path], version: int, out: BundledModel, speeds: Mapping[str, float], place: str
) -> str:
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
    place : str
        The machine that trained it.
    """
    from core.model.network.saving import load_model

    kind = _KINDS[out.word]
    preset = read_object(RunFiles(run).choices).get("preset", "reader")
    facts = f"version: {version}\nhash: {file_hash(out.path)}\nlanguage: {kind.language}\npreset: {preset}"
    out.card.write_text(f"---\n{facts}\n---\n", encoding="utf-8")  # the one before describes another file
    recogniser = load_model(out.path)
    spec = recogniser.spec
    measured = [_measured(out.path, folder) for folder in words]
    parts = [
        f"---\n{facts}\nsymbols: {''.join(spec.charset)}\n---",
        f"# {out.word} {version}",
        f"Reads {kind.reads.format(count=len(spec.charset))}, up to {spec.maps.max_length} characters, from "
        f"{spec.maps.height} × {spec.maps.width} pixels. "
        f"{sum(v.value.shape.num_elements() for v in recogniser.model.trainable_variables):,} parameters, "
        f"{out.path.stat().st_size / 1e6:.1f} MB. Written by `python -m benchmarks.card`.",
        "## Data and licences",
        "Rendered words alone: no pixel of a photographed word was trained on. What they were drawn with:",
        f"{kind.faces}\n{_SURFACES}",
        "## Recipe",
        *_recipe(run, place),
        "## Figures",
        f"On real words, none of which was trained on; {kind.chosen}. Default options, so "
        "with the language model and up to four more crops of a doubtful word, unless a row names others. Below this "
        "table everything is by the network alone, of the whole image.",
        "\n".join(_figures(measured)),
        "## By the length of the word",
        "\n".join(_by_length(measured)),
        "## By symbol",
        f"Share of a symbol's occurrences that are read as that symbol, over all folders; the {_ROWS} read least.",
        "\n".join(_by_symbol(measured)),
        "## Confusions",
        f"The {_SHOWN} most frequent: " + ", ".join(_confused(measured)) + ".",
        "## Speed",
        "Pictures of noise, by the machine that wrote this card: compare models on one machine.",
        "\n".join(["| | words/s |", "|---|---|", *(f"| {name} | {value:.0f} |" for name, value in speeds.items())]),
        "## What it does not read",
        f"- Anything but the {len(spec.charset):,} symbols above. Spaces are passed over.\n"
        f"- Words of more than {spec.maps.max_length} characters, and pictures with more than one line.\n{kind.lacks}",
    ]
    return "\n\n".join(parts) + "\n"


def _measured(model: Path, folder: Path) -> Measured:
    from core.model.using.evaluation import evaluate_folder
    from core.model.using.opening import open_recogniser
    from core.model.using.reading_options import AUTO, ReadingOptions

    others = {
        "": ReadingOptions(crops=AUTO, language_model=True),
        "`--crops 1`": ReadingOptions(language_model=True),
        "`--crops 5`": ReadingOptions(crops=5, language_model=True),
    }
    found = {name: evaluate_folder(open_recogniser(model), folder, options=options) for name, options in others.items()}
    return Measured(folder.name, evaluate_folder(open_recogniser(model), folder), found)


def renew(model: BundledModel, words: Sequence[Path]) -> None:
    """Measure a bundled model anew, and put the figures in place of those of its card."""
    measured = [_measured(model.path, folder) for folder in words]
    sections = {
        "Figures": "\n".join(_figures(measured)),
        "By the length of the word": "\n".join(_by_length(measured)),
        "By symbol": "\n".join(_by_symbol(measured)),
        "Confusions": f"The {_SHOWN} most frequent: " + ", ".join(_confused(measured)) + ".",
    }
    head, *parts = model.card.read_text(encoding="utf-8").split("\n## ")
    renewed = [head]
    for part in parts:
        title, _, text = part.partition("\n")
        if title in sections:
            # What is written above a table stays, but for what is true of the figures of before.
            above = [] if title == "Confusions" else text.partition("\n|")[0].strip().split("\n\n")
            kept = [paragraph for paragraph in above if paragraph and not paragraph.startswith(_OUTDATED)]
            text = "\n" + "\n\n".join([*kept, sections[title]]) + "\n"
        renewed.append(f"{title}\n{text}")
    write_atomically(model.card, ("\n## ".join(renewed)).encode())


def _recipe(run: Path, place: str) -> Iterator[str]:
    files = RunFiles(run)
    choices, kept = read_object(files.choices), read_object(files.model_facts)
    batch, best = int(choices.get("batch") or 0), int(kept.get("step") or 0)
    path = run.with_suffix(f".{CURVE}")
    curve = [*json_lines(path)] if path.exists() else []
    minutes = next((point["minutes"] for point in curve if point["step"] == best), 0)
    named = (
        "preset", "charset", "synthetic", "effects", "curriculum", "augmentation", "cache_drawn", "batch",
        "learning_rate", "warmup", "weight_decay", "clip_norm", "ema", "monitor", "seed",
    )  # fmt: skip
    yield (
        "`python -m benchmarks.recipes reader`: "
        + ", ".join(f"{name} {choices[name]}" for name in named if name in choices)
        + "."
    )
    began = f" It began with the weights of {choices['start']}." if choices.get("start") else ""
    took = f"{minutes / 60:.1f} hours" if minutes >= 60 else f"{minutes:.0f} minutes"
    yield f"The weights are those of step {best:,} after {took} on {place}: {best * batch:,} images seen.{began}"
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
        for name, found in {**each.others, "`--language none`": each.plain}.items():
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
    for symbol in named[:_ROWS]:
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


def copy_in_half(model: Path, out: Path) -> None:
    """Copy a model file, its weights in float16: Keras widens them again when it loads them."""
    import h5py

    with tempfile.TemporaryDirectory() as folder, zipfile.ZipFile(model) as source, zipfile.ZipFile(out, "w") as copy:
        for member in source.infolist():
            data = source.read(member)
            if member.filename.endswith(".h5"):
                path = Path(folder) / "weights.h5"
                with h5py.File(io.BytesIO(data)) as had, h5py.File(path, "w") as made:
                    had.visititems(partial(_halved, made))
                data = path.read_bytes()
            copy.writestr(member.filename, data, zipfile.ZIP_DEFLATED)


def _halved(made: Any, name: str, item: Any) -> None:
    if hasattr(item, "dtype"):
        values = item[()]
        if item.dtype == np.float32:
            values = values.astype(np.float16)
            if not np.isfinite(values).all():
                raise SystemExit(f"{name} does not fit into float16. Leave out --half.")
        made.create_dataset(name, data=values)
    else:
        made.require_group(name)
    made[name].attrs.update(item.attrs)


def measured_speeds(model: Path) -> dict[str, float]:
    """Words a second of a model file on one core and on two, one by one and in batches."""
    found = {}
    for cores, said in ((1, "one core"), (2, "two cores")):
        for batch, how in ((1, "one by one"), (BATCH, f"batches of {BATCH}")):
            with Child("benchmarks.reading:Reading", kind=str(model), batch=batch, cores=cores) as child:
                found[f"{said}, {how}"] = WORDS / min(child.call("read").wall for _ in range(ROUNDS))
    return found


def main() -> None:
    """Put the model in its place and write its card."""
    parser = argparse.ArgumentParser(prog="benchmarks.card", description=__doc__)
    parser.add_argument("run", type=Path, nargs="?")
    parser.add_argument("--renew", action="store_true", help="measure the bundled model anew, and nothing else")
    parser.add_argument("--model", choices=[*_KINDS], default="reader")
    parser.add_argument("--half", action="store_true", help="store the weights in float16")
    parser.add_argument("--version", type=int)
    parser.add_argument("--words", type=Path, nargs="+", required=True)
    parser.add_argument("--trained-on", default="two cores of a shared machine", metavar="MACHINE")
    parser.add_argument("--out", type=Path, default=READER.folder)
    options = parser.parse_args()
    out = BundledModel(options.out, options.model)
    if options.renew:
        renew(out, options.words)
        return
    if options.run is None or options.version is None:
        parser.error("name a RUN and its --version, or --renew")
    out.folder.mkdir(parents=True, exist_ok=True)
    trained = RunFiles(options.run).model
    speeds = measured_speeds(trained)  # first: what this process loads afterwards would take cores from its children
    (copy_in_half if options.half else shutil.copyfile)(trained, out.path)
    card = make_card(options.run, options.words, options.version, out, speeds, options.trained_on)
    out.card.write_text(card, encoding="utf-8")
    print(f"{out.name}: {out.path.stat().st_size / 1e6:.1f} MB, {out.card}")


if __name__ == "__main__":
    main()
