"""What the terminal prints: figures for people.

It stands alone because no other test of a command needs a folder of ten thousand words.
"""

import pytest

from app.console.terminal import figure
from benchmarks.measuring import row


@pytest.mark.parametrize(
    ("value", "text"),
    [(9999, "9,999"), (12345, "12,345"), (0.98765, "0.9877"), (12345.6, "1.235e+04"), (None, "–"), (True, "True")],
)
def test_counts_are_exact_and_other_numbers_have_four_digits(value: float | None, text: str):
    assert figure(value) == text


def test_a_count_of_a_benchmark_is_exact():
    assert (row("words", 12345, "")["value"], row("time", 1.23456, "s")["value"]) == (12345, 1.235)
