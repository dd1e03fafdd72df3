"""Fonts beside pictures of maps."""

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from matplotlib.font_manager import FontEntry

from core.data.drawing.fonts import bundled_folder, of_system
from core.labels.maps.pictures import fonts_beside_pictures


@pytest.fixture
def chinese() -> str:
    """A font file of this machine."""
    faces = of_system(frozenset("中"))
    if not faces:
        pytest.skip("the machine has no Chinese font")
    return str(faces[0].path)


@pytest.fixture
def plain() -> str:
    return str(bundled_folder() / "DejaVuSans.ttf")


def font(name: str, file: str, weight: int = 400, style: str = "normal") -> FontEntry:
    return FontEntry(fname=file, name=name, weight=weight, style=style)


def test_any_font_with_chinese_symbols_writes_beside_pictures(chinese: str, plain: str, tmp_path: Path):
    gone = str(tmp_path / "gone.ttf")
    files = {"A name that nobody knows": chinese, "DejaVu Sans": plain, "DejaVu Serif": plain, "Gone": gone}
    known = [font(name, file) for name, file in files.items()]
    assert [*fonts_beside_pictures(known)] == ["DejaVu Sans", "A name that nobody knows"]
    assert [*fonts_beside_pictures([*known, font("SimHei", chinese)])] == ["DejaVu Sans", "SimHei"]


@given(st.permutations([("thin", 100), ("light", 300), ("regular", 400), ("bold", 700), ("black", 900)]))
def test_of_a_family_the_letters_of_usual_weight_are_taken_in_whatever_order_the_files_are(
    files: list[tuple[str, int]],
):
    known = [font("SimHei", name, weight) for name, weight in files]
    assert fonts_beside_pictures([*known, font("SimHei", "slanted", style="italic")]) == {"SimHei": "regular"}
    without = [entry for entry in known if entry.fname != "regular"]
    assert fonts_beside_pictures(without) == {"SimHei": "light"}


def test_a_font_that_has_a_box_for_every_symbol_writes_nothing(chinese: str, plain: str):
    known = [font("DejaVu Sans", plain), font("Last Resort High-Efficiency", chinese)]
    assert fonts_beside_pictures(known) == {"DejaVu Sans": plain}
