import os
import shutil
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from fontTools.fontBuilder import FontBuilder
from fontTools.pens.ttGlyphPen import TTGlyphPen
from fontTools.ttLib import TTFont

from core.base.errors import SynthesisError
from core.base.progress import Cancelled, Staged, ignore_news
from core.base.systems import system
from core.charset import ALNUM
from core.data.drawing.font_memory import FontMemory
from core.data.drawing.font_traits import LIST_NAME, listed_traits, traits_of
from core.data.drawing.fonts import BUNDLED, FontFace, bundled, bundled_folder, in_folder, of_system, ranks
from core.data.drawing.glyphs import draw
from core.data.drawing.synthesis import FaceChoice

NOT_TEXT = ("LastResortHE-Regular.ttf", "cmex10.ttf", "cmsy10.ttf", "cmmi10.ttf")


def wrong_symbols(path: Path) -> list[str]:
    """Letters and digits that a font does not map, draws as a missing glyph, or draws as something else."""
    with TTFont(path, lazy=True) as font:
        cmap = font.getBestCmap()
    missing = draw(str(path), 0, "\U0010fffe", 48).mask
    places = ranks(str(path), 0)

    def is_right(symbol: str) -> bool:
        mask = draw(str(path), 0, symbol, 48).mask
        unlike_missing = mask.shape != missing.shape or bool((mask != missing).any())
        mapped = cmap.get(ord(symbol), ".notdef") != ".notdef"
        return mapped and bool(mask.any()) and unlike_missing and places[symbol] <= 8

    return [symbol for symbol in ALNUM if not is_right(symbol)]


@pytest.mark.parametrize("name", BUNDLED)
def test_every_font_on_the_list_draws_each_letter_and_digit_it_is_asked_for(name: Any):
    assert wrong_symbols(bundled_folder() / name) == []


@pytest.mark.parametrize("name", NOT_TEXT)
def test_that_look_finds_fonts_that_draw_other_glyphs(name: Any):
    assert name not in BUNDLED
    assert len(wrong_symbols(bundled_folder() / name)) >= 5


def test_bundled_fonts_have_all_letters_and_digits_and_come_in_the_order_of_the_list():
    faces = bundled(ALNUM)
    assert [face.name for face in faces] == list(BUNDLED)
    assert all(face.symbols == frozenset(ALNUM) for face in faces)


@pytest.mark.parametrize("symbol", ["<", "$", "_", "|", "&"])
def test_computer_modern_is_not_asked_for_signs_that_tex_keeps_elsewhere(symbol: str):
    names = {face.name for face in bundled(symbol)}
    assert "DejaVuSans.ttf" in names
    assert not any(name.startswith("cm") for name in names)


@pytest.mark.parametrize(("asked", "drawn"), [("Aé中", "Aé"), ("A\u0301\u05d0\u0628", "A")], ids=["lacking", "joining"])
def test_face_offers_only_symbols_that_it_has_and_that_stand_alone(tmp_path: Path, asked: str, drawn: str):
    shutil.copy(bundled_folder() / "DejaVuSans.ttf", tmp_path)
    (face,) = in_folder(tmp_path, asked).faces
    assert face.symbols == frozenset(drawn)


@pytest.mark.parametrize("name", ["cmex10.ttf", "cmsy10.ttf", "cmmi10.ttf", "LastResortHE-Regular.ttf"])
def test_symbol_fonts_are_known_by_the_name_inside_whatever_the_file_is_called(tmp_path: Path, name: str):
    shutil.copy(bundled_folder() / name, tmp_path / "nice.ttf")
    with pytest.raises(SynthesisError, match="no font here draws"):
        in_folder(tmp_path, ALNUM)


def test_font_whose_letters_look_like_others_is_not_believed_under_any_name(tmp_path: Path):
    with TTFont(bundled_folder() / "cmsy10.ttf") as font:
        for record in font["name"].names:
            record.string = "Nice Sans"
        font.save(tmp_path / "nice.ttf")
    with pytest.raises(SynthesisError, match="no font here draws"):
        in_folder(tmp_path, ALNUM)


def drawn_font(
    path: Path, cmap: dict[int, str], empty: tuple[str, ...] = (), like_missing: tuple[str, ...] = ()
) -> None:
    """Save a font whose glyphs are triangles of different sizes, some empty, some the square of a missing glyph."""
    names = [".notdef", *dict.fromkeys(cmap.values())]
    glyphs = {}
    for number, name in enumerate(names):
        pen = TTGlyphPen(None)
        if name == ".notdef" or name in like_missing:
            pen.moveTo((100, 0))
            for point in ((100, 700), (600, 700), (600, 0)):
                pen.lineTo(point)
            pen.closePath()
        elif name not in empty:
            pen.moveTo((100, 0))
            pen.lineTo((100 + 60 * number, 700))
            pen.lineTo((800, 0))
            pen.closePath()
        glyphs[name] = pen.glyph()
    builder = FontBuilder(1000, isTTF=True)
    builder.setupGlyphOrder(names)
    builder.setupCharacterMap(cmap)
    builder.setupGlyf(glyphs)
    builder.setupHorizontalMetrics(dict.fromkeys(names, (900, 100)))
    builder.setupHorizontalHeader(ascent=800, descent=-200)
    builder.setupNameTable({"familyName": "Drawn", "styleName": "Regular"})
    builder.setupOS2()
    builder.setupPost()
    builder.save(path)


def test_symbols_without_ink_or_drawn_like_a_missing_glyph_are_not_offered_but_spaces_are(tmp_path: Path):
    cmap = {ord("A"): "a", ord("B"): "b", ord("C"): "c", ord(" "): "space"}
    drawn_font(tmp_path / "drawn.ttf", cmap, empty=("b", "space"), like_missing=("c",))
    (face,) = in_folder(tmp_path, "ABC ").faces
    assert face.symbols == frozenset("A ")


def test_glyph_that_serves_many_code_points_is_a_placeholder(tmp_path: Path):
    shared = dict.fromkeys(range(19968, 19968 + 40), "any")
    drawn_font(tmp_path / "drawn.ttf", {**shared, ord("A"): "a"})
    (face,) = in_folder(tmp_path, "A一丁").faces
    assert face.symbols == frozenset("A")


def test_damaged_font_is_refused_by_name_and_the_others_are_used(tmp_path: Path):
    shutil.copy(bundled_folder() / "cmr10.ttf", tmp_path)
    (tmp_path / "broken.ttf").write_bytes(b"\0\1\0\0 no font at all")
    (tmp_path / "readme.txt").write_text("not looked at")
    found = in_folder(tmp_path, "A")
    assert [face.name for face in found.faces] == ["cmr10.ttf"]
    (refusal,) = found.refused
    assert refusal.startswith("broken.ttf: not a font")


def test_folder_without_fonts_or_no_folder_is_one_sentence(tmp_path: Path):
    with pytest.raises(SynthesisError, match="no font here"):
        in_folder(tmp_path, "A")
    with pytest.raises(SynthesisError, match="not a folder"):
        in_folder(tmp_path / "absent", "A")


@pytest.fixture
def fonts(tmp_path: Path) -> Path:
    folder = tmp_path / "fonts"
    folder.mkdir()
    for name in ("DejaVuSans.ttf", "DejaVuSerif.ttf"):
        shutil.copyfile(bundled_folder() / name, folder / name)
    return folder


def test_a_folder_is_looked_at_once(fonts: Path, tmp_path: Path):
    first = in_folder(fonts, "abc", tmp_path / "kept")
    memory = FontMemory.of(tmp_path / "kept", fonts, "abc")
    assert all(memory.recall(path) is not None for path in fonts.iterdir())
    assert in_folder(fonts, "abc", tmp_path / "kept") == first == in_folder(fonts, "abc")


def test_fonts_of_the_system_are_looked_at_once_for_a_charset_and_the_first_time_says_so(
    fonts: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(system, "font_folders", lambda: (fonts, tmp_path / "absent"))
    told: list[str] = []
    looking = Staged(ignore_news, told.append)
    symbols = "abc" + "".join(map(chr, range(0x4E00, 0x6E00)))
    first = of_system(symbols, tmp_path / "kept", looking)
    assert told == [f"Checking which of 8,195 symbols 2 fonts in {fonts} can draw, only once: the result is kept …", ""]
    assert of_system(symbols, tmp_path / "kept", looking) == first and len(first) == 2
    assert len(told) == 2
    of_system(symbols + "d", tmp_path / "kept", looking)
    assert told[2].startswith("Checking which of 8,196 symbols")
    of_system("abcd", tmp_path / "kept", looking)  # a moment
    assert len(told) == 4


def test_a_search_of_the_systems_fonts_that_is_stopped_goes_on_where_it_was(
    fonts: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(system, "font_folders", lambda: (fonts,))

    def stop(done: int, total: int) -> None:
        raise Cancelled

    with pytest.raises(Cancelled):
        of_system("abc", tmp_path / "kept", stop)
    memory = FontMemory.of(tmp_path / "kept", fonts, "abc")
    assert [memory.recall(path) is not None for path in sorted(fonts.iterdir())] == [True, False]


def test_a_changed_file_is_looked_at_again(fonts: Path, tmp_path: Path):
    in_folder(fonts, "abc", tmp_path / "kept")
    path = fonts / "DejaVuSans.ttf"
    os.utime(path, ns=(1, 1))
    memory = FontMemory.of(tmp_path / "kept", fonts, "abc")
    assert memory.recall(path) is None
    assert memory.recall(fonts / "DejaVuSerif.ttf") is not None


def test_other_symbols_are_another_memory(fonts: Path, tmp_path: Path):
    in_folder(fonts, "abc", tmp_path / "kept")
    assert FontMemory.of(tmp_path / "kept", fonts, "abcd").recall(fonts / "DejaVuSans.ttf") is None


def test_a_damaged_memory_is_empty(fonts: Path, tmp_path: Path):
    first = in_folder(fonts, "abc", tmp_path / "kept")
    for file in (tmp_path / "kept").iterdir():
        file.write_text('{"x": [1', encoding="utf-8")
    assert in_folder(fonts, "abc", tmp_path / "kept") == first


def test_a_font_that_is_refused_is_named_each_time(fonts: Path, tmp_path: Path):
    (fonts / "broken.ttf").write_bytes(b"no font")
    for _ in range(2):
        found = in_folder(fonts, "abc", tmp_path / "kept")
        assert len(found.faces) == 2
        assert len(found.refused) == 1
        assert "broken.ttf" in found.refused[0]


def test_category_and_family_are_in_the_fonts_own_tables(fonts: Path):
    assert traits_of(fonts / "DejaVuSans.ttf", 0) == ("DejaVu Sans", "sans")
    assert traits_of(fonts / "DejaVuSerif.ttf", 0) == ("DejaVu Serif", "serif")


def test_a_list_beside_the_fonts_goes_before_their_tables(fonts: Path):
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


def test_a_family_of_many_weights_comes_as_often_as_one_of_a_single_weight():
    symbols = frozenset("a")
    many = [FontFace(f"m{number}", 0, symbols, "many", "sans") for number in range(11)]
    single = FontFace("s", 0, symbols, "single", "sans")
    display = FontFace("d", 0, symbols, "shout", "display")
    choice = FaceChoice((*many, single, display))
    rng = np.random.default_rng(0)
    drawn = [choice.draw(rng, symbols) for _ in range(2000)]
    assert drawn.count(single) / 2000 == pytest.approx(0.3, abs=0.04)  # half of sans, which is 45 of 75
    assert drawn.count(display) / 2000 == pytest.approx(0.4, abs=0.04)


def test_no_face_is_drawn_for_a_symbol_that_none_has():
    choice = FaceChoice((FontFace("a", 0, frozenset("a")),))
    assert choice.draw(np.random.default_rng(0), frozenset("b")) is None
