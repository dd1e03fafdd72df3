from dataclasses import replace

from support.words.boxes import boxed

from core.labels.edits import edits
from core.labels.edits.comparison import CharacterDifference, differences
from core.labels.label import WordLabel


def label_of(text: str) -> WordLabel:
    return WordLabel(tuple(replace(c, order=i) for i, c in enumerate(boxed(text), 1)), text)


def test_equal_labels_do_not_differ():
    assert differences(label_of("word"), label_of("word")) == ()


def test_another_symbol_in_the_same_place_is_one_difference():
    assert differences(label_of("word"), label_of("ward")) == (CharacterDifference(2, 2, ("symbol",)),)


def test_moved_character_differs_in_its_shape():
    label = label_of("word")
    assert differences(label, edits.move(label, [3], 1, 0)) == (CharacterDifference(4, 4, ("shape",)),)


def test_illegible_character_differs_in_something_else():
    label = label_of("word")
    ignored = replace(label, characters=(replace(label.characters[0], ignore=True), *label.characters[1:]))
    assert differences(label, ignored) == (CharacterDifference(1, 1, ("other",)),)


def test_character_that_was_inserted_is_one_difference_and_shifts_the_others():
    assert differences(label_of("wod"), label_of("word")) == (
        CharacterDifference(None, 3),
        CharacterDifference(3, 4, ("shape",)),
    )


def test_deleted_character_has_no_rank_in_the_second():
    label = label_of("word")
    assert differences(label, edits.delete(label, [0])) == (CharacterDifference(1, None),)


def test_character_among_others_with_different_symbols_is_found_by_its_polygon():
    first, second = label_of("ab"), edits.delete(label_of("xy"), [0])
    assert differences(first, second) == (CharacterDifference(1, None), CharacterDifference(2, 1, ("symbol",)))


def test_place_in_the_file_is_no_difference():
    label = label_of("ab")
    turned = WordLabel(label.characters[::-1], text="ab")
    assert differences(label, turned) == ()


def test_everything_differs_from_nothing():
    assert differences(label_of("ab"), WordLabel()) == (CharacterDifference(1, None), CharacterDifference(2, None))
