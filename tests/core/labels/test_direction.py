"""Text that is read from right to left, as it stands in the picture."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.labels.direction import is_right_to_left, visual_order


@pytest.mark.parametrize(
    ("text", "picture"),
    [
        ("HOUSE", "HOUSE"),
        ("سلام", "مالس"),
        ("שלום", "םולש"),
        ("שלום 123", "123 םולש"),
        ("רחוב 12:30", "12:30 בוחר"),
        ("מס 5 6", "6 5 סמ"),
        ("בית A B טוב", "בוט A B תיב"),
        ("A4 שלום", "םולש A4"),
        ("کد A4", "A4 دک"),
        ("۱۲۳", "۱۲۳"),
        ("", ""),
    ],
)
def test_symbols_stand_in_the_picture_as_they_are_written(text: str, picture: str):
    assert "".join(text[place] for place in visual_order(text)) == picture


@given(st.text("ab אבس1 :", max_size=12))
def test_every_symbol_has_one_place(text: str):
    assert sorted(visual_order(text)) == [*range(len(text))]


@given(st.text("אבגס", min_size=1, max_size=12))
def test_the_order_of_reading_comes_back(text: str):
    picture = "".join(text[place] for place in visual_order(text))
    assert "".join(picture[place] for place in visual_order(picture)) == text


def test_direction_is_that_of_most_letters():
    assert is_right_to_left("שלום A") and not is_right_to_left("Name שם") and not is_right_to_left("123")
