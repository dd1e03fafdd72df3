import unicodedata
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from rapidfuzz.distance import Levenshtein
from support.words.boxes import boxed

from core.base.errors import LabelError
from core.labels.edits.alignment import align, set_text
from core.labels.geometry import bounds, centroid, rectangle
from core.labels.label import CharacterLabel, WordLabel


def word(letters: str, text: str | None = "", width: int = 8) -> WordLabel:
    return WordLabel(boxed(letters, 20, 5, width, gap=10 - width), letters if text == "" else text)


def boxes(label: WordLabel) -> list[tuple[float, float, float, float]]:
    return [bounds(c.polygon) for c in label.in_order]


def test_correcting_one_letter_keeps_every_polygon():
    label = set_text(word("PRIVAIE"), "PRIVATE")
    assert (label.text, label.reading, boxes(label)) == ("PRIVATE", "PRIVATE", boxes(word("PRIVAIE")))
    assert [a is b for a, b in zip(label.characters, word("PRIVAIE").characters, strict=True)].count(True) == 0
    assert label.characters[:5] == word("PRIVAIE").characters[:5]


def test_a_draft_with_another_symbol_stays_a_draft_of_the_box_and_the_text_is_known():
    label = word("ABC")
    drafts = replace(label, characters=tuple(replace(c, source="model", score=0.5) for c in label.characters))
    typed = set_text(replace(drafts, text="ABC", text_source="model"), "AXC")
    assert [(c.source, c.score) for c in typed.characters] == [("model", 0.5), ("model", None), ("model", 0.5)]
    assert (typed.known.text, typed.known.characters) == ("AXC", ())


def test_a_dropped_letter_takes_its_polygon_along_and_no_other():
    label = set_text(word("ABXCD"), "ABCD")
    expected = boxes(word("ABXCD"))
    del expected[2]
    assert (label.reading, boxes(label)) == ("ABCD", expected)


def test_a_forgotten_letter_is_placed_in_the_gap_between_its_neighbours_as_a_draft():
    gap = word("ABXCD")
    gap = WordLabel(tuple(c for c in gap.characters if c.symbol != "X"), text="ABCD")
    label = set_text(gap, "ABXCD")
    new = label.in_order[2]
    assert label.reading == "ABXCD"
    assert (new.symbol, new.source, new.score) == ("X", "model", None)
    assert bounds(new.polygon) == (38, 5, 50, 25)
    assert [c.source for c in label.in_order].count("model") == 1


def test_two_forgotten_letters_share_the_gap():
    wide = word("AXYB")
    wide = WordLabel((wide.characters[0], wide.characters[3]), text="AB")
    assert boxes(set_text(wide, "AXYB"))[1:3] == [(28, 5, 39, 25), (39, 5, 50, 25)]


def test_a_letter_without_a_gap_divides_the_wider_neighbour():
    label = word("AmB")
    wide = replace(label.characters[1], symbol="r", polygon=rectangle(30, 5, 46, 25))
    third = replace(label.characters[2], polygon=rectangle(48, 5, 56, 25))
    result = set_text(WordLabel((label.characters[0], wide, third), text="ArB"), "ArnB")
    assert result.reading == "ArnB"
    assert boxes(result)[1:3] == [(30, 5, 38, 25), (38, 5, 46, 25)]
    assert [c.source for c in result.in_order] == [None, "model", "model", None]


def test_a_letter_before_the_first_and_one_behind_the_last_extend_the_word():
    label = set_text(word("BC"), "ABCD", image_size=(30, 60))
    assert label.reading == "ABCD"
    assert boxes(label) == [(11.2, 5, 19.2, 25), (20, 5, 28, 25), (30, 5, 38, 25), (38.8, 5, 46.8, 25)]


def test_a_letter_that_would_lie_outside_the_image_divides_the_last_one():
    label = set_text(word("AB"), "ABC", image_size=(30, 40))
    assert boxes(label) == [(20, 5, 28, 25), (30, 5, 34, 25), (34, 5, 38, 25)]


def test_a_letter_before_the_left_edge_divides_the_first_one():
    label = WordLabel((CharacterLabel("B", rectangle(1, 5, 9, 25)), CharacterLabel("C", rectangle(11, 5, 19, 25))))
    assert boxes(set_text(label, "ABC"))[:2] == [(1, 5, 5, 25), (5, 5, 9, 25)]


def test_a_forgotten_letter_of_a_vertical_word_stands_between_its_neighbours():
    label = WordLabel((CharacterLabel("A", rectangle(5, 0, 25, 20)), CharacterLabel("C", rectangle(5, 44, 25, 64))))
    assert boxes(set_text(label, "ABC"))[1] == (5, 20, 25, 44)


def test_a_forgotten_letter_of_a_slanted_word_lies_on_its_line():
    label = WordLabel((CharacterLabel("A", rectangle(0, 0, 8, 8)), CharacterLabel("C", rectangle(30, 30, 38, 38))))
    x, y = centroid(set_text(label, "ABC").in_order[1].polygon)
    assert (x, y) == pytest.approx((19, 19), abs=0.1)


def test_the_text_is_normalised():
    label = set_text(word("A", text=None), "e\u0301")
    assert (label.text, label.reading) == ("\u00e9", "\u00e9")


def test_the_same_text_in_another_form_changes_nothing():
    label = WordLabel(word("\u00e9").characters, text="e\u0301")
    assert set_text(label, "\u00e9") == label


def test_no_text_removes_it_and_leaves_the_characters():
    assert set_text(word("AB"), None) == word("AB", text=None)


def test_illegible_characters_stand_for_any_symbol_and_are_not_overwritten():
    label = word("ABC")
    label = replace(
        label, characters=(label.characters[0], replace(label.characters[1], symbol="###"), label.characters[2])
    )
    assert set_text(label, "AXC").characters == label.characters
    longer = set_text(label, "AXYD")
    assert sorted(c.symbol for c in longer.in_order) in (["###", "A", "D", "X"], ["###", "A", "D", "Y"])
    assert not longer.disagrees


def test_the_reading_order_decides_not_the_file():
    label = word("CBA")
    label = replace(
        label, characters=tuple(replace(c, order=3 - i) for i, c in enumerate(label.characters)), text="ABC"
    )
    corrected = set_text(label, "XBC")
    assert [c.symbol for c in corrected.characters] == ["C", "B", "X"]


def test_a_change_of_case_is_preferred_to_another_letter():
    # deleting a and making B an A would be as short
    assert align(word("aBc").characters, "Ac") == [(0, 0), (1, None), (2, 1)]


@pytest.mark.parametrize("missing", [2, 3])
def test_a_forgotten_one_of_two_equal_letters_is_put_where_there_is_room(missing: int):
    whole = word("HELLO")
    label = WordLabel(tuple(c for i, c in enumerate(whole.characters) if i != missing), text="HELO")
    result = set_text(label, "HELLO")
    assert bounds(result.in_order[missing].polygon)[0] == 20 + 10 * missing - 2
    assert [c.source for c in result.in_order].index("model") == missing


@pytest.mark.parametrize(
    ("said", "read", "pairs"),
    [
        ("Bank", "Connn", [(0, 0), (1, 1), (2, 2), (3, 3), (None, 4)]),
        ("Connn", "Bank", [(0, 0), (1, 1), (2, 2), (3, 3), (4, None)]),
        ("ab", "xyz", [(0, 0), (1, 1), (None, 2)]),
        ("Bank", "XBank", [(None, 0), (0, 1), (1, 2), (2, 3), (3, 4)]),  # no tie: fewer edits win
    ],
)
def test_of_equally_short_ways_the_one_that_keeps_ranks_beside_each_other_wins(said: str, read: str, pairs: list[Any]):
    characters = [CharacterLabel(symbol, rectangle(10 * i, 0, 10 * i + 10, 10)) for i, symbol in enumerate(said)]
    assert align(characters, read) == pairs


@pytest.mark.long
def test_a_text_of_a_book_is_refused():
    with pytest.raises(LabelError, match="cannot be aligned"):
        set_text(word("ABCDEFGHIJ"), "x" * 2_000_000)


texts = st.text("abAB#", max_size=7)


@given(texts, texts)
def test_the_number_of_edits_is_the_edit_distance(old: Any, new: Any):
    characters = word(old).characters
    edits = sum(i is None or j is None or characters[i].symbol != new[j] for i, j in align(characters, new))
    assert edits == Levenshtein.distance(old, new)


@given(texts, texts, st.sets(st.integers(0, 6)), st.permutations(range(7)), st.sampled_from([2, 8, 10, 12]))
def test_afterwards_text_and_characters_agree_and_matched_polygons_are_kept(
    old: Any, new: Any, ignored: Any, order: Any, width: Any
):
    ranks = [rank for rank in order if rank < len(old)]
    characters = [CharacterLabel(c, rectangle(5 + 10 * i, 5, 5 + 10 * i + width, 25)) for i, c in enumerate(old)]
    characters = [replace(c, ignore=i in ignored) for i, c in enumerate(characters)]
    label = WordLabel(tuple(replace(characters[rank], order=rank + 1) for rank in ranks), text=old)
    result = set_text(label, new, (30, 90))
    assert result.text == unicodedata.normalize("NFC", new)
    assert not result.disagrees
    if not old:
        assert not result.characters
        return
    assert len(result.characters) == len(new)
    effective = [c.order or place + 1 for place, c in enumerate(result.characters)]
    assert sorted(effective) == list(range(1, len(new) + 1))
    before = {c.polygon for c in label.characters}
    assert all(c.polygon in before for c in result.characters if c.source is None)
    for character in result.characters:
        x, y = centroid(character.polygon)
        assert 0 <= x <= 90
        assert 0 <= y <= 30
