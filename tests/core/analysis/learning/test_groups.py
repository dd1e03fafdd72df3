"""What a learning history says of many words, and of one symbol."""

import math

import pytest
from support.words.learning_histories import history_of

from core.analysis.learning.groups import explained, grouped, story_of, word_lives
from core.analysis.learning.history import LearningHistory


@pytest.fixture
def learning_history() -> LearningHistory:
    """q is never read and taken for g; ab is forgotten; xq is in a folder."""
    return history_of(
        (100, {"ab.png": ("ab", "ab", ".."), "aq.png": ("aq", "ag", ".c"), "x/xq.png": ("xq", "xg", ".c")}),
        (200, {"ab.png": ("ab", "ax", ".o"), "aq.png": ("aq", "ag", ".c"), "x/xq.png": ("xq", "x", ".l")}),
    )


def test_symbols_that_were_never_read_come_first(learning_history: LearningHistory):
    first, second, *_ = grouped(learning_history, "symbol")
    assert (first.key, first.count, first.never, first.right, first.first_learned) == ("q", 2, 2, 0, None)
    assert first.words == first.never_words == (1, 2)
    assert (second.key, second.forgotten, second.never, second.first_learned) == ("b", 1, 0, 100)


def test_positions_count_characters_and_lengths_count_words(learning_history: LearningHistory):
    one, two = grouped(learning_history, "position")
    assert (one.key, one.count, one.right, one.never) == (1, 3, 3, 0)
    assert (two.key, two.count, two.right, two.never, two.forgotten) == (2, 3, 0, 2, 1)
    (length,) = grouped(learning_history, "length")
    assert (length.key, length.count, length.right, length.never, length.forgotten) == (2, 3, 0, 2, 1)


def test_the_source_of_a_word_is_its_folder(learning_history: LearningHistory):
    found = [(group.key, group.count, group.never, group.forgotten) for group in grouped(learning_history, "source")]
    assert found == [("", 2, 1, 1), ("x", 1, 1, 0)]


def test_the_life_of_a_word_is_found_by_its_image(learning_history: LearningHistory):
    lives = word_lives(learning_history)
    assert lives["ab.png"][:2] == (100, 200) and lives["ab.png"][2:] == ("", frozenset())
    assert lives["aq.png"].first_learned == math.inf and math.isnan(lives["aq.png"].forgotten)
    assert lives["x/xq.png"].never_read == "q" and lives["x/xq.png"].never_read_at == {"2"}


def test_of_two_labels_of_an_image_the_later_one_counts():
    lives = word_lives(history_of((1, {"a.png": ("ab", "ab")}), (2, {"a.png": ("ac", "ab")})))
    assert lives["a.png"].first_learned == math.inf and lives["a.png"].never_read == "c"


def test_a_symbol_that_is_never_read_is_explained_by_what_is_read_and_which_branch_fails(
    learning_history: LearningHistory,
):
    story = story_of(learning_history, "q")
    assert (story.characters, story.words, story.ever, story.first_learned) == (2, 2, 0, None)
    assert story.validations == 1 and story.first_step == 200, "the last quarter"
    assert story.read_as == (("g", 1), ("", 1)) and story.failed == {"localization": 1, "order": 0, "class": 1}
    said = "\n".join(explained(story, {"": 3, "x": 1}))
    assert "never read" in said and "the top folder 3 ×, x 1 ×" in said and "nothing 1 ×" in said
    assert "class branch causes 1" in said


def test_a_symbol_that_no_training_word_has_is_said_to_be_untaught(learning_history: LearningHistory):
    assert "No training word of this project has q" in explained(story_of(learning_history, "q"), {})[1]
    assert not any("training word" in sentence for sentence in explained(story_of(learning_history, "q")))


def test_a_symbol_outside_the_validation_words_or_the_charset_is_explained_too(learning_history: LearningHistory):
    (only,) = explained(story_of(learning_history, "z"))
    assert "no validation word has it" in only
    unknown = history_of((1, {"a.png": ("a\N{REPLACEMENT CHARACTER}", "a")}))
    (only,) = explained(story_of(unknown, "\N{REPLACEMENT CHARACTER}"))
    assert "the model's charset lacks" in only


def test_of_words_without_polygons_the_branch_is_not_known():
    story = story_of(history_of((1, {"a.png": ("ab", "ax")})), "b")
    assert "no polygons" in explained(story)[-1]
