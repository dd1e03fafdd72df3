from dataclasses import replace
from typing import Any

import pytest

from core.analysis.drafts.effort import Effort, Round, effort, newest_draft
from core.labels.geometry import rectangle
from core.labels.label import CharacterLabel, WordLabel


def label(text: str, *, moved: frozenset[int] = frozenset()) -> WordLabel:
    places = [(12 * k + (3 if k in moved else 0), symbol) for k, symbol in enumerate(text)]
    boxes = [CharacterLabel(s, rectangle(x, 0, x + 10, 20), order=k) for k, (x, s) in enumerate(places, 1)]
    return WordLabel(tuple(boxes), text)


@pytest.mark.parametrize(
    ("draft", "right", "characters"),
    [
        ("open", "open", 0),
        ("opan", "open", 1),
        ("Open", "open", 1),  # the case counts
        ("", "open", 4),
        ("open", "", 4),
        ("xopen", "open", 1),
        ("pen", "open", 1),
        ("opne", "open", 2),
    ],
)
def test_characters_are_counted_by_the_fewest_edits(draft: str, right: str, characters: int):
    assert effort(label(draft), label(right)).characters == characters


def test_a_box_that_was_moved_counts_once_and_that_of_a_new_character_not():
    assert effort(label("open"), label("open", moved=frozenset({1, 2}))) == Effort(0, 2)
    assert effort(label("ope"), label("open")) == Effort(1, 0)
    assert effort(label("opan"), label("open", moved=frozenset({2}))) == Effort(1, 1)


def test_without_polygons_only_the_text_counts():
    assert effort(label("opan"), WordLabel((), "open")) == Effort(1, 0)


def test_the_order_in_the_file_does_not_matter():
    right = label("open")
    shuffled = replace(right, characters=right.characters[::-1])
    assert effort(label("open"), shuffled) == Effort(0, 0)


@pytest.mark.parametrize(("found", "per_word"), [(Round(2, 3), 1.5), (Round(0, 0), 0.0)])
def test_a_round_says_its_corrections_a_word(found: Any, per_word: float):
    assert found.per_word == per_word


def drafted(text: str, score: float = 0.5) -> WordLabel:
    whole = label(text)
    return replace(
        whole, status="draft", characters=tuple(replace(c, source="model", score=score) for c in whole.characters)
    )


def test_the_newest_draft_is_the_last_that_a_model_made_and_no_edit_of_it():
    first, again = drafted("opex"), drafted("open", 0.9)
    shortened = replace(again, characters=again.characters[:3], text="ope")
    accepted = replace(shortened, characters=tuple(replace(c, source=None) for c in shortened.characters))
    assert newest_draft([None, first, label("open"), again, shortened, accepted]) == 3
    assert newest_draft([first]) == 0
    assert newest_draft([label("open"), None, replace(label("open"), status="reviewed")]) is None
    assert newest_draft([]) is None
