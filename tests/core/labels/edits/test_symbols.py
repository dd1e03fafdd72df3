from dataclasses import replace
from typing import Any

import numpy as np
import pytest
from support.words.boxes import boxed

from core.base.errors import LabelError
from core.labels.edits import symbols
from core.labels.geometry import bounds, rectangle
from core.labels.label import Area, Gaussian, Polygon, WordLabel


def word(letters: str, text: str | None = "", **keys: object) -> WordLabel:
    """Boxes of 8 × 20 pixels every 10 pixels; the text says the same unless it is given."""
    return WordLabel(boxed(letters, shape_type="rectangle", **keys), letters if text == "" else text)


def orders_of(label: WordLabel) -> list[int | None]:
    return [character.order for character in label.characters]


BOX: Polygon = rectangle(100, 0, 108, 20)


def test_a_character_is_added_at_the_end_of_word_and_file():
    label = symbols.add(word("AB"), "C", BOX)
    assert (label.reading, label.text) == ("ABC", "ABC")
    assert label.characters[2].polygon == BOX
    assert orders_of(label) == [None, None, None]


def test_a_character_added_at_a_rank_stands_there_in_the_file_so_that_no_order_is_needed():
    label = symbols.add(word("ABC"), "X", BOX, rank=2)
    assert (label.reading, label.text) == ("AXBC", "AXBC")
    assert orders_of(label) == [None] * 4
    assert label.characters[label.ranking[1]].polygon == BOX


def test_a_character_is_added_at_the_very_front():
    assert symbols.add(word("AB"), "X", BOX, rank=1).reading == "XAB"


def test_a_character_added_to_a_label_with_explicit_order_moves_those_behind_it():
    label = word("AB")
    label = replace(
        label, characters=(replace(label.characters[0], order=2), replace(label.characters[1], order=1)), text="BA"
    )
    added = symbols.add(label, "X", BOX, rank=2)
    assert (added.reading, added.text) == ("BXA", "BXA")
    assert sorted(c.order or place + 1 for place, c in enumerate(added.characters)) == [1, 2, 3]


@pytest.mark.parametrize(
    ("label", "symbol", "text", "disagrees"),
    [
        pytest.param(WordLabel(text="ABC"), "A", "ABC", True, id="a text alone stays"),
        pytest.param(word("AB", text="AX"), "C", "AX", True, id="a text that disagrees stays"),
        pytest.param(word("AB"), "###", "AB\N{REPLACEMENT CHARACTER}", False, id="an illegible one is a replacement"),
    ],
)
def test_text_of_a_label_to_which_a_character_is_added(label: Any, symbol: str, text: str, disagrees: bool):
    added = symbols.add(label, symbol, BOX)
    assert (added.text, added.disagrees) == (text, disagrees)


def test_adding_to_a_label_without_text_gives_it_none():
    assert symbols.add(word("AB", text=None), "C", BOX).text is None


@pytest.mark.parametrize("rank", [0, 4])
def test_a_rank_that_leaves_a_gap_is_refused(rank: int):
    with pytest.raises(LabelError, match="Choose 1 to 3"):
        symbols.add(word("AB"), "C", BOX, rank=rank)


def test_an_added_rectangle_is_one_only_if_it_is_a_box():
    assert symbols.add(word(""), "A", BOX, shape_type="rectangle").characters[0].shape_type == "rectangle"
    assert symbols.add(word(""), "A", BOX[:3], shape_type="rectangle").characters[0].shape_type == "polygon"


def test_deleting_takes_several_out_of_word_and_text():
    label = symbols.delete(word("ABCDE"), [1, 3])
    assert (label.reading, label.text, orders_of(label)) == ("ACE", "ACE", [None] * 3)


def test_deleting_closes_the_gap_in_explicit_orders():
    label = word("CAB")
    ordered = tuple(replace(c, order=o) for c, o in zip(label.characters, (3, 1, 2), strict=True))
    left = symbols.delete(replace(label, characters=ordered, text="ABC"), [1])
    assert (left.reading, left.text, orders_of(left)) == ("BC", "BC", [2, 1])


def test_going_to_word_level_keeps_the_text_and_what_the_characters_say_where_there_is_none():
    assert symbols.to_word_level(word("AB")) == WordLabel(text="AB")
    assert symbols.to_word_level(word("AB", text=None)) == WordLabel(text="AB")


def test_setting_characters_replaces_all_and_keeps_the_text_of_a_word_level_label():
    label = symbols.set_characters(WordLabel(text="AB"), [replace(c, order=7) for c in word("AB").characters])
    assert label == word("AB")


def test_pasted_copies_bring_everything_but_order_and_draft_marks():
    area = Area.from_array(2, 3, np.ones((2, 2), dtype=bool))
    original = replace(
        word("A").characters[0], order=1, source="model", score=0.5, area=area, gaussian=Gaussian((4, 10), (2, 3))
    )
    label = symbols.paste(word("B"), [original], dx=5, dy=1)
    copy = label.characters[1]
    assert (label.text, copy.order, copy.source, copy.score) == ("BA", None, None, None)
    assert copy.polygon == rectangle(5, 1, 13, 21)
    assert copy.area == replace(area, x=7, y=4)
    assert copy.gaussian == Gaussian((9.0, 11.0), (2, 3))


def test_duplicates_are_read_behind_the_originals():
    label = symbols.duplicate(word("BOK"), [1], 2, 2)
    assert (label.reading, label.text) == ("BOOK", "BOOK")
    assert label.in_order[2].polygon == rectangle(12, 2, 20, 22)
    assert symbols.duplicate(word("ABX"), [0, 1], 0, 30).reading == "ABABX"


def test_retyping_changes_symbol_and_text_and_keeps_the_polygon():
    label = symbols.retype(word("ABC"), [0, 2], "X")
    assert (label.reading, label.text) == ("XBX", "XBX")
    assert label.characters[0].polygon is not None
    assert [c.polygon for c in label.characters] == [c.polygon for c in word("ABC").characters]


def test_retyping_follows_the_rank_not_the_place():
    label = word("BA")
    label = replace(
        label, characters=(replace(label.characters[0], order=2), replace(label.characters[1], order=1)), text="AB"
    )
    assert symbols.retype(label, [0], "X").text == "AX"


def test_retyping_a_label_that_disagrees_may_bring_it_to_agree():
    label = symbols.retype(word("AB", text="AX"), [1], "X")
    assert (label.text, label.disagrees) == ("AX", False)


def test_retyping_in_a_label_that_disagrees_leaves_the_text_alone():
    assert symbols.retype(word("AB", text="XY"), [1], "Z").text == "XY"


def test_retyping_accepts_a_draft_and_typing_the_same_changes_nothing():
    label = word("AB", source="model", score=0.4)
    retyped = symbols.retype(label, [0], "X")
    assert [c.source for c in retyped.characters] == [None, "model"]
    assert symbols.retype(label, [0], "A") is label


def test_retyping_as_illegible_keeps_the_letter_of_the_text():
    label = symbols.retype(word("ABC"), [1], "###")
    assert (label.text, label.disagrees, label.characters[1].is_ignored) == ("ABC", False, True)


def test_retyping_an_illegible_character_makes_it_legible():
    label = symbols.retype(symbols.retype(word("ABC"), [1], "###"), [1], "X")
    assert (label.text, label.characters[1].is_ignored) == ("AXC", False)


def test_a_decomposed_symbol_is_composed():
    assert symbols.retype(word("A"), [0], "e\u0301").text == "\u00e9"


@pytest.mark.parametrize("symbol", ["", "AB"])
def test_retyping_to_none_or_several_symbols_is_refused(symbol: str):
    with pytest.raises(LabelError, match="is not one symbol"):
        symbols.retype(word("A"), [0], symbol)


def test_ignoring_marks_and_unmarks_without_touching_the_text():
    label = symbols.set_ignored(word("ABC"), [0, 2])
    assert [c.is_ignored for c in label.characters] == [True, False, True]
    assert label.text == "ABC"
    assert symbols.set_ignored(label, [0, 2], ignored=False) == word("ABC")


def test_a_vertical_cut_gives_the_left_half_the_first_symbol():
    label = symbols.split(word("AMB", text="ArnB"), 1, (14, 0), (14, 20))
    assert (label.reading, label.text) == ("ArnB", "ArnB")
    assert [bounds(c.polygon) for c in label.characters[1:3]] == [(10, 0, 14, 20), (14, 0, 18, 20)]
    assert {c.shape_type for c in label.characters} == {"rectangle"}
    assert orders_of(label) == [None] * 4


def test_the_direction_in_which_the_cut_is_drawn_does_not_matter():
    down = symbols.split(word("AMB", text="ArnB"), 1, (14, 0), (13, 20))
    up = symbols.split(word("AMB", text="ArnB"), 1, (13, 20), (14, 0))
    assert down == up


def test_a_cut_in_a_word_that_is_read_from_right_to_left_gives_the_right_half_the_first_symbol():
    label = word("BMA")
    backwards = replace(
        label,
        characters=tuple(replace(c, order=o) for c, o in zip(label.characters, (3, 2, 1), strict=True)),
        text="ArnB",
    )
    halves = symbols.split(backwards, 1, (14, 0), (14, 20))
    assert (halves.reading, halves.text) == ("ArnB", "ArnB")
    assert bounds(halves.in_order[1].polygon) == (14, 0, 18, 20)


def test_a_horizontal_cut_of_a_lone_character_gives_the_upper_half_the_first_symbol():
    label = symbols.split(word("M", text="ab"), 0, (0, 10), (8, 10))
    assert bounds(label.characters[0].polygon) == (0, 0, 8, 10)
    assert label.reading == "ab"


def test_split_symbols_default_to_what_a_longer_text_has_there():
    label = symbols.split(word("AmB", text="ArnB"), 1, (14, 0), (14, 20))
    assert (label.reading, label.text, label.disagrees) == ("ArnB", "ArnB", False)


def test_split_symbols_do_not_come_from_a_text_that_is_longer_elsewhere():
    assert symbols.split(word("AmB", text="AmBC"), 1, (14, 0), (14, 20)).reading == "AmmB"


def test_split_symbols_default_to_the_two_letters_of_a_ligature():
    assert symbols.split(word("\ufb01"), 0, (4, 0), (4, 20)).reading == "fi"


def test_split_symbols_else_stay_as_they_were_and_the_text_gets_both():
    label = symbols.split(word("AB"), 0, (4, 0), (4, 20))
    assert (label.reading, label.text) == ("AAB", "AAB")


def test_splitting_cuts_the_area_drops_the_gaussian_and_accepts_the_draft():
    area = Area.from_array(0, 0, np.ones((20, 8), dtype=bool))
    label = word("M", source="model", score=0.5, area=area, gaussian=Gaussian((4, 10), (2, 3)))
    first, second = symbols.split(label, 0, (3, 0), (3, 20)).characters
    assert first.area == Area.from_array(0, 0, np.ones((20, 3), dtype=bool))
    assert second.area == Area.from_array(3, 0, np.ones((20, 5), dtype=bool))
    assert {(c.gaussian, c.source, c.score) for c in (first, second)} == {(None, None, None)}


@pytest.mark.parametrize(("start", "end"), [((30, 0), (30, 20)), ((4, 4), (4, 4)), ((0, 0), (0, 20))])
def test_a_cut_that_misses_the_character_is_refused(start: tuple[Any, ...], end: tuple[Any, ...]):
    with pytest.raises(LabelError, match="does not pass through character 1"):
        symbols.split(word("A"), 0, start, end)


def test_splitting_in_the_middle_goes_across_the_longer_side():
    wide = replace(word("M"), characters=(replace(word("M").characters[0], polygon=rectangle(0, 0, 40, 20)),))
    first, second = symbols.split_in_middle(wide, 0).characters
    assert (bounds(first.polygon), bounds(second.polygon)) == ((0, 0, 20, 20), (20, 0, 40, 20))
    upper, lower = symbols.split_in_middle(word("M"), 0).characters
    assert (bounds(upper.polygon), bounds(lower.polygon)) == ((0, 0, 8, 10), (0, 10, 8, 20))


def test_merging_boxes_gives_the_box_around_them():
    label = symbols.merge(word("ArnB"), [1, 2])
    assert (label.reading, label.text, orders_of(label)) == ("ArB", "ArB", [None] * 3)
    assert label.characters[1].polygon == rectangle(10, 0, 28, 20)
    assert label.characters[1].shape_type == "rectangle"


def test_merging_keeps_the_symbol_of_the_first():
    assert symbols.merge(word("ABCD"), [3, 1]).text == "ABC"


def test_merging_other_shapes_gives_their_convex_hull():
    label = word("AB")
    triangle = ((8.0, 0.0), (18.0, 20.0), (8.0, 20.0))
    label = replace(label, characters=(label.characters[0], replace(label.characters[1], polygon=triangle)))
    hull = symbols.merge(label, [0, 1]).characters[0]
    assert set(hull.polygon) == {(0, 0), (8, 0), (18, 20), (0, 20)}


def test_merging_unites_painted_areas_with_the_pixels_of_unpainted_polygons():
    label = word("AB")
    area = Area.from_array(0, 0, np.ones((20, 8), dtype=bool))
    label = replace(label, characters=(replace(label.characters[0], area=area), label.characters[1]))
    merged = symbols.merge(label, [0, 1]).characters[0].area
    assert (merged.width, merged.height) == (18, 20)
    assert merged.pixels.sum() == 320  # the two pixels between the boxes are nobody's


def test_merging_an_ignored_character_with_a_legible_one_takes_its_symbol_into_the_text():
    label = word("XB", text="AB")
    label = replace(label, characters=(replace(label.characters[0], ignore=True), label.characters[1]))
    merged = symbols.merge(label, [0, 1])
    assert (merged.text, merged.reading, merged.disagrees) == ("X", "X", False)
    both = symbols.merge(symbols.set_ignored(label, [1]), [0, 1])
    assert (both.text, both.characters[0].is_ignored) == ("A", True)


def test_merging_fewer_than_two_is_refused():
    with pytest.raises(LabelError, match="needs two"):
        symbols.merge(word("AB"), [1, 1])


def test_splitting_and_merging_again_gives_the_label_again():
    label = word("AMB")
    assert symbols.merge(symbols.split(label, 1, (14, 0), (14, 20)), [1, 2]) == label
