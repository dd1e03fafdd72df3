"""Compares the model that `textscanner evaluate` measures with the readers that have readings in the project."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from app.console.terminal import print_error, say
from core.base.errors import filled
from core.model.metrics.breakdown import JudgedWord
from core.model.metrics.several_readers import ReadTexts, compare_readers
from core.readings.store import readings_in


def compared_readers(
    name: str, words: Mapping[str, JudgedWord], folder: Path, words_per_second: float | None = None
) -> dict[str, Any]:
    """Return the figures of each reader beside those of the model for the words that both have read.

    `name`: the model's name. `words`: the words that it was measured on, by image. `folder`: the project's folder.
    `words_per_second`: the model's speed. A damaged line of the readings is named on the terminal.
    """
    readings = readings_in(folder)
    for problem in readings.problems:
        print_error(problem)
    targets = {image: word.score.target for image, word in words.items()}
    own = ReadTexts(name, {image: word.score.predicted for image, word in words.items()}, words_per_second)
    figures = {}
    for reader in readings.readers:
        its = (read for image in targets for read in readings.of(image) if read.reading.reader == reader)
        compared = compare_readers(targets, own, ReadTexts.of(reader, its))
        if compared is not None:
            figures[reader] = compared.second.to_dict() | {
                "model_on_these_words": compared.first.to_dict(),
                "only_model": len(compared.only_first),
                "only_this": len(compared.only_second),
                "misread_alike": list(compared.misread_alike),
            }
    return figures


def print_compared(readers: Mapping[str, Any]) -> None:
    """Print a row for each reader, then the images that both the reader and the model misread alike."""
    for reader, figures in readers.items():
        model = figures["model_on_these_words"]
        words = filled("{count:,} {count:|word|words}", {"count": model["words"]})
        for name, row in ((reader, figures), ("the model", model)):
            low, high = row["word_accuracy_ci_interval"]
            speed = "" if row["words_per_second"] is None else f", {row['words_per_second']:.1f} words/s"
            say(
                f"{name}: {words}, exact {row['word_accuracy']:.4g}, any case "
                f"{row['word_accuracy_ci']:.4g} ({low:.4g} to {high:.4g}), 1 − NED {row['one_minus_ned']:.4g}{speed}"
            )
        say(f"read rightly by {reader} only: {figures['only_this']:,}; by the model only: {figures['only_model']:,}")
        if alike := figures["misread_alike"]:
            say(f"misread alike by both, where the label is often wrong: {', '.join(alike)}")
