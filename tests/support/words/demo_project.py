"""A small demo project: a wrong text, a wrong symbol, and a last word without a label."""

import json
from dataclasses import replace
from pathlib import Path

from core.labels.edits import edits
from core.labels.files.storage import label_path, read_label, write_label
from core.labels.label import WordLabel
from support.words.synthetic_project import synthetic_project

WRONG_TEXT, WRONG_SYMBOL, UNLABELLED = "word_00003.png", "word_00005.png", "word_00008.png"


def demo_project(folder: Path) -> str:
    synthetic_project(folder)

    def change(image: str, label: WordLabel) -> None:
        path = label_path(folder / image)
        write_label(path, label, (0, 0), read_label(path))

    def label_of(image: str) -> WordLabel:
        return read_label(label_path(folder / image)).label

    label = label_of(WRONG_TEXT)
    change(WRONG_TEXT, replace(label, text=label.word[:-1] + ("x" if label.word[-1] != "x" else "y")))
    label = label_of(WRONG_SYMBOL)
    wrong = "a" if label.in_order[0].symbol != "a" else "b"
    change(WRONG_SYMBOL, edits.retype(label, (label.ranking[0],), wrong))
    planted = [
        {"image": WRONG_TEXT, "kind": "text", "order": 1, "was": "", "now": ""},
        {"image": WRONG_SYMBOL, "kind": "symbol", "order": 1, "was": label.in_order[0].symbol, "now": wrong},
    ]
    (folder / "planted.json").write_text(json.dumps(planted), encoding="utf-8")
    word = label_of(UNLABELLED).word
    label_path(folder / UNLABELLED).unlink()
    return word
