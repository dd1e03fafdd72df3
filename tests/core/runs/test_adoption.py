"""When a model that has learned takes the place of the one that it started from."""

import pytest

from core.runs.adoption import Adoption, Paired

SAME = Paired(200, 160, 160, 0, 0)


def test_words_are_counted_in_pairs() -> None:
    assert Paired.of([True, True, False, False], [True, False, True, False]) == Paired(4, 2, 2, 1, 1)


def test_interval_is_that_of_bonett_and_price() -> None:
    # p̃ = 13/102 and 3/102: 10/102 ± 1.96 · √((16/102 - (10/102)²)/102)
    assert Paired(100, 60, 70, 12, 2).interval == pytest.approx((0.02357, 0.17251), abs=1e-5)


@pytest.mark.parametrize(
    ("own", "drawn", "verdict"),
    [
        (Paired(60, 40, 52, 12, 0), SAME, "adopted"),
        (Paired(600, 500, 501, 1, 0), SAME, "asked"),
        (Paired(50, 30, 30, 0, 0), SAME, "kept"),
        (Paired(60, 50, 40, 0, 10), SAME, "kept"),
        (Paired(0, 0, 0, 0, 0), SAME, "kept"),
        (Paired(60, 40, 52, 12, 0), Paired(200, 160, 156, 2, 6), "asked"),
        (Paired(60, 40, 52, 12, 0), Paired(200, 160, 140, 0, 20), "kept"),
    ],
)
def test_only_a_model_that_reads_surely_more_and_forgets_nothing_is_adopted(
    own: Paired, drawn: Paired, verdict: str
) -> None:
    assert Adoption(own, drawn).verdict == verdict
