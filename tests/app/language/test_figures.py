"""Numbers as a person reads them."""

import pytest

from app.language.figures import share_of, validation_share


@pytest.mark.parametrize(
    ("share", "count", "expected"),
    [(1.0, 2, "2 of 2"), (0.5, 30, "50.0 %"), (0.625, None, "62.5 %"), (0.81, 2, "81.0 %"), (22 / 29, 29, "22 of 29")],
)
def test_a_share_of_fewer_than_thirty_words_is_a_count(share: float, count: int | None, expected: str) -> None:
    assert share_of(share, count) == expected


def test_validation_words_are_counted_where_they_are_few() -> None:
    assert validation_share(1.0, 2) == "2 of 2 validation words"
    assert validation_share(0.81, 300) == "81.0 % of the validation words"
