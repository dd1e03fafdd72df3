import pytest

from core.base.spreadsheet import csv_text


@pytest.mark.parametrize("text", ['=HYPERLINK("http://x")', "+cmd|' /C calc'!A0", "-2+3", "@SUM(1)", "\t=1"])
def test_text_that_a_spreadsheet_would_compute_gets_an_apostrophe(text: str):
    assert csv_text([(text,)]).strip('"').startswith("'")
    assert not csv_text([(text,)], raw=True).strip('"').startswith("'")


@pytest.mark.parametrize("cell", ["a=b", "", "-0.5", "+1e-3", -3, None, "汉"])
def test_numbers_and_other_texts_stay(cell: str | int | None):
    assert csv_text([(cell, 1)]) == csv_text([(cell, 1)], raw=True)


def test_what_nobody_could_see_in_a_cell_is_shown_as_a_replacement_unless_it_is_for_a_program():
    assert csv_text([("a\x1b[2J\u200fb",)]) == "a\ufffd[2J\ufffdb\r\n"
    assert csv_text([("a\x1bb",)], raw=True) == "a\x1bb\r\n"
