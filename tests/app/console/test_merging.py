from dataclasses import replace
from pathlib import Path

import pytest

from app.cli import run
from core.labels.edits import edits
from core.labels.files.storage import read_label, write_label
from core.labels.geometry import rectangle
from core.labels.label import CharacterLabel, WordLabel

WORD = WordLabel(
    tuple(CharacterLabel(symbol, rectangle(10 * i, 0, 10 * i + 10, 20)) for i, symbol in enumerate("word")), text="word"
)


def test_merge_label_exits_with_1_and_names_the_characters_in_conflict(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
):
    base, ours, theirs = (tmp_path / name / "word.json" for name in ("base", "ours", "theirs"))
    for path, label in ((base, WORD), (ours, edits.retype(WORD, [0], "l")), (theirs, edits.retype(WORD, [0], "c"))):
        path.parent.mkdir()
        write_label(path, label, (20, 60))
    before = ours.read_bytes()
    files = [str(path) for path in (base, ours, theirs)]
    assert run(["merge-label", *files]) == 1
    assert capsys.readouterr().err == "character 1 “l”: its symbol was changed on both sides.\n"
    assert ours.read_bytes() == before
    write_label(theirs, replace(WORD, status="reviewed"), (20, 60), read_label(theirs))
    assert run(["merge-label", *files]) == 0
    assert run(["merge-label", *files[:2]]) == 2
