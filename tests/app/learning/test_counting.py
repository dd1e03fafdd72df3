"""What counts as the correction of a model's draft."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path

import pytest

from app.learning.counting import Corrected, count_corrected
from core.labels.edits import edits
from core.labels.files.history import DIVISION, History, HistoryEntry, new_action
from core.labels.files.storage import serialise_label
from core.labels.geometry import rectangle
from core.labels.label import CharacterLabel, WordLabel


@pytest.mark.parametrize("time", [None, "long ago", "0001-01-01T00:00:00+23:59"])
def test_label_that_another_program_reviewed_at_no_known_time_is_of_no_round(tmp_path: Path, time: str | None) -> None:
    label = WordLabel(text="ab", status="reviewed", reviewed_at=time)
    (tmp_path / "a.json").write_bytes(serialise_label(label, "a.png", (20, 30)))
    assert count_corrected(tmp_path, ["a.png"], datetime.now(UTC)) == {"a.png": None}


@pytest.mark.parametrize(("kind", "counted"), [("", Corrected(1, True)), (DIVISION, None)])
def test_a_picture_divided_into_its_known_text_is_no_reading(tmp_path: Path, kind: str, counted: object) -> None:
    boxes = (rectangle(0, 0, 10, 20), rectangle(12, 0, 22, 20))
    characters = tuple(
        CharacterLabel(c, box, k, source="model", score=0.5)
        for k, (c, box) in enumerate(zip("ab", boxes, strict=True), 1)
    )
    draft = WordLabel(characters, "ab")
    own = (replace(characters[0], source=None), CharacterLabel("b", rectangle(13, 0, 22, 20), 2))
    states = [WordLabel(text="ab"), draft, edits.mark_reviewed(replace(draft, characters=own), datetime.now(UTC), "")]
    text, drafted, reviewed = (serialise_label(each, "a.png", (20, 30)) for each in states)
    (tmp_path / "a.json").write_bytes(reviewed)
    History(tmp_path).append(
        HistoryEntry("a.png", text, drafted, "Draft", new_action(kind)),
        HistoryEntry("a.png", drafted, reviewed, "Review"),
    )
    assert count_corrected(tmp_path, ["a.png"], None) == {"a.png": counted}
