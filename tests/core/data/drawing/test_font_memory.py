"""What is known of the fonts of a folder: category, family, and that they were looked at before."""

from __future__ import annotations

import os
import shutil
from pathlib import Path

import numpy as np
import pytest

from core.data.drawing.face_choice import FaceChoice
from core.data.drawing.font_memory import FontMemory
from core.data.drawing.font_traits import LIST_NAME, listed_traits, traits_of
from core.data.drawing.fonts import FontFace, bundled_folder, in_folder


@pytest.fixture
def fonts(tmp_path: Path) -> Path:
    folder = tmp_path / "fonts"
    folder.mkdir()
    for name in ("DejaVuSans.ttf", "DejaVuSerif.ttf"):
        shutil.copyfile(bundled_folder() / name, folder / name)
    return folder


def test_a_folder_is_looked_at_once(fonts: Path, tmp_path: Path) -> None:
    first = in_folder(fonts, "abc", tmp_path / "kept")
    memory = FontMemory.of(tmp_path / "kept", fonts, "abc")
    assert all(memory.recall(path) is not None for path in fonts.iterdir())
    assert in_folder(fonts, "abc", tmp_path / "kept") == first == in_folder(fonts, "abc")


def test_a_changed_file_is_looked_at_again(fonts: Path, tmp_path: Path) -> None:
    in_folder(fonts, "abc", tmp_path / "kept")
    path = fonts / "DejaVuSans.ttf"
    os.utime(path, ns=(1, 1))
    memory = FontMemory.of(tmp_path / "kept", fonts, "abc")
    assert memory.recall(path) is None
    assert memory.recall(fonts / "DejaVuSerif.ttf") is not None


def test_other_symbols_are_another_memory(fonts: Path, tmp_path: Path) -> None:
    in_folder(fonts, "abc", tmp_path / "kept")
    assert FontMemory.of(tmp_path / "kept", fonts, "abcd").recall(fonts / "DejaVuSans.ttf") is None


def test_a_damaged_memory_is_empty(fonts: Path, tmp_path: Path) -> None:
    first = in_folder(fonts, "abc", tmp_path / "kept")
    for file in (tmp_path / "kept").iterdir():
        file.write_text('{"x": [1', encoding="utf-8")
    assert in_folder(fonts, "abc", tmp_path / "kept") == first


def test_a_font_that_is_refused_is_named_each_time(fonts: Path, tmp_path: Path) -> None:
    (fonts / "broken.ttf").write_bytes(b"no font")
    for _ in range(2):
        found = in_folder(fonts, "abc", tmp_path / "kept")
        assert len(found.faces) == 2
        assert len(found.refused) == 1
        assert "broken.ttf" in found.refused[0]


def test_category_and_family_are_in_the_fonts_own_tables(fonts: Path) -> None:
    assert traits_of(fonts / "DejaVuSans.ttf", 0) == ("DejaVu Sans", "sans")
    assert traits_of(fonts / "DejaVuSerif.ttf", 0) == ("DejaVu Serif", "serif")


def test_a_list_beside_the_fonts_goes_before_their_tables(fonts: Path) -> None:
    rows = ["file\tfamily\tcategory", "DejaVuSans.ttf\tFriendly\tDisplay", "DejaVuSerif.ttf\tOther\tSans Serif"]
    (fonts / LIST_NAME).write_text("\n".join(rows), encoding="utf-8")
    assert dict(listed_traits(fonts)) == {
        "DejaVuSans.ttf": ("Friendly", "display"),
        "DejaVuSerif.ttf": ("Other", "sans"),
    }
    assert [(face.family, face.category) for face in in_folder(fonts, "a").faces] == [
        ("Friendly", "display"),
        ("Other", "sans"),
    ]


def test_a_family_of_many_weights_comes_as_often_as_one_of_a_single_weight() -> None:
    symbols = frozenset("a")
    many = [FontFace(f"m{number}", 0, symbols, "many", "sans") for number in range(11)]
    single = FontFace("s", 0, symbols, "single", "sans")
    display = FontFace("d", 0, symbols, "shout", "display")
    choice = FaceChoice((*many, single, display))
    rng = np.random.default_rng(0)
    drawn = [choice.draw(rng, symbols) for _ in range(2000)]
    assert drawn.count(single) / 2000 == pytest.approx(0.3, abs=0.04)  # half of sans, which is 45 of 75
    assert drawn.count(display) / 2000 == pytest.approx(0.4, abs=0.04)


def test_no_face_is_drawn_for_a_symbol_that_none_has() -> None:
    choice = FaceChoice((FontFace("a", 0, frozenset("a")),))
    assert choice.draw(np.random.default_rng(0), frozenset("b")) is None
