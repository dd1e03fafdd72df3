"""Fonts beside pictures of maps."""

from pathlib import Path

import pytest

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


def test_any_font_with_chinese_symbols_writes_beside_pictures(chinese: str, plain: str, tmp_path: Path):
    gone = str(tmp_path / "gone.ttf")
    known = {"A name that nobody knows": chinese, "DejaVu Sans": plain, "DejaVu Serif": plain, "Gone": gone}
    assert [*fonts_beside_pictures(known)] == ["DejaVu Sans", "A name that nobody knows"]
    assert [*fonts_beside_pictures(known | {"SimHei": chinese})] == ["DejaVu Sans", "SimHei"]


def test_a_font_that_has_a_box_for_every_symbol_writes_nothing(chinese: str, plain: str):
    known = {"DejaVu Sans": plain, "Last Resort High-Efficiency": chinese}
    assert fonts_beside_pictures(known) == {"DejaVu Sans": plain}
