"""Words that are expected: the likeliest of a list or of a pattern is read, against all of them tried one by one."""

import random
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.base.errors import DataError
from core.labels.maps.spec import MapSpec
from core.model.using.expected import ExpectedWords, expected_spelling, words_file
from core.model.using.language_model import MOST_WORDS, Spelling, readings
from core.model.using.reading_options import ReadingOptions, read_with_options
from core.runs.spec import NetworkSpec

SYMBOLS = tuple("ABC0123")
THRESHOLD = 0.3


def read(shares: np.ndarray, spelling: Spelling, presence: float = 0.9) -> list[tuple[float, str]]:
    found = readings(shares, np.full(len(shares), presence), SYMBOLS, THRESHOLD, spelling)
    return [(score, "".join(SYMBOLS[symbol] for _, symbol in word)) for score, word in found]


def seen(word: str, sure: float = 0.9) -> np.ndarray:
    shares = np.full((len(word), len(SYMBOLS)), (1 - sure) / (len(SYMBOLS) - 1))
    shares[np.arange(len(word)), [SYMBOLS.index(symbol) for symbol in word]] = sure
    return shares


@pytest.mark.parametrize("seed", range(20))
def test_word_of_a_list_is_the_one_whose_symbols_are_seen_best(seed: Any):
    rng = random.Random(seed)
    words = ["".join(rng.choices(SYMBOLS, k=4)) for _ in range(30)]
    shares = np.random.default_rng(seed).dirichlet(np.ones(len(SYMBOLS)), 4)
    best = max(words, key=lambda word: sum(np.log(shares[k, SYMBOLS.index(c)] + 1e-5) for k, c in enumerate(word)))
    assert read(shares, ExpectedWords(words, SYMBOLS))[0][1] == best


def test_word_that_the_network_hardly_sees_is_read_if_it_alone_is_expected():
    assert read(seen("AB12"), ExpectedWords(["C030"], SYMBOLS))[0][1] == "C030"


def test_symbol_that_the_network_hardly_sees_is_read_among_many_that_a_list_or_a_pattern_allows(tmp_path: Path):
    symbols = tuple(chr(0x4E00 + number) for number in range(200))
    shares = np.full((2, 200), 1e-4)
    shares[0, :20] = 0.04  # none of these twenty begins an expected word
    shares[0, 150], shares[1, 7] = 2e-3, 0.9
    path = tmp_path / "words.txt"
    path.write_text("\n".join(first + symbols[7] for first in symbols[20:]), encoding="utf-8")
    for expected in (str(path), f"[^{''.join(symbols[:20])}]{symbols[7]}"):
        spelling = expected_spelling(expected, symbols, ignore_case=False)
        assert readings(shares, np.full(2, 0.9), symbols, THRESHOLD, spelling)[0][1] == [(0, 150), (1, 7)]


@given(st.lists(st.text("ABC0", min_size=1, max_size=4), min_size=1, max_size=12))
def test_symbols_that_a_list_allows_are_those_that_its_words_go_on_with(words: list[Any]):
    spelling = ExpectedWords(words, SYMBOLS)
    for begins in {word[:end] for word in [*words, "ZZ"] for end in range(len(word) + 1)}:
        after = {word[len(begins)] for word in words if word.startswith(begins) and len(word) > len(begins)}
        assert {SYMBOLS[number] for number in spelling.allowed(f"^{begins}")} == after
        assert (spelling.ends(f"^{begins}") == 0) == (begins in words)


def test_best_other_word_is_beside_the_one_that_is_read():
    (first, word), (second, other) = read(seen("AB12"), ExpectedWords(["AB12", "AB11", "CCCC"], SYMBOLS))[:2]
    assert (word, other) == ("AB12", "AB11")
    assert first > second


def test_pattern_is_read_as_a_whole_and_nothing_else():
    pattern = expected_spelling(r"[A-C]{2}\d{2}", SYMBOLS, ignore_case=False)
    assert read(seen("A112", sure=0.6), pattern)[0][1] in {"AA12", "AB12", "AC12"}
    assert all(len(word) == 4 for _, word in read(seen("AB123"), pattern))
    assert read(seen("AB"), pattern) == []
    assert words_file("[A-Z]{2}" * 60) is None, "longer than the name of a file may be"


def test_list_of_a_file_holds_the_words_that_the_model_can_read(tmp_path: Path):
    path = tmp_path / "words.txt"
    path.write_bytes("ab12 ÄB12\nC0".encode("utf-16"))
    spelling = expected_spelling(str(path), ("a", "b", "c", *"0123"), ignore_case=True)
    assert [spelling.ends(f"^{word}") for word in ("ab12", "c0", "äb12")] == [0, 0, -np.inf]


@pytest.mark.parametrize(
    ("name", "says"),
    [
        ("umlauts.txt", "no word in it has only symbols"),
        ("gone.txt", "cannot be read"),
        ("gone[", "neither a .txt file nor a pattern"),
    ],
)
def test_unusable_file_or_pattern_is_one_sentence(tmp_path: Path, name: str, says: str):
    (tmp_path / "umlauts.txt").write_text("ÄÖ", encoding="utf-8")
    with pytest.raises(DataError, match=says):
        expected_spelling(str(tmp_path / name), SYMBOLS, ignore_case=False)


def test_list_of_more_words_than_any_language_has_is_refused(tmp_path: Path):
    path = tmp_path / "words.txt"
    path.write_text("\n".join(map(str, range(MOST_WORDS + 1))))
    with pytest.raises(DataError, match="1,000,001 different words"):
        expected_spelling(str(path), SYMBOLS, ignore_case=False)


def test_pattern_that_reads_like_the_path_of_a_file_is_no_file(tmp_path: Path):
    path = tmp_path / "words"
    path.write_text("AB12", encoding="utf-8")
    assert words_file(str(path)) is None


def outputs(word: str, spec: NetworkSpec) -> dict[str, np.ndarray]:
    count = spec.maps.max_length
    shares = np.zeros((count, len(SYMBOLS)))
    shares[: len(word)] = seen(word)
    return {
        "shares": shares,
        "presence": np.where(np.arange(count) < len(word), 0.9, 0.0),
        "centres": np.arange(count)[:, None] * np.array([4.0, 0.0]) + 2,
        "localization_map": np.ones((8, 32)),
    }


def test_reading_tells_how_likely_it_is_and_the_best_other_word(tmp_path: Path):
    spec = NetworkSpec("small", SYMBOLS, MapSpec(height=32, width=128, stride=4, max_length=6))
    path = tmp_path / "words.txt"
    path.write_text("AB12\nAB11\n", encoding="utf-8")
    given = read_with_options([outputs("AB12", spec)], spec, ReadingOptions(expected=str(path)))
    assert [SYMBOLS[number - 1] for number in given["ids"] if number] == [*"AB12"]
    assert [SYMBOLS[number - 1] for number in given["other"]] == [*"AB11"]
    assert given["likely"][0] > 0.9 > given["likely"][1] > 0


def test_image_that_no_expected_word_fits_is_read_as_any_other():
    spec = NetworkSpec("small", SYMBOLS, MapSpec(height=32, width=128, stride=4, max_length=6))
    given = read_with_options([outputs("AB", spec)], spec, ReadingOptions(expected="[0-3]{6}"))
    assert [SYMBOLS[number - 1] for number in given["ids"] if number] == [*"AB"]
    assert not given["likely"].any()
