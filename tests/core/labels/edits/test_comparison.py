from dataclasses import replace
from typing import Any

import pytest
from support.words.boxes import boxed

from core.labels.edits import edits
from core.labels.edits.comparison import CharacterDifference, differences
from core.labels.label import WordLabel


def label_of(text: str) -> WordLabel:
    return WordLabel(tuple(replace(c, order=i) for i, c in enumerate(boxed(text), 1)), text)


WORD, AB = label_of("word"), label_of("ab")


@pytest.mark.parametrize(
    ("first", "second", "expected"),
    [
        pytest.param(WORD, label_of("word"), (), id="equal labels"),
        pytest.param(WORD, label_of("ward"), (CharacterDifference(2, 2, ("symbol",)),), id="a symbol in its place"),
        pytest.param(WORD, edits.move(WORD, [3], 1, 0), (CharacterDifference(4, 4, ("shape",)),), id="moved"),
        pytest.param(WORD, edits.set_ignored(WORD, [0]), (CharacterDifference(1, 1, ("other",)),), id="illegible"),
        pytest.param(
            label_of("wod"),
            WORD,
            (CharacterDifference(None, 3), CharacterDifference(3, 4, ("shape",))),
            id="one is inserted and shifts the others",
        ),
        pytest.param(WORD, edits.delete(WORD, [0]), (CharacterDifference(1, None),), id="one is deleted"),
        pytest.param(
            AB,
            edits.delete(label_of("xy"), [0]),
            (CharacterDifference(1, None), CharacterDifference(2, 1, ("symbol",))),
            id="found by its polygon among different symbols",
        ),
        pytest.param(AB, WordLabel(AB.characters[::-1], text="ab"), (), id="another place in the file"),
        pytest.param(
            AB, WordLabel(), (CharacterDifference(1, None), CharacterDifference(2, None)), id="all from nothing"
        ),
    ],
)
def test_characters_differ_in_symbol_shape_or_something_else_or_are_on_one_side_alone(
    first: Any, second: Any, expected: tuple[Any, ...]
):
    assert differences(first, second) == expected
