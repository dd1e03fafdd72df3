"""Word formation against brute force, and the upper bound on synthetic and on real labels."""

import dataclasses
import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from support.words.boxes import boxed

from core.base.errors import LabelError
from core.charset import ALNUM, Charset
from core.labels.geometry import polygon_of, rectangle
from core.labels.label import CharacterLabel, Gaussian, WordLabel
from core.labels.maps.decoding import (
    Evidence,
    cures,
    doubles,
    form_word,
    predicted_evidence,
    surely_holds,
    target_evidence,
    upper_bound,
)
from core.labels.maps.render import IGNORE, MapSpec, TargetMaps, render

CHARSET = Charset(tuple("abc"))
SPEC = MapSpec(height=32, width=32, stride=4)


def row_of_boxes(text: str, size: float = 20, gap: float = 2) -> WordLabel:
    return WordLabel(boxed(text, 4, 4, size, 24, gap), text)


@given(st.integers(0, 2**32 - 1))
def test_evidence_equals_the_sums_written_out(seed: int):
    rng = np.random.default_rng(seed)
    g, s, q = rng.random((3, 4, 5)), rng.random((3, 4, 4)), rng.random((3, 4))
    found = predicted_evidence(g, s, q)
    for k in range(1, 4):
        h = [[q[i, j] * s[i, j, k] for j in range(4)] for i in range(3)]
        for c in range(1, 5):
            assert found.votes[k - 1, c - 1] == pytest.approx(
                sum(g[i, j, c] * h[i][j] for i in range(3) for j in range(4))
            )
        assert found.presence[k - 1] == pytest.approx(max(map(max, h)))
        assert found.mass[k - 1] == pytest.approx(sum(map(sum, h)))
        i, j = divmod(int(found.peak[k - 1]), 4)
        assert h[i][j] == max(map(max, h))


@given(st.integers(0, 2**32 - 1))
def test_evidence_of_target_maps_equals_that_of_the_same_maps_as_probabilities(seed: int):
    rng = np.random.default_rng(seed)
    character = rng.integers(IGNORE, 4, (4, 6)).astype(np.int32)
    order = rng.integers(0, 4, (4, 6)).astype(np.int32)
    localization = rng.random((4, 6)).astype(np.float32)
    dense_g = np.stack([character == c for c in range(4)], axis=-1).astype(float)
    dense_s = np.stack([order == k for k in range(int(order.max()) + 1)], axis=-1).astype(float)
    sparse = target_evidence(TargetMaps(character, order, localization), 3)
    dense = predicted_evidence(dense_g, dense_s, localization.astype(np.float64))
    for ours, theirs in zip(sparse, dense, strict=True):
        np.testing.assert_allclose(ours, theirs, atol=1e-6)


def test_word_ends_at_the_last_present_character_and_reports_the_gap_before_it():
    found = Evidence(
        votes=np.array([[4.0, 1, 0], [0.2, 0, 0], [0, 0, 3.0], [0.1, 0, 0]]),
        presence=np.array([0.9, 0.29, 0.3, 0.1]),
        mass=np.array([5.0, 1, 4, 1]),
        peak=np.array([0, 1, 2, 3]),
    )
    word = form_word(found, CHARSET, SPEC, (32, 32))
    assert (word.text, word.gaps) == ("ac", (2,))
    assert [c.order for c in word.characters] == [1, 3]
    assert [c.score for c in word.characters] == pytest.approx([0.8, 0.75])
    assert word.confidence == pytest.approx(0.6)


def test_nothing_present_is_an_empty_word_without_confidence():
    found = Evidence(np.ones((2, 3)), np.array([0.1, 0.2]), np.ones(2), np.zeros(2, int))
    word = form_word(found, CHARSET, SPEC, (32, 32))
    assert (word.text, word.confidence, word.gaps) == ("", 0.0, ())


def test_centres_come_back_in_the_pixels_of_the_original_image_also_when_it_was_turned():
    label = WordLabel((CharacterLabel("a", rectangle(4, 10, 28, 30)), CharacterLabel("b", rectangle(4, 60, 28, 84))))
    spec = MapSpec(height=64, width=256)
    word = upper_bound(label, (96, 32), CHARSET, spec).word
    assert word.text == "ab"
    assert word.characters[0].center == pytest.approx((16, 20), abs=1)
    assert word.characters[1].center == pytest.approx((16, 72), abs=1)


@pytest.mark.parametrize("text", ["a", "aaa", "abcabcabcabcabcabcabcabcabcabc"])
def test_upper_bound_holds_for_repeated_letters_length_one_and_max_length(text: str):
    label = row_of_boxes(text)
    found = upper_bound(label, (32, 8 + 22 * len(text)), CHARSET)
    assert found.holds and found.word.text == text


def test_ignored_character_stands_for_any_symbol():
    label = row_of_boxes("abc")
    middle = dataclasses.replace(label.characters[1], ignore=True)
    label = dataclasses.replace(label, characters=(label.characters[0], middle, label.characters[2]))
    assert upper_bound(label, (32, 74), CHARSET).holds


def test_upper_bound_that_fails_names_the_stride_and_the_width_that_cure_it():
    label = row_of_boxes("abcabcabcabcabcabcabcabcabcabc", size=6, gap=0)  # 30 characters of 6 pixels in 640
    size, spec = (32, 640), MapSpec(stride=4)
    assert not upper_bound(label, size, CHARSET, spec).holds
    advice = cures(label, size, CHARSET, spec)
    assert [a.stride for a in advice] == [1, 4] and advice[1].width > 256
    for cure in advice:
        assert upper_bound(label, size, CHARSET, cure).holds


@given(st.integers(0, 2**32 - 1), st.sampled_from([1, 2, 4]), st.booleans())
def test_upper_bound_that_geometry_proves_holds(seed: int, stride: Any, keep_aspect: bool):
    rng = np.random.default_rng(seed)
    spec = MapSpec(height=32, width=128, stride=stride, keep_aspect=keep_aspect, shrink=rng.uniform(0.2, 1))
    width = rng.uniform(3, 20)

    def outline(k: int) -> tuple[tuple[float, float], ...]:
        angles = np.sort(rng.uniform(0, 2 * np.pi, rng.integers(3, 9)))
        radii = rng.uniform(0.2, 1.2, (len(angles), 1)) * (width / 2, rng.uniform(2, 16))
        return polygon_of(np.column_stack([np.cos(angles), np.sin(angles)]) * radii + ((k + 0.5) * width, 16))

    label = WordLabel(tuple(CharacterLabel(rng.choice(["a", "b", "c"]), outline(k)) for k in range(6)))
    size = (32, round(6 * width))
    try:
        proved = surely_holds(label, size, CHARSET, spec)
    except LabelError:
        return  # what cannot be rendered has no upper bound
    assert not proved or upper_bound(label, size, CHARSET, spec).holds


def test_geometry_proves_the_upper_bound_of_boxes_side_by_side():
    assert surely_holds(row_of_boxes("abc"), (32, 74), CHARSET, MapSpec())


def test_three_characters_on_one_place_break_the_upper_bound():
    label = row_of_boxes("abc")
    on_top = [dataclasses.replace(c, polygon=label.characters[0].polygon) for c in label.characters]
    assert not upper_bound(dataclasses.replace(label, characters=tuple(on_top)), (32, 60), CHARSET).holds


def test_gaussian_set_far_from_its_polygon_breaks_the_upper_bound():
    label = row_of_boxes("ab")
    astray = dataclasses.replace(label.characters[1], gaussian=Gaussian((200.0, 16.0), (3.0, 3.0)))
    label = dataclasses.replace(label, characters=(label.characters[0], astray))
    assert not upper_bound(label, (32, 220), CHARSET).holds


@pytest.mark.parametrize("stride", [1, 2])
def test_upper_bound_holds_for_every_word_of_iiit5k(shared_data: Path, stride: int):
    charset, spec = Charset(tuple(ALNUM)), MapSpec(stride=stride)
    count = 0
    for split in ("train", "val"):
        for line in (shared_data / "iiit5k" / f"{split}.jsonl").read_text(encoding="utf-8").splitlines():
            record = json.loads(line)
            characters = tuple(CharacterLabel(c["c"], rectangle(*c["box"])) for c in record["chars"])
            label = WordLabel(characters, record["text"])
            found = upper_bound(label, (record["height"], record["width"]), charset, spec)
            assert found.word.text == record["text"], record["file"]
            count += 1
    assert count == 1649


HUMPS = np.array([[0.1] * 9, [0.2, 0.8, 0.9, 0.8, 0.3, 0.7, 0.2, 0.1, 0.9], [0.1] * 9])
"""Q with three humps: columns 1 to 3, column 5, column 8."""


@pytest.mark.parametrize(
    ("columns", "read", "twice"),
    [
        ([1, 3, 5], [True, False, True], [2]),  # beside the one before
        ([1, 3, 5], [False, True, True], [1]),  # beside the one behind
        ([1, 5, 8], [True, False, True], []),  # a hump of its own: a character is missing
        ([1, 3, 5], [True, True, True], []),
        ([1, 5, 5], [True, True, False], []),  # behind the last nothing is left out
        ([2, 1, 3, 5], [True, False, False, True], [2, 3]),
        ([1, 5, 8], [False, False, False], []),
    ],
)
def test_a_position_on_the_hump_of_one_that_was_read_is_a_double(columns: list[Any], read: list[Any], twice: list[Any]):
    peaks = np.array([(1, column) for column in columns])
    assert [place + 1 for place in np.flatnonzero(doubles(np.array(read), peaks, HUMPS))] == twice


def test_empty_charset_reads_nothing_and_says_nothing_wrong():
    label = row_of_boxes("ab")
    maps = render(label, (32, 60), Charset(()), MapSpec())
    assert form_word(target_evidence(maps, 0), Charset(()), MapSpec(), (32, 60)).text == ""
