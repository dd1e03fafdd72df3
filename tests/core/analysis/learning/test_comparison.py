from support.words.learning_histories import history_of

from core.analysis.learning.comparison import compare_histories

RIGHT, WRONG = ("ab", "ab"), ("ab", "xx")


def test_each_word_is_lost_gained_sooner_or_later():
    one = history_of(
        (100, {"lost": RIGHT, "gained": WRONG, "sooner": WRONG, "later": RIGHT, "same": RIGHT, "own": RIGHT}),
        (200, {"lost": RIGHT, "gained": WRONG, "sooner": RIGHT, "later": RIGHT, "same": RIGHT, "own": RIGHT}),
    )
    other = history_of(
        (50, {"lost": RIGHT, "gained": WRONG, "sooner": RIGHT, "later": WRONG, "same": WRONG, "new": RIGHT}),
        (100, {"lost": WRONG, "gained": RIGHT, "sooner": RIGHT, "later": WRONG, "same": RIGHT, "new": RIGHT}),
        (300, {"lost": WRONG, "gained": RIGHT, "sooner": RIGHT, "later": RIGHT, "same": RIGHT, "new": RIGHT}),
    )
    found = compare_histories(one, other)
    assert found.common == 5
    assert [(each.image, each.change, each.first_learned) for each in found.differences] == [
        ("lost", "lost", (100, 50)),
        ("gained", "gained", (None, 100)),
        ("later", "later", (100, 300)),
        ("sooner", "sooner", (200, 50)),
    ]
    assert found.counts == {"lost": 1, "gained": 1, "later": 1, "sooner": 1}


def test_words_with_other_labels_are_not_compared():
    found = compare_histories(history_of((1, {"a": ("ab", "ab")})), history_of((1, {"a": ("ac", "ab")})))
    assert found.common == 0 and found.differences == ()


def test_a_word_that_only_one_run_ever_read_and_forgot_comes_before_small_differences():
    one = history_of((10, {"a": RIGHT, "b": WRONG}), (20, {"a": WRONG, "b": RIGHT}), (30, {"a": WRONG, "b": RIGHT}))
    other = history_of((10, {"a": WRONG, "b": WRONG}), (20, {"a": WRONG, "b": WRONG}), (30, {"a": WRONG, "b": RIGHT}))
    assert [(each.image, each.change) for each in compare_histories(one, other).differences] == [
        ("a", "later"), ("b", "later"),
    ]  # fmt: skip


def test_runs_that_validate_at_other_steps_are_not_said_to_differ_where_that_is_not_sure():
    often = history_of((5, {"at once": RIGHT, "short": RIGHT}), (10, {"at once": RIGHT, "short": WRONG}))
    seldom = history_of((10, {"at once": RIGHT, "short": WRONG}))
    assert [each.image for each in compare_histories(seldom, often).differences] == ["short"]
    assert compare_histories(history_of((3, {"short": WRONG})), often).differences == (), "it ended before"
