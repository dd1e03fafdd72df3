"""Writes an evaluation as figures (PNG and SVG) and tables (CSV).

The command and the window write the same files. Their words are English, as in the papers they are made for. Matplotlib
is loaded by the first figure.
"""

from __future__ import annotations

import io
import json
import math
import warnings
from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

from core.base.files import make_folder, write_atomically
from core.base.phrases import number_of
from core.base.spreadsheet import csv_text
from core.labels.maps.pictures import fonts_beside_pictures
from core.model.metrics.breakdown import (
    KINDS,
    Kind,
    Reliability,
    Tally,
    Words,
    centre_errors,
    character_readings,
    most_confused,
    reliability,
    shares,
    source_of,
    word_readings,
)
from core.model.metrics.metrics import Step, confusions

FORMATS = ("png", "svg")
SUMMARY = "evaluation.json"  # name of the file of all numbers of an evaluation

_DPI = 150
_MOST = 40  # symbols or classes of one figure: more could not be read; the tables have all
_TITLES: Mapping[Kind, str] = {
    "length": "Words by length",
    "symbol": "Characters by symbol",
    "position": "Characters by position",
    "source": "Words by folder",
}

Row = Sequence[object]


def write_figures(
    folder: Path, words: Words, maps: Mapping[str, Any] | None = None, *, raw: bool = False
) -> tuple[Path, ...]:
    """Write all figures and tables of an evaluation into a folder, and return their paths.

    Parameters
    ----------
    folder : Path
        The folder; created if missing.
    words : mapping of JudgedWord
        By relative path of the image.
    maps : mapping, optional
        `core.model.metrics.map_metrics.MapScores.to_dict`; None if no maps were compared.
    raw : bool
        See `core.base.spreadsheet.csv_text`.

    Raises
    ------
    FileWriteError
        If a file cannot be written.
    """
    make_folder(folder)
    by_kind = shares(words)
    confused = confusions(word.score for word in words.values())
    of_words, of_characters = reliability(word_readings(words)), reliability(character_readings(words))
    places = centre_errors(words).to_dict()
    tables: dict[str, tuple[Row, Iterable[Row]]] = {
        **{
            f"accuracy_by_{kind}": (
                (kind, "count", "right", "accuracy"),
                [(key, tally.count, tally.right, _short(tally.accuracy)) for key, tally in by_kind[kind].items()],
            )
            for kind in KINDS
        },
        "confusions": (("target", "predicted", "count"), _confusion_rows(confused)),
        "reliability": (
            ("of", "from", "to", "count", "right", "accuracy", "probability"),
            [*_reliability_rows("words", of_words), *_reliability_rows("characters", of_characters)],
        ),
        "centres": (("measure", "value"), [(name, _short(value)) for name, value in places.items()]),
        "words": (
            ("image", "source", "target", "predicted", "exact", "probability", "one_minus_ned"),
            [
                (
                    image,
                    source_of(image),
                    word.score.target,
                    word.score.predicted,
                    int(word.score.exact),
                    _short(word.probability),
                    _short(word.score.one_minus_ned),
                )
                for image, word in words.items()
            ],
        ),
    }
    figures: dict[str, tuple[tuple[float, float], Callable[[Any], None]]] = {
        "accuracy": ((10.0, 6.0), lambda figure: _draw_accuracy(figure, by_kind)),
        "confusions": ((7.0, 6.5), lambda figure: _draw_confusions(figure, confused)),
        "reliability": ((8.0, 4.2), lambda figure: _draw_reliability(figure, of_words, of_characters)),
    }
    if maps is not None:
        tables["maps"] = (("map", "class", "pixels", "precision", "recall", "f1", "iou"), _map_rows(maps))
        figures["maps"] = ((10.0, 5.0), lambda figure: _draw_maps(figure, maps))
    written = []
    for name, (head, rows) in tables.items():
        path = folder / f"{name}.csv"
        write_atomically(path, csv_text([head, *rows], raw=raw).encode("utf-8-sig", "backslashreplace"))
        written.append(path)
    for name, (size, draw) in figures.items():
        for form, data in _drawn(size, draw).items():
            path = folder / f"{name}.{form}"
            write_atomically(path, data)
            written.append(path)
    return tuple(written)


def write_summary(folder: Path, document: Mapping[str, Any]) -> None:
    """Write all numbers of an evaluation to the file `SUMMARY`.

    Raises
    ------
    FileWriteError
        If the file cannot be written.
    """
    text = json.dumps(document, ensure_ascii=False, indent=2, allow_nan=False)
    write_atomically(folder / SUMMARY, (text + "\n").encode("utf-8", "backslashreplace"))


def _short(value: float | None) -> str:
    return "" if value is None or math.isnan(value) else f"{value:.6g}"


def _confusion_rows(confused: Mapping[Step, int]) -> list[Row]:
    rows = sorted(confused.items(), key=lambda item: (-item[1], item[0][0] or "", item[0][1] or ""))
    return [(wanted or "", read or "", count) for (wanted, read), count in rows if wanted != read]


def _reliability_rows(name: str, calibration: Reliability) -> list[Row]:
    return [
        (
            name,
            interval.low,
            interval.high,
            interval.share.count,
            interval.share.right,
            *map(_short, (interval.share.accuracy, interval.probability)),
        )
        for interval in calibration.bins
    ]


def _map_rows(maps: Mapping[str, Any]) -> list[Row]:
    names = ("precision", "recall", "f1", "iou")
    rows: list[Row] = []
    for kind in ("character", "order"):
        rows += [
            (kind, f"({mean})", "", *(_short(maps[kind][mean][name]) for name in names)) for mean in ("micro", "macro")
        ]
        for row in maps[kind]["classes"]:
            named = "(background)" if row["class"] is None else row["class"]
            rows.append((kind, named, row["pixels"], *(_short(row[name]) for name in names)))
    return rows


# Figures


def _drawn(size: tuple[float, float], draw: Callable[[Any], None]) -> dict[str, bytes]:
    """Draw a figure of a size (inches) in all formats."""
    import matplotlib as mpl  # a second of start that only figures need
    from matplotlib.figure import Figure

    look: Any = {
        "font.family": [*fonts_beside_pictures()],
        "font.size": 8,
        "svg.hashsalt": "textscanner",
        "axes.titlesize": 9,
    }
    with mpl.rc_context(look), warnings.catch_warnings():
        warnings.filterwarnings("ignore", "Glyph", UserWarning)  # a symbol that no font has: the tables have it
        figure: Any = Figure(size, dpi=_DPI, layout="constrained")  # matplotlib's methods have no types
        draw(figure)
        drawn = {}
        for form in FORMATS:
            file = io.BytesIO()
            figure.savefig(file, format=form, metadata={"Date": None} if form == "svg" else None)
            drawn[form] = file.getvalue()
        return drawn


def _draw_accuracy(figure: Any, by_kind: Mapping[Kind, Mapping[int | str, Tally]]) -> None:
    for axes, kind in zip(figure.subplots(2, 2).flat, KINDS, strict=True):
        held = by_kind[kind]
        shown = sorted(held, key=lambda key: -held[key].count)[:_MOST]
        keys = [key for key in held if key in shown]
        axes.bar(range(len(keys)), [held[key].accuracy for key in keys], color="#3b76af")
        axes.set_xticks(range(len(keys)), [_verbatim(key) for key in keys], fontsize=7 if len(keys) < 25 else 5)
        axes.set_ylim(0, 1)
        axes.set_title(_TITLES[kind] + (f" (the {_MOST} most frequent)" if len(held) > len(keys) else ""))
        axes.set_ylabel("read rightly")
        for place, key in enumerate(keys):
            if len(keys) <= 15:
                axes.annotate(f"{held[key].count}", (place, 0.01), ha="center", va="bottom", fontsize=6, color="white")


def _draw_confusions(figure: Any, confused: Mapping[Step, int]) -> None:
    wrong = {step: count for step, count in confused.items() if step[0] != step[1]}
    order = sorted(wrong, key=lambda step: -wrong[step])
    rows, columns = most_confused(order, 0, _MOST), most_confused(order, 1, _MOST)
    axes = figure.subplots()
    axes.set_title("Confusions (what is read rightly is left out)")
    if not rows:
        axes.set_axis_off()
        axes.text(0.5, 0.5, "Nothing is confused.", ha="center", va="center", transform=axes.transAxes)
        return
    counts = [[wrong.get((row, column), 0) for column in columns] for row in rows]
    axes.imshow(counts, cmap="Blues")
    axes.set_xticks(range(len(columns)), [_verbatim(symbol) for symbol in columns])
    axes.set_yticks(range(len(rows)), [_verbatim(symbol) for symbol in rows])
    axes.set_xlabel("read (ε: nothing)")
    axes.set_ylabel("target (ε: nothing)")
    most = max(map(max, counts))
    for i, line in enumerate(counts):
        for j, count in enumerate(line):
            if count and len(rows) * len(columns) <= 900:
                axes.text(j, i, count, ha="center", va="center", fontsize=5, color="white" if count > most / 2 else "k")


def _draw_reliability(figure: Any, of_words: Reliability, of_characters: Reliability) -> None:
    for axes, name, curve in zip(
        figure.subplots(1, 2), ("words", "characters"), (of_words, of_characters), strict=True
    ):
        axes.plot([0, 1], [0, 1], "--", color="#444444", lw=1, zorder=3)
        held = [interval for interval in curve.bins if interval.share.count]
        axes.bar(
            [(interval.low + interval.high) / 2 for interval in held],
            [interval.share.accuracy for interval in held],
            width=1 / len(curve.bins) * 0.92,
            color="#3b76af",
            alpha=0.75,
        )
        axes.plot(
            [interval.probability for interval in held],
            [interval.share.accuracy for interval in held],
            "o",
            color="#b04a2f",
            ms=3,
        )
        for interval in held:
            middle = (interval.low + interval.high) / 2
            axes.annotate(f"{interval.share.count}", (middle, 0.01), ha="center", va="bottom", fontsize=5)
        axes.set_xlim(0, 1)
        axes.set_ylim(0, 1)
        axes.set_xlabel("probability")
        axes.set_ylabel("read rightly")
        error = "–" if curve.error is None else f"{curve.error:.3f}"
        axes.set_title(f"{name}: expected calibration error {error}")


def _draw_maps(figure: Any, maps: Mapping[str, Any]) -> None:
    for axes, name in zip(figure.subplots(2, 1), ("character", "order"), strict=True):
        classes = [row for row in maps[name]["classes"] if row["class"] is not None]
        shown = sorted(classes, key=lambda row: -row["pixels"])[:_MOST]
        held = [row for row in classes if row in shown]
        places = range(len(held))
        axes.bar([place - 0.2 for place in places], [row["f1"] or 0 for row in held], 0.4, label="F1")
        axes.bar([place + 0.2 for place in places], [row["iou"] or 0 for row in held], 0.4, label="IoU")
        axes.set_xticks(places, [_verbatim(row["class"]) for row in held])
        axes.set_ylim(0, 1)
        micro = maps[name]["micro"]
        scores = ", ".join(
            f"{title} {micro[measure]:.3f}" for measure, title in (("f1", "F1"), ("iou", "IoU")) if micro[measure]
        )
        words = number_of(maps["images"], "word", "words")
        axes.set_title(f"{name} map of {words}: {scores} over all pixels but the background")
        axes.legend(loc="lower right", fontsize=7)


def _verbatim(symbol: object) -> str:
    """A symbol that matplotlib does not take for mathematics. Ε for none, and for the folder of the project."""
    return "ε" if symbol is None else str(symbol).replace("$", r"\$") or "./"
