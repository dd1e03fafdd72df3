from dataclasses import replace
from datetime import UTC, datetime
from typing import Any

import pytest
from support.words.boxes import boxed

from core.labels.edits import edits
from core.labels.edits.merging import matched, merge_labels
from core.labels.geometry import rectangle
from core.labels.label import WordLabel

TIME = datetime(2026, 5, 4, 12, 0, tzinfo=UTC)


def label_of(text: str) -> WordLabel:
    return WordLabel(tuple(replace(c, order=i) for i, c in enumerate(boxed(text), 1)), text, status="draft")


def added(label: WordLabel, symbol: str, left: float, rank: int) -> WordLabel:
    return edits.add(label, symbol, rectangle(left, 0, left + 4, 20), rank)


WORD = label_of("word")
MOVED = edits.move(WORD, [1], 1, 1)


@pytest.mark.parametrize(
    ("mine", "theirs", "expected"),
    [
        (edits.move(WORD, [0], 1, 0), edits.move(WORD, [3], 0, 1), edits.move(edits.move(WORD, [0], 1, 0), [3], 0, 1)),
        (edits.retype(WORD, [1], "a"), edits.retype(WORD, [3], "k"), "wark"),
        (edits.retype(WORD, [1], "a"), MOVED, edits.retype(MOVED, [1], "a")),
        (edits.delete(WORD, [0]), edits.delete(WORD, [3]), "or"),
        (edits.delete(WORD, [0]), edits.delete(WORD, [0]), "ord"),
        (edits.delete(WORD, [1]), edits.retype(WORD, [3], "k"), "wrk"),
        (added(WORD, "s", 40, 5), added(WORD, "x", -6, 1), "xwords"),
        (added(WORD, "s", 40, 5), added(WORD, "s", 40, 5), "words"),
        (edits.swap(WORD, 0, 1), edits.retype(WORD, [3], "k"), "owrk"),
    ],
)  # fmt: skip
def test_changes_of_different_parts_are_both_in_the_result(mine: Any, theirs: Any, expected: Any):
    for one, two in ((mine, theirs), (theirs, mine)):
        merged = merge_labels(WORD, one, two)
        assert merged.conflicts == ()
        if isinstance(expected, WordLabel):
            assert merged.label == expected
        else:
            assert (merged.label.reading, merged.label.text) == (expected, expected)
            orders = [each.order or place for place, each in enumerate(merged.label.characters, 1)]
            assert sorted(orders) == list(range(1, len(expected) + 1))


@pytest.mark.parametrize(
    ("mine", "theirs", "named"),
    [
        (edits.delete(WORD, [2]), edits.move(WORD, [2], 1, 0), ["character 3 “r” was deleted on one side and"]),
        (edits.move(WORD, [2], 0, 1), edits.move(WORD, [2], 1, 0), ["character 3 “r”: its polygon"]),
        (edits.retype(WORD, [0], "W"), edits.retype(WORD, [0], "v"), ["“W”: its symbol"]),
        (edits.swap(WORD, 0, 1), edits.swap(WORD, 2, 3), ["the reading order"]),
        (added(WORD, "s", 40, 5), added(WORD, "y", 46, 5), ["both sides have added characters at the same place"]),
        (added(WORD, "s", 40, 5), added(WORD, "z", 41, 5), ["character 5 “s”: both sides have added it"]),
    ],
)  # fmt: skip
def test_what_both_sides_changed_is_named_and_ours_stays(mine: Any, theirs: Any, named: list[Any]):
    merged = merge_labels(WORD, mine, theirs)
    assert len(merged.conflicts) == len(named)
    assert all(part in said for part, said in zip(named, merged.conflicts, strict=True))


def test_redrawn_word_is_paired_by_place_and_not_by_number():
    base = label_of("hello")
    fewer = edits.delete(base, [0])
    redrawn = edits.move(fewer, range(4), 1, 1)
    assert matched(base, redrawn) == [1, 2, 3, 4]
    far = edits.move(base, [4], 100, 0)
    assert matched(base, far) == [0, 1, 2, 3, 4]


def test_text_of_a_word_level_label_is_no_sum_of_two_corrections():
    base = WordLabel(text="word")
    merged = merge_labels(base, replace(base, text="ward"), replace(base, text="work"))
    assert (merged.label.text, merged.conflicts) == ("ward", ("the text was changed on both sides",))


def test_corrected_text_of_a_word_level_label_is_kept_where_the_other_side_drew_its_characters():
    merged = merge_labels(WordLabel(text="ward"), WordLabel(text="word"), label_of("ward"))
    assert (merged.label.text, merged.label.reading, merged.conflicts) == ("word", "ward", ())


def test_illegible_character_keeps_its_letter_of_the_text():
    hidden = edits.retype(WORD, [1], "###")
    merged = merge_labels(WORD, hidden, edits.retype(WORD, [3], "k"))
    assert (merged.label.text, [c.symbol for c in merged.label.in_order]) == ("work", ["w", "###", "r", "k"])


def test_word_that_one_side_reviewed_as_it_was_is_a_draft_after_the_other_changed_it():
    reviewed, moved = edits.mark_reviewed(WORD, TIME, "Anna"), edits.move(WORD, [0], 1, 0)
    assert merge_labels(WORD, reviewed, moved).label.status == "draft"
    assert merge_labels(WORD, reviewed, WORD).label == reviewed
    both = merge_labels(WORD, reviewed, edits.mark_reviewed(moved, TIME.replace(hour=14), "Bo")).label
    assert (both.status, both.reviewed_by, both.characters) == ("reviewed", "Bo", moved.characters)


def test_foreign_keys_are_merged_one_by_one_and_tags_as_a_set():
    base = replace(WORD, extra=(("page", "1"),), tags=("a", "b"))
    mine = replace(base, tags=("a", "b", "c"))
    theirs = replace(base, extra=(("page", "2"), ("new", "3")), tags=("Z", "a"), split="validation")
    merged = merge_labels(base, mine, theirs)
    assert (merged.label, merged.conflicts) == (replace(theirs, tags=("Z", "a", "c")), ())
    clash = merge_labels(base, replace(base, extra=(("page", "5"),)), theirs)
    assert clash.conflicts == ('the value of "page" was changed on both sides',)


def drafted(label: WordLabel) -> WordLabel:
    characters = tuple(replace(c, source="model", score=0.5) for c in label.characters)
    return replace(label, characters=characters, text_source="model")


@pytest.mark.parametrize("base", [WordLabel(), drafted(label_of("ward"))])
def test_the_draft_of_a_model_gives_way_to_the_label_of_a_person(base: Any):
    person, draft = edits.mark_reviewed(label_of("word"), TIME), replace(drafted(label_of("vvorld")), tags=("old",))
    merged = merge_labels(base, draft, person)
    assert merged.conflicts == ()
    assert merged.label == replace(person, tags=("old",))
    assert merge_labels(base, person, draft).label == merged.label


def test_a_text_that_one_side_accepted_is_known_after_the_merge():
    base = drafted(WORD)
    merged = merge_labels(base, edits.move(base, [0], 1, 0), edits.set_text(base, "word"))
    assert merged.label.text_source is None
