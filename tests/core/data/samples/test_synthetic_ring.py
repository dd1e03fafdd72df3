"""Synthetic words that are used several times, and their difficulty."""

import pickle
from pathlib import Path

import numpy as np
import pytest

from core.base.errors import FileWriteError
from core.charset import Charset
from core.data.augmentation import augmentation
from core.data.augmentation.augmentation import FULL, MILD, eased
from core.data.drawing.fonts import bundled
from core.data.drawing.scene_effects import LEVELS
from core.data.drawing.synthesis import Synthesis
from core.data.samples.difficulty import Difficulty
from core.data.samples.samples import Preparation, Words
from core.data.samples.sources import SyntheticReader
from core.data.samples.synthetic_ring import FRESH, SyntheticRing
from core.labels.maps.spec import MapSpec

DIGITS = Synthesis(Charset.named("digits"), bundled("0123456789"))


def ring(folder: Path, words: int = 8) -> SyntheticRing:
    return SyntheticRing(SyntheticReader(DIGITS, 1), words, folder)


def test_one_sample_in_three_is_new_and_the_others_are_of_the_last_words(tmp_path: Path):
    found = ring(tmp_path)
    assert [found.number_of(FRESH * number) for number in range(50)] == list(range(50))
    for index in range(FRESH * 20, FRESH * 60):
        newest = index // FRESH
        assert newest - 8 <= found.number_of(index) <= newest
    seen = {found.number_of(index) for index in range(300)}
    assert seen == set(range(100))


def test_a_sample_is_the_same_whatever_was_asked_for_before(tmp_path: Path):
    used, fresh = ring(tmp_path), ring(tmp_path)
    for index in range(60):
        used.read(index)
    for index in (3, 40, 59, 41, 58):
        one, other = used.read(index), fresh.read(index)
        np.testing.assert_array_equal(one.image, other.image)
        assert one.label == other.label == used.label_of(index)
        assert one.name == other.name == used.name_of(index)


def test_a_word_of_the_ring_is_that_of_the_stream(tmp_path: Path):
    found, reader = ring(tmp_path), SyntheticReader(DIGITS, 1)
    made, kept = reader.read(5), found.read(FRESH * 5)
    assert kept.label == made.label
    assert kept.image.shape == made.image.shape
    assert np.abs(kept.image.astype(int) - made.image).mean() < 6  # JPEG


def test_the_folder_is_empty_when_the_ring_is_gone(tmp_path: Path):
    found = ring(tmp_path / "run")
    found.read(0)
    del found
    assert not list((tmp_path / "run").iterdir())


def test_a_ring_that_travels_to_another_process_shares_its_words_with_it(tmp_path: Path):
    found = ring(tmp_path)
    there = pickle.loads(pickle.dumps(found))
    before = there.read(30)
    (kept,) = tmp_path.glob("*.ring")
    written = kept.read_bytes()
    np.testing.assert_array_equal(found.read(30).image, before.image)
    assert kept.read_bytes() == written != b"", "the word was not made again"
    del found, there
    assert not list(tmp_path.iterdir())


def test_a_word_that_was_half_written_is_made_again(tmp_path: Path):
    found = ring(tmp_path)
    pickle.dumps(found)
    whole = found.read(0)
    (kept,) = tmp_path.glob("*.ring")
    kept.write_bytes(kept.read_bytes()[:-9] + b"123456789")
    np.testing.assert_array_equal(found.read(0).image, whole.image)


def test_what_a_killed_run_has_left_goes_with_the_next(tmp_path: Path):
    (tmp_path / "drawn-old.ring").write_bytes(b"words")
    found = ring(tmp_path)
    pickle.dumps(found)
    assert len(list(tmp_path.iterdir())) == 1
    assert not (tmp_path / "drawn-old.ring").exists()
    del found


def test_a_folder_that_cannot_be_written_is_named(tmp_path: Path):
    (tmp_path / "file").write_bytes(b"")
    with pytest.raises(FileWriteError, match="cache_drawn"):
        ring(tmp_path / "file" / "run").read(0)


def test_difficulty_rises_with_what_is_read_and_never_falls():
    difficulty = Difficulty(0)
    assert not difficulty.learn({"one_minus_ned": 0.1})
    assert difficulty.level == 0
    assert difficulty.learn({"one_minus_ned": 0.5})
    assert 0 < difficulty.level < LEVELS
    reached = difficulty.level
    assert not difficulty.learn({"one_minus_ned": 0.3})
    assert difficulty.level == reached
    assert difficulty.learn({"one_minus_ned": 0.95})
    assert difficulty.level == LEVELS


def test_without_a_measure_the_difficulty_stays():
    difficulty = Difficulty(3)
    assert not difficulty.learn({})
    assert difficulty.level == 3


def test_augmentation_rises_from_mild_to_what_was_chosen():
    assert eased(FULL, 0) == MILD.__class__(
        **{name: getattr(MILD, name) if name != "motion_share" else 0 for name in MILD.__slots__}
    )
    assert eased(FULL, LEVELS) == FULL
    assert MILD.perspective < eased(FULL, 5).perspective < FULL.perspective
    assert eased(MILD, 0) == MILD
    assert eased(augmentation.NONE, 0) == augmentation.NONE


def test_samples_are_made_at_the_level_of_the_moment():
    difficulty = Difficulty(0)
    spec = MapSpec(height=32, width=64, stride=4, max_length=8)
    words = Words(SyntheticReader(DIGITS, 1), Preparation(Charset.named("digits"), spec), FULL, difficulty)

    def picture() -> np.ndarray:
        found = words.sample(0, np.random.default_rng(0))
        return np.asarray(found.image)

    easy = picture()
    np.testing.assert_array_equal(easy, picture())
    difficulty.learn({"one_minus_ned": 1.0})
    assert (picture() != easy).any()
