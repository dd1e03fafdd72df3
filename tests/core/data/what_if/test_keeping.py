from pathlib import Path

import numpy as np
import pytest

from core.base.errors import FileWriteError, LabelError
from core.base.images import read_image
from core.data.what_if.change import Change, Changed, apply_change
from core.data.what_if.keeping import keep
from core.labels.files.storage import label_path, read_label
from core.labels.geometry import rectangle
from core.labels.label import CharacterLabel, WordLabel

LABEL = WordLabel((CharacterLabel("a", rectangle(20, 5, 40, 35), 1),), "a", "reviewed")


def made(label: WordLabel = LABEL, change: Change | None = None) -> Changed:
    image = np.random.default_rng(1).integers(0, 255, (40, 60, 3), dtype=np.uint8)
    return apply_change(image, label, change or Change(rotation=10, jpeg=30))


def test_a_hard_case_is_an_image_with_its_label_under_a_free_name(tmp_path: Path):
    (tmp_path / "Word-if-1.JPG").write_bytes(b"of somebody else")
    first = keep(tmp_path, "sub/word.png", made())
    second = keep(tmp_path, "sub/word.png", made(change=Change(crop=-0.1)))
    assert (first.name, second.name) == ("word-if-2.png", "word-if-3.png")
    assert np.array_equal(read_image(first), made().pixels)
    label = read_label(label_path(first)).label
    assert (label.text, label.status) == ("a", "reviewed")
    np.testing.assert_allclose(label.characters[0].corners, made().label.characters[0].corners, atol=0.0051)
    assert len([*tmp_path.iterdir()]) == 5


def test_what_cannot_be_kept_leaves_nothing_behind(tmp_path: Path):
    with pytest.raises(LabelError, match=r"word\.png: the image has no label"):
        keep(tmp_path, "word.png", made(WordLabel()))
    with pytest.raises(LabelError, match="lies outside"):
        at_the_edge = CharacterLabel("b", rectangle(0, 0, 5, 5), 1)
        keep(tmp_path, "word.png", made(WordLabel((at_the_edge,), "b"), Change(crop=0.3)))
    assert [*tmp_path.iterdir()] == []
    with pytest.raises(FileWriteError, match="cannot be read"):
        keep(tmp_path / "gone", "word.png", made())
